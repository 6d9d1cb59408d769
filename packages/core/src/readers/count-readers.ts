import { calendarDay, startOfDay } from '../calendar/zoned-time.ts';
import type { Overview } from '../contract/system.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { quarterKey, readTotals, sum } from '../database/total.ts';

export interface CountReadersDeps {
  database: OpenDatabase;
  now: () => Date;
  timezone: string;
}

/** The number of readers, and of signups on each of the last 30 days. */
export async function countReaders({
  database,
  now,
  timezone,
}: CountReadersDeps): Promise<Overview['readers']> {
  const em = database.em();
  const today = now();
  const startOf = (daysAgo: number) => startOfDay(today, timezone, -daysAgo);
  const days = Array.from({ length: 30 }, (_, index) => {
    const daysAgo = 29 - index;
    return {
      day: calendarDay(startOf(daysAgo), timezone),
      from: quarterKey(startOf(daysAgo)),
      below: quarterKey(startOf(daysAgo - 1)),
    };
  });
  const quarters = await readTotals(em, ['readers.signups'], {
    from: quarterKey(startOf(29)),
    below: quarterKey(startOf(-1)),
  });
  const perDay = days.map(({ day, from, below }) => ({
    day,
    count: sum(quarters.filter(({ key }) => from <= key && key < below)),
  }));
  return { total: sum(await readTotals(em, ['readers.all'])), perDay };
}
