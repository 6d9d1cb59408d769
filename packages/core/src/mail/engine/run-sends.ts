import { sql } from 'kysely';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { ProviderRefused, ProviderUnreachable, type RunOptions } from '../mail-provider.ts';
import type { MailingList } from '../mailing-list.ts';
import type { SmtpPolicy } from '../policy.ts';
import { hasOpen, recount, takeOver } from './delivery-store.ts';
import { Delivery, engine, type LoadedSend, SmtpSend, waiting } from './engine-tables.ts';
import { forgetDeliveries } from './manage-sends.ts';
import { type SendDeliveriesDeps, type SendResult, sendDeliveries } from './send-deliveries.ts';

export interface RunDeps extends PrepareDeps, SendDeliveriesDeps {
  /** Throws while the server asks not to be called. */
  checkBackoff: () => Promise<void>;
  onBackoff: (ms: number) => Promise<void>;
  rests: BackoffGrowth;
  /** After failures of our own, such as of the database. */
  failures: BackoffGrowth;
}

/** The length of the next rest: longer each time, until something succeeds. */
interface BackoffGrowth {
  next(): number;
  /** Begins the next rest, for this process alone. */
  begin(now: Date): void;
  isResting(now: Date): boolean;
  reset(): void;
}

export function backoffGrowth({ firstMs, longestMs }: { firstMs: number; longestMs: number }): BackoffGrowth {
  let next = firstMs;
  let until = 0;
  const grow = () => {
    const rest = next;
    next = Math.min(longestMs, 2 * next);
    return rest;
  };
  return {
    next: grow,
    begin(now) {
      until = now.getTime() + grow();
    },
    // A later end was set by a clock that has been corrected since.
    isResting: (now) => now.getTime() < until && until - now.getTime() <= longestMs,
    reset() {
      next = firstMs;
      until = 0;
    },
  };
}

/**
 * Sends what is due, earliest send first, until the slice is over.
 *
 * @throws ProviderRefused, ProviderUnreachable if the mail server accepts nothing
 */
export async function runSends(given: RunDeps, options: RunOptions): Promise<void> {
  try {
    await runSlice(await onSharedClock(given), options);
    given.failures.reset();
  } catch (error) {
    given.failures.begin(given.now());
    throw error;
  }
}

/** All processes agree on what is due or late. */
async function onSharedClock<T extends Pick<RunDeps, 'database' | 'now'>>(deps: T): Promise<T> {
  const now = deps.now();
  const aheadMs = now.getTime() - (await deps.database.sharedTime(now)).getTime();
  return { ...deps, now: () => new Date(deps.now().getTime() - aheadMs) };
}

async function runSlice(deps: RunDeps, { signal, onEvent }: RunOptions): Promise<void> {
  const { database, now, policy } = deps;
  const until = now().getTime() + policy.sliceMs;
  await takeOver({ ...deps, leaseMs: policy.leaseMs });
  for (const { id } of await openSends(database, now())) {
    if (signal?.aborted || now().getTime() >= until) return;
    await deps.checkBackoff();
    if (!(await prepareSend(deps, id, signal))) continue;
    await giveUpLate(deps, id);
    // If it cannot be used, such as without its key for signatures, nothing may be claimed.
    deps.carrier();
    const send = await database.em().findOneOrFail(SmtpSend, { id }, { populate: ['message'] });
    const result = await sendDeliveries(deps, send, { signal, until });
    if (result.accepted > 0) deps.rests.reset();
    await finishSend(deps, send, { ...result, onEvent });
    await restIfAsked(deps, result.outage, result.isSlowDown);
  }
}

/** Deletes old results for a limited time, while there is nothing to send. */
export async function forgetOldResults(
  given: RunDeps,
  { signal }: Pick<RunOptions, 'signal'>,
): Promise<void> {
  const deps = await onSharedClock(given);
  const { keptMs, forgetting } = deps.policy;
  const until = performance.now() + forgetting.longestMs;
  const before = new Date(deps.now().getTime() - keptMs);
  await forgetDeliveries(deps, { before, batch: forgetting.batch }, async () => {
    return !signal?.aborted && performance.now() < until && !(await isSendDue(given));
  });
}

/** Whether `runSends` would find something to do now. */
export async function isSendDue(given: RunDeps): Promise<boolean> {
  const { database, now, checkBackoff, failures } = await onSharedClock(given);
  if (failures.isResting(given.now())) return false;
  const at = now();
  const found = await database.read(
    sql`select 1 as one from smtp_sends where status in ('pending', 'preparing', 'sending', 'paused')
      and (status in ('pending', 'preparing') and scheduled_at <= ${at} or status = 'sending' and exists (
        select 1 from deliveries where send_id = smtp_sends.id and ${waiting} and due_at <= ${at}))
      limit 1`,
  );
  if (found.length === 0) return false;
  return checkBackoff().then(
    () => true,
    () => false,
  );
}

async function restIfAsked(
  { onBackoff, rests }: RunDeps,
  outage: { isRefused: boolean; answer: string } | undefined,
  isSlowDown: boolean,
): Promise<void> {
  if (!outage && !isSlowDown) return;
  await onBackoff(rests.next());
  if (!outage) return;
  if (outage.isRefused) {
    throw new ProviderRefused('account', `The mail server refused our connection: ${outage.answer}`);
  }
  throw new ProviderUnreachable(`The mail server cannot be reached: ${outage.answer}`, {
    mayHaveHappened: false,
  });
}

function openSends(database: OpenDatabase, now: Date): Promise<{ id: number }[]> {
  return database.read(
    sql<{
      id: number;
    }>`select id from smtp_sends where status in ('pending', 'preparing', 'sending', 'paused')
      and status <> 'paused' and scheduled_at <= ${now} order by scheduled_at, id`,
  );
}

/** Gives up emails that are too late, for example after the machine slept: yesterday's word is not sent today. */
async function giveUpLate({ database, now, policy }: RunDeps, id: number): Promise<void> {
  const at = now();
  await database.writeTogether(async (run) => {
    const late = await run(
      sql`update deliveries set state = 'failed', failure = coalesce(failure, 'late'), ended_at = ${at},
          answer = coalesce(answer, 'It could not be sent in time.')
        where send_id = ${id} and ${waiting} and due_at < ${new Date(at.getTime() - policy.latestMs)}
        returning id`,
    );
    if (late.length > 0) await recount(run, id);
  });
}

interface PrepareDeps {
  database: OpenDatabase;
  now: () => Date;
  list: MailingList;
  policy: SmtpPolicy;
}

/**
 * Prepares a send whose time has come: records each reader who is on the list now as a delivery. Processes that do it
 * at the same time share the work, and a crash loses nothing, because the row stores the progress.
 *
 * @returns whether it can be sent; `false` if it was paused or canceled, or it is too late
 */
async function prepareSend(deps: PrepareDeps, id: number, signal?: AbortSignal): Promise<boolean> {
  const { database, now, policy } = deps;
  const due = await database.em().findOneOrFail(SmtpSend, { id });
  if (due.status === 'pending') {
    const isLate = now().getTime() - due.scheduledAt.getTime() > policy.latestMs;
    const change = isLate
      ? {
          status: 'cancelled' as const,
          reason: `It could not be sent within ${policy.latestMs / 3_600_000} hours of its time.`,
        }
      : { status: 'preparing' as const, startedAt: now() };
    await database.em().nativeUpdate(SmtpSend, { id, status: 'pending' }, change);
  }
  while (!signal?.aborted) {
    const send = await database.em().findOneOrFail(SmtpSend, { id });
    if (send.status !== 'preparing') return send.status === 'sending';
    await prepareBatch(deps, send);
  }
  return false;
}

async function prepareBatch({ database, list, policy }: PrepareDeps, send: SmtpSend): Promise<void> {
  const { id, preparedTo, startedAt } = send;
  const at = startedAt ?? send.scheduledAt;
  const readers = await list.members({ after: preparedTo, at, limit: policy.prepareBatch });
  const here = { id, status: 'preparing' as const, preparedTo };
  const last = readers.at(-1);
  if (last === undefined) {
    await database.em().nativeUpdate(SmtpSend, here, { status: 'sending' });
    return;
  }
  await database.writeTogether(async (run, insert) => {
    const counted = await run(
      engine
        .updateTable('smtp_sends')
        .set(({ eb }) => ({ prepared_to: last, recipients: eb('recipients', '+', readers.length) }))
        .where('id', '=', id)
        .where('status', '=', 'preparing')
        .where('prepared_to', '=', preparedTo)
        .returning('id'),
    );
    // Another process was faster.
    if (counted.length === 0) return;
    await insert(
      'deliveries (send_id, reader_id, due_at)',
      readers.map((readerId) => [id, readerId, at]),
    );
  });
}

interface FinishDeps {
  database: OpenDatabase;
  now: () => Date;
}

/**
 * Ends a send whose last delivery has ended, or pauses one whose emails the mail server refuses because of their
 * content or sender. The remaining readers are left until the owner decides.
 */
async function finishSend(
  deps: FinishDeps,
  { id, message }: LoadedSend,
  { begun, refusal, doubted, onEvent }: SendResult & Pick<RunOptions, 'onEvent'>,
): Promise<void> {
  const isOver = !(await hasOpen(deps.database, id));
  if (isOver) await deps.database.writeTogether((run) => recount(run, id));
  // Retried with the others once the owner resumes the send.
  const refusedByPolicy = { state: 'failed' as const, failure: 'policy' };
  if (doubted.length > 0)
    await deps.database.em().nativeUpdate(Delivery, { id: { $in: doubted } }, refusedByPolicy);
  const answer = refusal ?? (isOver ? await onlyRefusals(deps, id) : undefined);
  const change = answer
    ? {
        status: 'paused' as const,
        reason: `The mail server does not accept these emails. It says: ${answer}`,
      }
    : isOver && { status: 'released' as const, finishedAt: deps.now() };
  const isChanged =
    change && (await deps.database.em().nativeUpdate(SmtpSend, { id, status: 'sending' }, change)) > 0;
  const send = await deps.database.em().findOneOrFail(SmtpSend, { id });
  const word = `“${message.name.split(' · ')[0]}”`;
  if (isChanged && answer) {
    onEvent({ outcome: 'failed', message: `${word} was paused. ${send.reason}` });
  } else if (begun > 0 || isChanged) {
    onEvent({ outcome: isOver ? 'done' : 'waiting', message: `${word}: ${progress(send)}` });
  }
}

function progress({ recipients, sent, failed, unknown }: SmtpSend): string {
  const parts = [`${sent} of ${recipients} sent`];
  if (failed > 0) parts.push(`${failed} failed`);
  if (unknown > 0) parts.push(`${unknown} without an answer`);
  return parts.join(', ');
}

/** The answer to one email if every email was refused because of its content or sender. */
async function onlyRefusals({ database }: FinishDeps, sendId: number): Promise<string | undefined> {
  // Checked first, because the other query reads all deliveries if none was refused.
  const [untaken] = await database.read(
    engine
      .selectFrom('smtp_sends')
      .select('id')
      .where('id', '=', sendId)
      .where('sent', '=', 0)
      .where('unknown', '=', 0),
  );
  if (!untaken) return undefined;
  const [refused] = await database.read(
    sql<{ answer: string }>`select answer from deliveries
      where send_id = ${sendId} and state = 'failed' and failure in ('policy', 'content') limit 1`,
  );
  return refused?.answer;
}
