import { calendarDay, monthSpan } from '../calendar/zoned-time.ts';
import type { MonthPage } from '../contract/archive.ts';
import { limits } from '../contract/limits.ts';
import type { ArchiveDeps } from './archive-deps.ts';
import { type ListedRecord, listedColumns, presentListedWord } from './present-sent-word.ts';
import { readSends } from './read-sends.ts';

/**
 * The words of a month, or of the latest month with words.
 *
 * @param wanted `YYYY-MM`
 * @returns `undefined` for a month before the first word or after the latest
 */
export async function findMonthPage(
  { database, now, timezone }: ArchiveDeps,
  wanted?: string,
): Promise<MonthPage | undefined> {
  const at = now();
  const monthOf = async (order: 'asc' | 'desc') => {
    const [send] = await readSends(database, 'word.slug', { until: at, order, limit: 1 });
    return send && calendarDay(new Date(send.sentAt), timezone).slice(0, 7);
  };
  const [first, latest] = [await monthOf('asc'), await monthOf('desc')];
  if (!first || !latest) return wanted ? undefined : { month: undefined, words: [], months: [] };
  const month = wanted ?? latest;
  if (month < first || month > latest) return undefined;
  const { from, until } = monthSpan(month, timezone);
  const sends = await readSends<ListedRecord>(database, listedColumns, {
    ...{ from, until: until < at ? until : at },
    limit: limits.listRows,
  });
  return {
    month,
    words: sends.map((send) => presentListedWord(send, timezone)),
    months: monthsBetween(first, latest),
  };
}

/** Latest first. */
function monthsBetween(first: string, latest: string): string[] {
  const months: string[] = [];
  for (let month = latest; month >= first; month = monthBefore(month)) months.push(month);
  return months;
}

function monthBefore(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number > 1
    ? `${month.slice(0, 5)}${String(number - 1).padStart(2, '0')}`
    : `${String(year - 1).padStart(4, '0')}-12`;
}
