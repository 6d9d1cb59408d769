// Months as `YYYY-MM` and days as `YYYY-MM-DD`: calendar arithmetic without time zones.

export function monthOf(day: string): string {
  return day.slice(0, 7);
}

export function shiftMonth(month: string, by: number): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + by);
  return date.toISOString().slice(0, 7);
}

export function shiftDay(day: string, by: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + by);
  return date.toISOString().slice(0, 10);
}

/** "December 2026" */
export function monthName(month: string): string {
  return new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
}

/** The weeks of a month from Sunday to Saturday; `undefined` for days of the months before and after. */
export function weeksOf(month: string): (string | undefined)[][] {
  const first = new Date(`${month}-01T00:00:00Z`);
  const next = new Date(`${shiftMonth(month, 1)}-01T00:00:00Z`);
  const count = Math.round((next.getTime() - first.getTime()) / 86_400_000);
  const before = first.getUTCDay();
  const cells = Array.from({ length: Math.ceil((before + count) / 7) * 7 }, (_, cell) => {
    const day = cell - before + 1;
    return day < 1 || day > count ? undefined : `${month}-${String(day).padStart(2, '0')}`;
  });
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}
