import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../../test/databases.ts';
import { eventually } from '../../../../test/eventually.ts';
import { aWord } from '../../../../test/words.ts';
import { openWordrise } from '../wordrise.ts';
import { makePrivateFolder, restrictFolder } from './files.ts';
import { loadConfig } from './settings/load-config.ts';

/** The files in a folder that other users of the machine can access. There should be none. */
function openToOthers(folder: string): string[] {
  const paths = ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })];
  return paths.filter((path) => (statSync(join(folder, path)).mode & 0o077) !== 0);
}

const hour = 3_600_000;

test('nobody else can read the data folder: database, sandbox, outbox, secret', async () => {
  const before = process.umask(0o022);
  onTestFinished(() => void process.umask(before));
  const dataDir = join(temporaryFolder(), 'data');
  // The state left by an older version.
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'sandbox.db'), '');
  let passed = 0;
  const now = () => new Date(Date.now() + passed);
  const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, PUBLIC_URL: 'https://words.test' });
  const { accounts, words, schedule, readers, processor, mail, close } = await openWordrise(config, { now });
  onTestFinished(close);
  await mail.start();
  // Derived from the secret, which is generated when first needed.
  accounts.setupLink('https://words.test');
  await readers.signUp({ email: 'reader@example.com', firstName: 'Ada' } as never, { address: undefined });
  const { id: wordId } = await words.add(aWord());
  await processor.runPass();
  await schedule.add({ wordId, scheduledDate: new Date(Date.now() + hour).toISOString(), status: 'pending' });
  passed = 2 * hour;
  await processor.runPass();
  await eventually(() =>
    expect(readdirSync(join(dataDir, 'outbox')).filter((name) => name.endsWith('.eml'))).toHaveLength(1),
  );
  for (const file of ['wordrise.db', 'wordrise.db-wal', 'sandbox.db', 'session-secret'])
    expect(existsSync(join(dataDir, file))).toBe(true);
  expect(openToOthers(dataDir)).toEqual([]);
});

test('the data folder is closed even if it contains only the database', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  mkdirSync(dataDir, { mode: 0o755 });
  const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, SESSION_SECRET: 's'.repeat(32) });
  const { close } = await openWordrise(config);
  onTestFinished(close);
  expect(openToOthers(dataDir)).toEqual([]);
});

test('a folder shared with others keeps its permissions', () => {
  const shared = join(temporaryFolder(), 'tmp');
  mkdirSync(shared);
  chmodSync(shared, 0o1777);
  makePrivateFolder(shared);
  expect(statSync(shared).mode & 0o7777).toBe(0o1777);
});

test('what is given as a folder and is none keeps its permissions', () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  chmodSync(file, 0o644);
  restrictFolder(file);
  expect(() => makePrivateFolder(file)).toThrow();
  expect(statSync(file).mode & 0o777).toBe(0o644);
});
