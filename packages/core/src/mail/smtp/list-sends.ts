import type { DeliveryProgress, ProblemCount } from '../../contract/deliveries.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import { sendProgress } from './manage-sends.ts';
import { SmtpSend } from './smtp-send.ts';

interface ListSendsDeps {
  database: OpenDatabase;
  now: () => Date;
}

/** Sends that have begun, latest first. */
export async function listSends(
  deps: ListSendsDeps,
  limit: number,
): Promise<{ messageName: string; progress: DeliveryProgress }[]> {
  const begun = await deps.database.read<{ id: number; messageName: string }>(
    `select send.id, message.name as "messageName" from
       (select id, message_id, scheduled_at from smtp_sends where started_at is not null
        order by scheduled_at desc, id desc limit ?) send
     join smtp_messages message on message.id = send.message_id
     order by send.scheduled_at desc, send.id desc`,
    [limit],
  );
  const listed = begun.map(async ({ id, messageName }) => {
    const progress = await sendProgress(deps, `${id}`);
    return progress ? [{ messageName, progress }] : [];
  });
  return (await Promise.all(listed)).flat();
}

/** When the next send that has not begun is due. */
export async function nextSendAt({ database }: ListSendsDeps): Promise<Date | undefined> {
  const [next] = await database
    .em()
    .find(SmtpSend, { status: 'pending' }, { orderBy: { scheduledAt: 'asc' }, limit: 1 });
  return next?.scheduledAt;
}

/** The send of a message by its name. */
export async function findSend({ database }: ListSendsDeps, name: string): Promise<string | undefined> {
  const send = await database.em().findOne(SmtpSend, { message: { name } }, { fields: ['id'] });
  return send ? `${send.id}` : undefined;
}

/** The states are literals: with bound values, the partial index would not be used. */
export function countProblems({ database }: ListSendsDeps, sendId: string): Promise<ProblemCount[]> {
  return database.read<ProblemCount>(
    `select state, failure, cast(count(*) as integer) as count from deliveries
     where send_id = ? and state in ('failed', 'unknown', 'deferred')
     group by state, failure order by count desc, state, failure`,
    [Number(sendId) || 0],
  );
}
