import { DateTime } from 'luxon';

const zone = 'America/New_York';

/**
 * An instant in iContact's format: New York wall-clock time with the right offset for that date, to the second. It
 * means the same whether iContact honors the offset or reads only the wall-clock time.
 */
export function toEasternTime(at: Date): string {
  // Truncated in UTC: rounding a local time would lose which of the two repeated hours is meant when daylight saving
  // time ends.
  const wholeSecond = Math.floor(at.getTime() / 1000) * 1000;
  return DateTime.fromMillis(wholeSecond, { zone }).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ");
}

/** An instant from iContact: ISO 8601 with an offset, or a bare local time, which is Eastern. `null` for none. */
export function fromIcontactTime(value: string): Date | null {
  const text = value.trim();
  for (const read of [DateTime.fromISO, DateTime.fromSQL]) {
    const time = read(text, { zone });
    if (time.isValid) return time.toJSDate();
  }
  return null;
}
