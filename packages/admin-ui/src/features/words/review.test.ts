import { exampleNotAvailable, type LookupResult, limits, type WordInput } from '@wordrise/core/contract';
import { expect, test } from 'vitest';
import { defined } from '../../testing/defined.ts';
import { afterSaving, begin, isReady, problemsOf, type Review, receive, savable } from './review.ts';

const nothing: Review = { text: '', items: [] };

function found(word: string, fields: Partial<WordInput> = {}): LookupResult {
  return {
    word,
    success: true,
    phoneticPronunciation: '/x/',
    partOfSpeech: 'noun',
    definition: 'A definition.',
    etymology: 'An origin.',
    example1: 'One.',
    example2: exampleNotAvailable,
    conversationTip: 'A tip.',
    source: 'wordnet',
    ...fields,
  };
}
const failed = (word: string): LookupResult => ({ word, success: false, error: 'No entry.' });

const words = ({ items }: Review) => items.map(({ fields }) => fields.word);

test('found words leave the list; failed and remaining ones stay in it', () => {
  const first = receive(nothing, [found('one'), failed('tow')], ['three', 'four']);
  expect(first.text).toBe('tow\nthree\nfour');
  const second = receive(first, [found('three')], ['four']);
  expect(second.text).toBe('tow\nfour');
  expect(words(second)).toEqual(['one', 'tow', 'three']);
  expect(new Set(second.items.map(({ key }) => key)).size).toBe(3);
});

test('a new lookup keeps found words and drops failed ones', () => {
  const reviewed = receive(nothing, [found('one'), failed('tow')], []);
  const again = receive(begin({ ...reviewed, text: 'two' }), [found('two')], []);
  expect(words(again)).toEqual(['one', 'two']);
  expect(new Set(again.items.map(({ key }) => key)).size).toBe(2);
});

test('reports missing fields one by one, and saves only complete words', () => {
  const { items } = receive(
    nothing,
    [found('one'), found('two', { etymology: '', partOfSpeech: 'x'.repeat(51) }), failed('three')],
    [],
  );
  expect(problemsOf(defined(items[1]))).toEqual({
    partOfSpeech: ['Part of speech must be at most 50 characters'],
    etymology: ['Etymology is required'],
  });
  expect(items.map(isReady)).toEqual([true, false, false]);
  const { wordData } = savable(items);
  expect(wordData).toHaveLength(1);
  expect(wordData[0]).toMatchObject({ word: 'one', example2: exampleNotAvailable, source: 'wordnet' });
});

test('left-out words are not saved and disappear; the rest stays', () => {
  const now = receive(
    nothing,
    [found('one'), found('two'), found('three', { definition: '' }), failed('four')],
    [],
  );
  const items = now.items.map((item) => (item.fields.word === 'two' ? { ...item, leftOut: true } : item));
  const { chosen } = savable(items);
  const left = afterSaving({ ...now, items }, chosen);
  expect(words(left)).toEqual(['three', 'four']);
  expect(left.text).toBe('four');
});

test('saves no more words at once than one call takes', () => {
  const many = Array.from({ length: limits.bulkWords + 1 }, (_, n) => found(`word ${n}`));
  const now = receive(nothing, many, []);
  const { chosen, wordData } = savable(now.items);
  expect(wordData).toHaveLength(limits.bulkWords);
  expect(words(afterSaving(now, chosen))).toEqual([`word ${limits.bulkWords}`]);
});
