import { type Expression, type SqlBool, sql } from 'kysely';
import type { EmailMoment } from '../mail/mailing-list.ts';
import { instantAt, weekdayOf } from '../platform/calendar.ts';
import { containing, type Instant, literal } from '../platform/database/query.ts';
import type { Reads } from '../platform/database/reads.ts';
import { type Registration, readerTables } from './reader-tables.ts';

/** A time of day in a zone at which some readers want their emails. */
export interface OwnTime {
  /** IANA name. */
  timezone: string;
  /** `HH:MM`; `null` for the time of each email. */
  sendTime: string | null;
}

/** The preferences that decide when a reader gets an email, as their columns contain them. */
export type TimedReader = Pick<Registration, 'cadence'> & {
  [Name in 'timezone' | 'sendTime' | 'weekdays' | 'pausedUntil' | 'digestDay']: string | null;
};

/** For a query on readers. */
const timedColumns = [
  'timezone',
  'send_time as sendTime',
  'weekdays',
  'paused_until as pausedUntil',
  'cadence',
  'digest_day as digestDay',
] as const;

/** When an email is due for a reader. */
export function dueFor(
  { timezone, sendTime }: { timezone: string | null; sendTime: string | null },
  { day, localTime, timezone: ownersZone, at }: EmailMoment,
): Date {
  const zone = timezone ?? ownersZone;
  const time = sendTime ?? localTime;
  // The owner may have chosen the second of two equal times.
  if (zone === ownersZone && time === localTime) return at;
  return cachedInstant(day, time, zone);
}

/**
 * When an email reaches a reader whose own time for it is `ownTime`. One who has moved since, or whose time had passed when
 * it was scheduled, is among the first; `undefined` if the reader joined too late for it.
 *
 * @param moment.createdAt When the email was made.
 * @param moment.scheduledAt When it goes out to the first readers.
 */
export function reachesAt(
  ownTime: Date,
  email: Pick<EmailMoment, 'at'>,
  { joinedAt, createdAt, scheduledAt }: { joinedAt: Date; createdAt: Date; scheduledAt: Date },
): Date | undefined {
  const isFirst = ownTime < scheduledAt;
  const hadPassed = isFirst && ownTime < email.at && joinedAt > ownTime;
  if (hadPassed && joinedAt > createdAt) return undefined;
  return isFirst ? scheduledAt : ownTime;
}

/** Whether a reader wants an email. */
export function wantsEmail(
  { day, weekly }: Pick<EmailMoment, 'day' | 'weekly'>,
  { weekdays, pausedUntil, cadence, digestDay }: TimedReader,
): boolean {
  if (pausedUntil !== null && day < pausedUntil) return false;
  const weekday = weekdayOf(day);
  if (cadence === 'weekly') {
    return weekly !== undefined && (digestDay === null ? weekly !== 'chosen' : digestDay === weekday);
  }
  const isForThem = weekly === undefined || weekly === 'recap';
  return isForThem && (weekdays?.split(',').includes(weekday) ?? true);
}

/** Many readers share a few instants. */
const instants = new Map<string, Date>();
const mostInstants = 10_000;

function cachedInstant(day: string, time: string, zone: string): Date {
  const key = `${day} ${time} ${zone}`;
  const known = instants.get(key);
  if (known) return known;
  if (instants.size >= mostInstants) instants.clear();
  const instant = instantAt({ day, time }, zone);
  instants.set(key, instant);
  return instant;
}

/**
 * The different times of readers on the list who have a time zone of their own: along the index from one to the next, so
 * that it takes as long as there are times, not readers.
 */
export async function readOwnTimes(database: Reads): Promise<OwnTime[]> {
  const onList = sql<SqlBool>`status = ${literal('subscribed')} and timezone is not null`;
  return database.read(
    sql<OwnTime>`with recursive zones(zone) as (
        select min(timezone) from registrations where ${onList}
        union all
        select (select min(timezone) from registrations where ${onList} and timezone > zones.zone)
        from zones where zones.zone is not null),
      times(zone, at) as (
        select zone, (select min(send_time) from registrations where ${onList} and timezone = zones.zone)
        from zones where zone is not null
        union all
        select zone, (select min(send_time) from registrations
          where ${onList} and timezone = times.zone and send_time > times.at)
        from times where times.at is not null)
      select zone as timezone, at as "sendTime" from times
      where at is not null or exists (select 1 from registrations
        where ${onList} and timezone = times.zone and send_time is null)`,
  );
}

/** A reader on the list, as a query with `memberColumns` finds them. */
export interface MemberRow extends TimedReader {
  id: number;
  joinedAt: Instant;
  /** The day of their last lesson of a course. */
  lessonDay: string | null;
  /** Only if it was asked for. */
  since?: Instant;
}

/** Readers, with the lesson of the course that they had last. A condition follows. */
export const timedReaders = sql`select id, timezone, send_time as "sendTime", weekdays, paused_until as "pausedUntil",
  cadence, digest_day as "digestDay", coalesce(status_at, created_at) as "joinedAt", lesson,
  lesson_day as "lessonDay", coalesce(confirmed_at, created_at) as since from registrations`;

/**
 * Whether a reader has had all lessons of the course, or there is none: only then do they get the emails of the schedule.
 * The table belongs to a room above.
 */
export const hasNoLessonLeft = sql<SqlBool>`coalesce(lesson, 0) >= (
  select coalesce(max(position), 0) from course_lessons where is_included = true)`;

/** With the id, a reader's `Place`. */
export const sinceColumn = sql<Instant>`coalesce(confirmed_at, created_at)`;

/** Whether a reader has had no lesson of the course on a day: the last one is enough for it. */
export const hadNoLesson = (day: string) => sql<SqlBool>`(lesson_day is null or lesson_day <> ${day})`;

/** The same as `wantsEmail`, for a condition of a query. */
export function wantsInSql({ day, weekly }: Pick<EmailMoment, 'day' | 'weekly'>): Expression<SqlBool> {
  const weekday = weekdayOf(day);
  const isForWeekly =
    weekly === undefined
      ? sql`false`
      : sql`digest_day is null and ${sql.lit(weekly !== 'chosen')} or digest_day is not null and digest_day = ${weekday}`;
  const isForDaily =
    weekly === undefined || weekly === 'recap'
      ? sql`weekdays is null or ${containing(sql`weekdays`, weekday)}`
      : sql`false`;
  return sql<SqlBool>`(paused_until is null or paused_until <= ${day})
    and case when cadence = 'weekly' then (${isForWeekly}) else (${isForDaily}) end`;
}

/** Readers on the list, with when they joined it. */
export const members = readerTables
  .selectFrom('registrations')
  .select(['id', 'lesson_day as lessonDay', ...timedColumns])
  .select(sql<Instant>`coalesce(status_at, created_at)`.as('joinedAt'))
  .where('status', '=', literal('subscribed'))
  .where(hasNoLessonLeft);

/** Those of them who get one email a week. */
export const weeklyMembers = members.where('cadence', '=', literal('weekly'));
