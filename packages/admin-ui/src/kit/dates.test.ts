import { expect, test } from 'vitest';
import { formatLong, withZone, zoneName } from './dates.ts';

test('a zone is named after its city, without line breaks', () => {
  expect(zoneName('America/New_York')).toBe('New\u00a0York');
  expect(zoneName('America/Argentina/Buenos_Aires')).toBe('Buenos\u00a0Aires');
  expect(zoneName('UTC')).toBe('UTC');
});

test('a time and its zone stay on one line', () => {
  expect(withZone('Tue, Dec 1, 2026, 07:00', 'America/New_York').split(' ').at(-1)).toBe(
    '07:00\u00a0·\u00a0New\u00a0York',
  );
  expect(formatLong('2026-12-01T12:00:00.000Z', 'America/New_York')).toBe(
    'Tuesday, December 1, 2026 at 7:00\u00a0AM',
  );
});
