import { expect, test } from 'vitest';
import { providerEntry } from '../../testing/builders.ts';
import { failedEntries, nameOf, pendingEntries, splitName } from './send-entry.tsx';

test('keeps pending entries, the next one first, those without a date last', () => {
  const entries = [
    providerEntry({ sendId: 'c', scheduledTime: null }),
    providerEntry({ sendId: 'b', scheduledTime: '2026-12-03T12:00:00.000Z' }),
    providerEntry({ sendId: 'a', scheduledTime: '2026-12-02T12:00:00.000Z' }),
    providerEntry({ status: 'released' }),
    providerEntry({ status: 'sending' }),
    providerEntry({ status: 'cancelled' }),
    providerEntry({ status: 'failed' }),
  ];
  expect(pendingEntries(entries).map(({ sendId }) => sendId)).toEqual(['a', 'b', 'c']);
});

test('failed emails are ours: refused, missed, or canceled by someone else', () => {
  const entries = [
    providerEntry({ id: 1, status: 'failed', scheduledTime: '2026-11-01T12:00:00.000Z' }),
    providerEntry({ id: 2, status: 'cancelled', scheduledTime: '2026-11-02T12:00:00.000Z' }),
    providerEntry({ id: null, status: 'cancelled' }),
    providerEntry({ id: 3, status: 'released' }),
    providerEntry({ id: 4, status: 'pending' }),
  ];
  expect(failedEntries(entries).map(({ id }) => id)).toEqual([2, 1]);
});

test('uses the name of an entry, or else its message', () => {
  expect(nameOf(providerEntry({ messageName: 'by hand', messageId: '7' }))).toBe('by hand');
  expect(nameOf(providerEntry({ messageName: null, messageId: '7' }))).toBe('Message 7');
});

test.each([
  { name: 'petrichor · 2026-12-01 · 0a1b2c3d4e5f', word: 'petrichor', rest: ' · 2026-12-01 · 0a1b2c3d4e5f' },
  { name: 'a · b · 2026-12-01 · 0a1b', word: 'a · b', rest: ' · 2026-12-01 · 0a1b' },
  { name: 'Summer newsletter', word: 'Summer newsletter', rest: '' },
])('finds the word in “$name”', ({ name, word, rest }) => {
  expect(splitName(name)).toEqual({ word, rest });
});
