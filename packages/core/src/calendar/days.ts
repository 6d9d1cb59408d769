import { type Weekday, weekdays } from '../contract/weekdays.ts';

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
