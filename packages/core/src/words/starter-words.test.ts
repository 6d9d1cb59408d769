import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import type { WordInput } from '../contract/words.ts';
import { readUsages } from '../dictionary/wordnet/read-usage.ts';
import { createWordNet } from '../dictionary/wordnet/wordnet.ts';
import { editDistance } from '../text/edit-distance.ts';
import { checkText } from './check/check-text.ts';
import { compareWords } from './check/compare-words.ts';

const file = readFileSync(join(import.meta.dirname, '../../../../examples/words/starter.csv'), 'utf8');
const words = parse<WordInput>(file, { columns: true });
const byWord = new Map(words.map((word) => [word.word, word]));

/** Words by the language that their story begins in, as their etymology names it. */
const beyondEurope = {
  Sanskrit: 'juggernaut nirvana avatar mantra',
  Hindi: 'pundit chintzy chit',
  Urdu: 'cushy cummerbund nabob',
  Tamil: 'pariah catamaran',
  Persian: 'caravanserai checkmate azure mogul baksheesh',
  Arabic: 'assassin ghoul mufti cipher zenith nadir kismet',
  'al-Khwarizmi': 'algorithm',
  Baghdad: 'tabby',
  Hebrew: 'shibboleth behemoth leviathan jubilee cabal golem philistine sabbatical',
  Japan: 'tycoon umami honcho skosh kintsugi wabi-sabi',
  Chinese: 'kowtow gung-ho yen',
  Malay: 'amok',
  Tongan: 'taboo',
  Tagalog: 'boondocks',
  Hawaiian: 'kahuna',
  Ojibwe: 'totem',
  Algonquian: 'mugwump',
  Choctaw: 'bayou',
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
  const findings = words.flatMap((word, id) => [
    ...checkText(word, usages[id] ?? { count: 0, isOffensive: false }),
    ...comparison.check({ ...word, id }),
  ]);
  expect(findings).toEqual([]);
});

test('quotes are curly, and no text has stray spaces', () => {
  const texts = words.flatMap((word) => Object.values(word));
  expect(texts.filter((text) => /["'`]| {2}|^ | $/u.test(text))).toEqual([]);
});

test('no definition is a near copy of the offline dictionary', async () => {
  const dictionary = createWordNet();
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z ]/gu, '');
  const copies: string[] = [];
  for (const { word, definition } of words) {
    const outcome = await dictionary.lookUp(word);
    if (!outcome.found) continue;
    const [own, gloss] = [plain(definition), plain(outcome.entry.definition)];
    if (editDistance(own, gloss) < Math.max(own.length, gloss.length) / 2) copies.push(word);
  }
  expect(copies).toEqual([]);
});

describe('origins', () => {
  test.each(listed({ ...beyondEurope, ...northOfLatin }))(
    '$word comes from $language',
    ({ word, language }) => {
      expect(byWord.get(word)?.etymology).toContain(language);
    },
  );

  test('at least 25 words begin outside Europe, and 60 outside Latin, Greek and French', () => {
    const outside = new Set(listed(beyondEurope).map(({ word }) => word));
    const others = new Set(listed({ ...beyondEurope, ...northOfLatin }).map(({ word }) => word));
    expect(outside.size).toBeGreaterThanOrEqual(25);
    expect(others.size).toBeGreaterThanOrEqual(60);
  });
});

test.each(['noun', 'verb', 'adjective', 'adverb', 'preposition', 'conjunction', 'interjection'])(
  'there is more than one %s',
  (partOfSpeech) => {
    expect(words.filter((word) => word.partOfSpeech === partOfSpeech).length).toBeGreaterThan(1);
  },
);
