import type { OpenDatabase } from '../../database/open-database.ts';
import { ProviderRefused, ProviderUnreachable, type RunOptions } from '../mail-provider.ts';
import { recount } from './delivery-store.ts';
import { finishSend } from './finish-send.ts';
import { forgetDeliveries } from './manage-sends.ts';
import { type PrepareDeps, prepareSend } from './prepare-send.ts';
import { type SendDeliveriesDeps, sendDeliveries } from './send-deliveries.ts';
import { SmtpSend } from './smtp-send.ts';

export interface RunDeps extends PrepareDeps, SendDeliveriesDeps {
  /** Throws while the server asks not to be called. */
  checkRest: () => Promise<void>;
  onRest: (ms: number) => Promise<void>;
  rests: RestGrowth;
}

/** The length of the next rest: longer each time, until something is accepted. */
export interface RestGrowth {
  next(): number;
  reset(): void;
}

export function restGrowth({ firstMs, longestMs }: { firstMs: number; longestMs: number }): RestGrowth {
  let next = firstMs;
  return {
    next() {
      const rest = next;
      next = Math.min(longestMs, 2 * next);
      return rest;
    },
    reset() {
      next = firstMs;
    },
  };
}

/**
 * Sends what is due, earliest send first, until the slice is over.
 *
 * @throws ProviderRefused, ProviderUnreachable if the mail server accepts nothing
 */
export async function runSends(deps: RunDeps, { signal, onEvent }: RunOptions): Promise<void> {
  const { database, now, policy } = deps;
  const until = now().getTime() + policy.sliceMs;
  await loseAnswers(deps);
  await forgetDeliveries(deps, new Date(now().getTime() - policy.keptMs));
  for (const { id } of await openSends(database, now())) {
    if (signal?.aborted || now().getTime() >= until) return;
    await deps.checkRest();
    if (!(await prepareSend(deps, id, signal))) continue;
    await giveUpLate(deps, id);
    const send = await database.em().findOneOrFail(SmtpSend, { id }, { populate: ['message'] });
    const result = await sendDeliveries(deps, send, { signal, until });
    if (result.accepted > 0) deps.rests.reset();
    await finishSend(deps, send, { ...result, onEvent });
    await restIfAsked(deps, result.outage, result.isSlowDown);
  }
}

/** Whether `runSends` would find something to do now. */
export async function isSendDue({ database, now, checkRest }: RunDeps): Promise<boolean> {
  const found = await database.read<object>(
    `select 1 as one from smtp_sends where status in ('pending', 'preparing', 'sending', 'paused')
     and (status in ('pending', 'preparing') and scheduled_at <= ? or status = 'sending' and exists (
       select 1 from deliveries where send_id = smtp_sends.id and state in ('queued', 'deferred') and due_at <= ?))
     limit 1`,
    [now(), now()],
  );
  if (found.length === 0) return false;
  return checkRest().then(
    () => true,
    () => false,
  );
}

async function restIfAsked(
  { onRest, rests }: RunDeps,
  outage: { isRefused: boolean; answer: string } | undefined,
  isSlowDown: boolean,
): Promise<void> {
  if (!outage && !isSlowDown) return;
  await onRest(rests.next());
  if (!outage) return;
  if (outage.isRefused) {
    throw new ProviderRefused('account', `The mail server refused our connection: ${outage.answer}`);
  }
  throw new ProviderUnreachable(`The mail server cannot be reached: ${outage.answer}`, {
    mayHaveHappened: false,
  });
}

function openSends(database: OpenDatabase, now: Date): Promise<{ id: number }[]> {
  return database.read<{ id: number }>(
    `select id from smtp_sends where status in ('pending', 'preparing', 'sending', 'paused')
     and status <> 'paused' and scheduled_at <= ? order by scheduled_at, id`,
    [now],
  );
}

/** Gives up emails that are too late, for example after the machine slept: yesterday's word is not sent today. */
async function giveUpLate({ database, time, policy }: RunDeps, id: number): Promise<void> {
  const at = await time();
  await database.writeTogether(async (run) => {
    const late = await run(
      `update deliveries set state = 'failed', failure = coalesce(failure, 'late'), ended_at = ?,
         answer = coalesce(answer, 'It could not be sent in time.')
       where send_id = ? and state in ('queued', 'deferred') and due_at < ? returning id`,
      [at, id, new Date(at.getTime() - policy.latestMs)],
    );
    if (late.length > 0) await recount(run, id);
  });
}

/** Marks the emails of a process that died as `unknown`. The server may have them, so they are not resent. */
async function loseAnswers({ database, time, policy }: RunDeps): Promise<void> {
  const at = await time();
  // The second condition finds ends written by a clock that was ahead.
  const farthest = new Date(at.getTime() + 2 * policy.leaseMs);
  await database.writeTogether(async (run) => {
    const lost = await run<{ sendId: number }>(
      `update deliveries set state = 'unknown', answer = 'No answer was recorded: the process ended.', ended_at = ?
       where state = 'sending' and (lease_until < ? or lease_until > ?) returning send_id as "sendId"`,
      [at, at, farthest],
    );
    for (const sendId of new Set(lost.map((row) => row.sendId))) await recount(run, sendId);
  });
}
