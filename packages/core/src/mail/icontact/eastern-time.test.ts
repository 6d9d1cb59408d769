import { expect, test } from 'vitest';
import { readScheduledTime } from '../sandbox/icontact-records.ts';
import { fromIcontactTime, toEasternTime } from './shapes.ts';

test.each([
  { when: 'in summer', utc: '2026-07-15T11:00:00Z', eastern: '2026-07-15T07:00:00-04:00' },
  { when: 'in winter', utc: '2027-01-15T12:00:00Z', eastern: '2027-01-15T07:00:00-05:00' },
  { when: 'before the spring of 2026', utc: '2026-03-08T06:59:59Z', eastern: '2026-03-08T01:59:59-05:00' },
  { when: 'in the spring of 2026', utc: '2026-03-08T07:00:00Z', eastern: '2026-03-08T03:00:00-04:00' },
  { when: 'before the autumn of 2026', utc: '2026-11-01T04:59:59Z', eastern: '2026-11-01T00:59:59-04:00' },
  { when: 'in the first 01:30 of 2026', utc: '2026-11-01T05:30:00Z', eastern: '2026-11-01T01:30:00-04:00' },
  { when: 'in the second 01:30 of 2026', utc: '2026-11-01T06:30:00Z', eastern: '2026-11-01T01:30:00-05:00' },
  { when: 'that morning', utc: '2026-11-01T12:00:00Z', eastern: '2026-11-01T07:00:00-05:00' },
  { when: 'before the spring of 2027', utc: '2027-03-14T06:30:00Z', eastern: '2027-03-14T01:30:00-05:00' },
  { when: 'in the spring of 2027', utc: '2027-03-14T11:00:00Z', eastern: '2027-03-14T07:00:00-04:00' },
  { when: 'in the first 01:00 of 2027', utc: '2027-11-07T05:00:00Z', eastern: '2027-11-07T01:00:00-04:00' },
  { when: 'in the second 01:00 of 2027', utc: '2027-11-07T06:00:00Z', eastern: '2027-11-07T01:00:00-05:00' },
  { when: 'on the last day of the year', utc: '2027-01-01T04:59:59Z', eastern: '2026-12-31T23:59:59-05:00' },
])('writes New York time with its offset $when', ({ utc, eastern }) => {
  expect(toEasternTime(new Date(utc))).toBe(eastern);
  expect(fromIcontactTime(eastern)).toEqual(new Date(utc));
  expect(readScheduledTime(eastern)).toBe(Date.parse(utc));
});

test('drops fractions of a second, even in the repeated hour', () => {
  expect(toEasternTime(new Date('2026-11-01T06:30:00.999Z'))).toBe('2026-11-01T01:30:00-05:00');
});

test.each([
  { text: '2026-06-09 15:46:52', utc: '2026-06-09T19:46:52Z', why: 'bare local time is Eastern' },
  { text: '2026-12-09 15:46:52', utc: '2026-12-09T20:46:52Z', why: 'also in winter' },
  { text: '2026-06-09T15:46:52+02:00', utc: '2026-06-09T13:46:52Z', why: 'an offset is respected' },
])('reads $text: $why', ({ text, utc }) => {
  expect(fromIcontactTime(text)).toEqual(new Date(utc));
});

test.each(['', ' ', 'soon', '0000-00-00 00:00:00'])('reads "%s" as no time', (text) => {
  expect(fromIcontactTime(text)).toBeNull();
});
