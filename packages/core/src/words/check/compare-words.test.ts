import { expect, test } from 'vitest';
import { compareWords } from './compare-words.ts';

const library = [
  { id: 1, word: 'furtive', definition: 'Done in a secret way, hoping not to be noticed.' },
  { id: 2, word: 'surreptitious', definition: 'Done in a secret way, hoping to go by not noticed.' },
  { id: 3, word: 'café', definition: 'A place to drink coffee and read the news.' },
  { id: 4, word: 'Cafe', definition: 'Somewhere that sells small cakes.' },
  { id: 5, word: 'petrichor', definition: 'The smell of dry ground after rain.' },
  { id: 6, word: 'rain', definition: 'Rain.' },
];

test.each([
  { why: 'nearly the same definition', at: 0, found: ['definition.duplicate'] },
  { why: 'nearly the same definition, the other way around', at: 1, found: ['definition.duplicate'] },
  { why: 'the same headword except for an accent', at: 2, found: ['word.duplicate'] },
  { why: 'nothing in a unique word', at: 4, found: [] },
  { why: 'nothing in a definition too short to compare', at: 5, found: [] },
])('finds $why', ({ at, found }) => {
  const word = library.at(at);
  if (!word) throw new Error('Not in the library.');
  const { check } = compareWords(library);
  expect(check(word).map(({ code }) => code)).toEqual(found);
});
