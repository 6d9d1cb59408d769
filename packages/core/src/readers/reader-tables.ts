import { defineEntity, p } from '@mikro-orm/core';
import type { Kysely, UpdateObject } from 'kysely';
import { cadences, leavingReasons, readerStatuses, suppressionReasons } from '../contract/choices.ts';
import { limits } from '../contract/limits.ts';
import { readerImportStates } from '../contract/reader-imports.ts';
import { weekdays } from '../contract/weekdays.ts';
import { WideInteger } from '../mail/engine/engine-tables.ts';
import { tables } from '../platform/database/query.ts';

const RegistrationSchema = defineEntity({
  name: 'Registration',
  tableName: 'registrations',
  properties: {
    id: p.type(WideInteger).primary().autoincrement(),
    /** Trimmed and in lower case. */
    email: p.string().length(limits.emailLength).unique(),
    firstName: p.string().length(limits.firstNameLength),
    favoriteWord: p.string().length(limits.wordLength).nullable(),
    /** When the reader agreed that their first name may be shown beside that word; `null` if they did not. */
    creditAgreedAt: p.datetime(3).nullable(),
    /** Where the signup came from; cleared after a while. */
    ipAddress: p.string().length(64).nullable(),
    /** The origin of the site whose form was used, such as `https://blog.example`, or what an import says. */
    source: p.string().length(limits.signupSourceLength).nullable(),
    /** The campaign of the link that led to the signup, or what an import says. */
    campaign: p.string().length(limits.campaignLength).nullable(),
    /** How an imported reader agreed to get the emails, according to the import. */
    consent: p.text().nullable(),
    /** What the form said to a reader who signed up here: the key of a `Consent`. */
    consentKey: p.string().length(32).nullable(),
    createdAt: p.datetime(3).index('registrations_created_at'),
    /** See `readerStatuses` in the contract. */
    status: p.enum([...readerStatuses]).default('waiting'),
    /** When the status began; `null` means at signup. */
    statusAt: p.datetime(3).nullable(),
    /** When the reader confirmed the address; `null` if no confirmation was requested. */
    confirmedAt: p.datetime(3).nullable(),
    /** Why the provider refused, or what the bounce said. */
    reason: p.text().nullable(),
    /** The provider's id of the reader. */
    subscriberId: p.string().length(64).nullable(),
    /** When a process last claimed the reader: from that point, the provider may have the address. */
    attemptedAt: p.datetime(3).nullable(),
    /** The end of the lease of the process that claimed the reader. */
    leaseUntil: p.datetime(3).nullable(),
    /**
     * Identifies the reader in links and bounce addresses. Created when first needed, and never changed: old emails
     * contain it.
     */
    mailToken: p.string().length(32).nullable(),
    /** Consecutive temporary failures, such as a full mailbox, at most one a day. */
    softBounces: p.integer().default(0),
    /** The day of the latest one (UTC, `YYYY-MM-DD`). */
    softBouncedOn: p.string().length(10).nullable(),
    /** How the reader wants the emails; see `ReaderPreferences`. */
    timezone: p.string().length(limits.timezoneLength).nullable(),
    sendTime: p.string().length(5).nullable(),
    /** Separated by commas. */
    weekdays: p.string().length(27).nullable(),
    pausedUntil: p.string().length(10).nullable(),
    cadence: p.enum([...cadences]).default('daily'),
    digestDay: p.enum([...weekdays]).nullable(),
    /** The place of the last lesson of the course that they were sent; `null` before the first. */
    lesson: p.integer().nullable(),
    /** The day of that lesson, `YYYY-MM-DD`: nobody gets two on one day. */
    lessonDay: p.string().length(10).nullable(),
    /**
     * When the welcome email should be sent; `null` if none should. While one is being sent: when another process may
     * try.
     */
    welcomeDueAt: p.datetime(3).nullable(),
    /** Set before the mail server can have the welcome email: nobody is sent a second one. */
    welcomedAt: p.datetime(3).nullable(),
  },
  indexes: [
    // Almost all readers are subscribed.
    {
      properties: ['status', 'id'],
      name: 'registrations_not_subscribed',
      where: { status: { $ne: 'subscribed' } },
    },
    // For the few different times at which readers get an email. A signup does not write to it.
    {
      properties: ['timezone', 'sendTime'],
      name: 'registrations_times',
      where: { status: 'subscribed', timezone: { $ne: null } },
    },
    {
      properties: ['campaign', 'id'],
      name: 'registrations_campaign',
      where: { campaign: { $ne: null } },
    },
    // Tells whether anyone still refers to a text.
    { properties: ['consentKey'], name: 'registrations_consent', where: { consentKey: { $ne: null } } },
    // For the few who get one email a week.
    {
      properties: ['digestDay', 'timezone', 'sendTime', 'id'],
      name: 'registrations_weekly',
      where: { status: 'subscribed', cadence: 'weekly' },
    },
    // For those who do not get every email.
    {
      properties: ['cadence', 'weekdays', 'pausedUntil'],
      name: 'registrations_choosy',
      where: {
        status: 'subscribed',
        $or: [{ cadence: 'weekly' }, { weekdays: { $ne: null } }, { pausedUntil: { $ne: null } }],
      },
    },
    // For those who joined while an email was being sent.
    { properties: ['statusAt'], name: 'registrations_joined', where: { status: 'subscribed' } },
    { properties: ['createdAt'], name: 'registrations_with_address', where: { ipAddress: { $ne: null } } },
    {
      properties: ['welcomeDueAt'],
      name: 'registrations_welcome_due',
      where: { welcomeDueAt: { $ne: null }, status: 'subscribed' },
    },
  ],
  // Partial, so that a signup does not write to it.
  uniques: [
    {
      properties: ['mailToken'],
      name: 'registrations_mail_token_unique',
      where: { mailToken: { $ne: null } },
    },
  ],
});

/** Someone who signed up for the daily word. */
export class Registration extends RegistrationSchema.class {}
RegistrationSchema.setClass(Registration);

const ConsentSchema = defineEntity({
  name: 'Consent',
  tableName: 'consents',
  properties: {
    /** Made from the other columns; 32 hexadecimal digits. */
    key: p.string().length(32).primary(),
    /** What the form said; empty if that is not known. */
    text: p.text(),
    privacyVersion: p.string().length(16),
    /** The privacy page as Markdown, or where it was. */
    privacyText: p.text(),
  },
});

/** What a signup form and the privacy page said. Stored once, however many readers saw it. */
export class Consent extends ConsentSchema.class {}
ConsentSchema.setClass(Consent);

const RemovedReaderSchema = defineEntity({
  name: 'RemovedReader',
  tableName: 'removed_readers',
  properties: {
    id: p.integer().primary().autoincrement(),
    email: p.string().length(limits.emailLength),
    /** The provider's id of the reader, if it is known. */
    subscriberId: p.string().length(64).nullable(),
    /** From this time, no process is still subscribing the reader. */
    settledAt: p.datetime(3),
  },
});

/**
 * A reader who left the list here, or was removed while a process may have been subscribing them. The provider has not
 * been asked about them yet.
 */
export class RemovedReader extends RemovedReaderSchema.class {}
RemovedReaderSchema.setClass(RemovedReader);

const SuppressionSchema = defineEntity({
  name: 'Suppression',
  tableName: 'suppressions',
  properties: {
    /** Keyed hash of the address; 64 hexadecimal digits. */
    hash: p.string().length(64).primary(),
    reason: p.enum([...suppressionReasons]),
    since: p.datetime(3),
  },
});

/** All that remains of a removed reader, so that no import adds the address again. */
export class Suppression extends SuppressionSchema.class {}
SuppressionSchema.setClass(Suppression);

const SuppressionKeySchema = defineEntity({
  name: 'SuppressionKey',
  tableName: 'suppression_keys',
  properties: {
    /** 1 for the key of this database; keys that came with imported readers follow. */
    id: p.integer().primary().autoincrement(false),
    /** 64 hexadecimal digits. */
    key: p.string().length(64),
  },
});

/**
 * The keys that addresses are hashed with. They are stored in the database, not in the settings: they must never change, must
 * be the same for every server, and must be part of every backup.
 */
export class SuppressionKey extends SuppressionKeySchema.class {}
SuppressionKeySchema.setClass(SuppressionKey);

const ConfirmationSchema = defineEntity({
  name: 'Confirmation',
  tableName: 'confirmations',
  properties: {
    /** Every signup gets one, whether the address is known or not, so that all take equally long. */
    email: p.string().length(limits.emailLength).primary(),
    /** The token in the link. */
    token: p.string().length(32).unique(),
    /** The time of the latest signup with this address. */
    requestedAt: p.datetime(3),
    /** When an email should be sent; `null` if none should. While one is being sent: when another process may try. */
    dueAt: p.datetime(3).nullable(),
    /** Emails sent since the address was last confirmed. */
    emails: p.integer().default(0),
    sentAt: p.datetime(3).nullable(),
  },
  indexes: [{ properties: ['dueAt'], name: 'confirmations_due', where: { dueAt: { $ne: null } } }],
});

/** An address that its owner is asked to confirm, or has confirmed within the time that a link works. */
export class Confirmation extends ConfirmationSchema.class {
  /** Whether the link in the email has been used. */
  isUsed(): boolean {
    return this.sentAt !== null && this.emails === 0;
  }
}
ConfirmationSchema.setClass(Confirmation);

const LeavingReasonSchema = defineEntity({
  name: 'LeavingReason',
  tableName: 'leaving_reasons',
  properties: {
    id: p.integer().primary().autoincrement(),
    reason: p.enum([...leavingReasons]),
    /** What the reader wrote; empty if nothing. */
    text: p.string().length(limits.leavingTextLength),
    /** UTC, `YYYY-MM-DD`: the time alone could tell whose it is. */
    day: p.string().length(10).index('leaving_reasons_day'),
  },
});

/** Why someone left. Nothing in it says who. */
export class LeavingReason extends LeavingReasonSchema.class {}
LeavingReasonSchema.setClass(LeavingReason);

const ReminderSchema = defineEntity({
  name: 'Reminder',
  tableName: 'reminders',
  properties: {
    readerId: p.type(WideInteger).primary(),
    wordId: p.integer().primary().autoincrement(false),
    /** Of the word's page, as in the emails that ask about it. */
    recallKey: p.string().length(16),
    /** From this day on (`YYYY-MM-DD`), the reader's next email has the word. */
    dueDay: p.string().length(10),
    /** The send whose email to the reader has it; `null` before. It stays the same however often that email is tried. */
    sendId: p.type(WideInteger).nullable(),
  },
  // For whether any email has one, without looking at every reader.
  indexes: [{ properties: ['sendId', 'dueDay'], name: 'reminders_due' }],
});

/** A word that a reader asked to be reminded of. It stays until they take it off their page. */
export class Reminder extends ReminderSchema.class {}
ReminderSchema.setClass(Reminder);

const ReaderImportSchema = defineEntity({
  name: 'ReaderImport',
  tableName: 'reader_imports',
  properties: {
    id: p.integer().primary().autoincrement(),
    state: p.enum([...readerImportStates]),
    /** The name of the file; `null` for pasted text. */
    name: p.string().length(200).nullable(),
    bytes: p.bigint('number').default(0),
    bytesRead: p.bigint('number').default(0),
    /** How many pieces of the file are stored. */
    pieces: p.integer().default(0),
    /** JSON: what the owner says about the columns. */
    answers: p.text(),
    /** JSON: what was found or done so far. Written in the transaction that stores a batch. */
    result: p.text().nullable(),
    consent: p.text().nullable(),
    /** Who started it, for the activity log. */
    account: p.string().length(limits.usernameLength).nullable(),
    createdAt: p.datetime(3),
    startedAt: p.datetime(3).nullable(),
    endedAt: p.datetime(3).nullable(),
    /** The process that is working on it, until its lease ends. */
    leaseToken: p.string().length(36).nullable(),
    leaseUntil: p.datetime(3).nullable(),
  },
});

/** A file with readers that is being imported; deleted a day later. */
export class ReaderImportJob extends ReaderImportSchema.class {}
ReaderImportSchema.setClass(ReaderImportJob);

const ReaderImportPieceSchema = defineEntity({
  name: 'ReaderImportPiece',
  tableName: 'reader_import_pieces',
  properties: {
    importId: p.integer().primary(),
    /** From 0. */
    nth: p.integer().primary(),
    /** Base64: text alone could not hold a file that is not in UTF-8, and backups hold no bytes. */
    content: p.text(),
  },
});

/** A part of a file that is being imported. It is in the database, so that every server can continue the import. */
export class ReaderImportPiece extends ReaderImportPieceSchema.class {}
ReaderImportPieceSchema.setClass(ReaderImportPiece);

const MailboxReadingSchema = defineEntity({
  name: 'MailboxReading',
  tableName: 'mailbox_readings',
  properties: {
    /** The name of the mailbox and its folder. */
    name: p.string().length(300).primary(),
    /** Both are unsigned 32-bit numbers. */
    uidValidity: p.string().length(20).nullable(),
    lastUid: p.string().length(20).nullable(),
    /** How often the message after that place was begun without being finished. */
    tries: p.integer().default(0),
    /** The end of the reading process's lease, or of the pause before the next reading. */
    leaseUntil: p.datetime(3).nullable(),
  },
});

/** How far the bounce mailbox has been read. */
export class MailboxReading extends MailboxReadingSchema.class {}
MailboxReadingSchema.setClass(MailboxReading);

/** For queries on these tables. */
export const readerTables = tables<{
  confirmations: Confirmation;
  consents: Consent;
  leaving_reasons: LeavingReason;
  reader_imports: ReaderImportJob;
  reader_import_pieces: ReaderImportPiece;
  registrations: Registration;
  reminders: Reminder;
  removed_readers: RemovedReader;
  suppressions: Suppression;
  suppression_keys: SuppressionKey;
}>();

/** A change of rows of one of these tables. */
export type Changed<Table extends keyof TablesOf<typeof readerTables>> = UpdateObject<
  TablesOf<typeof readerTables>,
  Table
>;

type TablesOf<Builder> = Builder extends Kysely<infer Tables> ? Tables : never;
