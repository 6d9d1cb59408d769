import { defineEntity, IntegerType, type Loaded, type Platform, p } from '@mikro-orm/core';
import { type SqlBool, sql } from 'kysely';
import { deliveryStates } from '../../contract/choices.ts';
import { tables } from '../../platform/database/query.ts';
import { type EmailMoment, weeklyAudiences } from '../mailing-list.ts';

/**
 * An integer of 64 bits, for ids that are used up faster than one for each new reader: an import takes one for each row, also of
 * those who are on the list already. JavaScript represents them exactly up to 2^53. All integers of SQLite have 64 bits.
 */
export class WideInteger extends IntegerType {
  override getColumnType(prop: object, platform: Platform): string {
    return platform.getDefaultSchemaName() === 'public'
      ? 'bigint'
      : super.getColumnType(prop as Parameters<IntegerType['getColumnType']>[0], platform);
  }
}

const DeliverySchema = defineEntity({
  name: 'Delivery',
  tableName: 'deliveries',
  // Nobody gets an email twice: there is one row for each send and reader. It is written when the readers of a send are
  // recorded, and once more with the result. No index contains what the result changes, except for the few with a
  // problem, so PostgreSQL writes the result into the same page and touches no index.
  properties: {
    /** The id of the `SmtpSend`. Not a foreign key: it would be checked for each of a million readers. */
    sendId: p.type(WideInteger).primary(),
    readerId: p.type(WideInteger).primary().index('deliveries_reader'),
    /** `sending` only in rows of earlier versions: see `SmtpRange.claimed`. */
    state: p.enum([...deliveryStates]).default('queued'),
    dueAt: p.datetime(3),
    /** When it was due first; `null` while that is `dueAt`. */
    firstDueAt: p.datetime(3).nullable(),
    /** How often it was submitted to the mail server. */
    attempts: p.integer().default(0),
    /** What kind of failure it was; see `Failure`. */
    failure: p.string().length(20).nullable(),
    /** The relay's answer, or what happened instead. */
    answer: p.text().nullable(),
    /** The `SmtpAnswer`, if it was accepted: most answers are the same. */
    answerId: p.integer().nullable(),
    /** The state if it is failed, unknown or deferred: an index on `state` would be written for each delivery. */
    problem: p.string().length(8).nullable(),
    endedAt: p.datetime(3).nullable(),
  },
  indexes: [
    // For lists of a few readers among a million.
    {
      properties: ['sendId', 'problem', 'failure', 'readerId'],
      name: 'deliveries_problems',
      where: { problem: { $ne: null } },
    },
  ],
});

/** One email to one reader. */
export class Delivery extends DeliverySchema.class {}
DeliverySchema.setClass(Delivery);

const SmtpAnswerSchema = defineEntity({
  name: 'SmtpAnswer',
  tableName: 'smtp_answers',
  properties: {
    id: p.integer().primary().autoincrement(),
    text: p.string().length(200).unique(),
  },
});

/** What mail servers say when they accept an email, without what is different each time. */
export class SmtpAnswer extends SmtpAnswerSchema.class {}
SmtpAnswerSchema.setClass(SmtpAnswer);

const SmtpRangeSchema = defineEntity({
  name: 'SmtpRange',
  tableName: 'smtp_ranges',
  properties: {
    sendId: p.type(WideInteger).primary(),
    /** It has the readers whose id, divided by `SmtpSend.rangeSize`, is this number. */
    nth: p.type(WideInteger).primary(),
    /** No delivery that has not begun is due earlier; `null` if there is none. May be too early, never too late. */
    nextAt: p.datetime(3).nullable(),
    /** The `SmtpWorker` that sends to these readers. Nobody else does until it has ended. */
    worker: p.string().length(32).nullable(),
    /** Ids of readers whose deliveries have begun, as JSON. Their results are not in the totals below. */
    claimed: p.text().nullable(),
    /** Totals of these readers, to be added to those of the send. */
    readers: p.integer().default(0),
    sent: p.integer().default(0),
    failed: p.integer().default(0),
    unknown: p.integer().default(0),
  },
});

/** Some readers of a send, whom one process sends to at a time. Exists until the send has ended. */
export class SmtpRange extends SmtpRangeSchema.class {}
SmtpRangeSchema.setClass(SmtpRange);

const SmtpMessageSchema = defineEntity({
  name: 'SmtpMessage',
  tableName: 'smtp_messages',
  properties: {
    id: p.integer().primary().autoincrement(),
    name: p.string().length(200).unique(),
    subject: p.text(),
    html: p.text(),
    text: p.text(),
    createdAt: p.datetime(3),
  },
});

/** The content of an email, before the fields for each reader are filled in. */
export class SmtpMessage extends SmtpMessageSchema.class {}
SmtpMessageSchema.setClass(SmtpMessage);

/**
 * - `pending`: its time has not come.
 * - `preparing`: its readers are being recorded, while those that are recorded already get it.
 * - `sending`: in progress. `paused`: the rest waits for the owner.
 * - `released`: every delivery has ended. `cancelled`: before anything was sent.
 */
const sendStatuses = ['pending', 'preparing', 'sending', 'paused', 'released', 'cancelled'] as const;

const SmtpSendSchema = defineEntity({
  name: 'SmtpSend',
  tableName: 'smtp_sends',
  properties: {
    id: p.integer().primary().autoincrement(),
    /** A message is sent once. */
    message: () => p.oneToOne(SmtpMessage).fieldName('message_id').owner().deleteRule('cascade'),
    /** When it is due for its first reader. */
    scheduledAt: p.datetime(3),
    /** When it is due for its last reader; `null` for the same instant. */
    lastAt: p.datetime(3).nullable(),
    /** When the email goes out by the owner's clock, as in `EmailMoment`; `null` in sends of earlier versions. */
    day: p.string().length(10).nullable(),
    localTime: p.string().length(12).nullable(),
    timezone: p.string().length(64).nullable(),
    ownerAt: p.datetime(3).nullable(),
    /** Who gets a weekly email; `null` for the email of a word. */
    weekly: p.enum([...weeklyAudiences]).nullable(),
    status: p.enum([...sendStatuses]).default('pending'),
    /** Why it is paused or canceled, user-facing. */
    reason: p.text().nullable(),
    /** When its readers began to be recorded. Who joined later gets it only if it is still to come for them. */
    startedAt: p.datetime(3).nullable(),
    /** Whether it began in the sandbox: no real mail server sends the rest. */
    isTrial: p.boolean().default(false),
    /** Until when it was looked for readers who joined later. */
    joinedTo: p.datetime(3).nullable(),
    finishedAt: p.datetime(3).nullable(),
    /** The last reader recorded so far. */
    preparedTo: p.type(WideInteger).default(0),
    /** Whether all readers are recorded. */
    isPrepared: p.boolean().default(false),
    /** How many ids of readers a `SmtpRange` has. */
    rangeSize: p.integer().default(128),
    /** Totals without those of its ranges. */
    recipients: p.integer().default(0),
    sent: p.integer().default(0),
    failed: p.integer().default(0),
    unknown: p.integer().default(0),
    /** How many of the unknown ones the owner has left as they are. */
    leftUnknown: p.integer().default(0),
    /** Whether the individual results are deleted. */
    isForgotten: p.boolean().default(false),
    /** The day of the warm-up whose amount it uses, by the owner's calendar; `null` without a warm-up. */
    warmUpDay: p.string().length(10).nullable(),
    /** How many emails that day has. */
    warmUpAmount: p.integer().nullable(),
    /** How many readers this send may have; `null` if it has whom it is given. */
    warmUpMost: p.integer().nullable(),
    /** The first reader held back, in the order of `Place`; `null` if nobody is. */
    heldSince: p.datetime(3).nullable(),
    heldId: p.type(WideInteger).nullable(),
    /** How many readers are held back. */
    held: p.integer().default(0),
    /** Whether nobody is: those beyond the warm-up's amount get the email through the second relay. */
    isRestSent: p.boolean().default(false),
  },
  indexes: [
    {
      properties: ['finishedAt'],
      name: 'smtp_sends_kept',
      where: { isForgotten: false },
    },
    {
      properties: ['scheduledAt'],
      name: 'smtp_sends_open',
      where: { status: { $in: ['pending', 'preparing', 'sending', 'paused'] } },
    },
    { properties: ['warmUpDay'], name: 'smtp_sends_warm_up', where: { warmUpDay: { $ne: null } } },
  ],
});

/** One email to everybody on the list. */
export class SmtpSend extends SmtpSendSchema.class {}
SmtpSendSchema.setClass(SmtpSend);

/** For queries on these tables. */
export const engine = tables<{
  deliveries: Delivery;
  smtp_messages: SmtpMessage;
  smtp_ranges: SmtpRange;
  smtp_sends: SmtpSend;
  smtp_workers: SmtpWorker;
}>();

/** When a send is due, for each of its readers. */
export function momentOf(
  send: Pick<SmtpSend, 'day' | 'localTime' | 'timezone' | 'ownerAt' | 'weekly'>,
): EmailMoment | undefined {
  const { day, localTime, timezone, ownerAt: at, weekly } = send;
  if (!day || !localTime || !timezone || !at) return undefined;
  return { day, localTime, timezone, at, weekly: weekly ?? undefined };
}

/** A send with its message loaded. */
export type LoadedSend = Loaded<SmtpSend, 'message'>;

const SmtpWorkerSchema = defineEntity({
  name: 'SmtpWorker',
  tableName: 'smtp_workers',
  properties: {
    token: p.string().length(32).primary(),
    /** After this, another process may take over what this one has claimed. */
    leaseUntil: p.datetime(3),
    /** Ids of readers whose emails are at a connection, as JSON: only these may have been sent. */
    submitting: p.text(),
    /** With SQLite, the start of the machine that this row is complete for; see `isComplete`. */
    boot: p.string().length(40).nullable(),
  },
});

/**
 * A process that is sending an email now. On PostgreSQL this table is unlogged: writing to it does not wait for the
 * disk, and it is empty after the server crashed.
 */
export class SmtpWorker extends SmtpWorkerSchema.class {}
SmtpWorkerSchema.setClass(SmtpWorker);

/** Deliveries without a result: those of a range that are not claimed have not begun. */
export const waiting = sql<SqlBool>`state in ('queued', 'deferred')`;
