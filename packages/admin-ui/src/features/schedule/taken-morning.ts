import { type CalendarDayView, defaultSendTime } from '@wordrise/core/contract';
import { formatCalendarDay, formatTime } from '../../kit/dates.ts';

/** The send time of a day, as the form shows it. */
export function timeOf(day: string, days: readonly CalendarDayView[], timeZone: string): string {
  const found = days.find((each) => each.day === day);
  return found ? formatTime(found.sendTime, timeZone) : defaultSendTime;
}

/** The note next to the field if its day already has an email; `undefined` if the day is free.
 *
 * @param local The field's value.
 */
export function takenMorning(
  local: string,
  days: readonly CalendarDayView[],
  timeZone: string,
): { text: string; nextFree?: string; nextFreeName?: string } | undefined {
  const day = local.slice(0, 10);
  const emails = days.find((each) => each.day === day)?.emails.filter(isGoingOut) ?? [];
  const [first] = emails;
  if (!first) return undefined;
  const text = `“${first.word}” already goes out on ${formatCalendarDay(day)}.`;
  const free = days.find((each) => each.day > day && each.state === 'open' && !each.emails.some(isGoingOut));
  if (!free) return { text };
  return {
    text,
    nextFree: `${free.day}T${timeOf(free.day, days, timeZone)}`,
    nextFreeName: formatCalendarDay(free.day),
  };
}

/** Whether an email takes its day: one that failed does not. */
export function isGoingOut({ status }: CalendarDayView['emails'][number]): boolean {
  return status !== 'failed';
}
