import { sql } from 'kysely';
import { calendarDay } from '../../platform/calendar.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { ProviderRefused, ProviderUnreachable, type RunOptions } from '../mail-provider.ts';
import type { MailingList, Member } from '../mailing-list.ts';
import type { SmtpPolicy } from '../policy.ts';
import { hasOpen, recount, takeOver } from './delivery-store.ts';
import { Delivery, engine, type LoadedSend, momentOf, SmtpSend, waiting } from './engine-tables.ts';
import { forgetDeliveries, withMore } from './manage-sends.ts';
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
  await addJoined(deps, signal);
  const due = await dueSends(database, now());
  for (const [nth, { id }] of due.entries()) {
    const left = until - now().getTime();
    if (signal?.aborted || left <= 0) return;
    // Days overlap: an email for the last time zones must not wait for the next one in the first, nor the reverse.
    const share = now().getTime() + left / (due.length - nth);
    await deps.checkBackoff();
    if (!(await prepareSend(deps, id, signal))) continue;
    await giveUpLate(deps, id);
    // If it cannot be used, such as without its key for signatures, nothing may be claimed.
    deps.carrier();
    const send = await database.em().findOneOrFail(SmtpSend, { id }, { populate: ['message'] });
    const result = await sendDeliveries(deps, send, { signal, until: share });
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

/** Sends with something to do, the one that has waited longest first. Those between two waves are left alone. */
function dueSends(database: OpenDatabase, now: Date): Promise<{ id: number }[]> {
  return database.read(
    sql<{ id: number }>`select id from (
        select id, scheduled_at, case when status = 'sending' then (
          select min(due_at) from deliveries where send_id = smtp_sends.id and ${waiting}) end as next_at
        from smtp_sends where status in ('pending', 'preparing', 'sending', 'paused')
        and status <> 'paused' and scheduled_at <= ${now}) as open
      where next_at is null or next_at <= ${now} order by coalesce(next_at, scheduled_at), id`,
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
    const isLate = now().getTime() - (due.lastAt ?? due.scheduledAt).getTime() > policy.latestMs;
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
  const { id, preparedTo, scheduledAt } = send;
  const startedAt = send.startedAt ?? scheduledAt;
  const moment = { email: momentOf(send), scheduledAt, startedAt };
  await database.writeTogether(async (run, insert) => {
    const here = engine
      .updateTable('smtp_sends')
      .where('id', '=', id)
      .where('status', '=', 'preparing')
      .where('prepared_to', '=', preparedTo)
      .returning('id');
    // Locks the send first: who changes preferences holds it too, so they are read either before or after the change.
    // If another process was faster, there is no such row.
    if ((await run(here.set({ prepared_to: preparedTo }))).length === 0) return;
    const { members, last } = await list.members(
      moment,
      { after: preparedTo, limit: policy.prepareBatch },
      run,
    );
    if (last === undefined) {
      await run(here.set({ status: 'sending' }));
      return;
    }
    run(here.set(({ eb }) => ({ prepared_to: last, recipients: eb('recipients', '+', members.length) })));
    if (members.length === 0) return;
    await insert(
      'deliveries (send_id, reader_id, due_at)',
      members.map(({ id: readerId, dueAt }) => [id, readerId, startingAt(dueAt, startedAt, policy)]),
    );
  });
}

/** A send that starts late is late from then on, except for those for whom it is too late already. */
function startingAt(dueAt: Date, startedAt: Date, { latestMs }: SmtpPolicy): Date {
  const lateMs = startedAt.getTime() - dueAt.getTime();
  return lateMs > 0 && lateMs <= latestMs ? startedAt : dueAt;
}

/** Statements of a process take much less time, so a reader who joined is seen the next time at the latest. */
const joinedOverlapMs = 5 * 60_000;

/**
 * Adds readers who have joined the list since a send began, if its email is still to come for them: that of this day
 * where they live. A send that had ended goes on for them.
 */
async function addJoined(deps: RunDeps, signal?: AbortSignal): Promise<void> {
  const { database, list, now, policy } = deps;
  const at = now();
  for (const send of await database.em().find(SmtpSend, joinable(at))) {
    const email = momentOf(send);
    if (!email || !send.startedAt) continue;
    const from = Math.min((send.joinedTo ?? send.startedAt).getTime(), at.getTime()) - joinedOverlapMs;
    let after: { at: Date; id: number } | undefined = { at: new Date(from), id: 0 };
    while (after && !signal?.aborted) {
      const { members, last } = await list.joined(email, { after, limit: policy.prepareBatch });
      if (members.length > 0) await addDeliveries(database, send.id, members);
      after = last;
    }
    if (!after) await database.em().nativeUpdate(SmtpSend, { id: send.id }, { joinedTo: at });
  }
}

/** Sends whose email may still be to come for a reader somewhere, unless the owner stopped them. */
function joinable(at: Date) {
  // The last time of a day is that of a zone 12 hours behind UTC.
  const day = { $gte: calendarDay(new Date(at.getTime() - 12 * 3_600_000), 'UTC') };
  const ended = { status: 'released' as const, reason: null, isForgotten: false };
  return { day, $or: [{ status: { $in: ['sending', 'paused'] as const } }, ended] };
}

/** Adds readers to a send whose readers are recorded already. Those who are among them stay as they are. */
async function addDeliveries(
  database: OpenDatabase,
  sendId: number,
  members: readonly Member[],
): Promise<void> {
  await database.writeTogether(async (run, insert) => {
    // First, like everyone who changes deliveries that have not begun.
    const send = engine.selectFrom('smtp_sends').select('id').where('id', '=', sendId);
    await run(database.kind === 'postgresql' ? send.forUpdate() : send);
    const added = await insert<{ id: number }>(
      'deliveries (send_id, reader_id, due_at)',
      members.map(({ id: readerId, dueAt }) => [sendId, readerId, dueAt]),
      'on conflict do nothing returning id',
    );
    if (added.length > 0) await run(withMore(sendId, added.length));
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
