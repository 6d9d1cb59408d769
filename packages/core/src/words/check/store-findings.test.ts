import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../../test/databases.ts';
import { noAudit } from '../../../../../test/no-audit.ts';
import { openTestDatabase } from '../../../../../test/open-test-database.ts';
import { aWord } from '../../../../../test/words.ts';
import { wordTexts } from '../../contract/words.ts';
import { openWords } from '../open-words.ts';
import { editWord } from '../save-word.ts';
import { Word } from '../word.ts';
import { storeFindings, storeFindingsOf } from './store-findings.ts';

const good = aWord({ phoneticPronunciation: '/ˈpetrɪˌkɔr/' });
const dearth = {
  ...good,
  word: 'dearth',
  definition: 'A supply far below what people need.',
  phoneticPronunciation: '/dɝθ/',
  example1: 'There is a dearth of good bread here.',
  example2: 'There was no dearth of opinions at the table.',
};
const zilch = {
  ...dearth,
  word: 'zilch',
  phoneticPronunciation: '/zɪltʃ/',
  example1: 'We got zilch for it.',
  example2: 'Zilch is what remained of the cake.',
};

/** Numbers from 0 to 1, the same in each run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const oneOf = <Value>(random: () => number, values: readonly Value[]) =>
  values[Math.floor(random() * values.length)] as Value;

function spelling(random: () => number): string {
  return oneOf(random, [
    'e-mail',
    'Email',
    'e mail',
    'cafe',
    'café',
    'Ægis',
    'aegis',
    'zilch',
    'dearth',
    '!?',
    '…',
  ]);
}

/** A definition like others that it makes: of few words, some of them very short, composed or not. */
function sayings(random: () => number): string {
  const words = [
    'ox',
    'gnu',
    'cafe\u0301',
    'CAFÉ',
    'smell',
    'rain',
    'ground',
    'İzmir',
    '𝒳𝒴',
    'dry',
    '7',
    'tea',
  ];
  const count = oneOf(random, [1, 3, 3, 4, 5, 5, 6, 9]);
  const drawn = Array.from({ length: count }, () => oneOf(random, words.slice(0, count + 3)));
  return `${drawn.join(' ')}.`;
}

const every = { page: 1, limit: 50, search: '', letter: '' };

describe.each(databaseKinds)('what the check found on %s', (kind) => {
  async function library() {
    const database = await openTestDatabase(kind);
    const deps = { database, now: () => new Date('2026-07-01T12:00:00Z') };
    const words = openWords({ ...deps, audit: noAudit, needsSetup: async () => false });
    const needingWork = async () => {
      const page = await words.list({ ...every, state: 'work' });
      expect(page.total).toBe(page.words.length);
      return Object.fromEntries(page.words.map(({ word, findings }) => [word, findings?.join(' ')]));
    };
    return { database, words, needingWork };
  }

  test('is stored with a word, and follows its text', async () => {
    const { words, needingWork } = await library();
    const { id } = await words.add({ ...dearth, phoneticPronunciation: 'ˈdɜrθ' });
    await words.add(good);
    expect(await needingWork()).toEqual({ dearth: 'pronunciation.malformed' });
    expect(await words.count()).toMatchObject({ all: 2, work: 1, unchecked: 0 });
    await words.edit(id, { ...dearth, example1: 'There was nothing on the table.' });
    expect(await needingWork()).toEqual({ dearth: 'example.without_word' });
    await words.edit(id, dearth);
    expect(await needingWork()).toEqual({});
  });

  test('agrees with the check of each starter word', async () => {
    const database = await openTestDatabase(kind);
    const words = openWords({
      database,
      now: () => new Date(),
      audit: noAudit,
      needsSetup: async () => true,
    });
    await words.addStarters();
    const [first] = (await words.list(every)).words;
    if (first) await words.edit(first.id, { ...wordTexts(first), definition: `What ${first.word} is.` });
    expect(await words.count()).toMatchObject({ unchecked: 0 });
    const listed = await words.list({ ...every, limit: 100, state: 'work' });
    const checked = await Array.fromAsync(words.checkAll());
    expect(listed.words.map(({ word, findings }) => [word, findings])).toEqual(
      checked
        .filter(({ findings }) => findings.length > 0)
        .map(({ word, findings }) => [word, [...new Set(findings.map(({ code }) => code))]]),
    );
    expect(listed.total).toBeGreaterThan(0);
  });

  test('about two words comes and goes with either of them', async () => {
    const { words, needingWork } = await library();
    const { id } = await words.add(dearth);
    const other = await words.add(zilch);
    const both = { dearth: 'definition.duplicate', zilch: 'definition.duplicate' };
    expect(await needingWork()).toEqual(both);
    await words.edit(other.id, { ...zilch, definition: 'Nothing at all, in casual talk.' });
    expect(await needingWork()).toEqual({});
    await words.edit(other.id, zilch);
    expect(await needingWork()).toEqual(both);
    await words.remove(id);
    expect(await needingWork()).toEqual({});
  });

  test('agrees with the check of the whole library after each change of one word', async () => {
    const { words } = await library();
    const random = seeded(7);
    const ids: number[] = [];
    for (let step = 0; step < 60; step += 1) {
      const at = Math.floor(random() * ids.length);
      const [id] = step % 3 > 0 ? ids.slice(at, at + 1) : [];
      const text = { ...good, word: spelling(random), definition: sayings(random) };
      // Another word may have this spelling already.
      const change = id === undefined ? words.add(text) : words.edit(id, text);
      const changed = await change.catch(() => undefined);
      if (changed && id === undefined) ids.push(changed.id);
      if (step % 7 === 6 && id !== undefined) await words.remove(ids.splice(at, 1)[0] as number);
      const listed = await words.list({ ...every, limit: 100 });
      const checked = await Array.fromAsync(words.checkAll());
      expect(listed.words.map(({ word, findings }) => [word, findings])).toEqual(
        checked.map(({ word, findings }) => [word, [...new Set(findings.map(({ code }) => code))]]),
      );
      for (const { id: each, findings } of checked)
        expect((await words.findings(each)).map(({ code }) => code)).toEqual(
          findings.map(({ code }) => code),
        );
    }
    expect(await words.count()).toMatchObject({ unchecked: 0 });
  });

  test('is found without reading the other words', async () => {
    const { database, words } = await library();
    const lines = Array.from({ length: 500 }, (_, nth) =>
      JSON.stringify({
        ...good,
        word: `word ${nth}`,
        definition: `A thing with a name and the number ${nth}.`,
      }),
    );
    await words.import(lines.join('\n'), { onConflict: 'skip', source: 'import' });
    const { id } = await words.add(dearth);
    let rows = 0;
    const read: typeof database.read = async (query) => {
      const found = await database.read(query);
      rows += found.length;
      return found;
    };
    await storeFindingsOf({ database: { ...database, read } }, { ids: [id], replaced: [] });
    expect(rows).toBeLessThan(10);
  });

  test('in imported words is stored by the next pass, or when words are counted', async () => {
    const { words, needingWork } = await library();
    const lines = [dearth, zilch].map((word) => JSON.stringify(word)).join('\n');
    await words.import(lines, { onConflict: 'skip', source: 'import' });
    expect(await needingWork()).toEqual({});
    await words.checkWaiting();
    expect(Object.keys(await needingWork())).toEqual(['dearth', 'zilch']);
    const fixed = JSON.stringify({ ...zilch, definition: 'Nothing at all, in casual talk.' });
    await words.import(fixed, { onConflict: 'update', source: 'import' });
    expect(await words.count()).toMatchObject({ work: 0, unchecked: 0 });
    expect(await needingWork()).toEqual({});
  });

  test('is not stored for a text that was written meanwhile', async () => {
    const { database, words, needingWork } = await library();
    const { id } = await words.add(dearth);
    await database.em().nativeUpdate(Word, { id }, { checkedBy: 0 });
    const circular = { ...dearth, definition: 'What a dearth is.' };
    const writeTogether: typeof database.writeTogether = async (...write) => {
      await editWord({ database }, id, circular);
      return database.writeTogether(...write);
    };
    await storeFindings({ database: { ...database, writeTogether } });
    expect(await needingWork()).toEqual({});
    expect(await words.count()).toMatchObject({ work: 1, unchecked: 0 });
    expect(await needingWork()).toEqual({ dearth: 'definition.circular' });
  });
});
