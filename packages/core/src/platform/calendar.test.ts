import { expect, test } from 'vitest';
import {
  dayTimeOf,
  instantAt,
  monthSpan,
  parseInstant,
  parseTime,
  showInstant,
  startOfDay,
  tomorrowMorning,
} from './calendar.ts';

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

test.each([
  { text: '2026-12-01 07:00', read: { day: '2026-12-01', time: '07:00' } },
  { text: '2026-12-01T07:00:00.000', read: { day: '2026-12-01', time: '07:00' } },
  { text: '2026-12-01T07:00:30', read: { day: '2026-12-01', time: '07:00:30' } },
  { text: '2026-12-01T07:00:00.5', read: { day: '2026-12-01', time: '07:00:00.500' } },
  { text: '2026-12-01T24:00', read: { day: '2026-12-02', time: '00:00' } },
  // The clocks of some zone skip it; without a zone it is a time like any other.
  { text: '2027-03-14T02:30', read: { day: '2027-03-14', time: '02:30' } },
  { text: '2026-12-01T07:00+05:30', read: new Date('2026-12-01T01:30:00Z') },
  // As PostgreSQL prints and exports it.
  { text: '2026-12-01 07:00:00.25+00', read: new Date('2026-12-01T07:00:00.250Z') },
  { text: '2026-12-01', read: undefined },
])('$text belongs to no zone unless it has an offset', ({ text, read }) => {
  expect(parseTime(text)).toEqual(read);
});

const newYear = { day: '2027-01-01', time: '07:00' };

test.each([
  { at: newYear, zone: 'Pacific/Kiritimati', utc: '2026-12-31T17:00:00.000Z' },
  { at: newYear, zone: 'Asia/Kolkata', utc: '2027-01-01T01:30:00.000Z' },
  { at: newYear, zone: 'Asia/Kathmandu', utc: '2027-01-01T01:15:00.000Z' },
  { at: newYear, zone: 'UTC', utc: '2027-01-01T07:00:00.000Z' },
  { at: newYear, zone: 'America/St_Johns', utc: '2027-01-01T10:30:00.000Z' },
  { at: newYear, zone: 'Etc/GMT+12', utc: '2027-01-01T19:00:00.000Z' },
  { at: { day: '2026-12-31', time: '23:59:59.999' }, zone: 'UTC', utc: '2026-12-31T23:59:59.999Z' },
])('$at.day $at.time in $zone is $utc, and back', ({ at, zone, utc }) => {
  expect(instantAt(at, zone).toISOString()).toBe(utc);
  expect(dayTimeOf(new Date(utc), zone)).toEqual(at);
});

test.each([
  {
    zone: 'America/New_York',
    at: '2027-03-14 02:30',
    shown: '2027-03-14 03:30',
    utc: '2027-03-14T07:30:00.000Z',
  },
  {
    zone: 'Europe/Berlin',
    at: '2027-03-28 02:00',
    shown: '2027-03-28 03:00',
    utc: '2027-03-28T01:00:00.000Z',
  },
  // Half an hour is skipped here, and the day begins at 01:00 there.
  {
    zone: 'Australia/Lord_Howe',
    at: '2026-10-04 02:10',
    shown: '2026-10-04 02:40',
    utc: '2026-10-03T15:40:00.000Z',
  },
  {
    zone: 'Africa/Cairo',
    at: '2026-04-24 00:30',
    shown: '2026-04-24 01:30',
    utc: '2026-04-23T22:30:00.000Z',
  },
])('$at in $zone, which its clocks skip, moves forward to $shown', ({ zone, at, shown, utc }) => {
  const [day = '', time = ''] = at.split(' ');
  const instant = instantAt({ day, time }, zone);
  expect(instant.toISOString()).toBe(utc);
  const after = dayTimeOf(instant, zone);
  expect(`${after.day} ${after.time}`).toBe(shown);
});

test.each([
  {
    zone: 'America/New_York',
    at: '2026-11-01 01:30',
    utc: '2026-11-01T05:30:00.000Z',
    again: '2026-11-01T06:30:00.000Z',
  },
  {
    zone: 'Europe/Berlin',
    at: '2026-10-25 02:00',
    utc: '2026-10-25T00:00:00.000Z',
    again: '2026-10-25T01:00:00.000Z',
  },
  {
    zone: 'Australia/Lord_Howe',
    at: '2027-04-04 01:45',
    utc: '2027-04-03T14:45:00.000Z',
    again: '2027-04-03T15:15:00.000Z',
  },
])('$at in $zone, which occurs twice, is used the first time', ({ zone, at, utc, again }) => {
  const [day = '', time = ''] = at.split(' ');
  expect(instantAt({ day, time }, zone).toISOString()).toBe(utc);
  expect(dayTimeOf(new Date(utc), zone)).toEqual({ day, time });
  expect(dayTimeOf(new Date(again), zone)).toEqual({ day, time });
});

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
