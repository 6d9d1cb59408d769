import type { EmailTime } from '../email-time.ts';
import type { ExchangedEmail, ScheduledEmail } from '../scheduled-email.ts';

/** New values of an email; `messageNumber` follows from `messageId`, and `word` is an id. */
export type EmailChange = Partial<
  EmailTime &
    Pick<
      ScheduledEmail,
      | 'status'
      | 'messageName'
      | 'messageId'
      | 'sendId'
      | 'reason'
      | 'messageAttemptedAt'
      | 'sendAttemptedAt'
      | 'cancelRequestedAt'
      | 'textKey'
      | 'recalls'
    > & { replaced: null; word: number }
>;

/** The right to submit or cancel an email, held in the database by one process at a time. */
export interface EmailLease {
  /** The email as it was when claimed, with its word, and with what was written since. */
  email: ScheduledEmail;
  /** Whether a replaced send that the provider does not have by now will never be made. */
  isSettled: boolean;
  /** Writes to the email and extends the lease. @throws LeaseLost */
  write(change: Omit<EmailChange, 'word'>): Promise<void>;
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
  replace(next: EmailTime & { messageName: string; word: number }): Promise<void>;
  /**
   * Deletes the email.
   *
   * @param inDoubt The message whose send the provider may still be making. Later passes look for it.
   * @throws LeaseLost
   */
  remove(inDoubt?: string | null): Promise<void>;
}

/** A canceled email whose send the provider may still make. */
export interface CanceledMessage {
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
export type OfSend = Pick<ScheduledEmail, 'id' | 'sendId'>;

export type Dated = Pick<ScheduledEmail, 'id' | 'firstAt'>;
