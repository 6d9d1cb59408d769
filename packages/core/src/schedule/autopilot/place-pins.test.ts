import fc from 'fast-check';
import { expect, test } from 'vitest';
import { namedDays, readPin, seasons } from '../../contract/pins.ts';
import { addDays, dayNumber } from '../../platform/calendar.ts';
import type { ChoosableWord } from '../../words/list-words.ts';
import { pinDays } from './pin-days.ts';
import { placePins, waitsForItsDay } from './place-pins.ts';

const timezone = 'America/New_York';
const year = Array.from({ length: 400 }, (_, at) => addDays('2026-12-01', at));

function aPinned(id: number, pin: string, over: Partial<ChoosableWord> = {}): ChoosableWord {
  return { id, pin, usedCount: 0, lastDay: null, level: '', tags: '', sensitive: '', ...over };
}

const place = (pinned: readonly ChoosableWord[], days = year, seed = 1) =>
  [...placePins({ days, pinned, timezone, seed })].map(([day, { id }]) => [day, id]);

test('a word goes out on its day, and a day without a pin is left to others', () => {
  expect(place([aPinned(1, 'easter'), aPinned(2, '12-31'), aPinned(3, '2026-12-24')])).toEqual([
    ['2026-12-24', 3],
    ['2026-12-31', 2],
    ['2027-03-28', 1],
  ]);
});

test('of two pins on one day, the more exact one comes first, then one that was never sent, then the older word', () => {
  const old = { usedCount: 1, lastDay: '2020-12-31' };
  const all = [
    aPinned(1, 'winter'),
    aPinned(2, '12-31', old),
    aPinned(3, '12-31'),
    aPinned(4, '12-31'),
    aPinned(5, '2026-12-31'),
  ];
  const winner = (pinned: readonly ChoosableWord[]) => place(pinned, ['2026-12-31'])[0]?.[1];
  expect(winner(all)).toBe(5);
  expect(winner(all.slice(0, 4))).toBe(3);
  expect(winner([aPinned(2, '12-31', old), aPinned(1, 'winter')])).toBe(2);
});

test('a word goes out again after two years at the earliest', () => {
  const sent = (lastDay: string) => place([aPinned(1, '12-31', { usedCount: 1, lastDay })], ['2027-12-31']);
  expect(sent('2026-12-31')).toEqual([]);
  expect(sent('2025-12-31')).toEqual([['2027-12-31', 1]]);
});

test('words of a season are spread over it by the seed', () => {
  const autumn = Array.from({ length: 20 }, (_, at) => aPinned(at + 1, 'autumn'));
  const later = year.filter((day) => day >= '2027-06-01');
  const placed = place(autumn, later);
  expect(placed).toHaveLength(20);
  const first = String(placed[0]?.[0]);
  const last = String(placed.at(-1)?.[0]);
  expect([first >= '2027-09-22', last < '2027-12-21']).toEqual([true, true]);
  expect(dayNumber(last) - dayNumber(first)).toBeGreaterThan(30);
  expect(place(autumn, later, 2)).not.toEqual(placed);
});

test('only a date that has passed lets a word be drawn', () => {
  expect(waitsForItsDay({ pin: '2026-12-24' }, '2026-12-25')).toBe(false);
  expect(waitsForItsDay({ pin: '2026-12-24' }, '2026-12-24')).toBe(true);
  expect(waitsForItsDay({ pin: 'easter' }, '2026-12-24')).toBe(true);
  expect(waitsForItsDay({ pin: '' }, '2026-12-24')).toBe(false);
});

test('any pins: each word once, on a day of its pin, rested for two years, whatever their order', () => {
  const pins = fc.constantFrom('12-31', '01-01', '2027-02-14', ...namedDays, ...seasons);
  const lastDays = fc.option(fc.integer({ min: 0, max: 1200 }).map((days) => addDays('2024-01-01', days)));
  const words = fc
    .array(fc.record({ pin: pins, lastDay: lastDays }), { maxLength: 40 })
    .map((list) =>
      list.map(({ pin, lastDay }, id) => aPinned(id, pin, { lastDay, usedCount: lastDay ? 1 : 0 })),
    );
  fc.assert(
    fc.property(words, fc.nat(), (pinned, seed) => {
      const placed = placePins({ days: year, pinned, timezone, seed });
      const ids = [...placed.values()].map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const [day, { pin, lastDay }] of placed) {
        const read = readPin(pin);
        const days = [2025, 2026, 2027, 2028].flatMap((each) => read && pinDays(read, each, timezone));
        expect(days).toContain(day);
        expect(lastDay === null || dayNumber(day) - dayNumber(lastDay) >= 730).toBe(true);
      }
      expect([...placePins({ days: year, pinned: pinned.toReversed(), timezone, seed })]).toEqual([
        ...placed,
      ]);
      // A day without a word has no pin of its own that is still to be placed.
      for (const { id, pin, lastDay } of pinned) {
        if (ids.includes(id) || pin !== '12-31' || lastDay) continue;
        expect(placed.has('2026-12-31')).toBe(true);
      }
    }),
    { numRuns: 30 },
  );
});
