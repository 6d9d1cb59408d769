import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { distance, isNearCopy, readGlosses } from '../../../../test/near-copies.ts';
import { splitCitedForms, withoutCitedMarks } from '../contract/cited-forms.ts';
import { sensitiveKinds, tagsOf, wordFields } from '../contract/word-fields.ts';
import { type WordInput, wordInput } from '../contract/words.ts';
import { checkText } from './check/check-words.ts';
import { compareWords } from './check/compare-words.ts';
import { readUsages } from './dictionary/wordnet/meanings.ts';
import { respell } from './respelling.ts';

const file = readFileSync(join(import.meta.dirname, '../../../../examples/words/starter.csv'), 'utf8');
const words = parse<WordInput>(file, { columns: true }).map((row) => wordInput.parse(row));
const byWord = new Map(words.map((word) => [word.word, word]));

/** Words by the language in which their history begins, as named in their etymology. */
const beyondEurope = {
  Sanskrit: 'juggernaut nirvana avatar mantra',
  Hindi: 'pundit chintzy chit',
  Urdu: 'cushy cummerbund',
  Tamil: 'pariah catamaran',
  Persian: 'caravanserai checkmate azure mogul baksheesh',
  Arabic: 'assassin ghoul mufti cipher zenith nadir kismet zarf haboob',
  'al-Khwarizmi': 'algorithm',
  Baghdad: 'tabby',
  Hebrew: 'shibboleth behemoth jubilee cabal golem philistine sabbatical',
  Japan: 'tycoon umami honcho skosh kintsugi wabi-sabi',
  Chinese: 'kowtow gung-ho yen shanghai',
  Malay: 'amok',
  Tongan: 'taboo',
  Tagalog: 'boondocks',
  Ojibwe: 'totem',
  Algonquian: 'mugwump',
  Cree: 'muskeg',
  Chinook: 'skookum potlatch',
  Tlingit: 'hooch',
  Bantu: 'goober gumbo',
  Zulu: 'ubuntu indaba',
  Turkic: 'horde',
  Evenki: 'shaman',
  Wiradjuri: 'billabong',
  Quechua: 'lagniappe',
};
const northOfLatin = {
  Yiddish: 'chutzpah kvetch schlep klutz schmooze nosh kibitz mensch nebbish',
  German:
    'spiel schadenfreude doppelganger wunderkind kitsch angst ersatz poltergeist weltschmerz gesundheit hinterland wanderlust zeitgeist widdershins bulwark',
  Norse: 'berserk ransack thwart ombudsman hygge',
  Dutch: 'filibuster maelstrom dapper',
  Iceland: 'geyser',
  Scandinavia: 'skulk',
  Irish: 'smithereens galore banshee hooligan',
  Gaelic: 'cairn',
  Scots: 'kerfuffle gumption uncanny',
  Czech: 'robot',
  Russian: 'troika samizdat',
  'Old English':
    'blithe bolster fathom mirth quell whet fey uncouth winnow wend gainsay betwixt lest rueful unwitting willy-nilly shambles',
};

const latinGreekFrench = ['Latin', 'Greek', 'French', 'Italian', 'Spanish'];

/**
 * Where the history of a word begins, by the languages in its etymology. A word that also names Greek, Latin or a
 * Romance language counts as uncertain, whichever came first.
 */
function originOf(etymology: string): 'outside Europe' | 'in Europe' | 'uncertain' {
  const names = (languages: readonly string[]) =>
    languages.some((language) =>
      new RegExp(String.raw`\b${language}(?:ese)?\b(?! (?:tenants|politician|students|surname)\b)`, 'u').test(
        etymology,
      ),
    );
  if (names(latinGreekFrench)) return 'uncertain';
  if (names(Object.keys(beyondEurope))) return 'outside Europe';
  return names(Object.keys(northOfLatin)) ? 'in Europe' : 'uncertain';
}

function listed(origins: Record<string, string>): { language: string; word: string }[] {
  return Object.entries(origins).flatMap(([language, list]) =>
    list.split(' ').map((word) => ({ language, word })),
  );
}

test('there is a word for every day of a leap year, each once', () => {
  expect(words).toHaveLength(366);
  expect(byWord.size).toBe(366);
});

test('every word passes the check', async () => {
  const comparison = compareWords(words.map((word, id) => ({ ...word, id })));
  const usages = await readUsages(words.map(({ word }) => word));
  const findings = words.flatMap((word, id) =>
    [
      ...checkText(word, usages[id] ?? { count: 0, isOffensive: false }),
      ...comparison.check({ ...word, id }),
    ].map((finding) => ({ of: `${word.word} ${finding.code}`, ...finding })),
  );
  expect(findings).toEqual([]);
});

test('periods and commas stand inside quotes, as Americans write', () => {
  const texts = words.flatMap((word) => Object.values(word));
  expect(texts.filter((text) => /”[.,]/.test(text))).toEqual([]);
});

test('quotes are curly, and no text has stray spaces', () => {
  const texts = words.flatMap((word) => Object.values(word));
  expect(texts.filter((text) => /["'`]| {2}|^ | $/u.test(text))).toEqual([]);
});

test('asterisks stand in pairs around cited forms, and only in etymologies', () => {
  const left = words.flatMap((word) => wordFields.map((field) => withoutCitedMarks(field, word[field])));
  expect(left.filter((text) => text.includes('*'))).toEqual([]);
  const cited = words.filter(({ etymology }) => splitCitedForms('etymology', etymology).length > 1);
  expect(cited.length).toBeGreaterThan(300);
});

test('no tip respells a word differently from its email', () => {
  // Other ways to say the same word, or another word.
  const alternatives = ['lar-JESS', 'kee-HOH-tee', 'ZEN-ith'];
  const respellings = words.flatMap(({ word, phoneticPronunciation, conversationTip }) => {
    const spelled =
      conversationTip.match(/\b(?:[a-z]+-)*[A-Z]{2,}(?:-[a-z]+)+|\b(?:[a-z]+-)+[A-Z]{2,}\b/gu) ?? [];
    return spelled.map((text) => ({ word, text, said: respell(phoneticPronunciation) }));
  });
  expect(respellings.length).toBeGreaterThan(5);
  expect(respellings.filter(({ text, said }) => text !== said && !alternatives.includes(text))).toEqual([]);
});

test('no definition is a near copy of a gloss of the offline dictionary', async () => {
  const glosses = await readGlosses(words);
  // Most words are in the dictionary, so that there is much to compare with.
  expect(new Set(glosses.map(({ word }) => word)).size).toBeGreaterThan(300);
  expect(glosses.filter(isNearCopy)).toEqual([]);
});

test('a definition with a few words changed is a near copy', () => {
  expect(distance('Former, or belonging to an earlier time.', 'belonging to some prior time')).toBeLessThan(
    0.5,
  );
  expect(distance('To run off in haste.', 'Able to put people to sleep.')).toBeGreaterThan(0.5);
});

describe('origins', () => {
  test.each(listed({ ...beyondEurope, ...northOfLatin }))(
    '$word comes from $language',
    ({ word, language }) => {
      expect(byWord.get(word)?.etymology).toContain(language);
    },
  );

  test('at least 25 words begin outside Europe, and 60 outside Latin, Greek and French', () => {
    const origins = words.map(({ etymology }) => originOf(etymology));
    expect(origins.filter((origin) => origin === 'outside Europe').length).toBeGreaterThanOrEqual(25);
    expect(origins.filter((origin) => origin !== 'uncertain').length).toBeGreaterThanOrEqual(60);
  });

  test.each([
    { why: 'a language outside Europe', text: 'From Hindi pandit.', origin: 'outside Europe' },
    { why: 'a language of Europe', text: 'From Irish go leor.', origin: 'in Europe' },
    { why: 'a language named for a land', text: 'Japanese for “savoriness”.', origin: 'outside Europe' },
    { why: 'two of them, the farther one', text: 'From Evenki, through Russian.', origin: 'outside Europe' },
    { why: 'a way through Latin', text: 'From Arabic nazir. Latin kept one word.', origin: 'uncertain' },
    { why: 'a nationality', text: 'In 1880 Irish tenants shunned him.', origin: 'uncertain' },
    { why: 'no language', text: 'An American joke of the 1830s.', origin: 'uncertain' },
  ])('$why is $origin', ({ text, origin }) => {
    expect(originOf(text)).toBe(origin);
  });
});

test.each(['noun', 'verb', 'adjective', 'adverb', 'preposition', 'conjunction', 'interjection'])(
  'there is more than one %s',
  (partOfSpeech) => {
    expect(words.filter((word) => word.partOfSpeech === partOfSpeech).length).toBeGreaterThan(1);
  },
);

test('what a school would leave out is marked, with known kinds', () => {
  const kinds = words.flatMap(({ sensitive }) => tagsOf(sensitive));
  expect(kinds.filter((kind) => !sensitiveKinds.some((known) => known === kind))).toEqual([]);
  const expected = { hooch: 'drugs', garrulous: 'drugs', ghoul: 'death', tryst: 'sex' };
  const marked = words.filter(({ word }) => word in expected);
  expect(Object.fromEntries(marked.map(({ word, sensitive }) => [word, sensitive]))).toEqual(expected);
});
