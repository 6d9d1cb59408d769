/** In ISO 8601 order. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

export const weekdayNames: Record<Weekday, string> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
};

/**
 * Reads weekdays as they are typed: `mon-fri`, `mon,wed,fri`, `Tuesday Thursday`, `sat-mon` or `daily`.
 *
 * @returns in the order of the week; `undefined` if the text is anything else
 */
export function readWeekdays(text: string): Weekday[] | undefined {
  const typed = text.trim().toLowerCase().split(/\s+/).join(' ');
  if (typed === 'daily') return [...weekdays];
  const parts = typed.replaceAll(/ ?- ?/g, '-').split(/ ?[,;] ?| /);
  const found = parts.map(readRange);
  const days = found.flatMap((range) => range ?? []);
  return found.includes(undefined) ? undefined : weekdays.filter((day) => days.includes(day));
}

function readRange(part: string): Weekday[] | undefined {
  const [first = -1, last = first, ...more] = part.split('-').map(indexOf);
  if (first < 0 || last < 0 || more.length > 0) return undefined;
  const length = ((last - first + 7) % 7) + 1;
  return Array.from({ length }, (_, at) => weekdays[(first + at) % 7] as Weekday);
}

function indexOf(name: string): number {
  return weekdays.findIndex((day) => name === day || name === weekdayNames[day].toLowerCase());
}

/** `mon-fri`, `mon, wed` or `daily`, as `readWeekdays` reads it. */
export function showWeekdays(days: readonly Weekday[]): string {
  if (days.length === weekdays.length) return 'daily';
  const indexes = days.map((day) => weekdays.indexOf(day)).toSorted((a, b) => a - b);
  const [first = 0] = indexes;
  const isRange = indexes.length > 2 && indexes.every((index, at) => index === first + at);
  const names = indexes.map((index) => weekdays[index]);
  return isRange ? `${names[0]}-${names.at(-1)}` : names.join(', ');
}

/** As pages write it: `Mon–Fri`, `Mon, Wed` or `daily`. */
export function weekdaysText(days: readonly Weekday[]): string {
  const shown = showWeekdays(days);
  if (days.length === weekdays.length) return shown;
  return shown.replace('-', '–').replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}
