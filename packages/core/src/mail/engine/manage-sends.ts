import { type Expression, type SqlBool, sql } from 'kysely';
import type { SendAction } from '../../contract/choices.ts';
import type { DeliveryProgress, ProblemCount } from '../../contract/deliveries.ts';
import { timings } from '../../contract/limits.ts';
import { calendarDay } from '../../platform/calendar.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { type Instant, isAmong, isoInstant, literal, rowCount } from '../../platform/database/query.ts';
import { type RunStatement, runIn } from '../../platform/database/writes.ts';
import type { WarmUpConfig } from '../../platform/settings/config.ts';
import type {
  MessageContent,
  OutgoingMessage,
  ProviderSend,
  ProviderSends,
  SendChange,
  SendCounts,
} from '../mail-provider.ts';
import type { EmailMoment, MailingList } from '../mailing-list.ts';
import { type SmtpPolicy, smtpPolicy } from '../policy.ts';
import { interruptedUntil } from './delivery-store.ts';
import { engine, momentOf, SmtpMessage, SmtpSend, waiting } from './engine-tables.ts';
import { dropPartition } from './partitions.ts';
import {
  changeRanges,
  claimedOf,
  holdRanges,
  type RangeChange,
  rangeOf,
  type SendTotals,
  total,
  totalsOf,
} from './ranges.ts';
import type { Hold } from './send-budget.ts';
import { warmUpPlace } from './warm-up.ts';

interface ManageDeps {
  database: OpenDatabase;
  now: () => Date;
}

interface ProgressDeps extends ManageDeps {
  list: Pick<MailingList, 'dueTimes'>;
  /** The owner's. IANA name. */
  timezone: string;
  policy: Pick<SmtpPolicy, 'leaseMs'>;
  warmUp?: WarmUpConfig | undefined;
}

interface ChangeDeps extends ManageDeps {
  policy: Pick<SmtpPolicy, 'latestMs'>;
}

/** The progress of a send; `undefined` before its time has come, and for an unknown send. */
export async function sendProgress(
  deps: ProgressDeps,
  sendId: string,
): Promise<DeliveryProgress | undefined> {
  const { database, list, now } = deps;
  const send = await database.em().findOne(SmtpSend, { id: Number(sendId) || 0 });
  if (!send?.startedAt) return undefined;
  const [under] = await database.read(
    sql<{ deferred: number; nextAt: Instant | null }>`select
      (select cast(count(*) as integer) from deliveries
        where send_id = ${send.id} and problem is not null and problem = 'deferred') as deferred,
      (select min(next_at) from smtp_ranges where send_id = ${send.id}) as "nextAt"`,
  );
  const { deferred = 0, nextAt = null } = under ?? {};
  const inFlight = (await claimedOf(database, send.id)).length;
  const at = now();
  const moment = momentOf(send);
  const times = moment ? await list.dueTimes(moment) : [send.scheduledAt];
  const { leftUnknown } = send;
  const { recipients, sent, failed, unknown } = await totalsOf(database, send.id);
  const isOver = send.status === 'released';
  const rest = recipients - sent - failed - unknown;
  return {
    status:
      send.status === 'paused' || (send.status === 'preparing' && sent === 0)
        ? send.status
        : isOver
          ? 'sent'
          : 'sending',
    recipients,
    sent,
    failed,
    unknown,
    undecided: Math.max(0, unknown - leftUnknown),
    deferred,
    inFlight,
    queued: isOver ? 0 : Math.max(0, rest - deferred - inFlight),
    // After a stop, those that were under way are still to be answered.
    skipped: isOver ? Math.max(0, rest - inFlight) : 0,
    reason: send.reason ?? null,
    startedAt: send.startedAt.toISOString(),
    finishedAt: send.finishedAt?.toISOString() ?? null,
    waves: { total: times.length, begun: isOver ? times.length : times.filter((time) => time <= at).length },
    nextAt: inFlight === 0 && nextAt !== null && new Date(nextAt) > at ? isoInstant(nextAt) : null,
    hold: shownHold(await interruption(deps, send)),
    actions: actionsOn(send, unknown),
    warmUp: await heldByWarmUp(deps, send),
    providers: [],
    relays: [],
  };
}

/** The progress of a send that has begun, while a provider is set that does not send from here: the rest waits. */
export async function progressElsewhere(
  deps: ManageDeps,
  sendId: string,
): Promise<DeliveryProgress | undefined> {
  // Its local times do not matter meanwhile.
  const list = { dueTimes: async () => [] };
  const progress = await sendProgress({ ...deps, list, timezone: 'UTC', policy: smtpPolicy }, sendId);
  if (!progress) return undefined;
  const { isTrial } = await deps.database.em().findOneOrFail(SmtpSend, { id: Number(sendId) });
  const isByOwner = progress.status === 'paused' && progress.reason !== pausedInSandbox;
  const who = isTrial ? 'The SMTP sandbox' : 'A mail server';
  const again = isTrial ? 'EMAIL_PROVIDER is smtp-sandbox again' : 'that server is set again';
  return {
    ...progress,
    status: 'paused',
    reason: `${who} began it. It ${isByOwner ? 'can be resumed' : 'goes on'} once ${again}.`,
    queued: progress.queued + progress.inFlight,
    inFlight: 0,
    nextAt: null,
    hold: null,
    actions: [],
  };
}

type InterruptionDeps = ManageDeps & { policy: Pick<SmtpPolicy, 'leaseMs'> };

/** If nobody is sending it, although it has begun and is neither over nor paused. */
async function interruption(
  { database, now, policy }: InterruptionDeps,
  { id, status }: Pick<SmtpSend, 'id' | 'status'>,
): Promise<Hold | undefined> {
  if (status !== 'sending' && status !== 'preparing') return undefined;
  const until = await interruptedUntil({ database, now, leaseMs: policy.leaseMs }, id);
  return until && { until, reason: interrupted };
}

/** Of the sends that nobody is sending although they have begun, the one that continues first. */
export async function firstInterruption(deps: InterruptionDeps): Promise<Hold | undefined> {
  const begun = await deps.database
    .em()
    .find(SmtpSend, { status: { $in: ['preparing', 'sending'] } }, { fields: ['status'] });
  const holds = await Promise.all(begun.map((send) => interruption(deps, send)));
  return holds
    .filter((hold) => hold !== undefined)
    .toSorted((a, b) => a.until.getTime() - b.until.getTime())[0];
}

function shownHold(hold: Hold | undefined): DeliveryProgress['hold'] {
  return hold ? { ...hold, until: hold.until.toISOString(), isInterruption: true } : null;
}

function actionsOn(
  { status, reason, leftUnknown }: Pick<SmtpSend, 'status' | 'reason' | 'leftUnknown'>,
  unknown: number,
): SendAction[] {
  const isUnderWay = status === 'preparing' || status === 'sending';
  const isPaused = status === 'paused';
  return [
    isUnderWay && ('pause' as const),
    isPaused && reason !== pausedInSandbox && ('resume' as const),
    (isUnderWay || isPaused) && ('stop' as const),
    unknown > 0 && ('again' as const),
    unknown > leftUnknown && ('leave' as const),
  ].filter((action) => action !== false);
}

const interrupted = 'Sending was interrupted: the process that was sending it ended or does not respond.';

async function heldByWarmUp(
  deps: ProgressDeps,
  { warmUpDay, warmUpMost, held }: SmtpSend,
): Promise<DeliveryProgress['warmUp']> {
  if (!warmUpDay || held === 0) return null;
  const place = await warmUpPlace(deps, warmUpDay);
  return { held, most: warmUpMost ?? 0, day: place?.day ?? null, days: place?.days ?? null };
}

/** Reads only waiting deliveries, so that it can be called every few seconds. */
export async function sendCounts(
  deps: ProgressDeps,
): Promise<Omit<SendCounts, 'relays'> & { latestId: string }> {
  const latest = engine
    .selectFrom('smtp_sends')
    .select('id')
    .where('started_at', 'is not', null)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1);
  const [all] = await deps.database.read(
    sql<{ accepted: number; latest: number | null }>`select (select coalesce(sum(sent), 0) from smtp_sends)
      + (select coalesce(sum(sent), 0) from smtp_ranges) as accepted, (${latest}) as latest`,
  );
  return {
    accepted: Number(all?.accepted ?? 0),
    latestId: String(all?.latest ?? ''),
    latest: all?.latest ? await sendProgress(deps, String(all.latest)) : undefined,
  };
}

/**
 * Pauses, resumes or stops a send, or decides about emails without an answer.
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
    if (change === 'pause') return move(run, id, { from: underWay, to: 'paused', reason: pausedByOwner });
    if (change === 'resume') return resume(database, run, id, { at, lateBefore });
    if (change === 'stop') return stop(database, run, id, { at, reason: 'You stopped it.' });
    return change === 'leave'
      ? leaveUnknown(run, id)
      : sendUnknownAgain(database, run, id, { at, lateBefore });
  });
}

/** The reason of a send that the owner paused. */
export const pausedByOwner = 'You paused it.';

const underWay = sql<SqlBool>`status in ('preparing', 'sending')`;
const paused = sql<SqlBool>`status = 'paused'`;

interface Move {
  from: Expression<SqlBool>;
  /** `sending`: or `preparing`, if not all readers are recorded. */
  to: 'sending' | 'paused' | 'released';
  reason?: string;
  finishedAt?: Date;
}

/** @returns whether its state matched */
async function move(run: RunStatement, id: number, { from, to, reason, finishedAt }: Move): Promise<boolean> {
  const status =
    to === 'sending'
      ? sql<typeof to>`case when is_prepared then 'sending' else 'preparing' end`
      : sql<typeof to>`${literal(to)}`;
  const moved = await run(
    engine
      .updateTable('smtp_sends')
      .set({ status, reason: reason ?? null, finished_at: finishedAt ?? null })
      .where('id', '=', id)
      .where(from)
      .returning('id'),
  );
  return moved.length > 0;
}

type Kind = Pick<OpenDatabase, 'kind'>;

interface Resumed {
  at: Date;
  /** Emails due before this time would be given up. */
  lateBefore: Date;
}

/** Emails refused because of us are retried too: the owner would not resume if the cause remained. */
async function resume(
  database: Kind,
  run: RunStatement,
  id: number,
  { at, lateBefore }: Resumed,
): Promise<boolean> {
  // One that a real mail server began would only be paused again.
  const from = sql<SqlBool>`${paused} and coalesce(reason, '') <> ${literal(pausedInSandbox)}`;
  if (!(await move(run, id, { from, to: 'sending' }))) return false;
  // Sending late is the owner's choice. Their ranges are due already.
  await run(
    engine
      .updateTable('deliveries')
      .set({ due_at: at, first_due_at: null })
      .where('send_id', '=', id)
      .where(waiting)
      .where('due_at', '<', lateBefore),
  );
  const ofUs = sql<SqlBool>`problem is not null and problem = 'failed' and failure in ('policy', 'content')`;
  await requeue(database, run, id, { at, which: ofUs });
  return true;
}

/**
 * Ends emails that began in the sandbox, before a real mail server would send them to readers for whom they are still to
 * come.
 */
export async function endTrialSends({ database, now }: Pick<ChangeDeps, 'database' | 'now'>): Promise<void> {
  const reason = 'It began in the sandbox, so nobody else gets it.';
  const isTrial = true;
  const underWay = { isTrial, status: { $in: ['preparing', 'sending', 'paused'] as const } };
  for (const { id } of await database.em().find(SmtpSend, underWay, { fields: ['id'] }))
    await database.writeTogether((run) => stop(database, run, id, { at: now(), reason }));
  // Otherwise, readers who join later could still get it.
  await database.em().nativeUpdate(SmtpSend, { isTrial, status: 'released', reason: null }, { reason });
}

const pausedInSandbox =
  'A mail server began it, and nobody would get the rest from the sandbox. It goes on once that server is set again.';

/** Pauses emails that a real mail server began, while the sandbox is set. */
export async function pauseRealSends({ database }: Pick<ChangeDeps, 'database'>): Promise<void> {
  const begun = { isTrial: false, status: { $in: ['preparing', 'sending'] as const } };
  for (const { id } of await database.em().find(SmtpSend, begun, { fields: ['id'] }))
    await database.writeTogether((run) =>
      move(run, id, { from: underWay, to: 'paused', reason: pausedInSandbox }),
    );
}

/** Continues them. What is too late by then is given up, as after any other pause of sending. */
export async function continueRealSends({ database }: Pick<ChangeDeps, 'database'>): Promise<void> {
  const waiting = { status: 'paused' as const, reason: pausedInSandbox };
  for (const { id } of await database.em().find(SmtpSend, waiting, { fields: ['id'] }))
    await database.writeTogether((run) => move(run, id, { from: paused, to: 'sending' }));
}

interface Stopped {
  at: Date;
  /** User-facing. */
  reason: string;
}

async function stop(
  database: Kind,
  run: RunStatement,
  id: number,
  { at, reason }: Stopped,
): Promise<boolean> {
  const stopped = { to: 'released', reason, finishedAt: at } as const;
  if (!(await move(run, id, { from: sql`(${underWay} or ${paused})`, ...stopped }))) return false;
  const begun = (await holdRanges(database, run, id)).flatMap(({ claimed }) => claimed);
  await run(
    engine
      .updateTable('deliveries')
      .set({ state: 'skipped', problem: null, answer: 'The rest of this email was stopped.', ended_at: at })
      .where('send_id', '=', id)
      .where(waiting)
      .where(sql<SqlBool>`not ${isAmong(database.kind, 'reader_id', begun)}`),
  );
  await run(sql`update smtp_ranges set next_at = null where send_id = ${id} and worker is null`);
  return true;
}

/** Only the owner can know that a second copy is better than none. */
async function sendUnknownAgain(
  database: Kind,
  run: RunStatement,
  id: number,
  resumed: Resumed,
): Promise<boolean> {
  const { at } = resumed;
  // Includes everything that a resume would retry.
  await resume(database, run, id, resumed);
  const from = sql<SqlBool>`(${underWay} or status in ('paused', 'released')) and ${total('unknown')} > 0`;
  if (!(await move(run, id, { from, to: 'sending' }))) return false;
  await requeue(database, run, id, { at, which: sql`problem is not null and problem = 'unknown'` });
  await run(engine.updateTable('smtp_sends').set({ left_unknown: 0 }).where('id', '=', id));
  return true;
}

/** They stay unknown, and nobody is asked about them again. */
async function leaveUnknown(run: RunStatement, id: number): Promise<boolean> {
  const left = await run(
    engine
      .updateTable('smtp_sends')
      .set({ left_unknown: total('unknown') })
      .where('id', '=', id)
      .where(sql<SqlBool>`${total('unknown')} > left_unknown`)
      .returning('id'),
  );
  return left.length > 0;
}

/** Makes them due now. Those whose time is still to come, such as after a restore, keep it. */
async function requeue(
  database: Kind,
  run: RunStatement,
  id: number,
  { at, which }: { at: Date; which: Expression<SqlBool> },
): Promise<void> {
  const [send] = await run(engine.selectFrom('smtp_sends').select('range_size').where('id', '=', id));
  await holdRanges(database, run, id);
  const found = await run(
    engine
      .selectFrom('deliveries')
      .select(['reader_id', 'problem', 'due_at'])
      .where('send_id', '=', id)
      .where(which),
  );
  if (!send || found.length === 0) return;
  await run(
    engine
      .updateTable('deliveries')
      .set({ state: 'queued', problem: null, first_due_at: null, failure: null, ended_at: null })
      .set({ due_at: sql`case when due_at > ${at} then due_at else ${at} end` })
      .where('send_id', '=', id)
      .where(which),
  );
  const changes = found.map(({ reader_id: readerId, problem, due_at }): RangeChange => {
    const nth = rangeOf(readerId, send.range_size);
    const nextAt = new Date(Math.max(new Date(due_at).getTime(), at.getTime()));
    return problem === 'unknown' ? { nth, nextAt, unknown: -1 } : { nth, nextAt, failed: -1 };
  });
  await changeRanges(database, run, id, changes);
}

/** The statements of `forgetDeliveries`: each reads a small part of an index, however many rows there are. */
export const forgetting = {
  oldest: (before: Date) =>
    engine
      .selectFrom('smtp_sends')
      .select('id')
      .where(sql<SqlBool>`is_forgotten = false`)
      .where('finished_at', '<', before)
      .orderBy('finished_at')
      .limit(1),
  batch: (sendId: number, after: number, limit: number) =>
    engine
      .selectFrom((from) =>
        from
          .selectFrom('deliveries')
          .select('reader_id')
          .where('send_id', '=', sendId)
          .where('reader_id', '>', after)
          .orderBy('reader_id')
          .limit(limit)
          .as('batch'),
      )
      .select(({ fn }) => fn.max('reader_id').as('to')),
  delete: (sendId: number, after: number, to: number) =>
    engine
      .deleteFrom('deliveries')
      .where('send_id', '=', sendId)
      .where('reader_id', '>', after)
      .where('reader_id', '<=', to),
};

/**
 * Deletes the individual results of sends that ended before a date: a partition at once, others in small transactions.
 * Their totals stay. Any number of processes may do it at the same time.
 *
 * @param mayGoOn Asked before each transaction.
 */
export async function forgetDeliveries(
  { database }: Pick<ManageDeps, 'database'>,
  { before, batch }: { before: Date; batch: number },
  mayGoOn: () => Promise<boolean>,
): Promise<void> {
  while (await mayGoOn()) {
    const [send] = await database.read(forgetting.oldest(before));
    // If something reads the deliveries right now, the next pass does it.
    if (!send || !(await dropPartition(database, send.id))) return;
    for (let after = 0; await mayGoOn(); ) {
      const [next] = await database.read(forgetting.batch(send.id, after, batch));
      const to = next?.to;
      if (typeof to !== 'number') {
        await database.writeTogether(async (run) => {
          await foldTotals(database, run, send.id);
          await run(sql`update smtp_sends set is_forgotten = true where id = ${send.id}`);
        });
        break;
      }
      await database.writeTogether((run) => run(forgetting.delete(send.id, after, to)));
      after = to;
    }
  }
}

/** Drops the partitions that canceled sends were given. */
export async function forgetCanceled(database: OpenDatabase): Promise<void> {
  const canceled = await database.read(
    engine
      .selectFrom('smtp_sends')
      .select('id')
      .where(sql<SqlBool>`is_forgotten = false`)
      .where('status', '=', 'cancelled'),
  );
  for (const { id } of canceled)
    if (await dropPartition(database, id))
      await database.em().nativeUpdate(SmtpSend, { id }, { isForgotten: true });
}

/** Moves the totals of a send's ranges into its row, and deletes the ranges. */
export async function foldTotals({ kind }: Kind, run: RunStatement, id: number): Promise<void> {
  const send = engine.selectFrom('smtp_sends').select('id').where('id', '=', id);
  await run(kind === 'postgresql' ? send.forUpdate() : send);
  await holdRanges({ kind }, run, id);
  await run(
    sql`update smtp_sends set recipients = ${total('recipients')}, sent = ${total('sent')},
      failed = ${total('failed')}, unknown = ${total('unknown')} where id = ${id}`,
  );
  await run(sql`delete from smtp_ranges where send_id = ${id}`);
}

type ListSendsDeps = ManageDeps;

/** Sends that have begun, latest first. */
export async function listSends(
  deps: ProgressDeps,
  limit: number,
): Promise<{ messageName: string; progress: DeliveryProgress }[]> {
  const begun = await deps.database.read(
    engine
      .selectFrom((from) =>
        from
          .selectFrom('smtp_sends')
          .select(['id', 'message_id', 'scheduled_at'])
          .where('started_at', 'is not', null)
          .orderBy('scheduled_at', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .as('send'),
      )
      .innerJoin('smtp_messages as message', 'message.id', 'send.message_id')
      .select(['send.id', 'message.name as messageName'])
      .orderBy('send.scheduled_at', 'desc')
      .orderBy('send.id', 'desc'),
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

/** Sends of which the answers to some emails were lost, and the owner has not decided yet. */
export function sendsInDoubt(
  { database }: ListSendsDeps,
  since: Date,
): Promise<{ messageName: string; readers: number }[]> {
  return database.read(
    engine
      .selectFrom('smtp_sends as send')
      .innerJoin('smtp_messages as message', 'message.id', 'send.message_id')
      .select([
        'message.name as messageName',
        sql<number>`${total('unknown', 'send')} - send.left_unknown`.as('readers'),
      ])
      .where(sql<SqlBool>`${total('unknown', 'send')} > send.left_unknown`)
      .where('send.scheduled_at', '>=', since)
      .orderBy('send.scheduled_at', 'desc'),
  );
}

/** The send of a message by its name. */
export async function findSend({ database }: ListSendsDeps, name: string): Promise<string | undefined> {
  const send = await database.em().findOne(SmtpSend, { message: { name } }, { fields: ['id'] });
  return send ? `${send.id}` : undefined;
}

/** The text of a message by its name. */
export async function messageContent(
  { database }: ListSendsDeps,
  name: string,
): Promise<MessageContent | undefined> {
  const [message] = await database.read(
    engine.selectFrom('smtp_messages').select(['subject', 'html', 'text']).where('name', '=', name),
  );
  return message;
}

export function countProblems(
  { database }: Pick<ListSendsDeps, 'database'>,
  sendId: string,
): Promise<ProblemCount[]> {
  return database.read(
    sql<ProblemCount>`select problem as state, failure, ${rowCount} from deliveries
      where send_id = ${Number(sendId) || 0} and problem is not null
      group by problem, failure order by count desc, problem, failure`,
  );
}

interface SendsDeps {
  database: OpenDatabase;
  now: () => Date;
}

const pageSize = 100;

/** Messages and their sends as rows in our own database, so each call succeeds or fails with the database. */
export function smtpSends({ database, now }: SendsDeps): ProviderSends {
  const { em } = database;
  const bySend = async (where: object) => {
    const send = await em().findOne(SmtpSend, where, { populate: ['message'] });
    return send ? read(send) : undefined;
  };
  const read = async (send: SmtpSend) => {
    const totals = await totalsOf(database, send.id);
    return present(send, totals, await reasonOf(database, send, totals));
  };
  const findMessage = async (name: string) => {
    const message = await em().findOne(SmtpMessage, { name }, { fields: ['id'] });
    return message ? { messageId: `${message.id}` } : undefined;
  };
  return {
    async createMessage({ name, subject, html, text }) {
      const known = await findMessage(name);
      if (known) return known;
      const id = await em().insert(SmtpMessage, { name, subject, html, text, createdAt: now() });
      return { messageId: `${id}` };
    },
    findMessage,
    async messageNames(messageIds) {
      const ids = messageIds.map(Number);
      const messages = await em().find(SmtpMessage, { id: { $in: ids } }, { fields: ['id', 'name'] });
      return new Map(messages.map(({ id, name }) => [`${id}`, name]));
    },
    async schedule(messageId, at = now(), { times } = {}) {
      const message = Number(messageId);
      await runIn(em(), newSend(message, at, times));
      const send = await em().findOneOrFail(SmtpSend, { message });
      return read(send);
    },
    find: (messageId) => bySend({ message: Number(messageId) }),
    get: (sendId) => bySend({ id: Number(sendId) }),
    async *list() {
      for (let before = Number.MAX_SAFE_INTEGER; ; ) {
        const page = await em().find(
          SmtpSend,
          { id: { $lt: before } },
          { orderBy: { id: 'desc' }, limit: pageSize },
        );
        yield await Promise.all(page.map(read));
        const last = page.at(-1);
        if (!last || page.length < pageSize) return;
        before = last.id;
      }
    },
    async cancel(sendId) {
      const id = Number(sendId);
      const canceled = await em().nativeUpdate(SmtpSend, { id, status: 'pending' }, { status: 'cancelled' });
      if (canceled > 0) return 'cancelled';
      const send = await em().findOne(SmtpSend, { id });
      if (!send) return 'unknown';
      return send.status === 'cancelled' ? 'cancelled' : 'released';
    },
  };
}

function newSend(message: number, at: Date, times: NewSend['times']) {
  const {
    day = null,
    localTime = null,
    timezone = null,
    at: ownerAt = null,
    weekly = null,
  } = times?.email ?? {};
  return sql`insert into smtp_sends (message_id, scheduled_at, last_at, day, local_time, timezone, owner_at, weekly)
    values (${message}, ${at}, ${times?.lastAt ?? null}, ${day}, ${localTime}, ${timezone}, ${ownerAt}, ${weekly})
    on conflict do nothing`;
}

interface NewSend {
  message: OutgoingMessage;
  /** When it is due for its first reader. */
  at: Date;
  times: { email: EmailMoment; lastAt: Date } | undefined;
  now: Date;
}

/** Stores a message and its send as part of a transaction. The message must be new. @returns the id of the send */
export async function storeSend(
  run: RunStatement,
  { message, at, times, now }: NewSend,
): Promise<number | undefined> {
  const { name, subject, html, text } = message;
  const [stored] = await run(
    sql<{ id: number }>`insert into smtp_messages (name, subject, html, text, created_at)
      values (${name}, ${subject}, ${html}, ${text}, ${now}) returning id`,
  );
  if (!stored) return undefined;
  await run(newSend(stored.id, at, times));
  const [send] = await run(sql<{ id: number }>`select id from smtp_sends where message_id = ${stored.id}`);
  return send?.id;
}

const statuses = {
  pending: 'pending',
  preparing: 'sending',
  sending: 'sending',
  paused: 'sending',
  released: 'released',
  cancelled: 'cancelled',
} as const;

/** Why a send was canceled, or why it has ended and no reader got it. */
async function reasonOf(
  database: OpenDatabase,
  { id, status, reason }: SmtpSend,
  { sent, failed, unknown }: SendTotals,
): Promise<string | undefined> {
  if (status === 'cancelled') return reason ?? undefined;
  if (status !== 'released' || failed === 0 || sent + unknown > 0) return undefined;
  const problems = await countProblems({ database }, `${id}`);
  const isLate = problems.some(({ failure }) => failure === 'late');
  return reason ?? `No reader got it${isLate ? ` within ${timings.lateSendHours} hours of its time` : ''}.`;
}

function present(send: SmtpSend, { recipients }: SendTotals, reason: string | undefined): ProviderSend {
  const isCounted = send.isPrepared || send.status === 'released';
  return {
    sendId: `${send.id}`,
    messageId: `${send.message.id}`,
    scheduledTime: send.scheduledAt,
    releasedTime: send.status === 'released' ? (send.startedAt ?? null) : null,
    recipientCount: send.startedAt && isCounted ? recipients : null,
    reason,
    status: statuses[send.status as keyof typeof statuses],
  };
}

/** Sends whose email may still be to come for a reader somewhere, unless the owner stopped them. */
export function joinable(at: Date) {
  // The last time of a day is that of a zone 12 hours behind UTC.
  const day = { $gte: calendarDay(new Date(at.getTime() - 12 * 3_600_000), 'UTC') };
  const ended = { status: 'released' as const, reason: null, isForgotten: false };
  return { day, $or: [{ status: { $in: ['sending', 'paused'] as const } }, ended] };
}

/** The emails of words that someone who joins now still gets, if their time is still to come where that reader lives. */
export async function momentsToJoin(database: OpenDatabase, at: Date): Promise<EmailMoment[]> {
  const sends = await database
    .em()
    .find(SmtpSend, { ...joinable(at), weekly: null }, { orderBy: { day: 'asc' } });
  return sends.flatMap((send) => momentOf(send) ?? []);
}
