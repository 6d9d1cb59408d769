const utc = (day: string) => new Date(`${day}T00:00:00Z`);
const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options });

const [long, short, month] = [
  format({ dateStyle: 'long' }),
  format({ month: 'short', day: 'numeric' }),
  format({ month: 'long', year: 'numeric' }),
];

/** `2026-11-22` as "November 22, 2026". */
export const longDate = (day: string) => long.format(utc(day));
/** `2026-11-22` as "Nov 22". */
export const shortDate = (day: string) => short.format(utc(day));
/** `2026-11` as "November 2026". */
export const monthName = (name: string) => month.format(utc(`${name}-01`));
