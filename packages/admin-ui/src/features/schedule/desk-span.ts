import { formatCalendarDay } from '../../kit/dates.ts';

export type DeskView = 'week' | 'month';

export interface DeskSpan {
  /** The first day shown, a Sunday. */
  from: string;
  days: number;
  title: string;
  /** `YYYY-MM`: days of other months fill its first and last week. */
  month?: string;
}

/** The days shown: today's week or month, moved by `offset` weeks or months. */
export function spanOf(view: DeskView, today: string, offset: number): DeskSpan {
  if (view === 'week') {
    const from = startOfWeek(shift(today, 7 * offset));
    return { from, days: 7, title: `${formatCalendarDay(from)} – ${formatCalendarDay(shift(from, 6))}` };
  }
  const first = new Date(`${today.slice(0, 7)}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + offset);
  const start = first.toISOString().slice(0, 10);
  const from = startOfWeek(start);
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0));
  const weeks = Math.ceil((weekdayOf(start) + last.getUTCDate()) / 7);
  const title = first.toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return { from, days: weeks * 7, title, month: start.slice(0, 7) };
}

/** The day `days` later. */
export function shift(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The Sunday of its week. */
export function startOfWeek(day: string): string {
  return shift(day, -weekdayOf(day));
}

/** 0 is Sunday. */
function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}
