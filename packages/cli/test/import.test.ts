import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Wordrise } from '@wordrise/core';
import { type WordInput, wordFields } from '@wordrise/core/contract';
import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test/databases.ts';
import { givenInstallation, type Installation, type Running, wordOf } from './run-cli.ts';

function csv(words: WordInput[], { delimiter = ',', lineBreak = '\n' } = {}): string {
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const rows = words.map((word) => wordFields.map((field) => quote(word[field])).join(delimiter));
  return [wordFields.join(delimiter), ...rows, ''].join(lineBreak);
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => wordOf(`word${index}`));

async function exportedWords({ run }: Installation): Promise<string[]> {
  const { stdout } = await run(['words', 'export', '--format', 'jsonl']);
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).word);
}

async function countWords({ words }: Wordrise): Promise<number> {
  return (await words.list({ page: 1, limit: 1, search: '', letter: '' })).total;
}

/** More than is read before any of it is stored, and an end that is still to come. */
const longFile = numbered(24_000);
const itsBeginning = csv(longFile.slice(0, 14_000));

/** Starts an import of `longFile`, and resolves in the middle of it. */
async function startLongImport(installation: Installation, wordrise: Wordrise): Promise<Running> {
  const running = installation.startOpen(['words', 'import', '-', '--json']);
  running.child.stdin?.write(itsBeginning);
  while ((await countWords(wordrise)) === 0) {
    if (running.child.exitCode !== null) throw new Error((await running.ended).stderr);
    await pause(20);
  }
  return running;
}

describe.each(databaseKinds)('on %s', (kind) => {
  test('imports, reports the same in a dry run first, and skips existing words', async () => {
    const installation = await givenInstallation(kind);
    const { run, folder } = installation;
    writeFileSync(join(folder, 'words.csv'), csv([...numbered(50), wordOf('Word3')]));

    const dry = (await run(['words', 'import', 'words.csv', '--dry-run', '--json'])).json();
    expect(dry).toMatchObject({ added: 50, skipped: 1, refused: 0, dryRun: true });
    expect(await exportedWords(installation)).toEqual([]);

    const real = await run(['words', 'import', 'words.csv', '--json']);
    expect(real.json()).toEqual({ ...dry, dryRun: false, message: 'Added 50 words, skipped 1.' });
    expect(real.code).toBe(0);
    const again = await run(['words', 'import', 'words.csv']);
    expect(again).toMatchObject({ code: 0, stdout: 'Added 0 words, skipped 51.\n' });
    expect(await exportedWords(installation)).toHaveLength(50);
  });

  test('after an interruption and another run, no word is missing or added twice', async () => {
    const installation = await givenInstallation(kind);
    const { folder, run } = installation;
    writeFileSync(join(folder, 'words.csv'), csv(longFile));
    const wordrise = await installation.open();

    const running = await startLongImport(installation, wordrise);
    running.child.kill('SIGINT');
    const { code, stderr, json } = await running.ended;

    expect(code).toBe(130);
    expect(stderr).toContain('Run the same command again for the rest');
    const { added, interrupted } = json();
    expect(interrupted).toBe(true);
    expect(added).toBe(await countWords(wordrise));
    expect(added).toBeGreaterThan(0);
    expect(added).toBeLessThan(longFile.length);

    const second = (await run(['words', 'import', 'words.csv', '--json'])).json();
    expect(second).toMatchObject({ added: longFile.length - added, skipped: added, refused: 0 });
    expect((await exportedWords(installation)).toSorted()).toEqual(
      longFile.map(({ word }) => word).toSorted(),
    );
  });

  test('is consistent after a power cut', async () => {
    const installation = await givenInstallation(kind);
    const wordrise = await installation.open();
    const running = await startLongImport(installation, wordrise);
    running.child.kill('SIGKILL');
    expect((await running.ended).code).toBe('SIGKILL');

    // Complete batches from the beginning, and no row of the unfinished one.
    const stored = await exportedWords(installation);
    expect(stored.toSorted()).toEqual(
      longFile
        .slice(0, stored.length)
        .map(({ word }) => word)
        .toSorted(),
    );
    await installation.run(['words', 'import', '-'], { input: csv(longFile) });
    expect((await exportedWords(installation)).toSorted()).toEqual(
      longFile.map(({ word }) => word).toSorted(),
    );
  });

  test('updates, or fails completely, as requested', async () => {
    const installation = await givenInstallation(kind);
    const { run } = installation;
    await run(['words', 'import', '-'], { input: csv([wordOf('hush')]) });
    const changed = csv([wordOf('lull'), wordOf('HUSH', { definition: 'Changed.' })]);

    const failed = await run(['words', 'import', '-', '--on-conflict', 'fail'], { input: changed });
    expect(failed).toMatchObject({ code: 1, stdout: '' });
    expect(failed.stderr).toContain('“HUSH” (line 3) is already in the library. Nothing was imported.');
    expect(await exportedWords(installation)).toEqual(['hush']);

    const updated = await run(['words', 'import', '-', '--on-conflict', 'update', '--json'], {
      input: changed,
    });
    expect(updated.json()).toMatchObject({ added: 1, updated: 1 });
    expect((await run(['words', 'show', 'hush', '--json'])).json().definition).toBe('Changed.');
  });
});

test.each([
  {
    why: 'a byte order mark, semicolons and CRLF',
    text: `\uFEFF${csv(numbered(3), { delimiter: ';', lineBreak: '\r\n' })}`,
  },
  { why: 'tabs', text: csv(numbered(3), { delimiter: '\t' }) },
  {
    why: 'JSON lines',
    text: numbered(3)
      .map((word) => JSON.stringify(word))
      .join('\n'),
  },
])('reads $why from standard input', async ({ text }) => {
  const installation = await givenInstallation();
  const { stdout } = await installation.run(['words', 'import', '-'], { input: text });
  expect(stdout).toBe('Added 3 words.\n');
  expect(await exportedWords(installation)).toEqual(['word0', 'word1', 'word2']);
});

test.each(['refused.csv', 'refused.jsonl'])(
  'keeps refused rows in %s, to be fixed and imported again',
  async (file) => {
    const installation = await givenInstallation();
    const { run, folder } = installation;
    const bad = wordOf('bad', { partOfSpeech: 'x'.repeat(51), definition: 'One, "two";\nthree' });
    writeFileSync(join(folder, 'words.csv'), csv([wordOf('good'), bad, wordOf('none', { etymology: '' })]));

    const first = await run(['words', 'import', 'words.csv', '--errors', file]);
    expect(first.code).toBe(1);
    expect(first.stdout).toBe('Added 1 word; 2 rows were refused.\n');
    expect(first.stderr).toContain('Line 3, “bad”: Part of speech must be at most 50 characters');
    expect(first.stderr).toContain(`All refused rows are in ${file}`);

    const refused = readFileSync(join(folder, file), 'utf8');
    expect(refused).toContain('Etymology is required');
    writeFileSync(join(folder, file), refused.replace('x'.repeat(51), 'noun'));
    // Into the file that is being read.
    const second = await run(['words', 'import', file, '--errors', file, '--json']);
    expect(second.json()).toMatchObject({ added: 1, refused: 1 });
    expect(readFileSync(join(folder, file), 'utf8')).not.toContain('"bad"');
    expect((await run(['words', 'show', 'bad', '--json'])).json()).toMatchObject({
      partOfSpeech: 'noun',
      definition: 'One, "two";\nthree',
    });
  },
);

test('a folder for refused rows that does not exist is named as it was typed', async () => {
  const { run } = await givenInstallation();
  const bad = [wordOf('bad', { partOfSpeech: 'x'.repeat(51) })];
  const { code, stderr } = await run(['words', 'import', '-', '--errors', 'gone/refused.csv'], {
    input: csv(bad),
  });
  expect(code).toBe(2);
  expect(stderr).toContain('There is no folder for gone/refused.csv.');
  expect(stderr).not.toMatch(/partial|\n +at /);
});

test('names the columns that are ignored, and what was probably meant', async () => {
  const { run, folder } = await givenInstallation();
  const { teaser, ...fields } = wordOf('hush');
  const word = { ...fields, pronounciation: 'x', teasr: 'Quiet.', id: '1' };
  const { json } = await run(['words', 'import', '-', '--json', '--dry-run'], {
    input: JSON.stringify(word),
  });
  expect(json().ignoredColumns).toEqual([
    { name: 'pronounciation', nearest: null },
    { name: 'teasr', nearest: 'teaser' },
    { name: 'id', nearest: null },
  ]);
  const shown = await run(['words', 'import', '-'], { input: JSON.stringify(word) });
  expect(shown).toMatchObject({ code: 0, stdout: 'Added 1 word.\n' });
  expect(shown.stderr).toBe(
    'The column “teasr” is ignored. Did you mean “teaser”?\nThe columns “pronounciation”, “id” are ignored.\n',
  );
  writeFileSync(join(folder, 'themes.csv'), 'title,introdcution\nWater,Seven words.\n');
  const themes = await run(['themes', 'import', 'themes.csv']);
  expect(themes).toMatchObject({
    code: 0,
    stderr: 'The column “introdcution” is ignored. Did you mean “introduction”?\n',
  });
  writeFileSync(join(folder, 'themes.csv'), 'title,introdcution\nFire,\n');
  expect((await run(['themes', 'import', 'themes.csv', '--json'])).json().ignoredColumns).toEqual([
    { name: 'introdcution', nearest: 'introduction' },
  ]);
});

test('creates no file of refused rows if none was refused', async () => {
  const { run, folder } = await givenInstallation();
  await run(['words', 'import', '-', '--errors', 'refused.csv'], { input: csv(numbered(2)) });
  expect(existsSync(join(folder, 'refused.csv'))).toBe(false);
});

test.each([
  { why: 'a missing file', args: ['gone.csv'], input: '', says: '/gone.csv.' },
  { why: 'a folder', args: ['.'], input: '', says: 'a file is needed' },
  { why: 'a file without a header', args: ['-'], input: 'hush,/hush/\n', says: 'The first row must name' },
  {
    why: 'a file of themes',
    args: ['-'],
    input: 'Title;Introduction\nWater;Seven words.\n',
    says: 'This looks like a file of themes. To import it: wordrise themes import FILE',
  },
  { why: 'one JSON list', args: ['-'], input: '[{"word":"hush"}]', says: 'JSON lines' },
])('says what to do about $why', async ({ args, input, says }) => {
  const { run } = await givenInstallation();
  const { code, stdout, stderr } = await run(['words', 'import', ...args], { input });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(says);
});
