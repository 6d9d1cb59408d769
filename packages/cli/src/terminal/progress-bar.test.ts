import { expect, test } from 'vitest';
import { describeProgress, showTime } from './progress-bar.ts';

test('shows the share, the count, the rate and the time left', () => {
  expect(describeProgress({ done: 500, total: 2000, count: 10_000 }, 'rows', 2000)).toBe(
    '25% · 10,000 rows · 5,000 rows/s · 6 s left',
  );
});

test('shows no share and no time left if the total is unknown', () => {
  expect(describeProgress({ done: 500, total: undefined, count: 10_000 }, 'rows', 2000)).toBe(
    '10,000 rows · 5,000 rows/s',
  );
});

test('shows slow rates with one decimal', () => {
  expect(describeProgress({ done: 0, total: undefined, count: 3 }, 'words', 2000)).toBe(
    '3 words · 1.5 words/s',
  );
});

test.each([
  [900, '1 s'],
  [59_001, '1 min 0 s'],
  [3_700_000, '1 h 1 min'],
])('shows %d ms as %s', (ms, text) => {
  expect(showTime(ms)).toBe(text);
});
