import { describe, expect, test } from 'vitest';
import { databaseKinds, holdWriteLock } from '../../../test/databases.ts';
import { hurry } from '../../../test/hurry.ts';
import { givenInstallation, type Installation, wordOf } from './run-cli.ts';

const flags = (word: string) => [
  '--pronunciation',
  `/${word}/`,
  '--part-of-speech',
  'noun',
  '--definition',
  `What ${word} means.`,
  '--etymology',
  'Old.',
  '--example1',
  'One.',
  '--example2',
  'Two.',
  '--tip',
  'Say it.',
];

async function givenWords(installation: Installation, ...words: string[]): Promise<void> {
  const wordrise = await installation.open();
  for (const word of words) await wordrise.words.add(wordOf(word));
  await wordrise.close();
}

test('a database that another process is writing to is reported in a sentence, not a stack', async () => {
  const { env, run, open } = await givenInstallation('sqlite');
  await (await open()).close();
  const path = `${env.DATABASE_URL}`.replace('sqlite:', '');
  const release = await holdWriteLock(path);
  hurry();
  const busy = await run(['words', 'add', 'hush', ...flags('hush')]);
  expect(busy).toMatchObject({ code: 1, stdout: '' });
  expect(busy.stderr).toBe('✗ The database is not responding. Please try again in a minute.\n');
  release();
  expect((await run(['words', 'add', 'hush', ...flags('hush')])).code).toBe(0);
});

describe.each(databaseKinds)('on %s', (kind) => {
  test('adds, shows, edits, lists and removes a word', async () => {
    const { run } = await givenInstallation(kind);

    const added = await run(['words', 'add', 'hush', ...flags('hush')]);
    expect(added).toMatchObject({ code: 0, stderr: '' });
    expect(added.stdout).toContain('Word added successfully!');

    const shown = await run(['words', 'show', 'HUSH']);
    expect(shown.stdout).toMatch(/^hush {2}\/hush\/ {2}noun\n\n {2}What hush means\./);
    expect(shown.stdout).toContain('never sent · from admin');

    await run(['words', 'edit', 'hush', '--etymology', 'From *husht*, an old call for silence.']);
    expect((await run(['words', 'show', 'hush'])).stdout).toContain('From husht, an old call for silence.');

    await run(['words', 'edit', 'hush', '--tip', 'Whisper it.']);
    expect((await run(['words', 'show', 'hush', '--json'])).json()).toMatchObject({
      word: 'hush',
      conversationTip: 'Whisper it.',
      etymology: 'From *husht*, an old call for silence.',
      definition: 'What hush means.',
      usedCount: 0,
    });

    expect((await run(['words', 'list'])).stdout).toBe('hush\tnoun\tWhat hush means.\t0\n');
    expect(await run(['words', 'remove', 'hush', '--yes', '--quiet'])).toMatchObject({ stdout: '', code: 0 });
    expect((await run(['words', 'list', '--json'])).json()).toEqual({ words: [], total: 0, hasMore: false });
  });

  test('pages, searches and filters', async () => {
    const installation = await givenInstallation(kind);
    await givenWords(installation, 'apple', 'apricot', 'banana', 'cherry');
    const { run } = installation;
    const names = async (...args: string[]) =>
      (await run(['words', 'list', '--json', ...args]))
        .json()
        .words.map(({ word }: { word: string }) => word);

    expect(await names('--letter', 'a')).toEqual(['apple', 'apricot']);
    expect(await names('--search', 'what banana')).toEqual(['banana']);
    expect(await names('--limit', '2', '--page', '2')).toEqual(['banana', 'cherry']);
    expect(await names('--unused')).toHaveLength(4);
    const page = await run(['words', 'list', '--limit', '3']);
    expect(page.stdout.split('\n')).toHaveLength(4);
    expect(page.stderr).toBe('Showing 1 to 3 of 4 words. The next page: --page 2\n');
    expect((await run(['words', 'list', '--limit', '3', '--quiet'])).stderr).toBe('');
    const none = await run(['words', 'list', '--search', 'zebra']);
    expect(none).toMatchObject({ code: 0, stdout: '', stderr: 'No words found.\n' });
  });

  test('writes nothing in a dry run', async () => {
    const installation = await givenInstallation(kind);
    await givenWords(installation, 'hush');
    const { run } = installation;
    const before = (await run(['words', 'export'])).stdout;

    const added = await run(['words', 'add', 'lull', ...flags('lull'), '--dry-run', '--json']);
    expect(added.json()).toMatchObject({ dryRun: true, word: { word: 'lull' } });
    expect((await run(['words', 'edit', 'hush', '--tip', 'New.', '--dry-run'])).stdout).toContain('New.');
    expect((await run(['words', 'remove', 'hush', '--dry-run'])).stdout).toBe('“hush” would be removed.\n');
    expect((await run(['words', 'export'])).stdout).toBe(before);
  });
});

test('checks words, says what to do, and fixes what is certain', async () => {
  const installation = await givenInstallation();
  const wordrise = await installation.open();
  const fields = {
    partOfSpeech: 'verb',
    definition: 'To make or become quiet.',
    example1: 'Nothing could hush the crowd after the goal.',
    example2: 'She put a finger to her lips: hush, the baby sleeps.',
  };
  await wordrise.words.add(wordOf('hush', { ...fields, phoneticPronunciation: "'hʌʃ" }));
  const examples = { example1: 'There was a lull in the wind.', example2: 'Nobody spoke during the lull.' };
  await wordrise.words.add(wordOf('lull', { ...examples, phoneticPronunciation: '/lʌl/' }));
  await wordrise.close();
  const { run } = installation;

  const checked = await run(['words', 'check']);
  expect(checked).toMatchObject({
    code: 1,
    stderr:
      'Checked 2 words: 2 with findings.\nTo fix what is certain (→), add --fix; --fix --dry-run shows it first.\n',
  });
  expect(checked.stdout).toContain('hush\n  ! Pronunciation: Write the pronunciation as IPA');
  expect(checked.stdout).toContain('→ Write /hʌʃ/');
  expect(checked.stdout).toContain('! Definition: The definition uses the word “lull” itself.');

  const dry = await run(['words', 'check', 'hush', '--fix', '--dry-run', '--json']);
  const isFixed = [{ field: 'phoneticPronunciation', label: 'Write /hʌʃ/', text: '/hʌʃ/' }];
  expect(dry.json()).toMatchObject({
    dryRun: true,
    checked: 1,
    fixed: [{ word: 'hush', fixed: isFixed }],
    words: [{ word: 'hush' }],
  });
  const fixed = await run(['words', 'check', '--fix', '--json']);
  expect(fixed.json()).toMatchObject({
    checked: 2,
    fixed: [{ word: 'hush', fixed: isFixed }],
    words: [{ word: 'lull', findings: [{ code: 'definition.circular', field: 'definition' }] }],
  });
  expect(await run(['words', 'check', 'hush'])).toMatchObject({
    code: 0,
    stdout: '',
    stderr: 'Checked 1 word: no findings.\n',
  });
});

test('refuses what is wrong, each with its own exit status', async () => {
  const installation = await givenInstallation();
  await givenWords(installation, 'hush', 'hushed');
  const { run } = installation;

  const exists = await run(['words', 'add', 'Hush', ...flags('Hush')]);
  expect(exists).toMatchObject({ code: 1, stdout: '', stderr: '✗ “Hush” is already in the library.\n' });
  expect((await run(['words', 'add', 'Hush', ...flags('Hush'), '--dry-run'])).code).toBe(1);

  const unknown = await run(['words', 'show', 'hus']);
  expect(unknown).toMatchObject({ code: 1 });
  expect(unknown.stderr).toContain('Did you mean “hush” or “hushed”?');
  const misspelled = await run(['words', 'show', 'hsuhed']);
  expect(misspelled.stderr).toContain('Did you mean “hushed”?');
  // Every definition has these letters in it.
  const unlike = await run(['words', 'show', 'mean']);
  expect(unlike.stderr).toContain('“mean” is not in the library. See: wordrise words list');

  const missing = await run(['words', 'add', 'lull', '--definition', 'x']);
  expect(missing).toMatchObject({ code: 2 });
  expect(missing.stderr).toContain('--pronunciation, --part-of-speech, --etymology');

  const tooLong = await run(['words', 'edit', 'hush', '--part-of-speech', 'x'.repeat(51), '--json']);
  expect(tooLong.code).toBe(2);
  expect(JSON.parse(tooLong.stderr)).toMatchObject({
    code: 'input.invalid',
    fields: { partOfSpeech: ['Part of speech must be at most 50 characters'] },
  });

  expect((await run(['words', 'edit', 'hush'])).stderr).toContain('Nothing to change');
  const unasked = await run(['words', 'remove', 'hush']);
  expect(unasked).toMatchObject({ code: 2 });
  expect(unasked.stderr).toContain('--yes');
});

test('finds a word by its id, and a word that is a number by its spelling first', async () => {
  const installation = await givenInstallation();
  await givenWords(installation, 'hush', '1');
  const { run } = installation;
  expect((await run(['words', 'show', '1', '--json'])).json().word).toBe('1');
  expect((await run(['words', 'show', '2', '--json'])).json().word).toBe('1');
});

test('stored text cannot control the terminal', async () => {
  const installation = await givenInstallation();
  const wordrise = await installation.open();
  await wordrise.words.add(wordOf('hush', { definition: 'a\u001b[2Jb\u0007' }));
  await wordrise.close();
  for (const args of [['list'], ['show', 'hush']]) {
    const { stdout } = await installation.run(['words', ...args]);
    expect(stdout).toContain('a[2Jb');
    expect(stdout).not.toMatch(/(?![\n\t])\p{Cc}/u);
  }
});

test('says what is wrong with the settings, each with what to do, and repeats no value', async () => {
  const { run } = await givenInstallation();
  const env = { DATABASE_URL: 'mysql://user:hidden@example.com/x', EMAIL_PROVIDER: 'icontact' };
  const { stderr, code } = await run(['words', 'list'], { env });
  expect(code).toBe(1);
  expect(stderr).toContain('8 settings need attention');
  expect(stderr).toContain('DATABASE_URL must start with sqlite: or postgres://.');
  expect(stderr).toContain('wordrise setup');
  expect(stderr).not.toContain('hidden');
});

test('says that a database cannot be reached', async () => {
  const { run } = await givenInstallation();
  const env = { DATABASE_URL: 'postgres://user:hidden@127.0.0.1:1/x' };
  const { stderr, code } = await run(['words', 'list'], { env });
  expect(code).toBe(1);
  expect(stderr).toContain('nothing answers at that address');
  expect(stderr).not.toContain('hidden');
});
