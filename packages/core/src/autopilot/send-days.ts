import { addDays, weekdayOf } from '../calendar/days.ts';
import { calendarDay, parseInstant } from '../calendar/zoned-time.ts';
import type { Weekday } from '../contract/weekdays.ts';

/** When emails go out. */
export interface SendRhythm {
  /** `HH:MM` in the time zone. */
  time: string;
  days: readonly Weekday[];
  skipped: ReadonlySet<string>;
}

/**
 * The instant at which emails of a day go out. A time that the clocks skip is an hour later; of a time that occurs
 * twice, it is the first.
 */
export function sendTime(day: string, time: string, timezone: string): Date {
  const instant = parseInstant(`${day}T${time}`, timezone);
  if (!instant) throw new Error(`${day} ${time} is not a date and time`);
  return instant;
}

export function isSendDay(day: string, { days, skipped }: Omit<SendRhythm, 'time'>): boolean {
  return days.includes(weekdayOf(day)) && !skipped.has(day);
}

/** The first day whose send time has not come yet. */
export function firstDay(now: Date, { time }: Pick<SendRhythm, 'time'>, timezone: string): string {
  const today = calendarDay(now, timezone);
  return sendTime(today, time, timezone) > now ? today : addDays(today, 1);
}

/** The send days from a day; none if all of them are skipped. */
export function* sendDays(from: string, rhythm: Omit<SendRhythm, 'time'>): Generator<string> {
  // The search ends after a year of skipped days: otherwise it would never end.
  let skipped = 0;
  for (let day = from; skipped < 366; day = addDays(day, 1)) {
    const isOne = isSendDay(day, rhythm);
    skipped = isOne ? 0 : skipped + 1;
    if (isOne) yield day;
  }
}

/** The first send days from a day. */
export function nextSendDays(from: string, rhythm: Omit<SendRhythm, 'time'>, count: number): string[] {
  const found: string[] = [];
  for (const day of sendDays(from, rhythm)) {
    if (found.push(day) === count) break;
  }
  return found;
}
