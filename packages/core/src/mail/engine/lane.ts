import type { OpenDatabase } from '../../platform/database/open-database.ts';
import type { InDoubt, Recipient } from '../mailing-list.ts';
import { domainOf } from '../mailing-list.ts';
import type { SmtpPolicy } from '../policy.ts';
import type { Carrier, Failure, Outcome, SendContent } from './carrier.ts';
import { countAnswers, type Relay, type RelayAnswers, type Rest } from './relays.ts';
import type { Hold } from './send-budget.ts';

type Outage = Extract<Outcome, { kind: 'outage' }>;

/** A lane that is full is free for another email after this, at the earliest. */
const fullMs = 1000;
/** Until it is known how fast a relay is. */
const spacingMs = 250;

const noAnswers = (): RelayAnswers => ({ sent: 0, failed: 0, deferred: 0, unknown: 0 });

/** What one process learns from one relay during a slice of a send. */
export class Lane {
  readonly relay: Relay;
  /** Set if no email gets through. */
  outage: Outage | undefined;
  /** The server asks for less, and has accepted nothing since. */
  slowDown: string | undefined;
  /** The last of many refusals because of content or sender. */
  refusal: string | undefined;
  /** A limit of the owner is used up. */
  hold: Hold | undefined;
  /** It was backing off already when the slice began. */
  readonly rest: Rest | undefined;
  /** What was refused since the server last accepted an email. */
  readonly doubts: SuspectRefusals;
  /** How many had been refused when the server last accepted an email. */
  refusedAtLast = 0;
  accepted = 0;
  /** Answers that are not stored yet. */
  answers = noAnswers();
  /** Emails that are on their way or wait for it. */
  open = 0;
  /** Emails of the last few claims that were for this relay. */
  recent = 0;
  /** Accepted emails by mailbox provider that are not stored yet. */
  sent = new Map<string, number>();
  readonly #content: SendContent;
  #compose: ReturnType<Carrier['compose']> | undefined;
  /** How many had been accepted before this slice. */
  readonly #sentBefore: number;
  /** Emails accepted since the server last asked for less. */
  #sinceSlow = 0;
  readonly #startedAt: number;
  /** When the last email that did not fit is due. */
  #lastSlot = 0;

  constructor(relay: Relay, { content, sentBefore, doubts, rest }: LaneStart) {
    this.relay = relay;
    this.rest = rest;
    this.doubts = new SuspectRefusals(doubts);
    this.#content = content;
    this.#sentBefore = sentBefore;
    this.#startedAt = content.date.getTime();
  }

  /** Why it takes no more emails in this slice; `undefined` if it does. */
  get stop(): string | undefined {
    const stopped = this.outage?.answer ?? this.refusal ?? this.hold?.reason;
    return stopped ?? this.slowDown ?? (this.rest && 'It could not be used a moment ago.');
  }

  /** When it may take emails again, if that is known. */
  get until(): Date | undefined {
    return this.hold?.until ?? this.rest?.until;
  }

  get isFull(): boolean {
    return this.free <= 0;
  }

  /** How many more emails it takes at this moment. */
  get free(): number {
    const { pace, paces } = this.relay;
    return pace.width + paces.queued - this.open;
  }

  /** How many it accepted of this send, in all slices. */
  get acceptedEver(): number {
    return this.#sentBefore + this.accepted;
  }

  /** Takes what was counted since the last call. @returns adds it to what is stored */
  takeCounts(database: OpenDatabase, sendId: number, isOnly: boolean): () => Promise<void> {
    const { sent, answers, relay } = this;
    this.sent = new Map();
    this.answers = noAnswers();
    return async () => {
      await relay.paces.store(sendId, sent);
      if (!isOnly) await countAnswers({ database }, sendId, relay, answers);
    };
  }

  compose(reader: Recipient): unknown {
    this.#compose ??= this.relay.carrier().compose(this.#content);
    return this.#compose(reader);
  }

  suspicion(tolerated: Tolerated): Suspicion | undefined {
    return this.doubts.suspicion(tolerated, this.acceptedEver === 0);
  }

  noteAccepted(provider: string): void {
    const { pace, paces } = this.relay;
    this.accepted += 1;
    this.answers.sent += 1;
    const name = paces.counted(provider);
    this.sent.set(name, (this.sent.get(name) ?? 0) + 1);
    paces.accepted(provider);
    this.#sinceSlow += 1;
    if (this.#sinceSlow % pace.width === 0 && pace.width < pace.most) pace.width += 1;
  }

  /** Closes waiting connections: each would try a login that was just refused. */
  noteOutage(outage: Outage): void {
    if (this.outage) return;
    this.outage = outage;
    this.relay.retire();
  }

  noteSlowDown(answer: string): void {
    const { pace } = this.relay;
    if (this.#sinceSlow === 0 && pace.width === 1) this.slowDown = answer;
    pace.width = Math.max(1, Math.floor(pace.width / 2));
    this.#sinceSlow = 0;
  }

  /** When an email that does not fit is due: one after another, about as fast as the relay takes them. */
  nextSlot(now: Date, longestMs: number): Date {
    const { limits, pace } = this.relay;
    const at = now.getTime();
    const guessed = limits.perSecond > 0 ? 1000 / limits.perSecond : spacingMs / pace.width;
    const each = this.accepted > pace.width ? (at - this.#startedAt) / this.accepted : guessed;
    this.#lastSlot = Math.min(Math.max(this.#lastSlot, at + fullMs) + each, at + longestMs);
    return new Date(this.#lastSlot);
  }
}

interface LaneStart {
  content: SendContent;
  /** How many it has accepted of this send. */
  sentBefore: number;
  /** Addresses that it refused before, also for a process that ended. */
  doubts: readonly InDoubt[];
  rest: Rest | undefined;
}

/** An email that the mail server refused permanently. */
interface Refused extends InDoubt {
  failure: Failure;
}

/** Consecutive refusals that may apply to everybody. */
interface Suspicion {
  domains: string[];
  /** The answer to the last one. */
  answer: string;
}

type Tolerated = Pick<SmtpPolicy, 'policyRefusalsTolerated' | 'addressRefusalsTolerated'>;

/**
 * What a mail server has refused of one send since it last accepted an email. Until it accepts another one, it is not
 * known whether an address is gone or the server rejects every address.
 */
class SuspectRefusals {
  #refused: Refused[];
  #cleared = 0;

  /** @param addresses Refused before, also by a process that ended. */
  constructor(addresses: readonly InDoubt[]) {
    this.#refused = addresses.map((address) => ({ ...address, failure: 'address' }));
  }

  add(refused: Refused): void {
    this.#refused.push(refused);
  }

  get isEmpty(): boolean {
    return this.#refused.length === 0;
  }

  /** How many were refused so far, with those that were cleared. */
  get count(): number {
    return this.#cleared + this.#refused.length;
  }

  get addresses(): Refused[] {
    return this.#refused.filter(({ failure }) => failure === 'address');
  }

  suspicion(tolerated: Tolerated, isAtFirst: boolean): Suspicion | undefined {
    const { atFirst, later } = tolerated.addressRefusalsTolerated;
    const isMany = (refused: Refused[], most: number) => refused.length >= most;
    const [addresses, ofUs] = [this.addresses, this.#refused.filter(({ failure }) => isAboutUs(failure))];
    const many = [
      ...(isMany(addresses, isAtFirst ? atFirst : later) ? addresses : []),
      ...(isMany(ofUs, tolerated.policyRefusalsTolerated) ? ofUs : []),
    ];
    const last = many.at(-1);
    return last && { domains: [...new Set(many.map(({ email }) => domainOf(email)))], answer: last.answer };
  }

  /**
   * Forgets the first `count` refusals.
   *
   * @returns the addresses among them: they are gone, if the server is trusted
   */
  clear(count = this.count): Refused[] {
    const cleared = this.#refused.splice(0, Math.max(0, count - this.#cleared));
    this.#cleared += cleared.length;
    return cleared.filter(({ failure }) => failure === 'address');
  }
}

/** Refused regardless of the reader. */
const isAboutUs = (failure: Failure) => failure === 'policy' || failure === 'content';
