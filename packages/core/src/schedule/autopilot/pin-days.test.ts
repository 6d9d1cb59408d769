import { describe, expect, test } from 'vitest';
import { namedDays, type Pin, readPin, seasons } from '../../contract/pins.ts';
import { dayNumber } from '../../platform/calendar.ts';
import { momentOf, pinDays } from './pin-days.ts';

const daysOf = (text: string, year: number, timezone = 'America/New_York') =>
  pinDays(readPin(text) as Pin, year, timezone);

test.each([
  [
    'easter',
    ['2000-04-23', '2008-03-23', '2011-04-24', '2024-03-31', '2025-04-20', '2026-04-05', '2038-04-25'],
  ],
  ['mardi-gras', ['2024-02-13', '2025-03-04', '2026-02-17', '2027-02-09']],
  ['mothers-day', ['2024-05-12', '2025-05-11', '2026-05-10', '2027-05-09']],
  ['memorial-day', ['2023-05-29', '2024-05-27', '2025-05-26', '2026-05-25']],
  ['fathers-day', ['2024-06-16', '2025-06-15', '2026-06-21', '2027-06-20']],
  ['labor-day', ['2024-09-02', '2025-09-01', '2026-09-07', '2027-09-06']],
  ['thanksgiving', ['2023-11-23', '2024-11-28', '2025-11-27', '2026-11-26', '2029-11-22']],
  ['leap-day', ['2000-02-29', '2024-02-29', '2028-02-29']],
  ['02-29', ['2024-02-29']],
  ['12-31', ['2026-12-31', '2027-12-31']],
  ['2026-12-24', ['2026-12-24']],
  ['friday-13', ['2025-06-13']],
  ['spring-equinox', ['2024-03-19', '2025-03-20', '2026-03-20']],
  ['summer-solstice', ['2024-06-20', '2025-06-20', '2026-06-21']],
  ['autumn-equinox', ['2024-09-22', '2025-09-22', '2026-09-22']],
  ['winter-solstice', ['2024-12-21', '2025-12-21', '2026-12-21', '2027-12-21']],
])('%s is on its known dates', (pin, dates) => {
  for (const date of dates) expect(daysOf(pin, Number(date.slice(0, 4)))).toEqual([date]);
});

test('some years have three of a day, and some have none', () => {
  expect(daysOf('friday-13', 2026)).toEqual(['2026-02-13', '2026-03-13', '2026-11-13']);
  expect(daysOf('leap-day', 2026)).toEqual([]);
  expect(daysOf('leap-day', 2100)).toEqual([]);
  expect(daysOf('2026-12-24', 2027)).toEqual([]);
});

test('equinoxes and solstices are within two minutes of the known ones', () => {
  const known = {
    spring: ['2024-03-20T03:06Z', '2025-03-20T09:01Z', '2026-03-20T14:46Z'],
    summer: ['2024-06-20T20:51Z', '2025-06-21T02:42Z', '2026-06-21T08:24Z'],
    autumn: ['2024-09-22T12:44Z', '2025-09-22T18:19Z', '2026-09-23T00:05Z'],
    winter: ['2024-12-21T09:20Z', '2025-12-21T15:03Z', '2026-12-21T20:50Z'],
  };
  for (const season of seasons) {
    for (const moment of known[season]) {
      const off = Math.abs(momentOf(season, Number(moment.slice(0, 4))) - Date.parse(moment));
      expect(off, moment).toBeLessThan(120_000);
    }
  }
});

test('a season begins on its first day, which depends on the time zone, and the four fill the years', () => {
  expect(daysOf('autumn', 2026)[0]).toBe('2026-09-22');
  expect(daysOf('autumn', 2026, 'Europe/Berlin')[0]).toBe('2026-09-23');
  expect(daysOf('winter', 2026).at(-1)).toBe('2027-03-19');
  const days = [2026, 2027].flatMap((year) => seasons.flatMap((season) => daysOf(season, year)));
  const numbers = days.map(dayNumber);
  expect(numbers).toEqual(numbers.map((_, at) => (numbers[0] as number) + at));
});

describe('a pin', () => {
  test.each(['13-01', '02-30', '2026-02-29', '2026-12', 'christmas', '12/31', 'toString', '', '1-1'])(
    '“%s” is none',
    (text) => expect(readPin(text)).toBeUndefined(),
  );
  test('is read in any case, and fall is autumn', () => {
    expect(readPin(' Easter ')).toEqual({ named: 'easter' });
    expect(readPin('Fall')).toEqual({ season: 'autumn' });
    expect(readPin('02-29')).toEqual({ yearly: '02-29' });
  });

  test('every name is one', () => {
    for (const name of [...namedDays, ...seasons]) expect(readPin(name)).toBeDefined();
  });
});
