import { type DayTime, dayTimeOf, instantAt } from '../platform/calendar.ts';
import { dueFor, type OwnTime } from '../readers/own-time.ts';

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
 * @param readers From `readersTimes`. Without readers who have their own local time, first and last are the same.
 */
export function emailTime(
  given: Date | DayTime,
  timezone: string,
  { times = [], now }: { times?: readonly OwnTime[]; now?: Date } = {},
): EmailTime {
  const { day, time } = given instanceof Date ? dayTimeOf(given, timezone) : given;
  const scheduledDate = given instanceof Date ? given : instantAt({ day, time }, timezone);
  const ofDay = { day, localTime: time, timezone, scheduledDate };
  return { ...ofDay, ...firstAndLast(ofDay, times, now) };
}

/** What is needed of readers to say when an email goes out. */
export interface OwnTimes {
  /** Times of readers who get each email at their own local time; none if that is off. */
  ownTimes?: (() => Promise<readonly OwnTime[]>) | undefined;
}

/** Reads what `emailTime` needs to know about readers. */
export async function readersTimes(deps: OwnTimes & { now: () => Date }) {
  return { times: (await deps.ownTimes?.()) ?? [], now: deps.now() };
}

/**
 * When an email is due for its first and its last reader.
 *
 * @param now Readers whose time has passed by then get it together with the first ones. So it never goes out at once
 * because it was scheduled late for someone.
 */
export function firstAndLast(
  { scheduledDate, ...email }: Pick<EmailTime, 'day' | 'localTime' | 'timezone' | 'scheduledDate'>,
  times: readonly OwnTime[],
  now?: Date,
): Pick<EmailTime, 'firstAt' | 'lastAt'> {
  const moment = { ...email, at: scheduledDate };
  const own = times.map((time) => dueFor(time, moment).getTime());
  const ahead = own.filter((time) => !now || time >= now.getTime());
  const at = scheduledDate.getTime();
  return { firstAt: new Date(Math.min(at, ...ahead)), lastAt: new Date(Math.max(at, ...own)) };
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
