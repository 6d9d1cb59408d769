import { expect, test } from 'vitest';
import { originFamily } from './choose-words.ts';

test.each([
  ['From Latin abscondere, “to hide away”.', 'latin'],
  ['By way of French from Latin affabilis.', 'latin'],
  ['Middle English took it from Old French assouagier.', 'latin'],
  ['The biologist Thomas Huxley made the word in 1869 from Greek a-, “not”.', 'greek'],
  ['Middle English in kenebowe, perhaps from an Old Norse phrase.', 'germanic'],
  ['Middle English al be it, “although it be”.', 'germanic'],
  ['Persian lazhward named lapis lazuli.', 'iranian'],
  ['It appears in the 16th century. Where it came from is unknown.', undefined],
  ['American English, from the name of a town.', undefined],
  ['', undefined],
])('%s: %s', (etymology, family) => {
  expect(originFamily(etymology)).toBe(family);
});
