import { expect, test } from 'vitest';
import { monthSpan, parseInstant, showInstant, startOfDay, tomorrowMorning } from './calendar.ts';

test.each([
  {
    why: 'wall clock in winter',
    text: '2026-12-01T07:00',
    zone: 'America/New_York',
    utc: '2026-12-01T12:00:00.000Z',
  },
  {
    why: 'wall clock in summer',
    text: '2026-07-01T07:00',
    zone: 'America/New_York',
    utc: '2026-07-01T11:00:00.000Z',
  },
  {
    why: 'a space and seconds',
    text: '2026-07-01 07:00:30',
    zone: 'Europe/Paris',
    utc: '2026-07-01T05:00:30.000Z',
  },
  {
    why: 'an offset of its own',
    text: '2026-07-01T07:00+05:30',
    zone: 'Europe/Paris',
    utc: '2026-07-01T01:30:00.000Z',
  },
  { why: 'UTC', text: '2026-07-01T07:00:00.000Z', zone: 'Europe/Paris', utc: '2026-07-01T07:00:00.000Z' },
  {
    why: 'an hour that the clocks skip, an hour later',
    text: '2027-03-14T02:30',
    zone: 'America/New_York',
    utc: '2027-03-14T07:30:00.000Z',
  },
  {
    why: 'an hour that occurs twice, the first time',
    text: '2026-11-01T01:30',
    zone: 'America/New_York',
    utc: '2026-11-01T05:30:00.000Z',
  },
])('reads $why', ({ text, zone, utc }) => {
  expect(parseInstant(text, zone)?.toISOString()).toBe(utc);
});

test.each([
  '',
  'tomorrow',
  '2026-12-01',
  '2026-02-30T07:00',
  '2026-12-01T25:00',
  '07:00',
  '1767225600000',
  '2026-12-01T07:00+25:00',
  '2026-12-01T07:00+05:99',
  '9999-12-31T23:59-01:00',
])('%j is not a date and time', (text) => expect(parseInstant(text, 'UTC')).toBeUndefined());

test('tomorrow morning is seven by the clock, even after a night with an extra hour', () => {
  const evening = new Date('2026-10-31T22:00:00-04:00');
  expect(tomorrowMorning(evening, 'America/New_York').toISOString()).toBe('2026-11-01T12:00:00.000Z');
});

test('a day starts at midnight in its time zone', () => {
  const now = new Date('2026-07-01T03:00:00Z');
  expect(startOfDay(now, 'America/New_York').toISOString()).toBe('2026-06-30T04:00:00.000Z');
  expect(startOfDay(now, 'America/New_York', 1).toISOString()).toBe('2026-07-01T04:00:00.000Z');
});

test('an instant is shown with its offset', () => {
  expect(showInstant(new Date('2026-12-01T12:00:00Z'), 'America/New_York')).toBe(
    'Tue, Dec 1, 2026, 07:00 (UTC-05:00)',
  );
});

test('a month spans the time zone’s own days, across clock changes', () => {
  const { from, until } = monthSpan('2026-11', 'America/New_York');
  expect([from.toISOString(), until.toISOString()]).toEqual([
    '2026-11-01T04:00:00.000Z',
    '2026-12-01T04:59:59.999Z',
  ]);
});
