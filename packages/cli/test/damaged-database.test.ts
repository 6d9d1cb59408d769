import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { givenInstallation, wordOf } from './run-cli.ts';

test('a damaged SQLite file is reported in a sentence, without a stack', async () => {
  const { env, run } = await givenInstallation();
  const file = env.DATABASE_URL?.replace('sqlite:', '') ?? '';
  writeFileSync(file, 'not a database, but long enough to be taken for one '.repeat(400));
  const { code, stderr } = await run(['words', 'list']);
  expect(code).toBe(1);
  expect(stderr).toContain('The database is damaged. Stop Wordrise and restore a backup: wordrise restore');
  expect(stderr).not.toMatch(/\n +at |a bug in Wordrise|Check DATABASE_URL/);
});

test.each([
  ['in its header', 0],
  ['in its schema', 100],
  ['in its middle', 40_000],
])('a SQLite file that is damaged %s is replaced by a backup', async (_where, at) => {
  const source = await givenInstallation();
  await source.run(['words', 'import', '-'], { input: `${JSON.stringify(wordOf('hush'))}\n` });
  const archive = join(source.folder, 'backup.tar.gz');
  await source.run(['backup', archive]);
  const { env, run } = await givenInstallation();
  const file = env.DATABASE_URL?.replace('sqlite:', '') ?? '';
  const bytes = readFileSync(file);
  bytes.fill('damage', at, at + 3000);
  writeFileSync(file, bytes);
  const restored = await run(['restore', archive, '--replace', '--yes', '--replaces-original']);
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  expect((await run(['words', 'list', '--json'])).json().total).toBe(1);
});
