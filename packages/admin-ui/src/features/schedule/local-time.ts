import { type CalendarDayView, defaultSendTime } from '@wordrise/core/contract';
import { isGoingOut, nextMorning, shiftDay } from '../../kit/calendar-days.ts';
import { dayOf, formatCalendarDay, formatLong, formatTime, withZone } from '../../kit/dates.ts';

/**
 * The next morning on which emails go out, as the value of a `datetime-local` field: wall-clock time in `timeZone`, no
 * offset. Tomorrow at the default send time while no days are known.
 *
 * @param days From today; empty until loaded.
 */
export function nextMorningAtUsualTime(
  now: Date,
  days: readonly CalendarDayView[],
  timeZone: string,
): string {
  const day = nextMorning(days)?.day ?? shiftDay(dayOf(now, timeZone), 1);
  return `${day}T${timeOf(day, days, timeZone)}`;
}

/** An instant as the value of a `datetime-local` field: wall-clock time in `timeZone`, no offset. */
export function localTime(instant: string, timeZone: string): string {
  return `${dayOf(instant, timeZone)}T${formatTime(instant, timeZone)}`;
}

/** "Wednesday, December 2, 2026 at 7:00 AM · New York" of a field's value; `undefined` while it is incomplete. */
export function formatLocal(local: string, timeZone: string): string | undefined {
  // Parsed and formatted as UTC: wall-clock time has no offset.
  const instant = `${local}Z`;
  if (local === '' || Number.isNaN(Date.parse(instant))) return undefined;
  return withZone(formatLong(instant, 'UTC'), timeZone);
}

/** The send time of a day, as the form shows it. */
export function timeOf(day: string, days: readonly CalendarDayView[], timeZone: string): string {
  const found = days.find((each) => each.day === day);
  return found ? formatTime(found.sendTime, timeZone) : defaultSendTime;
}

/** The note next to the field if its day already has an email; `undefined` if the day is free.
 *
 * @param local The field's value.
 */
export function takenDay(
  local: string,
  days: readonly CalendarDayView[],
  timeZone: string,
): { text: string; nextFree?: string; nextFreeName?: string } | undefined {
  const day = local.slice(0, 10);
  const emails = days.find((each) => each.day === day)?.emails.filter(isGoingOut) ?? [];
  const [first] = emails;
  if (!first) return undefined;
  const goes = first.status === 'sent' ? 'went out' : 'already goes out';
  const text = `“${first.word}” ${goes} on ${formatCalendarDay(day)}.`;
  const free = days.find((each) => each.day > day && each.state === 'open' && !each.emails.some(isGoingOut));
  if (!free) return { text };
  return {
    text,
    nextFree: `${free.day}T${timeOf(free.day, days, timeZone)}`,
    nextFreeName: formatCalendarDay(free.day),
  };
}
