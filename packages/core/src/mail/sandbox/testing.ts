import { EventEmitter } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { IcontactOptions } from '../icontact/http.ts';
import { createIcontactProvider } from '../icontact/icontact.ts';
import type { MailProvider } from '../mail-provider.ts';
import { type RecordedCall, type Sandbox, type SandboxOptions, startSandbox } from './icontact-server.ts';
import { openSandboxDatabase } from './store.ts';

/** A data folder that is deleted when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wordrise-sandbox-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const folders = new WeakMap<Sandbox, string>();
/** Announces each call whose answer a sandbox withholds, by `nameOf`. */
const withheld = new WeakMap<Sandbox, EventEmitter>();

/** A sandbox that closes itself when the test ends. */
export async function startTestSandbox(options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  const dataDir = options.dataDir ?? (await temporaryFolder());
  const calls = new EventEmitter();
  const onWithheld = (call: RecordedCall) => void calls.emit(nameOf(call));
  const sandbox = await startSandbox({ ...options, dataDir, onWithheld });
  withheld.set(sandbox, calls);
  folders.set(sandbox, dataDir);
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** Changes the sandbox's records as a person would in iContact's own pages. Our client never does that. */
export function changeRecords(sandbox: Sandbox, sql: string): void {
  const database = openSandboxDatabase(folders.get(sandbox) ?? '');
  database.exec(sql);
  database.close();
}

/**
 * The client of a sandbox. It does not pause between tries, and its time limit passes as soon as the
 * sandbox withholds an answer, but never before, however slow the machine is.
 */
export function clientOf(sandbox: Sandbox, options: Partial<IcontactOptions> = {}): MailProvider {
  const fetch = fetchUntilWithheld(sandbox);
  const calls = { timeoutMs: 600_000, readRetries: 3, readRetriesWithinMs: 10_000, sleep: async () => {} };
  return createIcontactProvider({ ...calls, ...sandbox.options, fetch, ...options });
}

function fetchUntilWithheld(sandbox: Sandbox): typeof fetch {
  return async (input, init = {}) => {
    const { pathname, search } = new URL(String(input));
    const path = pathname.slice(new URL(sandbox.url).pathname.length);
    const name = nameOf({ method: init.method ?? 'GET', path, query: search.slice(1) });
    const limit = new AbortController();
    const signal = init.signal ? AbortSignal.any([init.signal, limit.signal]) : limit.signal;
    const pass = () => limit.abort(new DOMException('The time limit has passed', 'TimeoutError'));
    const calls = withheld.get(sandbox)?.once(name, pass);
    try {
      return await fetch(input, { ...init, signal });
    } finally {
      calls?.off(name, pass);
    }
  };
}

function nameOf({ method, path, query }: RecordedCall): string {
  return `${method} ${path}?${query}`;
}

export interface RawAnswer {
  status: number;
  type: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer of the protocol
  body: any;
}

/** Calls the sandbox without the client. `{base}` in a path stands for the client folder. */
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

/** Adds readers to the sandbox's list without the client. @returns their contact ids */
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

/** Addresses on the list, in order. */
export async function addressesOnList(sandbox: Sandbox): Promise<string[]> {
  const { body } = await rawCall(sandbox, 'GET', '{base}/contacts?limit=500&orderby=email');
  return (body.contacts ?? []).map(({ email }: { email: string }) => email);
}

/** Creates a message without the client. @returns its id */
export async function givenMessage(sandbox: Sandbox, fields: object = {}): Promise<string> {
  const [messageId] = await givenMessages(sandbox, [fields]);
  return messageId ?? '';
}

async function givenMessages(sandbox: Sandbox, each: object[]): Promise<string[]> {
  const plain = {
    campaignId: sandbox.options.campaignId,
    messageType: 'normal',
    subject: 'S',
    textBody: 'T',
  };
  const messages = each.map((fields) => ({ ...plain, ...fields }));
  const { body } = await rawCall(sandbox, 'POST', '{base}/messages', messages);
  return body.messages.map(({ messageId }: { messageId: string }) => messageId);
}

/** Creates sends for the morning of September 16, 2026, each with its own message. @returns their ids */
export async function givenSends(sandbox: Sandbox, count: number): Promise<string[]> {
  const messageIds = await givenMessages(sandbox, Array(count).fill({}));
  const sends = messageIds.map((messageId) => ({
    messageId,
    includeListIds: sandbox.options.listId,
    scheduledTime: '2026-09-16T07:00:00-04:00',
  }));
  const { body } = await rawCall(sandbox, 'POST', '{base}/sends', sends);
  return body.sends.map(({ sendId }: { sendId: string }) => sendId);
}
