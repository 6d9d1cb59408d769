import { sql } from 'kysely';
import type { StepContext } from '../mail/pass-event.ts';
import { dayTimeOf } from '../platform/calendar.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { jsonTable } from '../platform/database/query.ts';
import { emailTable } from './scheduled-email.ts';

export interface FollowTimezoneDeps {
  database: OpenDatabase;
  /** IANA name. */
  timezone: string;
}

/** Emails changed in one transaction. */
const batchSize = 500;

const columns = { id: 'integer', at: 'timestamptz', day: 'text', time: 'text' } as const;

/**
 * After a change of `TIMEZONE`, gives emails the day and the time that they go out on by the clocks of the new zone.
 * When they go out does not change: the provider has that instant already.
 */
export async function followTimezone(
  { database, timezone }: FollowTimezoneDeps,
  { onEvent, signal }: StepContext,
): Promise<void> {
  const others = emailTable.selectFrom('scheduled_emails').where('timezone', '<>', timezone);
  // Answered by the index alone, for it is asked in every pass.
  if ((await database.read(others.select(sql`1`.as('one')).limit(1))).length === 0) return;
  let count = 0;
  for (let after = 0; !signal?.aborted; ) {
    const emails = await database.read(
      others
        .select(['id', 'scheduled_date as scheduledDate'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(batchSize),
    );
    const rows = emails.map(({ id, scheduledDate }) => {
      const at = new Date(scheduledDate);
      return { id, at, ...dayTimeOf(at, timezone) };
    });
    const there = jsonTable(database.kind, columns, rows);
    // An email that was moved in the meantime has its new day already.
    const followed = await database.writeTogether((run) =>
      run(
        sql`update scheduled_emails set day = there.day, local_time = there.time, timezone = ${timezone}
          from ${there} as there
          where scheduled_emails.id = there.id and scheduled_date = there.at returning scheduled_emails.id`,
      ),
    );
    count += followed.length;
    after = emails.at(-1)?.id ?? 0;
    if (emails.length < batchSize) break;
  }
  if (count === 0) return;
  const emails = count === 1 ? '1 email' : `${count} emails`;
  const message = `The time zone is now ${timezone}: ${emails} got a new day or time there, and will go out when they would have before`;
  onEvent({ step: 'mornings', outcome: 'done', count, message });
}
