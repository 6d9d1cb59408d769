import { appendFileSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { backups, openWordrise } from '@wordrise/core';
import { expect, test } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { mountSmallDisk } from '../../../test/small-disk.ts';
import { aWord, csvOf } from '../../../test/words.ts';
import { startTestServer } from './start-test-server.ts';

const megabyte = 1024 * 1024;
const hour = 3_600_000;

/** Fills up all but this much space, in bytes. */
function fill(folder: string, left: number): void {
  const { bavail, bsize } = statfsSync(folder);
  appendFileSync(join(folder, 'ballast'), Buffer.alloc(Math.max(0, bavail * bsize - left)));
}

test('a real disk that fills up: a clear message each time, nothing acknowledged is lost, and work continues', async (context) => {
  const folder = mountSmallDisk(context);
  const databaseUrl = `sqlite:${join(folder, 'wordrise.db')}`;
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead);
  const server = await startTestServer({ databaseUrl, env: { DATA_DIR: folder }, overrides: { now } });
  const { call, ok, refused, signIn, wordrise, config } = server;
  await signIn();
  const { id: wordId } = await ok('addWord', { body: aWord() });
  await ok('register', { body: { email: 'first@example.com', firstName: 'Ada' } });
  await wordrise.processor.runPass();
  const scheduledDate = new Date(Date.now() + hour).toISOString();
  await ok('scheduleEmail', { body: { wordId, scheduledDate } });

  expect(await ok('ready')).toEqual({ status: 'ok' });
  fill(folder, megabyte / 2);
  expect(await refused('ready')).toMatchObject({ status: 503, message: 'The disk is full.' });
  const acknowledged: string[] = [];
  for (let n = 0, status = 201; status === 201; n += 1) {
    const email = `reader.${n}@example.com`;
    ({ status } = await call('register', { body: { email, firstName: 'x'.repeat(100) } }));
    if (status === 201) acknowledged.push(email);
    else expect(status).toBe(503);
  }
  const full = {
    status: 503,
    code: 'database.unreachable',
    message: 'The disk of the database is full, so nothing was saved. Free some space and try again.',
  };
  expect(await refused('addWord', { body: aWord({ word: 'dusk' }) })).toMatchObject(full);
  const raw = csvOf(
    Array.from({ length: 1500 }, (_, n) => `word${n}`),
    'Long. '.repeat(80),
  );
  const upload = { raw, headers: { 'Content-Type': 'text/csv' } };
  expect(await refused('uploadWords', upload)).toMatchObject(full);
  expect(await ok('listWords')).toMatchObject({ total: 1 });
  const archive = join(folder, 'backup.tar.gz');
  const source = { config, environment: {}, version: '0.0.0', now };
  const before = readdirSync(folder).toSorted();
  await expect(backups.write(source, archive, { withSecrets: false })).rejects.toThrow(/full|no space/i);
  expect(readdirSync(folder).toSorted()).toEqual(before);
  // The email becomes due in the meantime, and cannot be written.
  fill(folder, 0);
  ahead = hour;
  await wordrise.processor.runPass().catch(() => {});
  expect((await ok('listOutbox')).emails).toEqual([]);
  // Another program cannot even write the files with which SQLite reads.
  const closed = { ...config, database: { kind: 'sqlite', path: join(folder, 'other.db') } } as const;
  await expect(openWordrise(closed)).rejects.toThrow(/the disk is full\. Free some space and try again\./);

  rmSync(join(folder, 'ballast'));
  expect(await ok('ready')).toEqual({ status: 'ok' });
  for (const email of acknowledged)
    expect(await ok('describeReader', { params: { email } })).toMatchObject({ email });
  expect(await ok('uploadWords', upload)).toMatchObject({ added: 1500 });
  expect((await backups.write(source, archive, { withSecrets: false })).size).toBeGreaterThan(0);
  await eventually(async () => {
    await wordrise.processor.runPass();
    const { emails } = await ok('listOutbox');
    expect(emails.map(({ to }) => to)).toContain('first@example.com');
  });
});
