// Days as `YYYY-MM-DD` and months as `YYYY-MM`: calendar arithmetic without time zones.
import { formatCalendarDay } from './dates.ts';

export type CalendarView = 'fortnight' | 'month';

export interface CalendarSpan {
  view: CalendarView;
  /** The first day shown, a Sunday. */
  from: string;
  days: number;
  /** "December 2026" or "Nov 29 – Dec 12" */
  title: string;
  /** `YYYY-MM`: days of other months fill its first and last week. */
  month?: string;
}

/** The days shown: two weeks from the one of `day`, or its month, moved by `offset` fortnights or months. */
export function spanOf(view: CalendarView, day: string, offset = 0): CalendarSpan {
  if (view === 'fortnight') {
    const from = startOfWeek(shiftDay(day, 14 * offset));
    return {
      view,
      from,
      days: 14,
      title: `${formatCalendarDay(from)} – ${formatCalendarDay(shiftDay(from, 13))}`,
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
  return shiftDay(day, -dateOf(day).getUTCDay());
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
