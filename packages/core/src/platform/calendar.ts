import { DateTime, IANAZone } from 'luxon';
import { defaultSendTime } from '../contract/limits.ts';
import { type Weekday, weekdays } from '../contract/weekdays.ts';

/** A day of the calendar and a time of its clocks: another instant in each time zone. */
export interface DayTime {
  /** `YYYY-MM-DD` */
  day: string;
  /** `HH:MM`, with seconds and milliseconds unless they are zero. In the order of the text, too. */
  time: string;
}

/**
 * Reads a date and a time in ISO 8601, separated by `T` or a space. With an offset it is an instant, without one the
 * wall-clock time of no zone in particular. `undefined` if it is neither.
 */
export function parseTime(text: string): Date | DayTime | undefined {
  const match =
    /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s*(Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?$/i.exec(
      text.trim(),
    );
  if (!match) return undefined;
  const [, day, time, offset] = match;
  const wall = DateTime.fromISO(`${day}T${time}${offset?.toUpperCase() ?? 'Z'}`, { zone: 'utc' });
  // Neither database accepts a year of more than four digits.
  if (!wall.isValid || wall.year > 9999) return undefined;
  return offset ? wall.toJSDate() : dayTime(wall);
}

/** Reads an instant: a text for `parseTime`, which without an offset is the wall-clock time of `timezone`. */
export function parseInstant(text: string, timezone: string): Date | undefined {
  const read = parseTime(text);
  if (!read) return undefined;
  const instant = read instanceof Date ? read : instantAt(read, timezone);
  return instant.getUTCFullYear() > 9999 ? undefined : instant;
}

/** What calendar and clocks of `timezone` show at the instant. */
export function dayTimeOf(instant: Date, timezone: string): DayTime {
  return dayTime(DateTime.fromJSDate(instant, { zone: timezone }));
}

function dayTime(local: DateTime): DayTime {
  const short = { suppressSeconds: true, suppressMilliseconds: true, includeOffset: false };
  return { day: local.toISODate() as string, time: local.toISOTime(short) as string };
}

/**
 * The instant of a day and time in `timezone`. A time that the clocks skip moves forward by as much as they do; of a
 * time that occurs twice, it is the first.
 */
export function instantAt({ day, time }: DayTime, timezone: string): Date {
  const wall = DateTime.fromISO(`${day}T${time}Z`, { zone: 'utc' });
  if (!wall.isValid) throw new Error(`${day} ${time} is not a day and a time`);
  return new Date(fromWallClock(wall.toMillis(), timezone));
}

// luxon does not specify which of the two offsets it uses when the clocks change. This always uses the offset from
// before the change, which also gives the first of two equal times.
function fromWallClock(wallMs: number, timezone: string): number {
  const zone = IANAZone.create(timezone);
  const readWith = (offsetAt: number) => wallMs - zone.offset(offsetAt) * 60_000;
  const before = readWith(wallMs - 86_400_000);
  const after = readWith(wallMs + 86_400_000);
  const holds = (instant: number) => instant + zone.offset(instant) * 60_000 === wallMs;
  return holds(before) || !holds(after) ? before : after;
}

/** Tomorrow at the default send time in `timezone`. */
export function tomorrowMorning(now: Date, timezone: string): Date {
  return instantAt({ day: addDays(calendarDay(now, timezone), 1), time: defaultSendTime }, timezone);
}

/** Start of the calendar day in `timezone`, `daysAhead` days after today. */
export function startOfDay(now: Date, timezone: string, daysAhead = 0): Date {
  return DateTime.fromJSDate(now, { zone: timezone }).plus({ days: daysAhead }).startOf('day').toJSDate();
}

/** The hour from 0 to 23, in `timezone`. */
export function hourOfDay(instant: Date, timezone: string): number {
  return DateTime.fromJSDate(instant, { zone: timezone }).hour;
}

/** `YYYY-MM-DD` of the instant in `timezone`. */
export function calendarDay(instant: Date, timezone: string): string {
  return DateTime.fromJSDate(instant, { zone: timezone }).toISODate() as string;
}

/** An instant such as `Tue, Dec 1, 2026, 07:00 (UTC-05:00)`, which cannot be misread. */
export function showInstant(instant: Date, timezone: string): string {
  const local = DateTime.fromJSDate(instant, { zone: timezone }).setLocale('en-US');
  return `${local.toFormat('ccc, LLL d, yyyy, HH:mm')} (UTC${local.toFormat('ZZ')})`;
}

/** A time for a reader, such as `tomorrow at 7:00 AM (New York time)` or `on Tuesday, December 1, at 7:00 AM (UTC)`. */
export function showSoon(instant: Date, { now, timezone }: { now: Date; timezone: string }): string {
  const local = DateTime.fromJSDate(instant, { zone: timezone }).setLocale('en-US');
  const days = dayNumber(calendarDay(instant, timezone)) - dayNumber(calendarDay(now, timezone));
  const day = ['today', 'tomorrow'][days] ?? `on ${local.toFormat('cccc, LLLL d')},`;
  return `${day} at ${showTimeOfDay(instant, timezone)}`;
}

/** A time of day for a reader, such as `7:00 AM (New York time)`. */
export function showTimeOfDay(instant: Date, timezone: string): string {
  const local = DateTime.fromJSDate(instant, { zone: timezone }).setLocale('en-US');
  const place = timezone.includes('/')
    ? `${timezone.split('/').at(-1)?.replaceAll('_', ' ')} time`
    : timezone;
  return `${local.toFormat('h:mm a')} (${place})`;
}

/** The first and the last instant of a month, `YYYY-MM`, in `timezone`. */
export function monthSpan(month: string, timezone: string): { from: Date; until: Date } {
  const start = DateTime.fromISO(`${month}-01`, { zone: timezone });
  return { from: start.toJSDate(), until: start.endOf('month').toJSDate() };
}

/** A day such as `Tuesday, December 1`. */
export function showDay(day: string): string {
  return DateTime.fromISO(day, { zone: 'utc' }).setLocale('en-US').toFormat('cccc, LLLL d');
}

/** A day such as `December 1, 2026`. */
export function showDate(day: string): string {
  return DateTime.fromISO(day, { zone: 'utc' }).setLocale('en-US').toFormat('LLLL d, yyyy');
}

// Days of the calendar as `YYYY-MM-DD`. They have no time zone, so plain arithmetic is right.

const dayMs = 86_400_000;

/** Days since 1970-01-01. */
export function dayNumber(day: string): number {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / dayMs);
}

/** The day this many days later. */
export function addDays(day: string, days: number): string {
  return new Date((dayNumber(day) + days) * dayMs).toISOString().slice(0, 10);
}

export function weekdayOf(day: string): Weekday {
  // 1970-01-01 was a Thursday.
  return weekdays[(((dayNumber(day) + 3) % 7) + 7) % 7] as Weekday;
}

/** How far one clock is from another: `2 minutes behind`, `7 hours ahead of`. */
export function aheadOrBehind(aheadMs: number): string {
  const minutes = Math.round(Math.abs(aheadMs) / 60_000);
  const [amount, unit] = minutes < 120 ? [minutes, 'minute'] : [Math.round(minutes / 60), 'hour'];
  return `${amount.toLocaleString('en-US')} ${unit}${amount === 1 ? '' : 's'} ${aheadMs > 0 ? 'ahead of' : 'behind'}`;
}
