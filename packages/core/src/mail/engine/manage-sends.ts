import type { DeliveryProgress, ProblemCount } from '../../contract/deliveries.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import type { RunStatement } from '../../platform/database/writes.ts';
import type {
  MessageContent,
  ProviderSend,
  ProviderSends,
  SendChange,
  SendCounts,
} from '../mail-provider.ts';
import type { SmtpPolicy } from '../policy.ts';
import { recount } from './delivery-store.ts';
import { SmtpMessage, SmtpSend } from './engine-tables.ts';

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
    recipients,
    sent,
    failed,
    unknown,
    deferred,
    inFlight,
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

/** The statements of `forgetDeliveries`: each reads a small part of an index, however many rows there are. */
export const forgetSql = {
  oldest: `select id from smtp_sends where is_forgotten = false and finished_at < ? order by finished_at limit 1`,
  batch: `select max(reader_id) as "to" from
    (select reader_id from deliveries where send_id = ? and reader_id > ? order by reader_id limit ?) as batch`,
  delete: 'delete from deliveries where send_id = ? and reader_id > ? and reader_id <= ?',
};

/**
 * Deletes the individual results of sends that ended before a date, in small transactions. Their totals stay. Any number
 * of processes may do it at the same time.
 *
 * @param mayGoOn Asked before each transaction.
 */
export async function forgetDeliveries(
  { database }: Pick<ManageDeps, 'database'>,
  { before, batch }: { before: Date; batch: number },
  mayGoOn: () => Promise<boolean>,
): Promise<void> {
  while (await mayGoOn()) {
    const [send] = await database.read<{ id: number }>(forgetSql.oldest, [before]);
    if (!send) return;
    for (let after = 0; await mayGoOn(); ) {
      const [next] = await database.read<{ to: number | null }>(forgetSql.batch, [send.id, after, batch]);
      const to = next?.to;
      if (typeof to !== 'number') {
        await database.em().nativeUpdate(SmtpSend, { id: send.id }, { isForgotten: true });
        break;
      }
      await database.writeTogether((run) => run(forgetSql.delete, [send.id, after, to]));
      after = to;
    }
  }
}

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

/** Sends of which the answers to some emails were lost. */
export function sendsInDoubt(
  { database }: ListSendsDeps,
  since: Date,
): Promise<{ messageName: string; readers: number }[]> {
  return database.read(
    `select message.name as "messageName", send.unknown as readers from smtp_sends send
     join smtp_messages message on message.id = send.message_id
     where send.unknown > 0 and send.scheduled_at >= ? order by send.scheduled_at desc`,
    [since],
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
  const [message] = await database.read<MessageContent>(
    'select subject, html, text from smtp_messages where name = ?',
    [name],
  );
  return message;
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
    return send ? present(send) : undefined;
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
    async schedule(messageId, at = now()) {
      await em().execute(
        'insert into smtp_sends (message_id, scheduled_at) values (?, ?) on conflict do nothing',
        [Number(messageId), at],
        'run',
      );
      const send = await em().findOneOrFail(SmtpSend, { message: Number(messageId) });
      return present(send);
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
        yield page.map(present);
        const last = page.at(-1);
        if (!last || page.length < pageSize) return;
        before = last.id;
      }
    },
    async cancel(sendId) {
      const id = Number(sendId);
      const cancelled = await em().nativeUpdate(SmtpSend, { id, status: 'pending' }, { status: 'cancelled' });
      if (cancelled > 0) return 'cancelled';
      const send = await em().findOne(SmtpSend, { id });
      if (!send) return 'unknown';
      return send.status === 'cancelled' ? 'cancelled' : 'released';
    },
  };
}

const statuses = {
  pending: 'pending',
  preparing: 'sending',
  sending: 'sending',
  paused: 'sending',
  released: 'released',
  cancelled: 'cancelled',
} as const;

function present(send: SmtpSend): ProviderSend {
  return {
    sendId: `${send.id}`,
    messageId: `${send.message.id}`,
    scheduledTime: send.scheduledAt,
    releasedTime: send.status === 'released' ? (send.startedAt ?? null) : null,
    recipientCount: send.startedAt ? send.recipients : null,
    reason: send.status === 'cancelled' ? (send.reason ?? undefined) : undefined,
    status: statuses[send.status as keyof typeof statuses],
  };
}
