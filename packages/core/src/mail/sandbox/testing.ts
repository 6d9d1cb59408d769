import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createIcontactProvider } from '../icontact/icontact.ts';
import type { IcontactOptions } from '../icontact/options.ts';
import type { MailProvider } from '../mail-provider.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from './sandbox.ts';

/** A data folder that goes when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wordrise-sandbox-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A sandbox that closes itself when the test ends. */
export async function startTestSandbox(options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  const dataDir = options.dataDir ?? (await temporaryFolder());
  const sandbox = await startSandbox({ ...options, dataDir });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** The client of a sandbox. It does not wait between tries, and gives up on an answer soon. */
export function clientOf(sandbox: Sandbox, options: Partial<IcontactOptions> = {}): MailProvider {
  return createIcontactProvider({ ...sandbox.options, timeoutMs: 2000, sleep: async () => {}, ...options });
}

export interface RawAnswer {
  status: number;
  type: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the protocol brings
  body: any;
}

/** Calls the sandbox without the client. A path that begins with `{base}` is one of the folder. */
export async function rawCall(
  { options }: Sandbox,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<RawAnswer> {
  const base = `/a/${options.accountId}/c/${options.clientFolderId}`;
  const response = await fetch(options.apiUrl + path.replace('{base}', base), {
    method,
    headers: {
      'API-Version': '2.2',
      'API-AppId': options.appId,
      'API-Username': options.username,
      'API-Password': options.password,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, type: response.headers.get('content-type'), body: JSON.parse(text) };
}

/** So many readers, on the sandbox's list, without the client. */
export async function givenReaders(sandbox: Sandbox, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let from = 0; from < count; from += 500) {
    const some = Array.from({ length: Math.min(500, count - from) }, (_, at) => ({
      email: `reader${from + at}@example.com`,
      firstName: `Reader ${from + at}`,
    }));
    const { body } = await rawCall(sandbox, 'POST', '{base}/contacts', some);
    const subscriptions = body.contacts.map(({ contactId }: { contactId: string }) => ({
      contactId,
      listId: sandbox.options.listId,
      status: 'normal',
    }));
    await rawCall(sandbox, 'POST', '{base}/subscriptions', subscriptions);
    ids.push(...body.contacts.map(({ contactId }: { contactId: string }) => contactId));
  }
  return ids;
}
