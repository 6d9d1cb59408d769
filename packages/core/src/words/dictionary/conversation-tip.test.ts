import { expect, test } from 'vitest';
import { isPlaceholder } from '../../contract/placeholder.ts';
import { conversationTip, tipNotAvailable } from './conversation-tip.ts';

const tip = (word: string, partOfSpeech: string, meaning: string, isName = false) =>
  conversationTip({ word, partOfSpeech, meaning, isName });
const words = ['dawn', 'amble', 'wend', 'lucid', 'brisk', 'zephyr', 'ember', 'quaint', 'nadir', 'ford'];

test.each([
  ['noun', 'a slight wind', /“a slight wind”/u],
  ['verb', 'to walk at ease', /“walk at ease”/u],
  ['intransitive verb', 'to walk at ease', /“walk at ease”/u],
  ['adjective', 'clear and bright', /“clear and bright”/u],
  ['adverb', 'with speed', /“with speed”/u],
])('makes sentences for a %s that means %s', (partOfSpeech, meaning, quoted) => {
  const tips = words.map((word) => tip(word, partOfSpeech, meaning));
  for (const [index, word] of words.entries()) {
    const made = tips[index];
    expect(made).toMatch(quoted);
    expect(made).toContain(`“${word}”`);
    expect(made).toMatch(/^\p{Lu}.*\.$/u);
    expect(made).toBe(tip(word, partOfSpeech, meaning));
  }
  expect(new Set(words.map((word, index) => tips[index]?.replace(word, '…'))).size).toBeGreaterThan(1);
});

test('has separate tips for names', () => {
  expect(tip('Paris', 'noun', 'the capital of France', true)).toMatch(/comes up|know about/u);
});

test.each([
  ['the first clause', 'a wind; also, a breeze', '“a wind”'],
  ['no parentheses', 'a wind (usually refreshing) from the west', '“a wind from the west”'],
  ['quotation marks of another kind', 'so-called “wind”', '“so-called ‘wind’”'],
])('quotes %s', (_why, meaning, quoted) => {
  expect(tip('zephyr', 'noun', meaning)).toContain(quoted);
});

test.each([
  ['an adjective that says what a thing belongs to', 'adjective', 'of or relating to the dawn'],
  ['a word of another kind', 'interjection', 'used to express joy'],
])('has no tip for %s, and readers see none', (_why, partOfSpeech, meaning) => {
  expect(tip('matutinal', partOfSpeech, meaning)).toBe(tipNotAvailable);
  expect(isPlaceholder(tipNotAvailable)).toBe(true);
});

test.each([
  ['much too long', 'a wind '.repeat(30)],
  ['two sentences', 'A wind. It blows hard'],
  ['empty', ''],
])('has no tip if the meaning is %s', (_why, meaning) => {
  expect(tip('zephyr', 'noun', meaning)).toBe(tipNotAvailable);
});
