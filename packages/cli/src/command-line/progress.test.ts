import { stripVTControlCharacters } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Output } from './output.ts';
import { createProgressBar, describeProgress, showTime } from './progress.ts';
import { displayWidth } from './text.ts';

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

test.each([undefined, 0, 1, 2, 20, 40, 80])('fits on one line of a terminal of %s columns', (columns) => {
  const before = Object.getOwnPropertyDescriptor(process.stderr, 'columns');
  Object.defineProperty(process.stderr, 'columns', { configurable: true, value: columns });
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => {
    write.mockRestore();
    if (before) Object.defineProperty(process.stderr, 'columns', before);
    else delete (process.stderr as { columns?: number }).columns;
  });
  const paintError = { yellow: (text: string) => text, dim: (text: string) => text };
  const bar = createProgressBar({ showsProgress: true, paintError } as Output, 'rows');
  vi.spyOn(performance, 'now').mockReturnValueOnce(performance.now() + 1000);
  bar.update({ done: 12, total: 100, count: 12_345 });
  const [drawn] = write.mock.calls.map(([text]) => stripVTControlCharacters(String(text)).trim());
  expect(drawn).toMatch(/12%|…/);
  expect(displayWidth(drawn ?? '')).toBeLessThanOrEqual(columns || 80);
});
