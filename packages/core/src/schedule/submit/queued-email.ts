import type { ScheduleStatus } from '../../contract/choices.ts';
import type { WordInput } from '../../contract/words.ts';
import type { EmailTime } from '../email-time.ts';

/** A scheduled email, as far as delivery is concerned. */
export interface QueuedEmail extends EmailTime {
  id: number;
  wordId: number;
  word: WordInput;
  status: ScheduleStatus;
  /** Unique at the provider; used to look up the message after a lost answer. */
  messageName: string;
  /** The provider's ids. */
  messageId: string | null;
  sendId: string | null;
  /** Why it failed or is still pending, fit to show. */
  reason: string | null;
  /** Set before the call is made: from that point, the provider may have made the change. */
  messageAttemptedAt: Date | null;
  sendAttemptedAt: Date | null;
  cancelRequestedAt: Date | null;
  /** Identifies the text of its message; `null` before there is a message. */
  textKey: string | null;
  /** What the provider still has from before a change of time, word or text. */
  replaced: ReplacedSend | null;
}

/**
 * What the provider still has of an email that got another time, word or text. It is cancelled before the email's new
 * send is made, so that both never go out.
 */
export interface ReplacedSend extends EmailTime {
  wordId: number;
  messageName: string;
  messageId: string | null;
  /** `null` if the answer to its creation was lost. */
  sendId: string | null;
  sendAttemptedAt: Date | null;
  textKey: string | null;
  /** A send that the provider does not have by now will never be made. */
  isSettled: boolean;
  /** The email that it changed places with. If this one goes back, that one does too. */
  exchanged?: ExchangedEmail;
}

/** An email as it was before it changed places. */
export interface ExchangedEmail extends EmailTime {
  id: number;
  /** Not used yet: the name of its message once it goes back. */
  messageName: string;
}

export type EmailChange = Partial<Omit<QueuedEmail, 'id' | 'word' | 'replaced'> & { replaced: null }>;

/** The right to submit or cancel an email, held in the database by one process at a time. */
export interface EmailLease {
  /** The email as it was when claimed, with what was written since. */
  email: QueuedEmail;
  /** Writes to the email and extends the lease. @throws LeaseLost */
  write(change: EmailChange): Promise<void>;
  /** Writes a last time and gives up the lease. @throws LeaseLost */
  finish(change?: EmailChange): Promise<void>;
  /**
   * Reverts a change of the email, and gives up the lease. The email that it changed places with goes back in the same
   * step, unless its time has changed since.
   *
   * @returns `false` if another process has that email: then nothing changed
   * @throws LeaseLost
   */
  undo(before: EmailChange & EmailTime, exchanged: ExchangedEmail): Promise<boolean>;
  /**
   * Stores another time, word or text, and gives up the lease. The email is pending again, with a new name at the
   * provider. The submission cancels what the provider already has.
   *
   * @throws LeaseLost
   * @throws DomainError `word.not_found`, `schedule.word_waiting` if another email with its word is waiting
   */
  replace(next: EmailTime & Pick<QueuedEmail, 'messageName' | 'wordId'>): Promise<void>;
  /**
   * Deletes the email.
   *
   * @param inDoubt The message whose send the provider may still be making. Later passes look for it.
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

/** Where the next page of a list by first instant starts, and its length. */
export interface DatePage {
  /** The last of the page before. */
  after?: Dated | undefined;
  limit: number;
}

/** An email and the send that was looked up: the email may have another send by now. */
export type OfSend = Pick<QueuedEmail, 'id' | 'sendId'>;

export type Dated = Pick<QueuedEmail, 'id' | 'firstAt'>;
