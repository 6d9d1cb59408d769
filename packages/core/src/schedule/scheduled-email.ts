import { defineEntity, p } from '@mikro-orm/core';
import { type Expression, type SqlBool, sql } from 'kysely';
import { scheduleStatuses } from '../contract/choices.ts';
import { tables } from '../platform/database/query.ts';
import { Word } from '../words/word.ts';
import type { StoredTime } from './email-time.ts';

/**
 * What the provider still has of an email that got another time, word or text. It is canceled before the email's new
 * send is made, so that both never go out. JSON, with dates in ISO 8601.
 */
export interface ReplacedSend extends StoredTime {
  wordId: number;
  messageName: string;
  messageId: string | null;
  /** `null` if the provider may still be making it. */
  sendId: string | null;
  sendAttemptedAt: string | null;
  textKey: string | null;
  /** From this time, a send that the provider does not have will never be made. */
  settledAt: string;
  /** The email that it changed places with, if any. If this one goes back, that one does too. */
  exchanged?: ExchangedEmail;
}

/** An email as it was before it changed places. */
export interface ExchangedEmail extends StoredTime {
  id: number;
  /** Not used yet: the name of its message once it goes back. */
  messageName: string;
}

const ScheduledEmailSchema = defineEntity({
  name: 'ScheduledEmail',
  tableName: 'scheduled_emails',
  properties: {
    id: p.integer().primary().autoincrement(),
    word: () =>
      p.manyToOne(Word).fieldName('word_id').deleteRule('restrict').index('scheduled_emails_word_id'),
    /** Its time, as in `EmailTime`. */
    day: p.string().length(10),
    localTime: p.string().length(12),
    timezone: p.string().length(64),
    scheduledDate: p.datetime(3),
    firstAt: p.datetime(3),
    lastAt: p.datetime(3),
    status: p.enum([...scheduleStatuses]).default('pending'),
    /** The provider's id of its message; the next column has it as a number, if it is one. */
    messageId: p.string().length(64).nullable().fieldName('icontact_message_id'),
    messageNumber: p.bigint('number').nullable().fieldName('message_id'),
    sendId: p.string().length(64).nullable().index('scheduled_emails_send_id'),
    createdAt: p.datetime(3),
    sentAt: p.datetime(3).nullable(),
    /** Why it failed or is still pending, user-facing. */
    reason: p.text().nullable(),
    /** Unique at the provider; used to look up the message after a lost answer. */
    messageName: p.string().length(200).unique(),
    /** Set before the message is posted: from that point, the provider may have it. */
    messageAttemptedAt: p.datetime(3).nullable(),
    /** Set before the send is posted. */
    sendAttemptedAt: p.datetime(3).nullable(),
    /** Set before the send is canceled at the provider. */
    cancelRequestedAt: p.datetime(3).nullable(),
    /** Identifies the text of the message; `null` before there is a message. */
    textKey: p.string().length(64).nullable(),
    /** The earlier words that the message asks about, as in `recallsKey`; `null` before there is a message. */
    recalls: p.string().length(60).nullable(),
    /** Part of the address of the page that asks about its word later; `null` until an email has the link. */
    recallKey: p.string().length(16).nullable().unique(),
    /** A send that must be canceled at the provider before the email's new send is made. */
    replaced: p.json<ReplacedSend>().nullable(),
    /** Which process is submitting or canceling it, and until when no other may. */
    leaseToken: p.string().length(36).nullable(),
    leaseUntil: p.datetime(3).nullable(),
  },
  indexes: [
    { properties: ['day', 'timezone'], name: 'scheduled_emails_day' },
    { properties: ['scheduledDate', 'id'], name: 'scheduled_emails_date' },
    { properties: ['status', 'scheduledDate'], name: 'scheduled_emails_status' },
  ],
  uniques: [
    // Two simultaneous calls cannot schedule one word twice.
    {
      properties: ['word'],
      name: 'scheduled_emails_one_waiting',
      where: { status: { $in: ['pending', 'scheduled'] } },
    },
  ],
});

/** One word, to be sent to the list on one day. */
export class ScheduledEmail extends ScheduledEmailSchema.class {}
ScheduledEmailSchema.setClass(ScheduledEmail);

const CanceledSendSchema = defineEntity({
  name: 'CanceledSend',
  tableName: 'cancelled_sends',
  properties: {
    id: p.integer().primary().autoincrement(),
    /** The provider's id of the message. */
    messageId: p.string().length(64),
    /** From this time, a send that the provider does not have will never be made. */
    settledAt: p.datetime(3),
  },
});

/** An email that was canceled while the provider may still have been making its send. */
export class CanceledSend extends CanceledSendSchema.class {}
CanceledSendSchema.setClass(CanceledSend);

/** Two columns have the names of the specification, which are other ones than those of their fields. */
interface StoredEmail extends Omit<ScheduledEmail, 'messageId' | 'messageNumber'> {
  icontactMessageId: string | null;
  /** PostgreSQL gives big integers as text. */
  messageId: number | string | null;
}

/** For queries on emails with their words. */
export const emailsWithWords = tables<{ scheduled_emails: StoredEmail; words: Word }>()
  .selectFrom('scheduled_emails as email')
  .innerJoin('words as word', 'word.id', 'email.word_id');

/** For queries on emails alone. */
export const emailTable = tables<{ scheduled_emails: StoredEmail }>();

/**
 * The condition, for an `email` of this table, that another kind of provider has it: emails that are sent from here have a
 * message under the same name.
 */
export function isAtOtherProvider(sendsFromHere: boolean): Expression<SqlBool> {
  return sql`${sql.lit(sendsFromHere)} <> exists (
    select 1 from smtp_messages as message where message.name = email.message_name)`;
}
