import { expect, test } from 'vitest';
import { daysOf, morningsToFill, shiftDay, shiftMonth, spanOf } from './calendar-days.ts';

test.each([
  ['fortnight', '2026-12-01', 0, { from: '2026-12-01', days: 14, title: 'Dec 1 – Dec 14' }],
  ['fortnight', '2026-12-01', 1, { from: '2026-12-15', days: 14, title: 'Dec 15 – Dec 28' }],
  ['fortnight', '2026-12-01', -1, { from: '2026-11-17', days: 14, title: 'Nov 17 – Nov 30' }],
  ['month', '2026-12-31', 0, { from: '2026-11-29', days: 35, title: 'December 2026', month: '2026-12' }],
  ['month', '2026-12-31', 2, { from: '2027-01-31', days: 35, title: 'February 2027', month: '2027-02' }],
] as const)('the %s of %s, moved by %i', (view, day, offset, span) => {
  expect(spanOf(view, day, offset)).toEqual({ view, ...span });
});

test('a month is shown in whole weeks, which start on Sunday', () => {
  const days = daysOf(spanOf('month', '2026-12-15'));
  expect(days.slice(0, 3)).toEqual(['2026-11-29', '2026-11-30', '2026-12-01']);
  expect(days.slice(-3)).toEqual(['2026-12-31', '2027-01-01', '2027-01-02']);
});

test.each([
  { month: '2027-02', weeks: 5, days: 28 },
  { month: '2026-02', weeks: 4, days: 28 },
  { month: '2028-02', weeks: 5, days: 29 },
  { month: '2026-08', weeks: 6, days: 31 },
])('$month has $days days in $weeks weeks', ({ month, weeks, days }) => {
  const shown = daysOf(spanOf('month', `${month}-01`));
  expect(shown).toHaveLength(weeks * 7);
  expect(shown.filter((day) => day.startsWith(month))).toHaveLength(days);
});

test('months follow each other over the year', () => {
  expect(shiftMonth('2026-12', 1)).toBe('2027-01');
  expect(shiftMonth('2026-01', -1)).toBe('2025-12');
  expect(spanOf('month', '2027-01-31').title).toBe('January 2027');
});

test('days follow each other over the month', () => {
  expect(shiftDay('2026-12-31', 1)).toBe('2027-01-01');
  expect(shiftDay('2026-12-03', -7)).toBe('2026-11-26');
});

const morning = (state: 'open' | 'past' | 'day_off', ...statuses: ('scheduled' | 'failed')[]) => ({
  state,
  emails: statuses.map((status) => ({
    id: 1,
    wordId: 1,
    word: 'zephyr',
    definition: 'A breeze.',
    scheduledDate: '2026-12-02T12:00:00.000Z',
    status,
  })),
});
const filled = (count: number) => Array.from({ length: count }, () => morning('open', 'scheduled'));

test.each([
  ['a week with a gap', [...filled(3), morning('open'), ...filled(10)], 7],
  ['a failed email, which goes to nobody', [...filled(3), morning('open', 'failed')], 7],
  [
    'past days and rest days, which need none',
    [morning('past'), morning('day_off'), ...filled(13), morning('open')],
    14,
  ],
  ['two filled weeks', [...filled(14), ...filled(0), morning('open')], 30],
  ['everything filled that is shown', filled(30), undefined],
  ['a gap that no plan reaches', [...filled(30), morning('open')], undefined],
] as const)('the shortest plan that adds an email: %s', (_name, days, length) => {
  expect(morningsToFill(days)).toBe(length);
});
