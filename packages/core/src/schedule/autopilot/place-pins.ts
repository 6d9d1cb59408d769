import { hash } from 'node:crypto';
import { type Pin, readPin } from '../../contract/pins.ts';
import { dayNumber } from '../../platform/calendar.ts';
import type { ChoosableWord } from '../../words/list-words.ts';
import { pinDays } from './pin-days.ts';

/** For so many days, a word is not sent again while there is another one. */
const restDays = 730;

/** Whether a word may go out on a day: it never did, or not for two years. */
export function isRested({ lastDay }: Pick<ChoosableWord, 'lastDay'>, day: string): boolean {
  return lastDay === null || dayNumber(day) - dayNumber(lastDay) >= restDays;
}

/** Whether a word waits for its day, and must not be drawn for another one: until its date has passed. */
export function waitsForItsDay({ pin: text }: Pick<ChoosableWord, 'pin'>, from: string): boolean {
  const pin = readPin(text);
  return pin !== undefined && !('date' in pin && pin.date < from);
}

/** A day comes before a season, and the more exact day before the other. */
const exactness = ['date', 'yearly', 'named', 'season'] as const;
const rankOf = (pin: Pin) => exactness.findIndex((kind) => kind in pin);

/**
 * Puts pinned words on their days. On a day of two pins, the more exact one comes first, then a word that was never
 * sent, then the word that is longer in the library; the other one waits for its next day. A word of a season goes out
 * on a day of it that the seed chooses, or on the next one that is open.
 *
 * @param input.days The open mornings, in order.
 * @returns the word of each day that gets one
 */
export function placePins<Word extends ChoosableWord>(input: {
  days: readonly string[];
  pinned: readonly Word[];
  timezone: string;
  seed: number;
}): Map<string, Word> {
  const { timezone, seed } = input;
  const pinned = input.pinned
    .flatMap((word) => {
      const pin = readPin(word.pin);
      return pin ? [{ word, pin, spans: spansOf(pin, word, { timezone, seed }) }] : [];
    })
    .toSorted(
      (a, b) =>
        rankOf(a.pin) - rankOf(b.pin) ||
        Number(a.word.usedCount > 0) - Number(b.word.usedCount > 0) ||
        a.word.id - b.word.id,
    );
  const placed = new Map<string, Word>();
  const used = new Set<number>();
  for (const day of input.days) {
    const found = pinned.find(({ word, spans }) => !used.has(word.id) && isRested(word, day) && spans(day));
    if (!found) continue;
    placed.set(day, found.word);
    used.add(found.word.id);
  }
  return placed;
}

/** Whether a day is one of a pin. */
function spansOf(
  pin: Pin,
  { id }: ChoosableWord,
  { timezone, seed }: { timezone: string; seed: number },
): (day: string) => boolean {
  const known = new Map<number, Set<string>>();
  const ofYear = (year: number) => {
    const found = known.get(year);
    if (found) return found;
    const days = pinDays(pin, year, timezone);
    const wished = 'season' in pin ? numberFrom(`${seed}:${id}:${year}`, days.length) : 0;
    const open = new Set(days.slice(wished));
    known.set(year, open);
    return open;
  };
  return (day) => {
    const year = Number(day.slice(0, 4));
    // Winter begins in the year before.
    return ofYear(year).has(day) || ('season' in pin && ofYear(year - 1).has(day));
  };
}

/** A whole number below `end` that looks random. */
function numberFrom(seed: string, end: number): number {
  return end === 0 ? 0 : hash('md5', seed, 'buffer').readUInt32BE(0) % end;
}
