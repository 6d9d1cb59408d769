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
