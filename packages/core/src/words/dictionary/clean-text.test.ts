import { expect, test } from 'vitest';
import { clip, plainText, sentence } from './normalize-word.ts';

test.each([
  ['a path', 'A path.'],
  ['  a\n path ;', 'A path.'],
  ['Why?', 'Why?'],
  ['“stop!”', '“Stop!”'],
  ['he left (again)', 'He left (again).'],
  ['and so on…', 'And so on…'],
  ['etc.', 'Etc.'],
  [': a path : with turns —', 'A path: with turns.'],
  ['[a] path []', '(A) path.'],
  ['1809–1865 president', '1809–1865 president.'],
  ['.300 hitter', '.300 hitter.'],
  ['école', 'École.'],
  [' -; ', ''],
  ['', ''],
])('makes a sentence of %j', (text, made) => {
  expect(sentence(text)).toBe(made);
});

test('composes accents, so that a word has one spelling', () => {
  expect(plainText('cafe\u0301')).toBe('café');
});

test.each([
  ['one two three', 20, 'one two three'],
  ['one two three', 10, 'one two…'],
  ['onetwothree', 5, 'onet…'],
])('clips %j to %i', (text, max, clipped) => {
  expect(clip(text, max)).toBe(clipped);
  expect(clip(text, max).length).toBeLessThanOrEqual(max);
});
