import { DomainError } from '../errors.ts';

/** A reader to be put on the mailing list. */
export interface Reader {
  /** Our registration's id; results carry it back. */
  id: number;
  email: string;
  firstName: string;
}

export type SubscribeResult =
  | { id: number; outcome: 'subscribed'; contactId: string }
  /** Refused for good, such as an address the provider does not take. */
  | { id: number; outcome: 'refused'; reason: string };

export interface OutgoingMessage {
  /** Unique: after a lost answer the message is looked for under this name before it is posted again. */
  name: string;
  subject: string;
  html: string;
  text: string;
}

/** A message waiting at the provider, or gone out from there. */
export interface ProviderSend {
  sendId: string;
  messageId: string;
  /** When it is to go out; `null` where the provider does not say. */
  scheduledTime: Date | null;
  /** When the provider let it go. */
  releasedTime: Date | null;
  recipientCount: number | null;
  status: 'pending' | 'sending' | 'released' | 'cancelled' | 'unknown';
}

export interface ProviderCheck {
  /** One line each, in the order of checking; stops at the first that makes the rest pointless. */
  checks: { name: 'reachable' | 'credentials' | 'list' | 'sender'; ok: boolean; detail: string }[];
  /** Our clock minus the provider's, in milliseconds. */
  clockSkewMs: number | null;
}

/**
 * Who sends the emails. Every method ends in one of three ways: it is done, it throws
 * `ProviderRefused`, or it throws `ProviderUnreachable`.
 */
export interface MailProvider {
  /**
   * Puts readers on the list: contact first, then subscription. Safe to repeat. One bad address
   * never keeps the rest from being subscribed. A reader without a result is worth another try.
   */
  subscribe(readers: readonly Reader[]): Promise<SubscribeResult[]>;
  /** Takes a reader off the list. Safe to repeat. */
  unsubscribe(contactId: string): Promise<void>;
  /** Not safe to repeat blindly: after doubt ask `findMessage` first. */
  createMessage(message: OutgoingMessage): Promise<{ messageId: string }>;
  findMessage(name: string): Promise<{ messageId: string } | undefined>;
  /**
   * Sends a message to the list, at an instant or at once. The provider takes one send per message:
   * a second one is not created, and the first is returned.
   */
  scheduleSend(messageId: string, at: Date | undefined): Promise<ProviderSend>;
  findSend(messageId: string): Promise<ProviderSend | undefined>;
  getSend(sendId: string): Promise<ProviderSend | undefined>;
  /** All sends by page, newest first, so that a caller can stop early. */
  listSends(): AsyncIterable<ProviderSend[]>;
  /** Names of messages by id; those that are unknown are left out. */
  messageNames(messageIds: readonly string[]): Promise<Map<string, string>>;
  /** Cancels and confirms by reading back. `released`: too late. `unknown`: there is no such send. */
  cancelSend(sendId: string): Promise<'cancelled' | 'released' | 'unknown'>;
  check(): Promise<ProviderCheck>;
}

/** The provider has understood and said no; repeating the call as it is will not help. */
export class ProviderRefused extends DomainError {
  /** `account`: nothing will work until the owner acts (credentials, bill, quota). `item`: this one thing. */
  readonly scope: 'account' | 'item';

  constructor(scope: 'account' | 'item', message: string, options?: ErrorOptions) {
    super('email_provider.refused', message, options);
    this.scope = scope;
  }
}

/** The provider did not answer, answered nonsense or is overloaded: worth another try later. */
export class ProviderUnreachable extends DomainError {
  /** Whether the call may have taken effect all the same; then ask before repeating it. */
  readonly mayHaveHappened: boolean;

  constructor(message: string, options: ErrorOptions & { mayHaveHappened: boolean }) {
    super('email_provider.unreachable', message, options);
    this.mayHaveHappened = options.mayHaveHappened;
  }
}
