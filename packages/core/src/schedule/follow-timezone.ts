import type { StepContext } from '../mail/pass-event.ts';
import { dayTimeOf } from '../platform/calendar.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { type Instant, jsonRows, jsonTable } from '../platform/database/reads.ts';

export interface FollowTimezoneDeps {
  database: OpenDatabase;
  /** IANA name. */
  timezone: string;
}

/** Emails changed in one transaction. */
const batchSize = 500;

/** Answered by the index alone, for it is asked in every pass. */
const anySql = 'select 1 as one from scheduled_emails where timezone <> ? limit 1';

const othersSql = `select id, scheduled_date as "scheduledDate" from scheduled_emails
  where timezone <> ? and id > ? order by id limit ${batchSize}`;

/**
 * After a change of `TIMEZONE`, gives emails the day and the time that they go out on by the clocks of the new zone.
 * When they go out does not change: the provider has that instant already.
 */
export async function followTimezone(
  { database, timezone }: FollowTimezoneDeps,
  { onEvent, signal }: StepContext,
): Promise<void> {
  if ((await database.read(anySql, [timezone])).length === 0) return;
  const { kind } = database;
  // An email that was moved in the meantime has its new day already.
  const sql = `update scheduled_emails set day = there.day, local_time = there.time, timezone = ?
    from ${jsonTable(kind, { id: 'integer', at: 'timestamptz', day: 'text', time: 'text' })} as there
    where scheduled_emails.id = there.id and scheduled_date = there.at returning scheduled_emails.id`;
  let count = 0;
  for (let after = 0; !signal?.aborted; ) {
    const emails = await database.read<{ id: number; scheduledDate: Instant }>(othersSql, [timezone, after]);
    const rows = emails.map(({ id, scheduledDate }) => {
      const at = new Date(scheduledDate);
      return { id, at, ...dayTimeOf(at, timezone) };
    });
    const values = [timezone, jsonRows(kind, rows)];
    count += (await database.writeTogether((run) => run<{ id: number }>(sql, values))).length;
    after = emails.at(-1)?.id ?? 0;
    if (emails.length < batchSize) break;
  }
  if (count === 0) return;
  const emails = count === 1 ? '1 email' : `${count} emails`;
  const message = `The time zone is now ${timezone}: ${emails} got a new day or time there, and will go out when they would have before`;
  onEvent({ step: 'mornings', outcome: 'done', count, message });
}
