import { sql } from 'kysely';
import type { StepContext } from '../mail/pass-event.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { jsonTable } from '../platform/database/query.ts';
import type { RunStatement } from '../platform/database/writes.ts';
import { firstAndLast, type OwnTimes, readersTimes } from './email-time.ts';
import { emailTable } from './scheduled-email.ts';

export interface FollowOwnTimesDeps extends OwnTimes {
  database: OpenDatabase;
  now: () => Date;
}

type FoundTime = Record<'at' | 'first' | 'last', Date> & { id: number };
const columns = { id: 'integer', at: 'timestamptz', first: 'timestamptz', last: 'timestamptz' } as const;

/**
 * Gives waiting emails the first and the last instant that follow from the local times of the readers on the list now,
 * here and where they wait to be sent from here. An email that is being sent keeps its first instant, and its last one
 * becomes later if readers join for whom it is still to come.
 */
export async function followOwnTimes(deps: FollowOwnTimesDeps, { signal }: StepContext): Promise<void> {
  const { database } = deps;
  const { times, now } = await readersTimes(deps);
  const waiting = emailTable
    .selectFrom('scheduled_emails')
    .select(['id', 'day', 'local_time as localTime', 'timezone', 'scheduled_date as scheduledDate'])
    .select(['first_at as firstAt', 'last_at as lastAt'])
    .where('status', 'in', ['pending', 'scheduled']);
  const apart = waiting.where(({ or, eb, ref }) =>
    or([eb('first_at', '<>', ref('scheduled_date')), eb('last_at', '<>', ref('scheduled_date'))]),
  );
  const begun: FoundTime[] = [];
  const others: FoundTime[] = [];
  for (const email of await database.read(times.length > 0 ? waiting : apart)) {
    const scheduledDate = new Date(email.scheduledDate);
    const { firstAt, lastAt } = firstAndLast({ ...email, scheduledDate }, times, now);
    const found = { id: email.id, at: scheduledDate, first: firstAt, last: lastAt };
    if (new Date(email.firstAt) <= now) {
      if (lastAt > new Date(email.lastAt)) begun.push(found);
    } else if (!sameTime(firstAt, email.firstAt) || !sameTime(lastAt, email.lastAt)) others.push(found);
  }
  if (signal?.aborted) return;
  await adoptSends(database);
  if (begun.length + others.length === 0) return;
  const table = (found: readonly FoundTime[]) => jsonTable(database.kind, columns, found);
  await database.writeTogether(async (run) => {
    if (begun.length > 0) {
      await run(
        sql`update scheduled_emails set last_at = found.last from ${table(begun)} as found
          where scheduled_emails.id = found.id and scheduled_date = found.at and status in ('pending', 'scheduled')
          and last_at < found.last`,
      );
    }
    if (others.length === 0) return;
    // Not if it was moved in the meantime, or has begun.
    const followed = await run(
      sql<{ name: string }>`update scheduled_emails set first_at = found.first, last_at = found.last
        from ${table(others)} as found
        where scheduled_emails.id = found.id and scheduled_date = found.at and status in ('pending', 'scheduled')
        and not exists (select 1 from smtp_sends join smtp_messages on smtp_messages.id = smtp_sends.message_id
          where smtp_messages.name = scheduled_emails.message_name and smtp_sends.status <> 'pending')
        returning message_name as name`,
    );
    await retimeSends(database, run, followed);
  });
}

/** Earlier versions stored no day with a send. */
async function adoptSends(database: OpenDatabase): Promise<void> {
  const adopted = await database.read(
    sql<{ name: string }>`select message.name from smtp_sends as send
      join smtp_messages as message on message.id = send.message_id
      where send.status in ('pending', 'preparing', 'sending', 'paused') and send.status = 'pending'
      and send.day is null`,
  );
  if (adopted.length > 0) await database.writeTogether((run) => retimeSends(database, run, adopted));
}

/** Gives sends that wait to be sent from here the times of their emails. */
export async function retimeSends(
  { kind }: Pick<OpenDatabase, 'kind'>,
  run: RunStatement,
  emails: readonly { name: string }[],
): Promise<void> {
  if (emails.length === 0) return;
  const names = jsonTable(
    kind,
    { name: 'text' },
    emails.map(({ name }) => ({ name })),
  );
  await run(
    sql`update smtp_sends set scheduled_at = email.first_at, last_at = email.last_at, day = email.day,
        local_time = email.local_time, timezone = email.timezone, owner_at = email.scheduled_date
      from smtp_messages as message, scheduled_emails as email
      where message.id = smtp_sends.message_id and email.message_name = message.name
      and smtp_sends.status = 'pending' and message.name in (select name from ${names} as retimed)`,
  );
}

function sameTime(one: Date, other: Date | number): boolean {
  return one.getTime() === new Date(other).getTime();
}
