import type { DeliveryProgress } from '../../contract/deliveries.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import type { RunStatement } from '../../database/writes.ts';
import type { SendChange, SendCounts } from '../mail-provider.ts';
import { recount } from './delivery-store.ts';
import type { SmtpPolicy } from './policy.ts';
import { SmtpSend } from './smtp-send.ts';

interface ManageDeps {
  database: OpenDatabase;
  now: () => Date;
}

interface ChangeDeps extends ManageDeps {
  policy: Pick<SmtpPolicy, 'latestMs'>;
}

/** The progress of a send; `undefined` before its time has come, and for an unknown send. */
export async function sendProgress(
  { database }: ManageDeps,
  sendId: string,
): Promise<DeliveryProgress | undefined> {
  const send = await database.em().findOne(SmtpSend, { id: Number(sendId) || 0 });
  if (!send?.startedAt) return undefined;
  const [waiting] = await database.read<{ deferred: number; inFlight: number }>(
    `select (select cast(count(*) as integer) from deliveries
         where send_id = ? and state in ('queued', 'deferred') and state = 'deferred') as deferred,
       (select cast(count(*) as integer) from deliveries where send_id = ? and state = 'sending') as "inFlight"`,
    [send.id, send.id],
  );
  const { deferred = 0, inFlight = 0 } = waiting ?? {};
  const { recipients, sent, failed, unknown } = send;
  const isOver = send.status === 'released';
  const rest = recipients - sent - failed - unknown;
  return {
    status:
      send.status === 'preparing' || send.status === 'paused' ? send.status : isOver ? 'sent' : 'sending',
    ...{ recipients, sent, failed, unknown, deferred, inFlight },
    queued: isOver ? 0 : Math.max(0, rest - deferred - inFlight),
    skipped: isOver ? rest : 0,
    reason: send.reason ?? null,
    startedAt: send.startedAt.toISOString(),
    finishedAt: send.finishedAt?.toISOString() ?? null,
  };
}

/** Reads only waiting deliveries, so that it can be called every few seconds. */
export async function sendCounts(deps: ManageDeps): Promise<SendCounts> {
  const [all] = await deps.database.read<{ accepted: number | string; latest: number | null }>(
    `select coalesce(sum(sent), 0) as accepted,
       (select id from smtp_sends where started_at is not null order by started_at desc, id desc limit 1) as latest
     from smtp_sends`,
  );
  return {
    accepted: Number(all?.accepted ?? 0),
    latest: all?.latest ? await sendProgress(deps, String(all.latest)) : undefined,
  };
}

/**
 * Pauses, resumes or stops a send, or resends emails without an answer.
 *
 * @returns `false` if its state does not allow it
 */
export function changeSend(
  { database, now, policy }: ChangeDeps,
  sendId: string,
  change: SendChange,
): Promise<boolean> {
  const id = Number(sendId) || 0;
  const at = now();
  const lateBefore = new Date(at.getTime() - policy.latestMs);
  return database.writeTogether((run) => {
    if (change === 'pause') return move(run, id, { from: sending, to: 'paused', reason: 'You paused it.' });
    if (change === 'resume') return resume(run, id, { at, lateBefore });
    return change === 'stop' ? stop(run, id, at) : sendUnknownAgain(run, id, { at, lateBefore });
  });
}

const sending = `status = 'sending'`;
const paused = `status = 'paused'`;

interface Move {
  /** A condition in SQL, because a partial index may depend on it. */
  from: string;
  to: 'sending' | 'paused' | 'released';
  reason?: string;
  finishedAt?: Date;
}

/** @returns whether its state matched */
async function move(run: RunStatement, id: number, { from, to, reason, finishedAt }: Move): Promise<boolean> {
  const moved = await run(
    `update smtp_sends set status = ?, reason = ?, finished_at = ? where id = ? and ${from} returning id`,
    [to, reason ?? null, finishedAt ?? null, id],
  );
  return moved.length > 0;
}

interface Resumed {
  at: Date;
  /** Emails due before this time would be given up. */
  lateBefore: Date;
}

/** Emails refused because of us are retried too: the owner would not resume if the cause remained. */
async function resume(run: RunStatement, id: number, { at, lateBefore }: Resumed): Promise<boolean> {
  if (!(await move(run, id, { from: paused, to: 'sending' }))) return false;
  // Sending late is the owner's choice.
  await run(
    `update deliveries set due_at = ? where send_id = ? and state in ('queued', 'deferred') and due_at < ?`,
    [at, id, lateBefore],
  );
  await requeue(run, id, { at, which: `state = 'failed' and failure in ('policy', 'content')` });
  return true;
}

async function stop(run: RunStatement, id: number, at: Date): Promise<boolean> {
  const stopped = { to: 'released', reason: 'You stopped it.', finishedAt: at } as const;
  if (!(await move(run, id, { from: `(${sending} or ${paused})`, ...stopped }))) return false;
  await run(
    `update deliveries set state = 'skipped', answer = 'The rest of this email was stopped.', ended_at = ?
     where send_id = ? and state in ('queued', 'deferred')`,
    [at, id],
  );
  return true;
}

/** Only the owner can know that a second copy is better than none. */
async function sendUnknownAgain(run: RunStatement, id: number, resumed: Resumed): Promise<boolean> {
  const { at } = resumed;
  // Includes everything that a resume would retry.
  await resume(run, id, resumed);
  const from = `status in ('sending', 'paused', 'released') and unknown > 0`;
  if (!(await move(run, id, { from, to: 'sending' }))) return false;
  await requeue(run, id, { at, which: `state = 'unknown'` });
  return true;
}

async function requeue(
  run: RunStatement,
  id: number,
  { at, which }: { at: Date; which: string },
): Promise<void> {
  await run(
    `update deliveries set state = 'queued', due_at = ?, failure = null, ended_at = null, lease_token = null
     where send_id = ? and ${which}`,
    [at, id],
  );
  await recount(run, id);
}

/** Deletes the individual results of sends that ended before a date. Their totals stay. */
export async function forgetDeliveries({ database }: ManageDeps, before: Date): Promise<void> {
  await database.em().execute(
    `delete from deliveries where id in (select deliveries.id from deliveries
       join smtp_sends on smtp_sends.id = deliveries.send_id where smtp_sends.finished_at < ? limit 5000)`,
    [before],
    'run',
  );
}
