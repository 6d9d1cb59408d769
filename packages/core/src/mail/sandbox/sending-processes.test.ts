import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import type { OutboxItem } from '../../contract/system.ts';
import { after, before, emailFiles, givenSend, givenWaitingSend, morning } from './deliver-sends.testing.ts';
import { openSandboxDatabase } from './sandbox-database.ts';
import { clientOf, startTestSandbox } from './testing.ts';

test('two processes share the work and deliver each email once', async () => {
  const { dataDir } = await givenWaitingSend(100);
  const early = await startTestSandbox({ dataDir, now: before });
  for (let at = 0; at < 4; at++) await givenSend(early, morning);
  await early.close();
  const delivered: string[] = [];
  const onDelivered = ({ id }: OutboxItem) => delivered.push(id);

  const two = await Promise.all([
    startTestSandbox({ dataDir, now: after, onDelivered }),
    startTestSandbox({ dataDir, now: after, onDelivered }),
  ]);
  await Promise.all(two.map((sandbox) => sandbox.releaseDue()));

  expect(delivered.length).toBe(500);
  expect(new Set(delivered).size).toBe(500);
  expect((await emailFiles(dataDir)).length).toBe(500);
});

test('leaves a send to the process that is delivering it, and takes over when its lease expires', async () => {
  const { dataDir, sendId } = await givenWaitingSend(3);
  const database = openSandboxDatabase(dataDir);
  onTestFinished(() => void database.close());
  const leaseUntil = after().getTime() + 10_000;
  const claimed = "UPDATE sends SET status = 'sending', owner = 'other', leaseUntil = ?, releasedTime = ?";
  database.prepare(claimed).run(leaseUntil, after().getTime());
  database.exec(`INSERT INTO outbox (id, sendId, contactId, email, firstName, lastName)
    SELECT '${sendId}-' || contactId, ${sendId}, contactId, email, firstName, lastName FROM contacts`);
  let time = after();
  const sandbox = await startTestSandbox({ dataDir, now: () => time });

  expect(await sandbox.releaseDue()).toBe(0);
  expect(await clientOf(sandbox).sends.cancel(sendId)).toBe('released');
  time = new Date(leaseUntil);
  await sandbox.releaseDue();

  expect((await emailFiles(dataDir)).length).toBe(3);
  expect(await clientOf(sandbox).sends.get(sendId)).toMatchObject({ status: 'released' });
});

test('leaves the rest to another process that has taken over', async () => {
  const { dataDir, sendId } = await givenWaitingSend(300);
  const database = openSandboxDatabase(dataDir);
  onTestFinished(() => void database.close());
  const takeOver = database.prepare("UPDATE sends SET owner = 'other', leaseUntil = ?");
  const delivered: string[] = [];
  const onDelivered = ({ id }: OutboxItem) => {
    delivered.push(id);
    takeOver.run(after().getTime() + 10_000);
  };
  const sandbox = await startTestSandbox({ dataDir, now: after, onDelivered });

  await sandbox.releaseDue();

  expect(delivered.length).toBeLessThan(300);
  expect(await clientOf(sandbox).sends.get(sendId)).toMatchObject({ status: 'sending' });
});

test('stops in the middle when closed, and continues at the next start', async () => {
  const { dataDir, sendId } = await givenWaitingSend(300);
  const delivered: string[] = [];
  const onDelivered = ({ id }: OutboxItem) => {
    delivered.push(id);
    if (delivered.length === 60) void first.close();
  };
  const first = await startTestSandbox({ dataDir, now: after, onDelivered });
  await first.releaseDue();
  await first.close();
  expect(delivered.length).toBeLessThan(300);

  // The same moment: a lease that was left behind would still hold.
  const second = await startTestSandbox({ dataDir, now: after, onDelivered });
  await second.releaseDue();

  expect(delivered.length).toBe(300);
  expect(new Set(delivered).size).toBe(300);
  expect(await clientOf(second).sends.get(sendId)).toMatchObject({ status: 'released' });
});

test('a process killed in the middle skips no email and sends none twice', async () => {
  const { dataDir, sendId } = await givenWaitingSend(1000);
  const module = join(import.meta.dirname, 'sandbox.ts');
  const script = `import { startSandbox } from ${JSON.stringify(module)};
    const sandbox = await startSandbox({
      dataDir: ${JSON.stringify(dataDir)},
      now: () => new Date(${after().getTime()}),
      onDelivered({ id }) {
        console.log(id);
        // It must not be done before it is killed.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
      },
    });
    await sandbox.releaseDue();`;
  const args = ['--conditions=source', '--input-type=module', '--eval', script];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)));
  let reported = 0;
  for await (const _ of createInterface({ input: child.stdout }))
    if (++reported === 120) child.kill('SIGKILL');
  expect(await ended).toBe('SIGKILL');
  const early = (await emailFiles(dataDir)).length;
  expect(early).toBeGreaterThan(100);
  expect(early).toBeLessThan(1000);

  const delivered: string[] = [];
  const later = () => new Date(after().getTime() + 60_000);
  const sandbox = await startTestSandbox({
    dataDir,
    now: later,
    onDelivered: ({ id }) => delivered.push(id),
  });
  await sandbox.releaseDue();

  expect(delivered.length).toBe(1000 - early);
  expect((await emailFiles(dataDir)).length).toBe(1000);
  expect(await clientOf(sandbox).sends.get(sendId)).toMatchObject({
    status: 'released',
    recipientCount: 1000,
  });
  const { emails, total } = await sandbox.outbox.list({ limit: 1000 });
  expect(total).toBe(1000);
  expect(new Set(emails.map(({ to }) => to)).size).toBe(1000);
  const raws = emails.map(({ id, to }) =>
    readFile(join(dataDir, 'outbox', `${id}.eml`), 'utf8').then((raw) => raw.includes(to)),
  );
  expect((await Promise.all(raws)).every(Boolean)).toBe(true);
});
