import type { RunStatement } from '../platform/database/writes.ts';

/** A person on the list, with what an email to them needs. */
export interface Recipient {
  readerId: number;
  email: string;
  firstName: string;
  /** Identifies the reader in links and bounce addresses; 32 hexadecimal digits. */
  token: string;
  /** As in `Place`, of a reader on the list. */
  since?: Date | string;
  /** The words that this email brings back to them. */
  reminders?: readonly DueReminder[];
}

/** A word that a reader asked to be reminded of. */
export interface DueReminder {
  word: string;
  /** Of its page, without who the reader is. */
  path: string;
}

/** The token in the links of a test email. No reader has it, so the links change nothing. */
export const testToken = '0'.repeat(32);

export type MailFailure =
  /** The address does not exist, or takes no mail. */
  | 'address'
  /** The mailbox is full, or has another temporary problem. */
  | 'mailbox';

/** How far an email got, at some domains ("there") and elsewhere. */
export interface Reach {
  isAcceptedThere: boolean;
  isAcceptedElsewhere: boolean;
  /** Whether some readers elsewhere have no answer yet. */
  isOpenElsewhere: boolean;
}

/** An email, and some of the domains it is sent to. */
export interface EmailAt {
  sendId: number;
  domains: readonly string[];
}

/** A delivery whose address was refused, and its reader, who is still on the list. */
export interface InDoubt {
  /** The reader's, like that of each delivery of a send. */
  id: number;
  readerId: number;
  email: string;
  answer: string;
}

/**
 * Who gets a weekly email:
 *
 * - `chosen`: readers of the weekly email who chose its day of the week.
 * - `usual`: also those who chose none.
 * - `recap`: also readers of the daily emails.
 */
export const weeklyAudiences = ['chosen', 'usual', 'recap'] as const;
type WeeklyAudience = (typeof weeklyAudiences)[number];

/** When an email goes out, by the owner's calendar and clock: other readers have others. */
export interface EmailMoment {
  /** `YYYY-MM-DD` */
  day: string;
  /** The time of that day, as in `DayTime`. */
  localTime: string;
  /** The installation's. IANA name. */
  timezone: string;
  /** The instant of that day and time there. */
  at: Date;
  /** Only of a weekly email. The email of a word goes to readers of the daily emails. */
  weekly?: WeeklyAudience | undefined;
}

/** A send whose readers are wanted. */
export interface SendMoment {
  /** `undefined` for one that everybody gets at the same time. */
  email: EmailMoment | undefined;
  /** When the email was scheduled, or last changed. */
  createdAt: Date;
  /** When it is due for its first reader. */
  scheduledAt: Date;
  /** When its readers began to be recorded. */
  startedAt: Date;
}

/** A reader's place among all: who confirmed, or else signed up, longer ago comes first. */
export interface Place {
  since: Date;
  id: number;
}

/** A reader who gets an email, and when. */
export interface Member {
  id: number;
  dueAt: Date;
  /** As in `Place`; only if it was asked for. */
  since?: Date | undefined;
}

/** Where a page of readers by the time they joined the list starts. */
export interface JoinedPage {
  after: { at: Date; id: number };
  limit: number;
  hasSince?: boolean;
}

/** Where a page of readers by id starts. */
export interface MembersPage {
  after: number;
  limit: number;
  hasSince?: boolean;
  /** Only readers before this place. */
  before?: Place | undefined;
}

/** The list of readers if it is kept here, for a provider that sends to each of them. */
export interface MailingList {
  /**
   * Readers who get a send, by id, starting after one. Joined too late: not among them.
   *
   * @param run Reads within a transaction.
   * @returns also the last id that was looked at; `undefined` at the end of the list
   */
  members(
    send: SendMoment,
    page: MembersPage,
    run: RunStatement,
  ): Promise<{ members: Member[]; last: number | undefined }>;
  /**
   * How many readers on the list want an email, `most` at most. If there are more: the first of them beyond it, and how
   * many those are.
   */
  ranked(
    email: EmailMoment | undefined,
    most: number,
  ): Promise<{ readers: number; beyond: { from: Place; count: number } | undefined }>;
  /** Readers who joined the list, starting after a time, and get an email that is still to come for them. */
  joined(
    email: EmailMoment,
    page: JoinedPage,
  ): Promise<{ members: Member[]; last: JoinedPage['after'] | undefined }>;
  /** To be called before members are read, page after page. @returns an id that no reader on the list exceeds */
  begin(): Promise<number>;
  /** When an email is due for its readers: each different instant once, in order. */
  dueTimes(email: EmailMoment): Promise<Date[]>;
  /** Returns those of these readers who are on the list now. */
  recipients(readerIds: readonly number[]): Promise<Recipient[]>;
  /**
   * The words that an email brings back to some readers, by their ids, for a function to ask with groups of readers.
   *
   * @returns `undefined` if there are none for anyone: then sending asks no further
   */
  reminders(send: {
    id: number;
    day: string;
  }): Promise<((readerIds: readonly number[]) => Promise<Map<number, DueReminder[]>>) | undefined>;
  /** Whose address was refused without anything having been done about it. */
  inDoubt(sendId: number): Promise<InDoubt[]>;
  /** Deliveries of an email that are due at `at`, to readers at none of these domains. */
  dueElsewhere(email: EmailAt, page: { at: Date; limit: number }): Promise<number[]>;
  reach(email: EmailAt): Promise<Reach>;
  /**
   * Records that mail to a reader failed because of the address. Readers with a permanent failure, or too many, leave
   * the list.
   */
  failed(readerId: number, failure: MailFailure, reason: string): Promise<void>;
}

/** The part of an email address after its last `@`. */
export const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1);
