import { expect, test } from 'vitest';
import { formatLocal, localTime, nextMorningAtUsualTime } from './local-time.ts';

test.each([
  { why: 'an ordinary evening', now: '2026-12-01T23:00:00Z', zone: 'UTC', local: '2026-12-02T07:00' },
  {
    why: 'a zone where it is still the day before',
    now: '2026-12-01T03:00:00Z',
    zone: 'America/New_York',
    local: '2026-12-01T07:00',
  },
  {
    why: 'a zone where it is tomorrow already',
    now: '2026-12-01T16:00:00Z',
    zone: 'Asia/Tokyo',
    local: '2026-12-03T07:00',
  },
  { why: 'the end of the year', now: '2026-12-31T12:00:00Z', zone: 'UTC', local: '2027-01-01T07:00' },
  {
    why: 'the night the clocks change',
    now: '2026-10-31T16:00:00Z',
    zone: 'America/New_York',
    local: '2026-11-01T07:00',
  },
])('tomorrow at seven, $why', ({ now, zone, local }) => {
  expect(nextMorningAtUsualTime(new Date(now), [], zone)).toBe(local);
});

test('before rest days, the next morning with an email at its time', () => {
  const day = (name: string, state: 'open' | 'day_off') => ({
    day: name,
    sendTime: `${name}T11:30:00.000Z`,
    state,
    isLeftFree: false,
    emails: [],
  });
  const days = [day('2026-12-04', 'open'), day('2026-12-05', 'day_off'), day('2026-12-06', 'open')];
  expect(nextMorningAtUsualTime(new Date('2026-12-04T20:00:00Z'), days, 'America/New_York')).toBe(
    '2026-12-06T06:30',
  );
});

test('shows an instant as the value of a field, in its zone', () => {
  expect(localTime('2026-12-02T03:05:00.000Z', 'America/New_York')).toBe('2026-12-01T22:05');
});

test('says a field’s value in words, in its zone', () => {
  expect(formatLocal('2026-12-02T07:00', 'America/New_York')).toBe(
    'Wednesday, December 2, 2026, 07:00\u00a0·\u00a0New\u00a0York',
  );
  expect(formatLocal('', 'UTC')).toBeUndefined();
  expect(formatLocal('2026-13-40T99:00', 'UTC')).toBeUndefined();
});
