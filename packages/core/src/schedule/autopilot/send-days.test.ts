import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { weekdays } from '../../contract/weekdays.ts';
import { addDays, instantAt } from '../../platform/calendar.ts';
import { firstDay, nextSendDays } from './autopilot-store.ts';
import { libraryLasts } from './list-days.ts';

/** North, south, half an hour of daylight saving, none at all, and changes at midnight. */
const zones = [
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'America/Santiago',
];

const day = fc.integer({ min: 0, max: 4000 }).map((days) => addDays('2024-01-01', days));
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));

function wallClock(instant: Date, timeZone: string) {
  const options = { dateStyle: 'short', timeStyle: 'short', weekday: undefined } as const;
  const [date = '', clock = ''] = new Intl.DateTimeFormat('sv-SE', { ...options, timeZone })
    .format(instant)
    .split(' ');
  return { date, clock };
}

function minutes(clock: string): number {
  const [hours = 0, rest = 0] = clock.split(':').map(Number);
  return hours * 60 + rest;
}

describe.each(zones)('mornings in %s', (zone) => {
  test('come once a day, on their days, at their time, even when the clocks change', () => {
    const chosen = fc.subarray([...weekdays], { minLength: 1 });
    fc.assert(
      fc.property(day, time, chosen, fc.array(fc.nat(60)), (from, at, days, offsets) => {
        const skipped = new Set(offsets.map((offset) => addDays(from, offset)));
        const found = nextSendDays(from, { days, skipped }, 40);
        expect(found).toHaveLength(40);
        const instants = found.map((each) => instantAt({ day: each, time: at }, zone));
        for (const [index, each] of found.entries()) {
          const weekday = new Date(`${each}T12:00Z`).toLocaleDateString('en-US', {
            weekday: 'short',
            timeZone: 'UTC',
          });
          expect(days).toContain(weekday.toLowerCase());
          expect(skipped.has(each)).toBe(false);
          expect(each > (found[index - 1] ?? '')).toBe(true);
          const { date, clock } = wallClock(instants[index] as Date, zone);
          expect(date).toBe(each);
          // It is later only if the clocks skip that time, by the length of the skip.
          expect([0, 30, 60]).toContain(minutes(clock) - minutes(at));
        }
      }),
      { numRuns: 40 },
    );
  });

  test('begin today until the time has come', () => {
    fc.assert(
      fc.property(day, time, (today, at) => {
        const instant = instantAt({ day: today, time: at }, zone);
        expect(firstDay(new Date(instant.getTime() - 1), { time: at }, zone)).toBe(today);
        expect(firstDay(instant, { time: at }, zone)).toBe(addDays(today, 1));
      }),
    );
  });
});

describe('the library lasts', () => {
  const rhythm = { days: weekdays, skipped: new Set<string>() };
  const from = '2026-12-01';
  test.each([
    { why: 'no word at all', over: { drawnFrom: 0 }, until: null, isLow: true },
    { why: 'one word for each open morning', over: { drawnFrom: 3 }, until: '2026-12-03', isLow: true },
    {
      why: 'mornings that are taken',
      over: { drawnFrom: 1, taken: new Set(['2026-12-01', '2026-12-03']) },
      until: '2026-12-03',
      isLow: true,
    },
    {
      why: 'weekdays alone',
      over: { drawnFrom: 5, rhythm: { ...rhythm, days: ['mon', 'fri'] as const } },
      until: '2026-12-18',
      isLow: false,
    },
    {
      why: 'skipped days',
      over: { drawnFrom: 2, rhythm: { ...rhythm, skipped: new Set(['2026-12-02']) } },
      until: '2026-12-03',
      isLow: true,
    },
    { why: 'fourteen days', over: { drawnFrom: 14 }, until: '2026-12-14', isLow: true },
    { why: 'fifteen days', over: { drawnFrom: 15 }, until: '2026-12-15', isLow: false },
  ])('as $why allows', ({ over, until, isLow }) => {
    const view = libraryLasts({ from, rhythm, taken: new Set(), ...over });
    expect(view).toMatchObject({ lastsUntil: until, lastsLonger: false, isLow });
  });

  test('only as long as is counted if there are words for more than three years', () => {
    const view = libraryLasts({ from, rhythm, taken: new Set(), drawnFrom: 1_000_000 });
    expect(view).toMatchObject({ lastsUntil: '2029-12-02', lastsLonger: true, isLow: false });
  });
});
