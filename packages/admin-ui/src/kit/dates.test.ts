import { expect, test } from 'vitest';
import { formatLong, formatUntil, withZone, zoneInFull, zoneName } from './dates.ts';

test('a zone is named after its city, without line breaks', () => {
  expect(zoneName('America/New_York')).toBe('New\u00a0York');
  expect(zoneName('America/Argentina/Buenos_Aires')).toBe('Buenos\u00a0Aires');
  expect(zoneName('UTC')).toBe('UTC');
});

test('a time and its zone stay on one line', () => {
  expect(withZone('Tue, Dec 1, 2026, 07:00', 'America/New_York').split(' ').at(-1)).toBe(
    '07:00\u00a0·\u00a0New\u00a0York',
  );
  expect(formatLong('2026-12-01T12:00:00.000Z', 'America/New_York')).toBe('Tuesday, December 1, 2026, 07:00');
});

test.each([
  { at: '2026-12-01T12:01:00Z', said: 'in 1 minute' },
  { at: '2026-12-01T12:59:00Z', said: 'in 59 minutes' },
  { at: '2026-12-02T07:00:00Z', said: 'in 19 hours' },
  { at: '2026-12-05T12:00:00Z', said: 'in 4 days' },
  { at: '2026-12-01T12:00:40Z', said: 'in less than a minute' },
  { at: '2026-12-01T11:00:00Z', said: 'now' },
])('the time until $at reads $said', ({ at, said }) => {
  expect(formatUntil(at, new Date('2026-12-01T12:00:00Z'))).toBe(said);
});

test.each([
  { zone: 'America/New_York', full: 'New\u00a0York (America/New_York)' },
  { zone: 'UTC', full: 'UTC' },
])('$zone in full is $full', ({ zone, full }) => {
  expect(zoneInFull(zone)).toBe(full);
});
