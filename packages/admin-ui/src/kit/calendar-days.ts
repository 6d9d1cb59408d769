// Days as `YYYY-MM-DD` and months as `YYYY-MM`: calendar arithmetic without time zones.
import type { CalendarDayView } from '@wordrise/core/contract';
import { formatCalendarDays } from './dates.ts';

export type CalendarView = 'fortnight' | 'month';

export interface CalendarSpan {
  view: CalendarView;
  /** The first day shown: of a month, a Sunday. */
  from: string;
  days: number;
  /** "December 2026" or "Nov 29 – Dec 12" */
  title: string;
  /** `YYYY-MM`: days of other months fill its first and last week. */
  month?: string;
}

/** The days shown: two weeks from `day`, or whole weeks with its month, moved by `offset` fortnights or months. */
export function spanOf(view: CalendarView, day: string, offset = 0): CalendarSpan {
  if (view === 'fortnight') {
    const from = shiftDay(day, 14 * offset);
    return {
      view,
      from,
      days: 14,
      title: formatCalendarDays({ from, until: shiftDay(from, 13) }),
    };
  }
  const month = shiftMonth(day.slice(0, 7), offset);
  const from = startOfWeek(`${month}-01`);
  const end = startOfWeek(shiftDay(`${shiftMonth(month, 1)}-01`, 6));
  const days = Math.round((dateOf(end).getTime() - dateOf(from).getTime()) / 86_400_000);
  return { view, from, days, title: monthName(month), month };
}

/** The days of a span, in order. */
export function daysOf({ from, days }: CalendarSpan): string[] {
  return Array.from({ length: days }, (_, at) => shiftDay(from, at));
}

export function shiftDay(day: string, by: number): string {
  const date = dateOf(day);
  date.setUTCDate(date.getUTCDate() + by);
  return date.toISOString().slice(0, 10);
}

export function shiftMonth(month: string, by: number): string {
  const date = dateOf(`${month}-01`);
  date.setUTCMonth(date.getUTCMonth() + by);
  return date.toISOString().slice(0, 7);
}

/** The Sunday of its week. */
export function startOfWeek(day: string): string {
  return shiftDay(day, -weekdayOf(day));
}

/** 0 is Sunday. */
export function weekdayOf(day: string): number {
  return dateOf(day).getUTCDay();
}

/** How many mornings a plan looks ahead. */
export const planLengths = [7, 14, 30] as const;

/**
 * The shortest plan that would add an email, `undefined` if none would. A failed email goes to nobody.
 *
 * @param days From today.
 */
export function morningsToFill(
  days: readonly Pick<CalendarDayView, 'state' | 'emails'>[],
): (typeof planLengths)[number] | undefined {
  const mornings = days.filter(({ state }) => state === 'open');
  const free = mornings.findIndex(({ emails }) => emails.every(({ status }) => status === 'failed'));
  return free === -1 ? undefined : planLengths.find((length) => free < length);
}

/**
 * The first morning after today that should have an email or has one; `undefined` if there is none.
 *
 * @param days From today.
 */
export function nextMorning<Day extends Pick<CalendarDayView, 'state' | 'emails'>>(
  days: readonly Day[],
): Day | undefined {
  return days.slice(1).find(({ state, emails }) => state === 'open' || emails.some(isGoingOut));
}

/** Whether an email takes its day: one that failed does not. */
export function isGoingOut({ status }: CalendarDayView['emails'][number]): boolean {
  return status !== 'failed';
}

/** "December 2026" */
function monthName(month: string): string {
  return dateOf(`${month}-01`).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    month: 'long',
    year: 'numeric',
  });
}

function dateOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}
