import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { databaseKinds } from '../../../test/databases.ts';
import { givenInstallation, type Installation, wordOf } from './run-cli.ts';

async function givenWords(installation: Installation, count: number): Promise<void> {
  const lines = Array.from({ length: count }, (_, index) => JSON.stringify(wordOf(`word${index}`)));
  const { code, stderr } = await installation.run(['words', 'import', '-'], { input: lines.join('\n') });
  if (code !== 0) throw new Error(stderr);
}

test.each(databaseKinds)('exports a library that comes back the same (%s)', async (kind) => {
  const from = await givenInstallation(kind);
  await givenWords(from, 1203);
  for (const file of ['words.csv', 'words.jsonl']) {
    const { stdout, code } = await from.run(['words', 'export', file]);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`All words are in ${file} \\(\\d+\\.\\d kB\\)`));
    const text = readFileSync(join(from.folder, file), 'utf8');

    const to = await givenInstallation(kind);
    writeFileSync(join(to.folder, file), text);
    expect((await to.run(['words', 'import', file, '--json'])).json()).toMatchObject({
      added: 1203,
      refused: 0,
    });
    const format = file.endsWith('csv') ? 'csv' : 'jsonl';
    expect((await to.run(['words', 'export', '--format', format])).stdout).toBe(text);
  }
});

test('ends quietly when its reader closes the pipe', async () => {
  const installation = await givenInstallation();
  await givenWords(installation, 3000);
  const running = installation.start(['words', 'export']);
  running.child.stdout?.once('data', () => running.child.stdout?.destroy());
  expect(await running.ended).toMatchObject({ code: 0, stderr: '' });
});

test('overwrites no file without --yes', async () => {
  const installation = await givenInstallation();
  await givenWords(installation, 1);
  writeFileSync(join(installation.folder, 'words.csv'), 'mine');
  const refused = await installation.run(['words', 'export', 'words.csv']);
  expect(refused).toMatchObject({ code: 2 });
  expect(refused.stderr).toContain('--yes');
  expect(readFileSync(join(installation.folder, 'words.csv'), 'utf8')).toBe('mine');
  expect((await installation.run(['words', 'export', 'words.csv', '--yes'])).code).toBe(0);
  expect(readFileSync(join(installation.folder, 'words.csv'), 'utf8')).toContain('word0');

  const dry = await installation.run(['words', 'export', 'other.csv', '--dry-run']);
  expect(dry.stdout).toBe('All words would be written to other.csv.\n');
  expect(existsSync(join(installation.folder, 'other.csv'))).toBe(false);
});

test('lists, exports and removes signups', async () => {
  const installation = await givenInstallation();
  const wordrise = await installation.open();
  const caller = { address: undefined };
  await wordrise.readers.signUp(
    { email: 'reader@example.com', firstName: 'Ada', favoriteWord: 'hush' },
    caller,
  );
  await wordrise.readers.signUp(
    { email: 'other@example.com', firstName: 'Bo', favoriteWord: undefined },
    caller,
  );
  await wordrise.close();
  const { run, folder } = installation;

  const list = (await run(['readers', 'list', '--json'])).json();
  expect(list).toMatchObject({ total: 2, readers: [{ email: 'other@example.com' }, { status: 'waiting' }] });
  expect((await run(['readers', 'list', '--search', 'reader'])).stdout).toMatch(
    /^reader@example\.com\tAda\t/,
  );

  await run(['readers', 'export', 'readers.csv']);
  expect(readFileSync(join(folder, 'readers.csv'), 'utf8')).toContain(',reader@example.com,Ada,hush,');
  expect(statSync(join(folder, 'readers.csv')).mode & 0o777).toBe(0o600);

  expect((await run(['readers', 'remove', 'reader@example.com'])).code).toBe(2);
  expect((await run(['readers', 'remove', 'reader@example.com', '--dry-run'])).stdout).toContain(
    'would be removed',
  );
  expect((await run(['readers', 'remove', 'Reader@example.com', '--yes'])).stdout).toBe(
    'reader@example.com is removed.\n',
  );
  expect((await run(['readers', 'remove', 'reader@example.com', '--yes'])).code).toBe(1);
  expect((await run(['readers', 'list', '--json'])).json().total).toBe(1);
});
