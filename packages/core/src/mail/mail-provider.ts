import type { DeliveryProgress, ProblemCount } from '../contract/deliveries.ts';
import type { MailCheck } from '../contract/mail-check.ts';
import { DomainError } from '../errors.ts';

/** A reader to put on the mailing list. */
export interface Reader {
  /** Our registration's id; results carry it back. */
  id: number;
  email: string;
  firstName: string;
}

/** Somebody on a list that the provider keeps, or who was. */
export interface ListMember {
  subscriberId: string;
  email: string;
  /** Empty if it is not known. */
  firstName: string;
  /** `left`: unsubscribed, or asked not to be contacted. */
  state: 'on' | 'left' | 'bounced' | 'unconfirmed';
}

export type SubscribeResult =
  /** `subscriberId`: the provider's id of the reader, which `unsubscribe` takes. */
  | { id: number; outcome: 'subscribed'; subscriberId: string }
  /** Refused for good, such as an address the provider does not accept. */
  | { id: number; outcome: 'refused'; reason: string };

export interface OutgoingMessage {
  /** Unique: after a lost answer the message is looked up under this name before it is posted again. */
  name: string;
  subject: string;
  html: string;
  text: string;
}

/** A message waiting at the provider, or sent by it. */
export interface ProviderSend {
  sendId: string;
  messageId: string;
  /** When it is to be sent; `null` if the provider does not say. */
  scheduledTime: Date | null;
  /** When the provider sent it. */
  releasedTime: Date | null;
  recipientCount: number | null;
  /** Why it was cancelled, if it was not by somebody. */
  reason?: string | undefined;
  status: 'pending' | 'sending' | 'released' | 'cancelled' | 'unknown';
}

type ProviderCheckName = Exclude<MailCheck['name'], 'spf' | 'dkim' | 'dmarc'>;

export interface ProviderCheck {
  /** One line each, in the order of checking; stops at the first that makes the rest pointless. */
  checks: { name: ProviderCheckName; ok: boolean; detail: string }[];
  /** Our clock minus the provider's, in milliseconds. */
  clockSkewMs: number | null;
}

export interface CallOptions {
  /**
   * Once it aborts, no further call is made and one in flight is dropped: both throw
   * `ProviderUnreachable`, with `mayHaveHappened` where a change was in flight.
   */
  signal?: AbortSignal | undefined;
  /**
   * Awaited right before each change is sent, after any pause: the last moment to find out that it is
   * not ours to make anymore. What it throws is thrown, and nothing is sent.
   */
  beforeChange?: (() => Promise<void>) | undefined;
}

/** The provider's mailing list. */
export interface ProviderReaders {
  /**
   * Puts readers on the list. Safe to repeat. One bad address never keeps the rest from being
   * subscribed. A reader without a result is worth another try.
   */
  subscribe(readers: readonly Reader[], options?: CallOptions): Promise<SubscribeResult[]>;
  /** The provider's id of the reader with an address; `undefined` if it has none. */
  find(email: string, options?: CallOptions): Promise<string | undefined>;
  /** Takes a reader off the list. Safe to repeat. */
  unsubscribe(subscriberId: string, options?: CallOptions): Promise<void>;
  /** Everybody who is on the list or was, by page; `undefined` where the list is kept here. */
  members?: (options?: CallOptions) => AsyncIterable<ListMember[]>;
}

/** Messages, and the sends that bring them to everybody on the list. */
export interface ProviderSends {
  /** Not safe to repeat blindly: when in doubt ask `findMessage` first. */
  createMessage(message: OutgoingMessage, options?: CallOptions): Promise<{ messageId: string }>;
  findMessage(name: string, options?: CallOptions): Promise<{ messageId: string } | undefined>;
  /** Names of messages by id, without those that are unknown. */
  messageNames(messageIds: readonly string[]): Promise<Map<string, string>>;
  /**
   * Sends a message to the list, at an instant or immediately. The provider accepts one send per
   * message: a second one is not created, and the first is returned.
   */
  schedule(messageId: string, at: Date | undefined, options?: CallOptions): Promise<ProviderSend>;
  /** The send of a message. */
  find(messageId: string, options?: CallOptions): Promise<ProviderSend | undefined>;
  get(sendId: string, options?: CallOptions): Promise<ProviderSend | undefined>;
  /** All sends by page, newest first, so that a caller can stop early. */
  list(options?: CallOptions): AsyncIterable<ProviderSend[]>;
  /** Cancels and confirms by reading back. `released`: too late. `unknown`: there is no such send. */
  cancel(sendId: string, options?: CallOptions): Promise<'cancelled' | 'released' | 'unknown'>;
}

export interface RunOptions {
  signal?: AbortSignal | undefined;
  /** `waiting`: goes on by itself. `failed`: needs the owner. The message names no address. */
  onEvent: (event: { outcome: 'done' | 'waiting' | 'failed'; message: string }) => void;
}

/** All emails that were sent to each reader from here, together. */
export interface SendCounts {
  /** Emails that the mail server accepted, since the first one. */
  accepted: number;
  /** The email whose time came last; `undefined` before the first. */
  latest: DeliveryProgress | undefined;
}

/** `again`: send to those whose answer was lost; some may get it twice. */
export type SendChange = 'pause' | 'resume' | 'stop' | 'again';

/** What sends to each reader from here, where the provider does not do it by itself. */
interface ProviderRun {
  /**
   * Sends what is due, for a few seconds at most. Any number of processes share the work.
   *
   * @throws ProviderRefused, ProviderUnreachable
   */
  run(options: RunOptions): Promise<void>;
  /** Whether there is something to send now. */
  isDue(): Promise<boolean>;
  /** The send of a message by its name: an id alone could be of another provider that was used before. */
  find(messageName: string): Promise<string | undefined>;
  /** Sends that have begun, the latest first. */
  list(limit: number): Promise<{ messageName: string; progress: DeliveryProgress }[]>;
  /** When the next one that has not begun is due, which may be past. */
  nextAt(): Promise<Date | undefined>;
  /** `undefined` before the time of the send has come. */
  progress(sendId: string): Promise<DeliveryProgress | undefined>;
  /** How many readers have which problem; empty once it is forgotten what became of each. */
  problems(sendId: string): Promise<ProblemCount[]>;
  counts(): Promise<SendCounts>;
  /** @returns `false` if the send is not in a state where that is possible */
  change(sendId: string, change: SendChange): Promise<boolean>;
}

/**
 * The service that sends the emails. Every call ends in one of three ways: it is done, it throws
 * `ProviderRefused`, or it throws `ProviderUnreachable`.
 */
export interface MailProvider {
  readers: ProviderReaders;
  sends: ProviderSends;
  /** `undefined` if the provider sends by itself. */
  deliveries?: ProviderRun | undefined;
  /** Whether the account, its list and its sender are ready. Changes nothing. */
  check(): Promise<ProviderCheck>;
}

/** How a client calls its provider over the network. */
export interface CallPolicy {
  /** For one call, including its body. */
  timeoutMs: number;
  /** Pause between the starts of two calls of this process. */
  minIntervalMs: number;
  /** How often a read is repeated. A write never is. */
  readRetries: number;
  /** All tries of a read together; pages wait for it. */
  readRetriesWithinMs: number;
}

/** The provider understood and said no; repeating the same call will not help. */
export class ProviderRefused extends DomainError {
  /** `account`: nothing will work until the owner acts (credentials, bill, quota). `item`: this one thing. */
  readonly scope: 'account' | 'item';

  constructor(scope: 'account' | 'item', message: string, options?: ErrorOptions) {
    super('email_provider.refused', message, options);
    this.scope = scope;
  }
}

interface UnreachableOptions {
  mayHaveHappened: boolean;
  scope?: 'account' | 'item';
  retryAfterSeconds?: number | undefined;
}

/** The provider did not answer, answered nonsense or is overloaded: worth another try later. */
export class ProviderUnreachable extends DomainError {
  /** `account`: other calls would fare the same. `item`: one record can be the cause. */
  readonly scope: 'account' | 'item';
  /** Whether the call may have taken effect anyway; then ask before repeating it. */
  readonly mayHaveHappened: boolean;

  constructor(
    message: string,
    { mayHaveHappened, scope = 'account', ...options }: ErrorOptions & UnreachableOptions,
  ) {
    super('email_provider.unreachable', message, options);
    this.mayHaveHappened = mayHaveHappened;
    this.scope = scope;
  }
}
