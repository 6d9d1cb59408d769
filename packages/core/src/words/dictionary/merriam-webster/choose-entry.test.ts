import { expect, test } from 'vitest';
import { fakeEntry, oneSense } from './sample-answers.testing.ts';
import { startDictionary, startWithEntry } from './start-dictionary.testing.ts';

test('shows the headword for an inflected form, a derived form and any case', async () => {
  const { entryOf } = await startDictionary();
  expect(await entryOf('meandered')).toMatchObject({ word: 'meander' });
  expect(await entryOf('  MEANDERING ')).toMatchObject({ word: 'meander' });
});

test('offers similar words for an unknown word, if there are any', async () => {
  const { lookUp } = await startDictionary();
  expect(await lookUp('meandr')).toEqual({
    found: false,
    reason: 'No entry for “meandr”. Did you mean meander, meanders or menders?',
    suggestions: ['meander', 'meanders', 'menders', 'lavender', 'oleander'],
  });
  expect(await lookUp('zzxqj')).toEqual({
    found: false,
    reason: 'No entry for “zzxqj”.',
    suggestions: [],
  });
});

test('uses the first homograph and ignores compounds', async () => {
  const { entryOf } = await startDictionary();
  expect(await entryOf('tender')).toMatchObject({
    word: 'tender',
    partOfSpeech: 'adjective',
    definition: 'Easily hurt or moved; also, soft to bite.',
    example1: 'A tender stem.',
    example2: 'Example not available',
  });
});

test('ignores answers that are only about compounds, names and idioms', async () => {
  const { lookUp, server } = await startDictionary();
  server.answer('offer', {
    json: [fakeEntry({ id: 'tender offer', fl: 'noun', def: oneSense('a public bid for shares') })],
  });
  expect(await lookUp('offer')).toEqual({
    found: false,
    reason: 'No entry for “offer”. Did you mean tender offer?',
    suggestions: ['tender offer'],
  });
});

test('prefers the word to a place of that name', async () => {
  const { entryOf } = await startWithEntry(
    { id: 'delta:g', hw: 'Del*ta', fl: 'geographical name', def: oneSense('a town') },
    { id: 'delta', fl: 'noun', def: oneSense('land at the mouth of a river') },
  );
  expect(await entryOf('Delta')).toMatchObject({ word: 'delta', partOfSpeech: 'noun' });
});

test('follows a cross-reference with one more query, or within the same answer', async () => {
  const { entryOf, server, spent } = await startDictionary();
  expect(await entryOf('went')).toMatchObject({
    word: 'wend',
    definition: "To go on one's way: travel.",
    etymology: 'Old English wendan; akin to Old English windan. First known use: before 12th century.',
  });
  expect(server.asked).toEqual(['went', 'wend']);
  expect(await entryOf('tendre')).toMatchObject({ word: 'tender' });
  expect(spent()).toBe(3);
});

test('follows only one cross-reference', async () => {
  const pointer = (id: string, cxt: string) => ({
    json: [fakeEntry({ id, cxs: [{ cxl: 'variant of', cxtis: [{ cxt }] }] })],
  });
  const { lookUp, server } = await startDictionary({
    answers: { here: pointer('here', 'there'), there: pointer('there', 'here') },
  });
  expect(await lookUp('here')).toMatchObject({ found: false, reason: 'No entry for “here”.' });
  expect(server.asked).toEqual(['here', 'there']);
});

test('prefers a homograph with a meaning to a cross-reference', async () => {
  const { entryOf } = await startWithEntry(
    { id: 'wound:1', cxs: [{ cxl: 'past tense of', cxtis: [{ cxt: 'wind' }] }] },
    { id: 'wound:2', fl: 'noun', def: oneSense('a cut in the skin') },
  );
  expect(await entryOf('wound')).toMatchObject({ word: 'wound', partOfSpeech: 'noun' });
});

test('refuses an offensive word and says why', async () => {
  const { lookUp } = await startDictionary();
  expect(await lookUp('rudeword')).toEqual({
    found: false,
    reason: '“rudeword” was left out: the dictionary marks it as offensive.',
    suggestions: [],
  });
});

test('finds words with spaces, apostrophes and accents', async () => {
  const { entryOf, server } = await startDictionary({
    answers: {
      'look up': { json: [fakeEntry({ id: 'look up', fl: 'verb', def: oneSense('to search for') })] },
      "o'clock": {
        json: [fakeEntry({ id: "o'clock", fl: 'adverb', def: oneSense('according to the clock') })],
      },
      naïve: { json: [fakeEntry({ id: 'naive', hw: 'na*ive', fl: 'adjective', def: oneSense('artless') })] },
    },
  });
  expect(await entryOf('Look  up')).toMatchObject({ word: 'look up' });
  expect(await entryOf('o’clock')).toMatchObject({ word: "o'clock" });
  expect(await entryOf('naïve')).toMatchObject({ word: 'naive' });
  expect(server.asked).toEqual(['look up', "o'clock", 'naïve']);
});

test.each(['слово', '言葉', 'naïве', '…', '', '../../..', '1234'])(
  'refuses %j without a query',
  async (word) => {
    const { lookUp, server, spent } = await startDictionary();
    expect(await lookUp(word)).toMatchObject({ found: false, suggestions: [] });
    expect(spent()).toBe(0);
    expect(server.asked).toEqual([]);
  },
);
