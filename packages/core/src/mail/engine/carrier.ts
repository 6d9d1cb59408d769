import type { DeliveryFailure } from '../../contract/choices.ts';
import type { Recipient } from '../mailing-list.ts';

export type Failure = DeliveryFailure;

/** The result of submitting one email to a server. `answer` is the server's text, or what happened. */
export type Outcome =
  | { kind: 'sent'; answer: string }
  /**
   * Not accepted now; `isSlowDown` if the server asks for less mail, `isOfProvider` if that may be about the reader's
   * mailbox provider alone.
   */
  | {
      kind: 'later';
      isSlowDown: boolean;
      isOfProvider?: boolean;
      failure: Failure | undefined;
      answer: string;
    }
  | { kind: 'failed'; failure: Failure; answer: string }
  /**
   * No email would get through. `isRefused`: the owner must act, such as after a refused login. `fix`: what they can do,
   * if that is known.
   */
  | { kind: 'outage'; isRefused: boolean; answer: string; fix?: string | undefined }
  /** It was sent completely, but no answer arrived: the server may have accepted it. */
  | { kind: 'unknown'; answer: string };

/** What all readers get, before their names and links are filled in. */
export interface SendContent {
  /** Unique, and the same for everybody. */
  name: string;
  subject: string;
  html: string;
  text: string;
  date: Date;
}

/**
 * Brings one reader's email to a server that accepts it: the part of sending to each reader that differs between
 * providers. The engine around it decides who gets the email, when, and what happens after each answer.
 */
export interface Carrier<Email = unknown> {
  /** Prepares once what is the same for all readers. The returned function composes one reader's email. */
  compose(content: SendContent): (reader: Recipient) => Email;
  /**
   * Never throws.
   *
   * @param mayEnd Awaited before the server can have the whole email. If it rejects, the email is not sent.
   */
  send(email: Email, mayEnd: () => Promise<void>): Promise<Outcome>;
  /** Closes idle connections; with `force`, also those that are sending. */
  close(options?: { force: boolean }): void;
}
