import { expect, test } from 'vitest';
import { monthName, shiftDay, shiftMonth, weeksOf } from './month.ts';

test('weeks start on Sunday and leave out days of other months', () => {
  const weeks = weeksOf('2026-12');
  expect(weeks).toHaveLength(5);
  expect(weeks[0]?.slice(0, 3)).toEqual([undefined, undefined, '2026-12-01']);
  expect(weeks.at(-1)?.slice(3)).toEqual(['2026-12-30', '2026-12-31', undefined, undefined]);
});

test.each([
  { month: '2027-02', weeks: 5, days: 28 },
  { month: '2026-02', weeks: 4, days: 28 },
  { month: '2028-02', weeks: 5, days: 29 },
  { month: '2026-08', weeks: 6, days: 31 },
])('$month has $days days in $weeks weeks', ({ month, weeks, days }) => {
  expect(weeksOf(month)).toHaveLength(weeks);
  expect(weeksOf(month).flat().filter(Boolean)).toHaveLength(days);
});

test('months follow each other over the year', () => {
  expect(shiftMonth('2026-12', 1)).toBe('2027-01');
  expect(shiftMonth('2026-01', -1)).toBe('2025-12');
  expect(monthName('2027-01')).toBe('January 2027');
});

test('days follow each other over the month', () => {
  expect(shiftDay('2026-12-31', 1)).toBe('2027-01-01');
  expect(shiftDay('2026-12-03', -7)).toBe('2026-11-26');
});
