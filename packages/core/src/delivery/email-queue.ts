import type { ScheduleStatus } from '../contract/choices.ts';
import type { WordInput } from '../contract/words.ts';

/** A scheduled email, as far as delivery is concerned. */
export interface QueuedEmail {
  id: number;
  wordId: number;
  word: WordInput;
  scheduledDate: Date;
  status: ScheduleStatus;
  /** Ours alone at the provider; the message is looked up under it after a lost answer. */
  messageName: string;
  /** The provider's ids. */
  messageId: string | null;
  sendId: string | null;
  /** Why it failed or is still pending, fit to show. */
  reason: string | null;
  /** Set before the call is made: from then on the provider may have made the change. */
  messageAttemptedAt: Date | null;
  sendAttemptedAt: Date | null;
  cancelRequestedAt: Date | null;
  /** Tells which text its message has; `null` before there is one. */
  textKey: string | null;
  /** What the provider has of it from before it got another time, word or text. */
  replaced: ReplacedSend | null;
}

/**
 * What the provider has of an email that got another time, word or text. It is cancelled before the email's own
 * send is made, so that never both go out.
 */
export interface ReplacedSend {
  /** `undefined` if an older version stored it: words did not change then. */
  wordId?: number;
  messageName: string;
  messageId: string | null;
  /** `null` if the answer to its creation was lost. */
  sendId: string | null;
  scheduledDate: Date;
  sendAttemptedAt: Date | null;
  textKey: string | null;
  /** A send that the provider does not have by now will never be made. */
  isSettled: boolean;
  /** The email that it changed places with, which goes back too if this one does. */
  exchanged?: ExchangedEmail;
}

/** An email as it was before it changed places. */
export interface ExchangedEmail {
  id: number;
  scheduledDate: Date;
  /** Not used yet: for its message once it goes back. */
  messageName: string;
}

export type EmailChange = Partial<Omit<QueuedEmail, 'id' | 'word' | 'replaced'> & { replaced: null }>;

/** The right to submit an email or to cancel it, held in the database by one process at a time. */
export interface EmailLease {
  /** The email as it was when claimed, with what was written since. */
  email: QueuedEmail;
  /** Writes to the email and extends the lease. @throws LeaseLost */
  write(change: EmailChange): Promise<void>;
  /** Writes a last time and gives up the lease. @throws LeaseLost */
  finish(change?: EmailChange): Promise<void>;
  /**
   * Makes the email what it was before a change, and gives up the lease. The email that it changed places with goes back
   * in the same step, unless it has another time by now.
   *
   * @returns `false` if another process has that email: then nothing changed
   * @throws LeaseLost
   */
  undo(before: EmailChange & { scheduledDate: Date }, exchanged: ExchangedEmail): Promise<boolean>;
  /**
   * Stores another time, word or text, and gives up the lease. The email is pending again, under a name of its own at the
   * provider; what the provider has of it is cancelled by the submission.
   *
   * @throws LeaseLost
   * @throws DomainError `word.not_found`, `schedule.word_waiting` if another email with its word waits
   */
  replace(next: Pick<QueuedEmail, 'scheduledDate' | 'messageName' | 'wordId'>): Promise<void>;
  /**
   * Deletes the email.
   *
   * @param inDoubt The message whose send the provider may still be making; that is looked for later.
   * @throws LeaseLost
   */
  remove(inDoubt?: string | null): Promise<void>;
}

/** A cancelled email whose send the provider may still make. */
export interface CancelledMessage {
  id: number;
  messageId: string;
  /** A send that the provider does not have by now will never be made. */
  isSettled: boolean;
}

/** Where a list by date goes on, and how long its next page is. */
export interface DatePage {
  /** The last of the page before. */
  after?: Dated | undefined;
  limit: number;
}

/** An email with the send that something was learned about: by now it may have another. */
export type OfSend = Pick<QueuedEmail, 'id' | 'sendId'>;

export type Dated = Pick<QueuedEmail, 'id' | 'scheduledDate'>;

/**
 * The scheduled emails, for the steps that deliver them. What changes an email that it does not lease
 * changes it only while it is scheduled with the same send, and answers `false` if another process was first.
 */
export interface EmailQueue {
  /** @returns `undefined` if the email is gone, in another state or leased by another process */
  claim(id: number, statuses: readonly ScheduleStatus[]): Promise<EmailLease | undefined>;
  /** Emails that the provider does not have, the soonest first. */
  pending(page: DatePage): Promise<Dated[]>;
  /** Scheduled emails whose time has come, the earliest first. */
  due(now: Date, page: DatePage): Promise<QueuedEmail[]>;
  /** Scheduled emails whose time is still to come, of these sends. */
  upcoming(now: Date, sendIds: string[]): Promise<QueuedEmail[]>;
  countPending(): Promise<number>;
  countDue(now: Date): Promise<number>;
  countUpcoming(now: Date): Promise<number>;
  /** Also counts the use of its word, once. */
  markSent(email: OfSend, sentAt: Date): Promise<boolean>;
  /** Unless its cancellation was requested here. */
  markFailed(email: OfSend, reason: string): Promise<boolean>;
  /** Notes a reason on an email that remains scheduled; `false` also if it was noted before. */
  noteReason(email: OfSend, reason: string): Promise<boolean>;
  /** Removes an email if its cancellation was requested here. */
  removeCancelled(email: OfSend): Promise<boolean>;
  exists(id: number): Promise<boolean>;
  cancelledMessages(page: { after: number; limit: number }): Promise<CancelledMessage[]>;
  forgetCancelled(id: number): Promise<void>;
}
