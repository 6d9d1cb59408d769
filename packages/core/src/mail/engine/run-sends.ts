import { setTimeout as wait } from 'node:timers/promises';
import { type Expression, type SqlBool, sql } from 'kysely';
import { withPeriod } from '../../contract/sentence-case.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { isAmong } from '../../platform/database/query.ts';
import type { InsertRows, RunStatement } from '../../platform/database/writes.ts';
import type { WarmUpConfig } from '../../platform/settings/config.ts';
import { ProviderRefused, ProviderUnreachable, type RunOptions } from '../mail-provider.ts';
import type { MailingList, Member } from '../mailing-list.ts';
import { keptFailure } from '../pass-event.ts';
import { neverTried, type SmtpPolicy } from '../policy.ts';
import { isLeftBehind, takeOver } from './delivery-store.ts';
import { engine, type LoadedSend, momentOf, SmtpMessage, SmtpSend, waiting } from './engine-tables.ts';
import type { Lane } from './lane.ts';
import {
  continueRealSends,
  endTrialSends,
  foldTotals,
  forgetCanceled,
  forgetDeliveries,
  joinable,
  pauseRealSends,
} from './manage-sends.ts';
import { makePartition } from './partitions.ts';
import {
  addToSend,
  changeRanges,
  hasOpen,
  holdRanges,
  isOpen,
  rangeOf,
  rangeSizeFor,
  releaseRange,
  type SendTotals,
  totalsOf,
} from './ranges.ts';
import {
  type BackoffGrowth,
  nameOfRelay,
  noteBack,
  noteOut,
  type Relay,
  type Rest,
  restOf,
} from './relays.ts';
import { type SendDeliveriesDeps, type SendResult, sendDeliveries } from './send-deliveries.ts';
import { beginWarmedUp, divideByWarmUp, heldFrom } from './warm-up.ts';

export interface RunDeps extends PrepareDeps, SendDeliveriesDeps {
  /** After failures of our own, such as of the database. */
  failures: BackoffGrowth;
  /** See `followWarmUp`. */
  followWarmUp: () => Promise<void>;
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
  if (deps.isTrial) await pauseRealSends(deps);
  else {
    await endTrialSends(deps);
    await continueRealSends(deps);
  }
  await takeOver({ ...deps, leaseMs: policy.leaseMs });
  await addJoined(deps, signal);
  const due = await dueSends(database, now());
  for (const [nth, { id }] of due.entries()) {
    const left = until - now().getTime();
    if (signal?.aborted || left <= 0) break;
    // Days overlap: an email for the last time zones must not wait for the next one in the first, nor the reverse.
    const share = now().getTime() + left / (due.length - nth);
    const rests = await requireRelay(deps);
    const preparation = await beginPreparing(deps, id, signal);
    if (!preparation) continue;
    const send = await database.em().findOneOrFail(SmtpSend, { id }, { populate: ['message'] });
    const begunAt = now();
    const begin = async () => {
      await giveUpLate(deps, id);
      // If one cannot be used, such as without its key for signatures, nothing may be claimed.
      for (const { carrier } of deps.relays) carrier();
      return sendDeliveries(deps, send, { signal, until: share, more: preparation.more, rests });
    };
    const result = await begin().finally(preparation.end);
    for (const { relay, accepted } of result.lanes) {
      if (accepted === 0) continue;
      relay.rests.reset();
      if (result.lanes.length > 1) await noteBack(deps, relay, begunAt);
    }
    await finishSend(deps, send, { ...result, onEvent });
    await restIfAsked(deps, result, onEvent);
  }
}

/** Deletes old results for a limited time, while there is nothing to send, and makes room for the next ones. */
export async function forgetOldResults(
  given: RunDeps,
  { signal }: Pick<RunOptions, 'signal'>,
): Promise<void> {
  const deps = await onSharedClock(given);
  const { keptMs, forgetting } = deps.policy;
  const until = performance.now() + forgetting.longestMs;
  const before = new Date(deps.now().getTime() - keptMs);
  const soon = new Date(deps.now().getTime() + forgetting.aheadMs);
  const next = engine.selectFrom('smtp_sends').select('id').where('status', '=', 'pending');
  for (const { id } of await deps.database.read(next.where('scheduled_at', '<=', soon)))
    await makePartition(deps.database, id);
  await forgetCanceled(deps.database);
  await deps.followWarmUp();
  await forgetDeliveries(deps, { before, batch: forgetting.batch }, async () => {
    return !signal?.aborted && performance.now() < until && !(await isSendDue(given));
  });
}

/** Whether `runSends` would find something to do now. */
export async function isSendDue(given: RunDeps): Promise<boolean> {
  const { database, now, relays, failures, policy } = await onSharedClock(given);
  if (failures.isResting(given.now())) return false;
  const at = now();
  const found = await database.read(
    sql`select 1 as one where ${isLeftBehind(at, policy.leaseMs)} or exists (
        select 1 from smtp_sends where status in ('pending', 'preparing', 'sending', 'paused')
        and (status in ('pending', 'preparing') and scheduled_at <= ${at} or status = 'sending' and exists (
          select 1 from smtp_ranges where send_id = smtp_sends.id and worker is null and next_at <= ${at})))`,
  );
  if (found.length === 0) return false;
  for (const relay of relays) if (!(await restOf(relay, now()))) return true;
  return false;
}

/**
 * Finds out which relays take nothing now.
 *
 * @throws ProviderUnreachable if none takes anything
 */
async function requireRelay({ relays, now }: RunDeps): Promise<Map<Relay, Rest>> {
  const rests = new Map<Relay, Rest>();
  for (const relay of relays) {
    const rest = await restOf(relay, now());
    if (rest) rests.set(relay, rest);
  }
  const [rest] = rests.values();
  if (rest && rests.size === relays.length) throw rest.error;
  return rests;
}

/**
 * Backs off from each relay that asked for it or was down.
 *
 * @throws ProviderRefused, ProviderUnreachable if nothing gets through
 */
async function restIfAsked(
  deps: RunDeps,
  { lanes, refusal, begun }: SendResult,
  onEvent: RunOptions['onEvent'],
): Promise<void> {
  const isOnly = lanes.length === 1;
  const outOf = (lane: Lane) => {
    // A relay that refuses everything is out too, if the send goes on without it.
    const refused = refusal === undefined ? lane.refusal : undefined;
    return lane.outage ?? (refused === undefined ? undefined : { isRefused: true, answer: refused });
  };
  for (const lane of lanes) {
    const why = outOf(lane)?.answer ?? lane.slowDown;
    if (why !== undefined) await lane.relay.onBackoff(lane.relay.rests.next(), why);
    if (!isOnly && lane.outage) await noteOut(deps, lane.relay);
  }
  const out = lanes.filter((lane) => outOf(lane));
  if (out.length > 0 && lanes.every((lane) => outOf(lane) || lane.rest)) {
    const { isRefused = false, answer = '' } = lanes.map(outOf).find((outage) => outage) ?? {};
    if (isRefused) {
      throw new ProviderRefused('account', `The mail server refused our connection: ${withPeriod(answer)}`);
    }
    throw new ProviderUnreachable(`The mail server cannot be reached: ${withPeriod(answer)}`, {
      mayHaveHappened: false,
    });
  }
  if (isOnly) return;
  for (const lane of lanes) {
    const outage = outOf(lane);
    const why = outage?.answer ?? lane.slowDown ?? lane.hold?.reason;
    if (why === undefined || begun === 0) continue;
    const what = outage
      ? outage.isRefused
        ? 'refuses our emails'
        : 'cannot be reached'
      : 'takes no more now';
    const meanwhile = deps.routes.isFailover
      ? `The ${lane.relay.place === 'first' ? 'second' : 'first'} one carries the emails.`
      : 'Its readers wait for it, the others do not.';
    onEvent({
      outcome: outage?.isRefused ? 'failed' : 'waiting',
      message: `${nameOfRelay(lane.relay)} ${what}: ${withPeriod(why)} ${meanwhile}`,
    });
  }
}

/** Sends with something to do, the one that has waited longest first. Those between two waves are left alone. */
function dueSends(database: OpenDatabase, now: Date): Promise<{ id: number }[]> {
  return database.read(
    sql<{ id: number }>`select id from (
        select id, scheduled_at, case when status = 'sending' then (
          select min(next_at) from smtp_ranges where send_id = smtp_sends.id and worker is null) end as next_at
        from smtp_sends where status in ('pending', 'preparing', 'sending', 'paused')
        and status <> 'paused' and scheduled_at <= ${now}) as open
      where next_at is null or next_at <= ${now} order by coalesce(next_at, scheduled_at), id`,
  );
}

/**
 * Gives up emails that are too late, for example after the machine slept: yesterday's word is not sent today. A process
 * that is sending does so when it begins its next slice.
 */
async function giveUpLate({ database, now, policy }: RunDeps, id: number): Promise<void> {
  const { kind } = database;
  const at = now();
  const late = await database.read(
    engine
      .selectFrom('smtp_ranges as range')
      .innerJoin('smtp_sends as send', 'send.id', 'range.send_id')
      .select(['range.nth', 'send.range_size as rangeSize'])
      .where('range.send_id', '=', id)
      .where('range.worker', 'is', null)
      .where('range.next_at', '<', lateAt(at, policy))
      .orderBy('range.nth'),
  );
  for (const { nth, rangeSize } of late) {
    await database.writeTogether(async (run) => {
      const [range] = await holdRanges({ kind }, run, id, [nth]);
      if (!range || range.worker !== null) return;
      const isOfRange = sql<SqlBool>`reader_id >= ${nth * rangeSize} and reader_id < ${(nth + 1) * rangeSize}
        and due_at < ${lateAt(at, policy)}`;
      const failed = await failLate(run, id, isOfRange, at);
      await releaseRange(run, id, { nth, rangeSize, counted: { failed: failed.length } });
    });
  }
}

/** What was due before is too late. */
const lateAt = (at: Date, { latestMs }: SmtpPolicy) => new Date(at.getTime() - latestMs);

function failLate(run: RunStatement, sendId: number, which: Expression<SqlBool>, at: Date) {
  return run(
    sql<{ readerId: number }>`update deliveries set state = 'failed', problem = 'failed',
        failure = coalesce(failure, 'late'), ended_at = ${at}, answer = coalesce(answer, ${neverTried.reader})
      where send_id = ${sendId} and ${which} and ${waiting} returning reader_id as "readerId"`,
  );
}

interface PrepareDeps {
  database: OpenDatabase;
  now: () => Date;
  list: MailingList;
  policy: SmtpPolicy;
  /** The owner's. IANA name. */
  timezone: string;
  warmUp?: WarmUpConfig | undefined;
  /** Whether nothing leaves this machine. */
  isTrial?: boolean | undefined;
}

/** The recording of readers, while those that are recorded already get the email. */
interface Preparation {
  /** Resolves to whether readers were recorded since the last call, and waits for some if necessary. */
  more(): Promise<boolean>;
  /** Resolves when this process no longer records readers. */
  end(): Promise<void>;
}

/**
 * Begins a send whose time has come: records each reader who is on the list now as a delivery. Processes that do it at
 * the same time share the work, and a crash loses nothing, because the row stores the progress.
 *
 * @returns `undefined` if it cannot be sent because it was paused or canceled, or it is too late
 */
async function beginPreparing(
  deps: PrepareDeps,
  id: number,
  signal: AbortSignal | undefined,
): Promise<Preparation | undefined> {
  const { database, now, list, policy } = deps;
  const due = await database.em().findOneOrFail(SmtpSend, { id });
  if (due.status === 'pending') {
    const isLate = now().getTime() - (due.lastAt ?? due.scheduledAt).getTime() > policy.latestMs;
    if (!isLate) await makePartition(database, id);
    if (isLate) {
      const missed = { status: 'cancelled' as const, reason: neverTried.email };
      await database.em().nativeUpdate(SmtpSend, { id, status: 'pending' }, missed);
    } else {
      const begun = { startedAt: now(), rangeSize: rangeSizeFor(await list.begin()) };
      if (!(deps.warmUp && (await beginWarmedUp(deps, due, begun))))
        await database
          .em()
          .nativeUpdate(
            SmtpSend,
            { id, status: 'pending' },
            { status: 'preparing', ...begun, isTrial: deps.isTrial ?? false },
          );
    }
  }
  let isEnded = false;
  /** @returns whether there was something to do */
  const next = async () => {
    if (isEnded || signal?.aborted) return false;
    const send = await database.em().findOneOrFail(SmtpSend, { id });
    if (send.status !== 'preparing') return false;
    await prepareBatch(deps, send);
    return true;
  };
  // The first email must not wait for the last reader.
  await next();
  const { status } = await database.em().findOneOrFail(SmtpSend, { id });
  if (status !== 'preparing' && status !== 'sending') return undefined;
  let recorded = 0;
  let seen = 0;
  let notify = () => {};
  let isAwaited = false;
  const preparing = (async () => {
    for (let startedAt = performance.now(); await next(); startedAt = performance.now()) {
      recorded += 1;
      notify();
      // Most of the time is for those who are recorded already. With SQLite, nothing here waits for anything else.
      await wait(isAwaited ? 0 : 4 * (performance.now() - startedAt));
    }
  })().finally(() => {
    isEnded = true;
    notify();
  });
  preparing.catch(() => {});
  return {
    async more() {
      isAwaited = true;
      if (recorded === seen && !isEnded) await new Promise<void>((resolve) => (notify = resolve));
      isAwaited = false;
      const isMore = recorded > seen;
      seen = recorded;
      return isMore;
    },
    async end() {
      isEnded = true;
      await preparing;
    },
  };
}

async function prepareBatch({ database, list, now, policy }: PrepareDeps, send: SmtpSend): Promise<void> {
  const { id, preparedTo, scheduledAt } = send;
  const startedAt = send.startedAt ?? scheduledAt;
  const { createdAt } = await database
    .em()
    .findOneOrFail(SmtpMessage, { id: send.message.id }, { fields: ['createdAt'] });
  const moment = { email: momentOf(send), createdAt, scheduledAt, startedAt };
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
      {
        after: preparedTo,
        limit: policy.prepareBatch,
        hasSince: Boolean(send.warmUpDay),
        before: send.isRestSent ? undefined : heldFrom(send),
      },
      run,
    );
    if (last === undefined) {
      await run(here.set({ status: 'sending', is_prepared: true }));
      return;
    }
    run(here.set({ prepared_to: last }));
    const due = members.map(({ id: readerId, dueAt, since }) => ({
      readerId,
      since,
      dueAt: startingAt(dueAt, startedAt, policy),
    }));
    await insertDeliveries(database, { run, insert }, send, due);
    const lateBefore = lateAt(now(), policy);
    const late = due.filter(({ dueAt }) => dueAt < lateBefore).map(({ readerId }) => readerId);
    if (late.length === 0) return;
    // At once: as soon as they are seen, another process may send to them.
    const failed = await failLate(run, id, isAmong(database.kind, 'reader_id', late), now());
    const counted = failed.map(({ readerId }) => ({ nth: rangeOf(readerId, send.rangeSize), failed: 1 }));
    await changeRanges(database, run, id, counted);
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
      const { members, last } = await list.joined(email, {
        after,
        limit: policy.prepareBatch,
        hasSince: Boolean(send.warmUpDay),
      });
      if (members.length > 0) await addDeliveries(database, send, members);
      after = last;
    }
    if (!after) await database.em().nativeUpdate(SmtpSend, { id: send.id }, { joinedTo: at });
  }
}

/** Adds readers to a send whose readers are recorded already. Those who are among them stay as they are. */
async function addDeliveries(
  database: OpenDatabase,
  send: SmtpSend,
  members: readonly Member[],
): Promise<void> {
  await database.writeTogether(async (run, insert) => {
    // First, like everyone who changes deliveries that have not begun.
    const held = engine.selectFrom('smtp_sends').select('id').where('id', '=', send.id);
    await run(database.kind === 'postgresql' ? held.forUpdate() : held);
    const due = members.map(({ id: readerId, dueAt, since }) => ({ readerId, dueAt, since }));
    await insertDeliveries(database, { run, insert }, send, due);
  });
}

/** Records readers who are not recorded yet, unless the warm-up holds them back. The transaction must hold the send. */
async function insertDeliveries(
  database: OpenDatabase,
  { run, insert }: { run: RunStatement; insert: InsertRows },
  send: SmtpSend,
  readers: readonly { readerId: number; dueAt: Date; since: Date | undefined }[],
): Promise<void> {
  const { within: due } = await divideByWarmUp(database, run, send, readers);
  if (due.length === 0) return;
  const added = await insert<{ readerId: number }>(
    'deliveries (send_id, reader_id, due_at)',
    due.map(({ readerId, dueAt }) => [send.id, readerId, dueAt]),
    'on conflict do nothing returning reader_id as "readerId"',
  );
  const ids = new Set(added.map(({ readerId }) => readerId));
  await addToSend(
    database,
    run,
    send,
    due.filter(({ readerId }) => ids.has(readerId)),
  );
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
  // Retried with the others once the owner resumes the send.
  if (doubted.length > 0) {
    await deps.database.writeTogether((run) =>
      run(
        sql`update deliveries set failure = 'policy' where send_id = ${id} and state = 'failed'
          and ${isAmong(deps.database.kind, 'reader_id', doubted)}`,
      ),
    );
  }
  const answer = refusal ?? (isOver ? await onlyRefusals(deps, id) : undefined);
  const isChanged = answer
    ? (await deps.database.em().nativeUpdate(
        SmtpSend,
        { id, status: { $in: ['preparing', 'sending'] } },
        {
          status: 'paused',
          reason: `The mail server does not accept these emails. It says: ${withPeriod(answer)}`,
        },
      )) > 0
    : isOver && (await release(deps, id));
  const send = await deps.database.em().findOneOrFail(SmtpSend, { id });
  const word = `“${message.name.split(' · ')[0]}”`;
  if (isChanged && answer) {
    onEvent({ ...keptFailure, message: `${word} was paused. ${send.reason}` });
  } else if (begun > 0 || isChanged) {
    onEvent({
      outcome: isOver ? 'done' : 'waiting',
      message: `${word}: ${progress(await totalsOf(deps.database, id), send.held)}`,
    });
  }
}

/** Ends a send. @returns whether it was not ended before */
function release({ database, now }: FinishDeps, id: number): Promise<boolean> {
  return database.writeTogether(async (run) => {
    // Another process that adds readers holds it too, and may have been faster.
    const send = engine.selectFrom('smtp_sends').select('id').where('id', '=', id);
    await run(database.kind === 'postgresql' ? send.forUpdate() : send);
    const [ended] = await run(
      sql`update smtp_sends set status = 'released', finished_at = ${now()} where id = ${id} and status = 'sending'
        and not exists (select 1 from smtp_ranges where send_id = ${id} and ${isOpen}) returning id`,
    );
    if (ended) await foldTotals(database, run, id);
    return ended !== undefined;
  });
}

function progress({ recipients, sent, failed, unknown }: SendTotals, held: number): string {
  const parts = [`${sent} of ${recipients} sent`];
  if (failed > 0) parts.push(`${failed} failed`);
  if (unknown > 0) parts.push(`${unknown} without an answer`);
  if (held > 0) parts.push(`${held} held back by the warm-up`);
  return parts.join(', ');
}

/** The answer to one email if every email was refused because of its content or sender. */
async function onlyRefusals({ database }: FinishDeps, sendId: number): Promise<string | undefined> {
  // Checked first, because the other query reads all deliveries if none was refused.
  const { sent, unknown } = await totalsOf(database, sendId);
  if (sent > 0 || unknown > 0) return undefined;
  const [refused] = await database.read(
    sql<{ answer: string }>`select answer from deliveries
      where send_id = ${sendId} and problem is not null and problem = 'failed'
      and failure in ('policy', 'content') limit 1`,
  );
  return refused?.answer;
}
