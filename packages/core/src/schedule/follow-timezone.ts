import { sql } from 'kysely';
import type { StepContext } from '../mail/pass-event.ts';
import { type DayTime, dayTimeOf, instantAt, showInstant } from '../platform/calendar.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { jsonTable, literal, rowCount } from '../platform/database/query.ts';
import { type OwnTimes, readersTimes } from './email-time.ts';
import { retimeSends } from './follow-own-times.ts';
import { emailTable } from './scheduled-email.ts';

export interface FollowTimezoneDeps extends OwnTimes {
  database: OpenDatabase;
  now: () => Date;
  /** IANA name. */
  timezone: string;
}

/** Emails changed in one transaction. */
const batchSize = 500;

const columns = { id: 'integer', was: 'timestamptz', at: 'timestamptz', day: 'text', time: 'text' } as const;

/**
 * After a change of `TIMEZONE`, gives emails the day and the time that they go out on by the clocks of the new zone.
 * When they go out does not change: the provider has that instant already.
 *
 * If some readers get emails at their own local time, it is the other way round: an email that is still to come keeps
 * its day and time, for these readers expect them.
 */
export async function followTimezone(
  deps: FollowTimezoneDeps,
  { onEvent, signal }: StepContext,
): Promise<void> {
  const { database, timezone } = deps;
  const others = emailTable.selectFrom('scheduled_emails').where('timezone', '<>', timezone);
  // Answered by the index alone, for it is asked in every pass.
  if ((await database.read(others.select(sql`1`.as('one')).limit(1))).length === 0) return;
  const { times, now } = await readersTimes(deps);
  let count = 0;
  for (let after = 0; !signal?.aborted; ) {
    const emails = await database.read(
      others
        .select(['id', 'scheduled_date as scheduledDate', 'first_at as firstAt', 'status'])
        .select(['day', 'local_time as time'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(batchSize),
    );
    const rows = emails.map(({ id, scheduledDate, firstAt, status, day, time }) => {
      const was = new Date(scheduledDate);
      const isToCome = (status === 'pending' || status === 'scheduled') && new Date(firstAt) > now;
      const there = isToCome && times.length > 0 ? keptTime({ day, time }, timezone, now) : undefined;
      const next = there ? { at: there, day, time } : { at: was, ...dayTimeOf(was, timezone) };
      // Such as in a zone that got another name.
      const isSame = next.at.getTime() === was.getTime() && next.day === day && next.time === time;
      return { id, was, ...next, isSame };
    });
    const there = jsonTable<keyof typeof columns>(database.kind, columns, rows);
    // An email that was moved in the meantime has its new day already.
    const followed = await database.writeTogether(async (run) => {
      const changed = await run(
        sql<{
          id: number;
          name: string;
        }>`update scheduled_emails set day = there.day, local_time = there.time,
            timezone = ${timezone}, scheduled_date = there.at,
            first_at = case when there.at = there.was then first_at else there.at end,
            last_at = case when there.at = there.was then last_at else there.at end
          from ${there} as there
          where scheduled_emails.id = there.id and scheduled_date = there.was
          returning scheduled_emails.id, scheduled_emails.message_name as name`,
      );
      await retimeSends(database, run, changed);
      return changed;
    });
    const same = new Set(rows.filter(({ isSame }) => isSame).map(({ id }) => id));
    count += followed.filter(({ id }) => !same.has(id)).length;
    after = emails.at(-1)?.id ?? 0;
    if (emails.length < batchSize) break;
  }
  if (count === 0) return;
  const emails = count === 1 ? '1 email' : `${count} emails`;
  const message =
    times.length > 0
      ? `The time zone is now ${timezone}: ${emails} follow it. Those to come keep their day and local time`
      : `The time zone is now ${timezone}: ${emails} got a new day or time there, and will go out when they would have before`;
  onEvent({ step: 'mornings', outcome: 'done', count, message });
}

/** The instant of an email that keeps its day and time; `undefined` if that has passed in the new zone. */
function keptTime(moment: DayTime, timezone: string, now: Date): Date | undefined {
  const there = instantAt(moment, timezone);
  return there > now ? there : undefined;
}

/**
 * What becomes of the emails to come once `timezone` is the time zone, in words for the owner who changes it.
 *
 * @returns `undefined` if no email is scheduled in another one
 */
export async function timezoneNote(deps: FollowTimezoneDeps): Promise<string | undefined> {
  const { database, timezone } = deps;
  const { times, now } = await readersTimes(deps);
  const toCome = emailTable
    .selectFrom('scheduled_emails')
    .where('status', 'in', [literal('pending'), literal('scheduled')])
    .where('timezone', '<>', timezone)
    .where('first_at', '>', now);
  const [next] = await database.read(
    toCome.select(['scheduled_date as at', 'day', 'local_time as time']).orderBy('scheduled_date').limit(1),
  );
  if (!next) return undefined;
  const as = dayTimeOf(new Date(next.at), timezone);
  // The clocks of both zones show the same, at least for now.
  if (as.day === next.day && as.time === next.time) return undefined;
  const count = await database.count(toCome.select(rowCount));
  const [emails, they, them] =
    count === 1 ? ['The scheduled email', 'it', 'it'] : [`The ${count} scheduled emails`, 'they', 'them'];
  const which = count === 1 ? 'it' : 'the next one';
  const there = times.length > 0 ? keptTime(next, timezone, now) : undefined;
  const clock = `By the clock of ${timezone}, ${which} goes out on ${showInstant(there ?? new Date(next.at), timezone)}.`;
  if (there) return `${emails} ${count === 1 ? 'keeps its' : 'keep their'} day and local time. ${clock}`;
  const still = count === 1 ? 'still goes' : 'still go';
  return `${emails} ${still} out when ${they} would have before. ${clock} The schedule can move ${them} to the usual time.`;
}
