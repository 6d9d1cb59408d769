import { type DayTime, dayTimeOf, instantAt } from '../platform/calendar.ts';

/** When an email goes out: its day, the time of that day, and the instants that follow from them. */
export interface EmailTime {
  /** The day that it belongs to, `YYYY-MM-DD`. */
  day: string;
  /** The time of the clocks on that day, as in `DayTime`. */
  localTime: string;
  /** The installation's zone, in which `scheduledDate` is that day and time. IANA name. */
  timezone: string;
  /** That instant: what the owner sees, and when its word is published. */
  scheduledDate: Date;
  /** When it is due for its first reader. It is submitted to the provider for this instant. */
  firstAt: Date;
  /** When it is due for its last reader. It is late if it has not been sent some time after this instant. */
  lastAt: Date;
}

/**
 * The time of an email.
 *
 * @param given A day and a time; or an instant, which is kept even if the same clock time occurred before it that day.
 * @param timezone The installation's. IANA name.
 * @param readersZones Zones of readers who get it at their own local time. Without them, first and last are the same.
 */
export function emailTime(
  given: Date | DayTime,
  timezone: string,
  readersZones: readonly string[] = [],
): EmailTime {
  const { day, time } = given instanceof Date ? dayTimeOf(given, timezone) : given;
  const scheduledDate = given instanceof Date ? given : instantAt({ day, time }, timezone);
  const elsewhere = readersZones.map((zone) => instantAt({ day, time }, zone).getTime());
  const firstAt = new Date(Math.min(scheduledDate.getTime(), ...elsewhere));
  const lastAt = new Date(Math.max(scheduledDate.getTime(), ...elsewhere));
  return { day, localTime: time, timezone, scheduledDate, firstAt, lastAt };
}

/** The time alone, of something that has one. */
export function timeOf({ day, localTime, timezone, scheduledDate, firstAt, lastAt }: EmailTime): EmailTime {
  return { day, localTime, timezone, scheduledDate, firstAt, lastAt };
}

/** A time as JSON, with its instants in ISO 8601. */
export type StoredTime = Record<keyof EmailTime, string>;

export function storedTime(time: EmailTime): StoredTime {
  return {
    ...timeOf(time),
    scheduledDate: time.scheduledDate.toISOString(),
    firstAt: time.firstAt.toISOString(),
    lastAt: time.lastAt.toISOString(),
  };
}

export function readStoredTime({ day, localTime, timezone, ...instants }: StoredTime): EmailTime {
  return {
    day,
    localTime,
    timezone,
    scheduledDate: new Date(instants.scheduledDate),
    firstAt: new Date(instants.firstAt),
    lastAt: new Date(instants.lastAt),
  };
}
