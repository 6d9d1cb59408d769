import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sandbox } from './sandbox.ts';
import { clientOf, givenReaders, startTestSandbox, temporaryFolder } from './testing.ts';

export const morning = new Date('2026-09-16T11:00:00Z');
export const before = () => new Date('2026-09-15T09:00:00Z');
export const after = () => new Date('2026-09-16T11:00:05Z');

export async function givenSend(sandbox: Sandbox, at: Date) {
  const provider = clientOf(sandbox);
  const { messageId } = await provider.sends.createMessage({
    name: `word-${at.getTime()}-${Math.random()}`,
    subject: 'For [fname]',
    html: '<p>Dear [fname]</p>',
    text: 'Dear [fname]',
  });
  return provider.sends.schedule(messageId, at);
}

/** A folder with a send to this many readers that waits for the morning; no sandbox is running. */
export async function givenWaitingSend(readers: number) {
  const dataDir = await temporaryFolder();
  const sandbox = await startTestSandbox({ dataDir, now: before });
  const ids = await givenReaders(sandbox, readers);
  const { sendId } = await givenSend(sandbox, morning);
  await sandbox.close();
  return { dataDir, ids, sendId };
}

export async function emailFiles(dataDir: string): Promise<string[]> {
  return (await readdir(join(dataDir, 'outbox'))).filter((name) => name.endsWith('.eml'));
}
