import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { isNearCopy, readGlosses } from '../../../../test/near-copies.ts';
import { openTestDatabase } from '../../../../test/open-test-database.ts';
import { aWord } from '../../../../test/words.ts';
import { sensitiveKinds, tagsOf } from '../contract/word-fields.ts';
import { type WordInput, wordInput } from '../contract/words.ts';
import { checkText } from './check/check-words.ts';
import { compareWords } from './check/compare-words.ts';
import { readUsages } from './dictionary/wordnet/meanings.ts';
import { createPronunciations } from './dictionary/wordnet/pronunciation.ts';
import { findWord } from './find-word.ts';
import { addWord } from './save-word.ts';
import { addPacks } from './starter-words.ts';
import { listThemes } from './themes/themes.ts';
import { Word } from './word.ts';

test('is added to a library without touching what is there, and only once', async () => {
  const database = await openTestDatabase('sqlite');
  const deps = { database, now: () => new Date('2026-12-01T00:00:00Z') };
  const own = await addWord(deps, aWord({ word: 'Badger', definition: 'My own.' }));
  // What the owner has removed of the first pack is not added again.
  await addWord(deps, aWord({ word: 'abscond' }), 'starter');
  expect(await addPacks(deps, { dryRun: true })).toMatchObject({ added: 365, skipped: 1, refused: 0 });
  expect(await database.em().count(Word)).toBe(2);
  expect(await addPacks(deps)).toMatchObject({ added: 365, updated: 0, skipped: 1, refused: 0 });
  expect(await addPacks(deps)).toMatchObject({ added: 0, updated: 0, skipped: 366 });
  expect(await findWord(deps, 'badger')).toEqual(own);
  expect(await findWord(deps, 'ferret')).toMatchObject({
    source: 'starter',
    level: 'reader',
    teaser: 'to dig out a secret, like a little thief',
    theme: 'The zoo of verbs',
    themePlace: '2',
  });
  const { themes } = await listThemes(deps);
  expect(themes).toHaveLength(52);
  expect(themes.find(({ title }) => title === 'The zoo of verbs')).toMatchObject({
    introduction: expect.stringMatching(/^Seven animals/),
    wordCount: 6,
    unusedCount: 6,
  });
});

test('brings the first pack too to a library that has none of its words', async () => {
  const database = await openTestDatabase('sqlite');
  const deps = { database, now: () => new Date('2026-12-01T00:00:00Z') };
  await addWord(deps, aWord({ word: 'abscond', definition: 'My own.' }));
  expect(await addPacks(deps, { dryRun: true })).toMatchObject({
    added: 731,
    message: 'Would add 731 words, skip 1.',
  });
  expect(await addPacks(deps)).toMatchObject({
    added: 731,
    skipped: 1,
    message: 'Added 731 words, skipped 1.',
  });
  expect(await findWord(deps, 'abscond')).toMatchObject({ definition: 'My own.' });
  expect(await addPacks(deps)).toMatchObject({ added: 0, skipped: 366 });
});

const folder = join(import.meta.dirname, '../../../../examples/words');

function readRows<Row>(file: RegExp): Row[] {
  const names = readdirSync(folder).filter((name) => file.test(name));
  return names.flatMap((name) => parse<Row>(readFileSync(join(folder, name), 'utf8'), { columns: true }));
}

const words = readRows<WordInput>(/^second\.csv$/u);
const themes = readRows<{ title: string; introduction: string }>(/^themes\.csv$/u);
const texts = [...words, ...themes].flatMap((row) => Object.values(row));
const examples = words.flatMap(({ word, example1, example2 }) => [
  { word, example: example1 },
  { word, example: example2 },
]);

test('every word passes the check, and is in no other file', async () => {
  const all = [...readRows<WordInput>(/^starter\.csv$/u), ...words].map((row, id) => ({
    ...wordInput.parse(row),
    id,
  }));
  const comparison = compareWords(all);
  const second = all.slice(-words.length);
  const usages = await readUsages(second.map(({ word }) => word));
  const findings = second.flatMap((word, at) =>
    [...checkText(word, usages[at] ?? { count: 0, isOffensive: false }), ...comparison.check(word)].map(
      (finding) => ({ of: `${word.word} ${finding.code}`, ...finding }),
    ),
  );
  expect(findings).toEqual([]);
});

test('a theme is a week of words one after another, with two sentences of introduction', () => {
  const themed = words.filter(({ theme }) => theme !== '');
  const weeks = themed.filter(({ theme }, at) => theme !== themed[at - 1]?.theme).map(({ theme }) => theme);
  expect(weeks.toSorted()).toEqual(themes.map(({ title }) => title).toSorted());
  for (const week of weeks) {
    const places = words.filter(({ theme }) => theme === week).map(({ themePlace }) => themePlace);
    expect(places).toEqual(['1', '2', '3', '4', '5', '6', '7']);
  }
  expect(weeks.length).toBeGreaterThanOrEqual(52);
  const sentences = themes.map(({ introduction }) => introduction.match(/[.?!]”?(?= [A-Z“]|$)/gu)?.length);
  expect(sentences.filter((count) => count !== 2)).toEqual([]);
});

test('every word has a level and a teaser that fits a subject line', () => {
  expect(words.filter(({ level }) => !['everyday', 'reader', 'rare'].includes(level))).toEqual([]);
  expect(words.filter(({ teaser }) => !/^\p{Ll}.{9,59}$/u.test(teaser))).toEqual([]);
});

test('examples have 8 to 20 words', () => {
  const lengths = examples.map(({ word, example }) => ({ word, length: example.split(/\s+/u).length }));
  expect(lengths.filter(({ length }) => length < 8 || length > 20)).toEqual([]);
});

test('every tip has a line to say, and few open with “It”', () => {
  expect(words.filter(({ conversationTip }) => !/“[^”]+”/u.test(conversationTip))).toEqual([]);
  const opening = words.filter(({ conversationTip }) => conversationTip.startsWith('It'));
  expect(opening.length).toBeLessThan(words.length / 10);
});

test('quotes are curly with periods and commas inside, and no text has stray spaces', () => {
  expect(texts.filter((text) => /["'`]| {2}|^ | $|”[.,]/u.test(text))).toEqual([]);
});

test('no definition is a near copy of a gloss of the offline dictionary', async () => {
  const glosses = await readGlosses(words);
  expect(new Set(glosses.map(({ word }) => word)).size).toBeGreaterThan(words.length / 2);
  expect(glosses.filter(isNearCopy)).toEqual([]);
});

/** Its main stress and how many syllables it has. */
function rhythmOf(pronunciation: string): string {
  const [before = '', after] = pronunciation.split('ˈ');
  const count = (text: string) => text.match(/aʊ|aɪ|eɪ|oʊ|ɔɪ|[eæɑɔʌɝəɚɪiʊu]/gu)?.length ?? 0;
  return `${count(pronunciation)} syllables, main stress after ${after === undefined ? 0 : count(before)}`;
}

/** Words whose recorded pronunciation is another word’s, or is not the most usual one. */
const otherwise = ['ravel'];

test('pronunciations have the rhythm that the pronouncing dictionary records', () => {
  const recorded = createPronunciations();
  const compared = words.flatMap(({ word, partOfSpeech, phoneticPronunciation }) => {
    const other =
      otherwise.includes(word) || /[ -]/u.test(word) ? '' : recorded.of(word, partOfSpeech as 'noun');
    return other.startsWith('/')
      ? [{ word, ours: rhythmOf(phoneticPronunciation), theirs: rhythmOf(other) }]
      : [];
  });
  expect(compared.length).toBeGreaterThan(words.length / 2);
  expect(compared.filter(({ ours, theirs }) => ours !== theirs)).toEqual([]);
});

test('what a school would leave out is marked, with known kinds', () => {
  const kinds = words.flatMap(({ sensitive }) => tagsOf(sensitive));
  expect(kinds.filter((kind) => !sensitiveKinds.some((known) => known === kind))).toEqual([]);
  const expected = { toddy: 'drugs', julep: 'drugs', zombie: 'death', lothario: 'sex' };
  const marked = words.filter(({ word }) => word in expected);
  expect(Object.fromEntries(marked.map(({ word, sensitive }) => [word, sensitive]))).toEqual(expected);
});
