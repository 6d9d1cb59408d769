import type { EntityManager } from '@mikro-orm/sql';
import type { DeliveryProgress } from '../../contract/deliveries.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import type { SendChange } from '../mail-provider.ts';
import { recount } from './delivery-store.ts';
import { SmtpSend } from './smtp-send.ts';

interface ManageDeps {
  database: OpenDatabase;
  now: () => Date;
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

/**
 * Pauses a send, goes on with it, stops it for good, or sends again what has no answer.
 *
 * @returns `false` if it is not in a state where that is possible
 */
export function changeSend(
  { database, now }: ManageDeps,
  sendId: string,
  change: SendChange,
): Promise<boolean> {
  const id = Number(sendId) || 0;
  return database.em().transactional(async (em) => {
    if (change === 'pause') {
      const paused = { status: 'paused' as const, reason: 'You paused it.' };
      return (await em.nativeUpdate(SmtpSend, { id, status: 'sending' }, paused)) > 0;
    }
    if (change === 'resume') return resume(em, id, now());
    return change === 'stop' ? stop(em, id, now()) : sendUnknownAgain(em, id, now());
  });
}

/** What was refused because of us is tried again too: the cause is gone, or it would not be resumed. */
async function resume(em: EntityManager, id: number, at: Date): Promise<boolean> {
  const going = { status: 'sending' as const, reason: null };
  if ((await em.nativeUpdate(SmtpSend, { id, status: 'paused' }, going)) === 0) return false;
  await requeue(em, id, at, `state = 'failed' and failure in ('policy', 'content')`);
  return true;
}

async function stop(em: EntityManager, id: number, at: Date): Promise<boolean> {
  const open = { id, status: { $in: ['sending', 'paused'] as const } };
  const stopped = { status: 'released' as const, reason: 'You stopped it.', finishedAt: at };
  if ((await em.nativeUpdate(SmtpSend, open, stopped)) === 0) return false;
  await em.execute(
    `update deliveries set state = 'skipped', answer = 'The rest of this email was stopped.', ended_at = ?
     where send_id = ? and state in ('queued', 'deferred')`,
    [at, id],
    'run',
  );
  return true;
}

/** Only the owner can know that a second copy is better than none. */
async function sendUnknownAgain(em: EntityManager, id: number, at: Date): Promise<boolean> {
  // Also what a resume alone would try again.
  await resume(em, id, at);
  const begun = { id, status: { $in: ['sending', 'paused', 'released'] as const }, unknown: { $gt: 0 } };
  const going = { status: 'sending' as const, reason: null, finishedAt: null };
  if ((await em.nativeUpdate(SmtpSend, begun, going)) === 0) return false;
  await requeue(em, id, at, `state = 'unknown'`);
  return true;
}

async function requeue(em: EntityManager, id: number, at: Date, which: string): Promise<void> {
  await em.execute(
    `update deliveries set state = 'queued', due_at = ?, failure = null, ended_at = null, lease_token = null
     where send_id = ? and ${which}`,
    [at, id],
    'run',
  );
  await recount(em, id);
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
