import type { CalendarDayView, ProviderEntry } from '@wordrise/core/contract';
import { dayOf, formatCalendarDay } from '../../kit/dates.ts';
import { shift, startOfWeek } from './desk-span.ts';

/** A row of the list: an email, or a morning without one. */
export interface ScheduleRow {
  /** "This week", if it is the first row of that week. */
  week: string | undefined;
  entry?: ProviderEntry;
  gap?: CalendarDayView;
}

/** The minimum number of mornings shown, so that an empty tomorrow is visible. */
const fewestDays = 7;
/** Sorts an email without a date last. */
const atTheEnd = '9999-12-31';

/** The emails by day, with the empty mornings between them.
 *
 * @param days From today on; empty until loaded, and then no gaps are shown.
 */
export function scheduleRows(
  pending: readonly ProviderEntry[],
  days: readonly CalendarDayView[],
  timeZone: string,
): ScheduleRow[] {
  const dayOfEntry = ({ scheduledTime }: ProviderEntry) =>
    scheduledTime === null ? undefined : dayOf(scheduledTime, timeZone);
  const taken = new Set(pending.map(dayOfEntry));
  const last =
    pending
      .map(dayOfEntry)
      .filter((day) => day !== undefined)
      .at(-1) ?? '';
  const gaps = days.filter(
    ({ day, state, emails }, at) =>
      (state === 'open' || state === 'skipped') &&
      !taken.has(day) &&
      emails.every(({ status }) => status === 'failed') &&
      (day <= last || at <= fewestDays),
  );
  const rows = [
    ...pending.map((entry) => ({ day: dayOfEntry(entry), entry })),
    ...gaps.map((gap) => ({ day: gap.day as string | undefined, gap })),
  ].toSorted((a, b) => (a.day ?? atTheEnd).localeCompare(b.day ?? atTheEnd));
  const today = days[0]?.day;
  let before: string | undefined;
  return rows.map(({ day, ...row }) => {
    const week = today === undefined || day === undefined ? undefined : weekName(day, today);
    const isFirst = week !== before;
    before = week;
    return { ...row, week: isFirst ? week : undefined };
  });
}

function weekName(day: string, today: string): string {
  const week = startOfWeek(day);
  if (week === startOfWeek(today)) return 'This week';
  if (week === startOfWeek(shift(today, 7))) return 'Next week';
  return `Week of ${formatCalendarDay(week)}`;
}
