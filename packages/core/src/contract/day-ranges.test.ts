import { expect, test } from 'vitest';
import { dayRanges, daysIn, rangeProblem } from './day-ranges.ts';

test('days that follow one another are one range, across months, years and changes of the clocks', () => {
  const days = ['2026-10-31', '2026-11-01', '2026-11-02', '2026-12-25', '2026-12-31', '2027-01-01'];
  expect(dayRanges(days)).toEqual([
    { from: '2026-10-31', until: '2026-11-02' },
    { from: '2026-12-25', until: '2026-12-25' },
    { from: '2026-12-31', until: '2027-01-01' },
  ]);
  expect(dayRanges([])).toEqual([]);
});

test.each([
  { from: '2026-12-21', until: '2027-01-03', days: 14, problem: undefined },
  { from: '2026-12-21', until: '2026-12-21', days: 1, problem: undefined },
  { from: '2026-12-21', until: '2026-12-20', days: 0, problem: 'The last day must not be before the first' },
  { from: '2026-12-21', until: '2027-12-21', days: 366, problem: undefined },
  { from: '2026-12-21', until: '2027-12-22', days: 367, problem: 'Choose at most 366 days at once' },
])('from $from to $until are $days days: $problem', ({ from, until, days, problem }) => {
  expect(daysIn({ from, until })).toBe(days);
  expect(rangeProblem({ from, until }, 366)).toBe(problem);
});
