import { calendarDay, startOfDay } from '../calendar/zoned-time.ts';
import type { Overview } from '../contract/system.ts';
import type { Reads } from '../database/reads.ts';

export interface CountReadersDeps {
  database: Reads;
  now: () => Date;
  /** IANA name. */
  timezone: string;
}

const days = 30;
const perDay = Array.from({ length: days }, (_, nth) => `day${nth}`);
const onDay = '(select count(*) from registrations where created_at >= ? and created_at < ?)';
const counts = [
  '(select count(*) from registrations) as total',
  ...perDay.map((day) => `${onDay} as ${day}`),
];

/** The number of readers, and of signups on each of the last 30 days, the latest last. */
export async function countReaders(deps: CountReadersDeps): Promise<Overview['readers']> {
  const { database, timezone } = deps;
  const today = deps.now();
  const starts = Array.from({ length: days + 1 }, (_, nth) => startOfDay(today, timezone, nth - days + 1));
  const bounds = perDay.flatMap((_, nth) => starts.slice(nth, nth + 2));
  // PostgreSQL's counts come as text.
  const [row = {}] = await database.read<Record<string, number | string>>(`select ${counts}`, bounds);
  return {
    total: Number(row.total),
    perDay: perDay.map((day, nth) => ({
      day: calendarDay(starts[nth] as Date, timezone),
      count: Number(row[day]),
    })),
  };
}
