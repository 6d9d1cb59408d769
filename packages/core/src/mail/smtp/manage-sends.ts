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

/** Where a send is; `undefined` before its time has come, and for an unknown one. */
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

/** Reads no deliveries but those that are waiting, so that it can be asked every few seconds. */
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
 * Pauses a send, goes on with it, stops it for good, or sends again what has no answer.
 *
 * @returns `false` if it is not in a state where that is possible
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
  /** A condition, which a partial index may depend on. */
  from: string;
  to: 'sending' | 'paused' | 'released';
  reason?: string;
  finishedAt?: Date;
}

/** @returns whether it was in such a state */
async function move(run: RunStatement, id: number, { from, to, reason, finishedAt }: Move): Promise<boolean> {
  const moved = await run(
    `update smtp_sends set status = ?, reason = ?, finished_at = ? where id = ? and ${from} returning id`,
    [to, reason ?? null, finishedAt ?? null, id],
  );
  return moved.length > 0;
}

interface Resumed {
  at: Date;
  /** What was due before that would be given up. */
  lateBefore: Date;
}

/** What was refused because of us is tried again too: the cause is gone, or it would not be resumed. */
async function resume(run: RunStatement, id: number, { at, lateBefore }: Resumed): Promise<boolean> {
  if (!(await move(run, id, { from: paused, to: 'sending' }))) return false;
  // Late by the owner's choice.
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
  // Also what a resume alone would try again.
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

/** Forgets what became of each email of sends that ended before a date; their totals stay. */
export async function forgetDeliveries({ database }: ManageDeps, before: Date): Promise<void> {
  await database.em().execute(
    `delete from deliveries where id in (select deliveries.id from deliveries
       join smtp_sends on smtp_sends.id = deliveries.send_id where smtp_sends.finished_at < ? limit 5000)`,
    [before],
    'run',
  );
}
