import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startFakeMerriamWebster } from '@wordrise/core/testing';
import { expect, onTestFinished, test } from 'vitest';
import { databaseKinds } from '../../../test/databases.ts';
import { givenInstallation, wordOf } from './run-cli.ts';

/** A dictionary that has these words, each under the name of a real entry. */
async function givenDictionary(...words: string[]) {
  const server = await startFakeMerriamWebster();
  onTestFinished(() => server.close());
  for (const word of words) server.answer(word, { json: [entryOf(word)] });
  return {
    server,
    settings: { MERRIAM_WEBSTER_API_KEY: server.apiKey, MERRIAM_WEBSTER_API_URL: server.url },
  };
}

/** In the shape of the Collegiate API. */
function entryOf(word: string) {
  return {
    meta: {
      id: word,
      uuid: 'u',
      sort: '1',
      src: 'collegiate',
      section: 'alpha',
      stems: [word],
      offensive: false,
    },
    hwi: { hw: word, prs: [{ mw: word }] },
    fl: 'noun',
    def: [{ sseq: [[['sense', { dt: [['text', `{bc}what ${word} means`]] }]]] }],
    et: [['text', 'Middle English']],
    shortdef: [`what ${word} means`],
  };
}

test.each(databaseKinds)('saves what the dictionary knows, and no word twice (%s)', async (kind) => {
  const { server, settings } = await givenDictionary('hush', 'lull');
  const { run } = await givenInstallation(kind, settings);

  const dry = await run(['words', 'fill', 'hush', 'lull', '--dry-run']);
  expect(dry.stdout).toContain('2 would be looked up.');
  expect(server.asked).toEqual([]);

  const first = await run(['words', 'fill', 'hush', 'zzxqj', '--json']);
  expect(first.code).toBe(1);
  expect(first.jsonLines()).toEqual([
    expect.objectContaining({ type: 'result', word: 'zzxqj', outcome: 'notFound' }),
    expect.objectContaining({ type: 'result', word: 'hush', outcome: 'saved' }),
    {
      type: 'report',
      dryRun: false,
      interrupted: false,
      stoppedBy: null,
      saved: 1,
      already: 0,
      notFound: 1,
      failed: 0,
    },
  ]);
  expect((await run(['words', 'show', 'hush', '--json'])).json().source).toBe('merriam-webster');

  server.asked.length = 0;
  const second = await run(['words', 'fill', 'hush', 'lull']);
  expect(second).toMatchObject({ code: 0 });
  expect(second.stdout).toContain('· hush is already in the library');
  expect(second.stdout).toContain('✓ lull  noun:');
  expect(server.asked).toEqual(['lull']);
});

test('does not look up words again that were not found before', async () => {
  const { server, settings } = await givenDictionary('hush');
  const { run, folder } = await givenInstallation('sqlite', settings);
  writeFileSync(join(folder, 'words.txt'), '\uFEFFhush\r\n\r\nzzxqj\r\n');
  const args = ['words', 'fill', '--file', 'words.txt', '--not-found', 'missing.txt'];
  await run(args);
  expect(readFileSync(join(folder, 'missing.txt'), 'utf8')).toBe('zzxqj\n');
  server.asked.length = 0;
  expect((await run(args)).stdout).toContain('0 saved, 1 already in the library, 1 not found.');
  expect(server.asked).toEqual([]);
  expect(readFileSync(join(folder, 'missing.txt'), 'utf8')).toBe('zzxqj\n');
});

test("stops when the day's lookups are used up, and keeps what it has", async () => {
  const { server, settings } = await givenDictionary('hush', 'lull');
  server.answer('calm', { text: 'over', status: 429 });
  const { run } = await givenInstallation('sqlite', settings);
  const stopped = await run(['words', 'fill', 'hush', 'calm', 'lull']);
  expect(stopped.code).toBe(1);
  expect(stopped.stdout).toContain('1 saved.');
  expect(stopped.stderr).toContain('Run the same command again for the rest.');
  expect((await run(['words', 'list', '--json'])).json().total).toBe(1);
});

test('stops at once with a wrong key', async () => {
  const { settings } = await givenDictionary('hush');
  const { run } = await givenInstallation('sqlite', { ...settings, MERRIAM_WEBSTER_API_KEY: 'wrong' });
  const { code, stderr } = await run(['words', 'fill', 'hush', 'lull']);
  expect(code).toBe(1);
  expect(stderr).toContain('MERRIAM_WEBSTER_API_KEY');
  expect(stderr).not.toContain('wrong');
});

test('keeps what was looked up when it is interrupted', async () => {
  const { server, settings } = await givenDictionary('hush', 'lull', 'calm');
  const held = server.hold('calm');
  const installation = await givenInstallation('sqlite', settings);
  const running = installation.start(['words', 'fill', 'hush', 'lull', 'calm', '--json']);
  await held.arrived;
  running.child.kill('SIGINT');
  const ended = await running.ended;
  expect(ended.code).toBe(130);
  expect(ended.jsonLines().at(-1)).toMatchObject({ interrupted: true, saved: 2 });
  held.release();
  const second = await installation.run(['words', 'fill', 'hush', 'lull', 'calm', '--json']);
  expect(second.jsonLines().at(-1)).toMatchObject({ interrupted: false, saved: 1, already: 2 });
});

test('looks words up without saving them', async () => {
  const { settings } = await givenDictionary('hush');
  const { run } = await givenInstallation('sqlite', settings);
  const { code, stdout } = await run(['words', 'lookup', 'hush', 'zzxqj']);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^hush {2}/);
  expect(stdout).toContain('✗ No entry for “zzxqj”.');
  const [first] = (await run(['words', 'lookup', 'hush', '--json'])).jsonLines();
  expect(first).toMatchObject({ word: 'hush', success: true, partOfSpeech: 'noun' });
  expect((await run(['words', 'list', '--json'])).json().total).toBe(0);
});

test('recognizes a word under the form that was requested', async () => {
  const { server, settings } = await givenDictionary();
  server.answer('hushes', { json: [entryOf('hush')] });
  const installation = await givenInstallation('sqlite', settings);
  const wordrise = await installation.open();
  await wordrise.words.add(wordOf('hush'));
  await wordrise.close();
  const { stdout } = await installation.run(['words', 'fill', 'hushes', '--json']);
  expect(stdout).not.toContain('"saved":1');
});

test.each([
  { why: 'nothing to look up', args: ['fill'] },
  { why: 'words and a file', args: ['lookup', 'hush', '--file', 'words.txt'] },
])('exits with 2 for $why', async ({ args }) => {
  const { run } = await givenInstallation();
  expect((await run(['words', ...args])).code).toBe(2);
});

test('lists the senses of a word, and takes the one that is asked for', async () => {
  const { run } = await givenInstallation('sqlite', { MERRIAM_WEBSTER_API_KEY: '' });
  const first = await run(['words', 'lookup', 'elusive']);
  expect(first.stdout).toContain(
    '  1. adjective: Difficult to describe.\n  2. adjective: Skillful at eluding',
  );
  const second = await run(['words', 'lookup', 'elusive', '--sense', '2', '--json']);
  expect(second.jsonLines()).toMatchObject([{ definition: 'Skillful at eluding capture.' }]);
  const none = await run(['words', 'fill', 'elusive', '--sense', '9']);
  expect(none).toMatchObject({ code: 1, stdout: expect.stringContaining('there is no sense 9') });
  expect(await run(['words', 'lookup', 'elusive', 'wary', '--sense', '2'])).toMatchObject({ code: 2 });

  await run(['words', 'fill', 'elusive', '--sense', '2']);
  const { definition } = (await run(['words', 'show', 'elusive', '--json'])).json();
  expect(definition).toBe('Skillful at eluding capture.');
});
