import { expect, test } from 'vitest';
import { readWeekdays, showWeekdays, weekdays, weekdaysText } from './weekdays.ts';

test.each([
  { typed: 'mon-fri', days: ['mon', 'tue', 'wed', 'thu', 'fri'], shown: 'mon-fri' },
  { typed: ' Fri, MON ,wed', days: ['mon', 'wed', 'fri'], shown: 'mon, wed, fri' },
  { typed: 'sat-mon', days: ['mon', 'sat', 'sun'], shown: 'mon, sat, sun' },
  { typed: 'tuesday', days: ['tue'], shown: 'tue' },
  { typed: 'tue thu', days: ['tue', 'thu'], shown: 'tue, thu' },
  { typed: 'wed;  Friday ; sun', days: ['wed', 'fri', 'sun'], shown: 'wed, fri, sun' },
  { typed: 'Monday - Wednesday, sat', days: ['mon', 'tue', 'wed', 'sat'], shown: 'mon, tue, wed, sat' },
  { typed: 'daily', days: [...weekdays], shown: 'daily' },
  { typed: 'mon-sun', days: [...weekdays], shown: 'daily' },
])('“$typed” is $shown', ({ typed, days, shown }) => {
  expect(readWeekdays(typed)).toEqual(days);
  expect(showWeekdays(readWeekdays(typed) ?? [])).toBe(shown);
});

test('pages write them as names', () => {
  expect(weekdaysText(['mon', 'tue', 'wed', 'thu', 'fri'])).toBe('Mon–Fri');
  expect(weekdaysText(['mon', 'wed'])).toBe('Mon, Wed');
  expect(weekdaysText(weekdays)).toBe('daily');
});

const rejected = [
  '',
  'mon-',
  'noon',
  'mon-wed-fri',
  'mon,,fri',
  'monkey',
  'tues',
  'mon/wed',
  'mon and wed',
  'montag',
];
test.each(rejected)('“%s” is rejected', (typed) => {
  expect(readWeekdays(typed)).toBeUndefined();
});
