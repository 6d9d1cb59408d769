import { readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { OutboxItem } from '../../contract/system.ts';
import { after, before, emailFiles, givenSend, givenWaitingSend, morning } from './deliver-sends.testing.ts';
import {
  changeRecords,
  clientOf,
  givenReaders,
  rawCall,
  startTestSandbox,
  temporaryFolder,
} from './testing.ts';

test('delivers a send automatically when its time comes', async () => {
  const delivered: OutboxItem[] = [];
  let time = before();
  const sandbox = await startTestSandbox({
    now: () => time,
    onDelivered: (email) => delivered.push(email),
  });
  await givenReaders(sandbox, 2);

  const send = await givenSend(sandbox, morning);
  expect(send.status).toBe('pending');

  time = after();
  await expect.poll(() => delivered.length).toBe(2);
  await expect.poll(async () => (await clientOf(sandbox).sends.get(send.sendId))?.status).toBe('released');
});

test('automatically delivers what another process has scheduled', async () => {
  const dataDir = await temporaryFolder();
  const delivered: OutboxItem[] = [];
  await startTestSandbox({ dataDir, onDelivered: (email) => delivered.push(email) });
  // Its clock is slow, so that it is never the one to deliver.
  const other = await startTestSandbox({ dataDir, now: () => new Date(Date.now() - 3_600_000) });
  await givenReaders(other, 2);

  await givenSend(other, new Date());

  await expect.poll(() => delivered.length).toBe(2);
});

test('delivers after a start what was due while nothing ran', async () => {
  const { dataDir } = await givenWaitingSend(3);
  const delivered: OutboxItem[] = [];

  await startTestSandbox({ dataDir, now: after, onDelivered: (email) => delivered.push(email) });

  await expect.poll(() => delivered.length).toBe(3);
});

test('writes one complete email for each reader, listed newest first', async () => {
  const { dataDir } = await givenWaitingSend(3);
  const sandbox = await startTestSandbox({ dataDir, now: after });

  await sandbox.releaseDue();

  const { emails, total } = await sandbox.outbox.list({ limit: 2 });
  expect(total).toBe(3);
  expect(emails.map(({ to, subject, deliveredAt }) => ({ to, subject, deliveredAt }))).toEqual([
    { to: 'reader2@example.com', subject: 'For Reader 2', deliveredAt: after().toISOString() },
    { to: 'reader1@example.com', subject: 'For Reader 1', deliveredAt: after().toISOString() },
  ]);
  const id = emails[0]?.id ?? '';
  const email = await sandbox.outbox.read(id);
  expect(email).toMatchObject({ ...emails[0], html: expect.stringContaining('<p>Dear Reader 2</p>') });
  expect(email?.text).toContain('Dear Reader 2\n');
  const raw = await readFile(join(dataDir, 'outbox', `${id}.eml`), 'utf8');
  expect(raw).toMatch(/^To: Reader 2 <reader2@example\.com>\r$/m);
  expect((await sandbox.outbox.list({ limit: 5, offset: 2 })).emails[0]?.to).toBe('reader0@example.com');
});

test('sends to those who are on the list when it is released, and to nobody else', async () => {
  const { dataDir, ids } = await givenWaitingSend(2);
  const early = await startTestSandbox({ dataDir, now: before });
  await clientOf(early).readers.unsubscribe(ids[0] ?? '');
  await clientOf(early).readers.subscribe([{ id: 1, email: 'late@example.com', firstName: 'Late' }]);
  await rawCall(early, 'POST', '{base}/contacts', [{ email: 'unlisted@example.com' }]);
  const sandbox = await startTestSandbox({ dataDir, now: after });

  await sandbox.releaseDue();

  const { emails } = await sandbox.outbox.list({ limit: 9 });
  expect(emails.map(({ to }) => to).toSorted()).toEqual(['late@example.com', 'reader1@example.com']);
  for await (const [send] of clientOf(sandbox).sends.list()) expect(send?.recipientCount).toBe(2);
});

test('delivers nothing for a canceled send', async () => {
  const { dataDir, sendId } = await givenWaitingSend(2);
  const early = await startTestSandbox({ dataDir, now: before });
  await clientOf(early).sends.cancel(sendId);
  const sandbox = await startTestSandbox({ dataDir, now: after });

  expect(await sandbox.releaseDue()).toBe(0);
  expect((await sandbox.outbox.list({ limit: 9 })).total).toBe(0);
});

test('cancels a send whose message has become spam', async () => {
  const { dataDir, sendId } = await givenWaitingSend(2);
  const early = await startTestSandbox({ dataDir, now: before });
  changeRecords(early, "UPDATE messages SET subject = 'YOU HAVE WON FREE MONEY!!!'");
  const sandbox = await startTestSandbox({ dataDir, now: after });

  expect(await sandbox.releaseDue()).toBe(0);
  expect(await clientOf(sandbox).sends.get(sendId)).toMatchObject({ status: 'cancelled' });
});

test('continues after a failure, such as a file in the way, with the rest', async () => {
  const { dataDir, ids, sendId } = await givenWaitingSend(3);
  const errors: unknown[] = [];
  const delivered: string[] = [];
  let time = before();
  const sandbox = await startTestSandbox({
    dataDir,
    now: () => time,
    onDelivered: ({ to }) => delivered.push(to),
    onError: (error) => errors.push(error),
  });
  // A link to itself can be neither read nor followed.
  const inTheWay = join(dataDir, 'outbox', `${sendId}-${ids[1]}.eml`);
  await symlink(inTheWay, inTheWay);

  time = after();
  await expect.poll(() => errors.length).toBeGreaterThan(0);
  await expect.poll(() => delivered.toSorted()).toEqual(['reader0@example.com', 'reader2@example.com']);
  await rm(inTheWay);
  await sandbox.releaseDue();

  expect(delivered.length).toBe(3);
  expect(await clientOf(sandbox).sends.get(sendId)).toMatchObject({ status: 'released' });
});

test('recreates the outbox when somebody has deleted it', async () => {
  const { dataDir } = await givenWaitingSend(2);
  let time = before();
  const sandbox = await startTestSandbox({ dataDir, now: () => time });
  await rm(join(dataDir, 'outbox'), { recursive: true });

  time = after();
  await sandbox.releaseDue();

  expect((await emailFiles(dataDir)).length).toBe(2);
});

test.each(['1-1', '', '../sandbox', '%'])('has no email "%s"', async (id) => {
  const sandbox = await startTestSandbox();

  expect(await sandbox.outbox.read(id)).toBeUndefined();
});

test('has no email whose file somebody has deleted', async () => {
  const { dataDir } = await givenWaitingSend(1);
  const sandbox = await startTestSandbox({ dataDir, now: after });
  await sandbox.releaseDue();
  const [email] = (await sandbox.outbox.list({ limit: 1 })).emails;
  await rm(join(dataDir, 'outbox', `${email?.id}.eml`));

  expect(await sandbox.outbox.read(email?.id ?? '')).toBeUndefined();
});
