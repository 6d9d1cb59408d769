import type { DeliveryProgress, ProblemCount } from '../contract/deliveries.ts';
import type { MailCheck } from '../contract/mail-check.ts';
import { DomainError } from '../platform/errors.ts';
import type { EmailMoment } from './mailing-list.ts';
import type { PassEvent } from './pass-event.ts';

/** A reader to add to the mailing list. */
export interface Reader {
  /** Our registration's id; results contain it. */
  id: number;
  email: string;
  firstName: string;
}

/** Someone who is or was on a list that the provider keeps. */
export interface ListMember {
  subscriberId: string;
  email: string;
  /** Empty if it is not known. */
  firstName: string;
  /** `left`: unsubscribed, or asked not to be contacted. */
  state: 'on' | 'left' | 'bounced' | 'unconfirmed';
}

/** The `subscriberId` of a reader who joined while the list was kept here. No provider's id looks like it. */
export const joinedHere = 'here';

export type SubscribeResult =
  /** `subscriberId`: the provider's id of the reader, which `unsubscribe` takes; `joinedHere` if the list is kept here. */
  | { id: number; outcome: 'subscribed'; subscriberId: string }
  /** Refused permanently, such as an address the provider does not accept. */
  | { id: number; outcome: 'refused'; reason: string };

export interface MessageContent {
  subject: string;
  html: string;
  text: string;
}

export interface OutgoingMessage extends MessageContent {
  /** Unique: after a lost answer the message is looked up under this name before it is posted again. */
  name: string;
}

/** A message waiting at the provider, or sent by it. */
export interface ProviderSend {
  sendId: string;
  messageId: string;
  /** When it will be sent; `null` if the provider does not say. */
  scheduledTime: Date | null;
  /** When the provider sent it. */
  releasedTime: Date | null;
  /** `null` until all of them are known. */
  recipientCount: number | null;
  /** Why it was canceled, unless a person did it, or why no reader got it although sending it has ended. */
  reason?: string | undefined;
  status: 'pending' | 'sending' | 'released' | 'cancelled' | 'unknown';
}

type ProviderCheckName = Exclude<MailCheck['name'], 'spf' | 'dkim' | 'dmarc'>;

export interface ProviderCheck {
  /** One line each, in order. Stops at the first that makes the rest pointless. */
  checks: { name: ProviderCheckName; ok: boolean; detail: string }[];
  /** Whether all emails go out although one of these failed: another mail server carries them. */
  hasStandIn?: boolean;
  /** Our clock minus the provider's, in milliseconds. */
  clockSkewMs: number | null;
}

export interface CallOptions {
  /**
   * Once it aborts, no further call is made and one in flight is dropped: both throw `ProviderUnreachable`, with
   * `mayHaveHappened` if a change was in flight.
   */
  signal?: AbortSignal | undefined;
  /**
   * Awaited right before each change is sent, after any pause: the last chance to find out that another process owns
   * the change now. If it throws, nothing is sent.
   */
  beforeChange?: (() => Promise<void>) | undefined;
}

interface ScheduleOptions extends CallOptions {
  /** For a provider that sends to each reader from here: when it is due for the others. */
  times?: { email: EmailMoment; lastAt: Date } | undefined;
}

/** The provider's mailing list. */
export interface ProviderReaders {
  /**
   * Adds readers to the list. Safe to repeat. One bad address never keeps the rest from being subscribed. A reader
   * without a result is worth another try.
   */
  subscribe(readers: readonly Reader[], options?: CallOptions): Promise<SubscribeResult[]>;
  /** The provider's id of the reader with an address; `undefined` if it has none. */
  find(email: string, options?: CallOptions): Promise<string | undefined>;
  /** Takes a reader off the list. Safe to repeat. */
  unsubscribe(subscriberId: string, options?: CallOptions): Promise<void>;
  /** Everybody who is or was on the list, in pages; `undefined` if the list is kept here. */
  members?: (options?: CallOptions) => AsyncIterable<ListMember[]>;
}

/** Messages, and the sends that deliver them to everybody on the list. */
export interface ProviderSends {
  /** Not safe to repeat blindly: when in doubt, call `findMessage` first. */
  createMessage(message: OutgoingMessage, options?: CallOptions): Promise<{ messageId: string }>;
  findMessage(name: string, options?: CallOptions): Promise<{ messageId: string } | undefined>;
  /** Names of messages by id, without unknown ones. */
  messageNames(messageIds: readonly string[]): Promise<Map<string, string>>;
  /** The texts of a message, if only the provider has them; `undefined` if its message of that id has another name. */
  content?: (message: { messageId: string; name: string }) => Promise<MessageContent | undefined>;
  /**
   * Sends a message to the list, at an instant or immediately. The provider accepts one send per
   * message: a second one is not created, and the first is returned.
   */
  schedule(messageId: string, at: Date | undefined, options?: ScheduleOptions): Promise<ProviderSend>;
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
  /** `waiting`: continues automatically. `failed`: needs the owner. The message contains no address. */
  onEvent: (event: Pick<PassEvent, 'outcome' | 'message' | 'isKept'>) => void;
}

/** What one of two mail servers has answered, and whether it takes emails. */
export interface RelayState {
  relay: 'first' | 'second';
  /** Answers to emails, since there are two: accepted, refused, not now, and those that were lost. */
  sent: number;
  failed: number;
  deferred: number;
  unknown: number;
  /** Nothing is sent through it until then; `undefined` if it takes emails. */
  until: Date | undefined;
  /** Since when nothing gets through to it; `undefined` if it is not out. */
  outSince: Date | undefined;
  /** Why. */
  reason: string | null;
  /** Whether the other one carries its emails while it is out. */
  hasStandIn: boolean;
}

/** Totals of all emails that were sent to each reader from here. */
export interface SendCounts {
  /** Emails that the mail server accepted, since the first one. */
  accepted: number;
  /** The email whose time came most recently; `undefined` before the first. */
  latest: DeliveryProgress | undefined;
  /** Both mail servers, if there are two; otherwise empty. */
  relays: RelayState[];
}

/**
 * `again`: resend to readers for whom the answer was lost; some may get it twice. `leave`: do not, and do not ask about
 * them again.
 */
export type SendChange = 'pause' | 'resume' | 'stop' | 'again' | 'leave';

/** Sends emails to each reader from here, if the provider does not. */
interface ProviderRun {
  /**
   * Sends what is due, for a few seconds at most. Any number of processes share the work.
   *
   * @throws ProviderRefused, ProviderUnreachable
   */
  run(options: RunOptions): Promise<void>;
  /** Deletes individual results that have been kept long enough. Ends early as soon as there is something to send. */
  forget(options: Pick<RunOptions, 'signal'>): Promise<void>;
  /** Whether there is something to send now. */
  isDue(): Promise<boolean>;
  /** The send of a message by its name: an id alone could come from a former provider. */
  find(messageName: string): Promise<string | undefined>;
  /** The text of a message by its name, as it is stored to be sent or was sent. */
  content(messageName: string): Promise<MessageContent | undefined>;
  /** Sends that have begun, latest first. */
  list(limit: number): Promise<{ messageName: string; progress: DeliveryProgress }[]>;
  /** When the next send that has not begun is due; may be in the past. */
  nextAt(): Promise<Date | undefined>;
  /** `undefined` before the time of the send has come. */
  progress(sendId: string): Promise<DeliveryProgress | undefined>;
  /** How many readers have which problem; empty once the individual results are deleted. */
  problems(sendId: string): Promise<ProblemCount[]>;
  counts(): Promise<SendCounts>;
  /** The state of both mail servers, if there are two; otherwise empty. */
  relays(): Promise<RelayState[]>;
  /** Sends since a date of which some readers may or may not have the email, latest first. */
  doubts(since: Date): Promise<{ messageName: string; readers: number }[]>;
  /** How many emails the warm-up of a new domain allows on a day; `undefined` for any number. */
  warmUpOn(day: string): Promise<{ day: string; most: number; isRestSent: boolean } | undefined>;
  /** @returns `false` if the state of the send does not allow it */
  change(sendId: string, change: SendChange): Promise<boolean>;
}

/**
 * The service that sends the emails. Every call ends in one of three ways: it succeeds, throws `ProviderRefused`, or
 * throws `ProviderUnreachable`.
 */
export interface MailProvider {
  readers: ProviderReaders;
  sends: ProviderSends;
  /** `undefined` if the provider itself sends to the list. */
  deliveries?: ProviderRun | undefined;
  /** Whether the account, its list and its sender are ready. Changes nothing. */
  check(): Promise<ProviderCheck>;
  /** Whether it limits how often it may be called. Its answers are then cached for longer. */
  limitsCalls?: boolean;
  /** How often this process has found that nothing gets through to it. When it grows, cached answers are out of date. */
  outages?: () => number;
}

/** How a client calls its provider over the network. */
export interface CallPolicy {
  /** For one call, including its body. */
  timeoutMs: number;
  /** Pause between the starts of two calls of this process. */
  minIntervalMs: number;
  /** How often a read is retried. Writes never are. */
  readRetries: number;
  /** For all tries of a read together; pages wait for it. */
  readRetriesWithinMs: number;
}

/** The provider understood and refused; repeating the same call will not help. */
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
  /** `account`: other calls would fail too. `item`: one record can be the cause. */
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
