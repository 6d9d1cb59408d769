// A page of a month has hundreds of dates, for which a formatter of `Intl` takes a fifth of its time.
const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

function partsOf(date: string) {
  const [year = '', month = '', day = ''] = date.split('-');
  return { year: Number(year), month: months[Number(month) - 1] ?? '', day: Number(day) };
}

/** `2026-11-22` as "November 22, 2026". */
export function longDate(date: string): string {
  const { year, month, day } = partsOf(date);
  return `${month} ${day}, ${year}`;
}

/** `2026-11-22` as "Nov 22". */
export function shortDate(date: string): string {
  const { month, day } = partsOf(date);
  return `${month.slice(0, 3)} ${day}`;
}

/** `2026-11` as "November 2026". */
export function monthName(date: string): string {
  const { year, month } = partsOf(date);
  return `${month} ${year}`;
}
