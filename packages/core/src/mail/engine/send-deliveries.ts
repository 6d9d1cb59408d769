import { setTimeout as wait } from 'node:timers/promises';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import type { InDoubt, MailingList, Recipient } from '../mailing-list.ts';
import { domainOf } from '../mailing-list.ts';
import type { SmtpPolicy } from '../policy.ts';
import type { Carrier, Failure, Outcome } from './carrier.ts';
import { type ClaimedDelivery, type DeliveryEnd, DeliveryStore } from './delivery-store.ts';
import type { LoadedSend } from './engine-tables.ts';
import type { ProviderPaces } from './provider-pace.ts';
import { hasOpen, totalsOf } from './ranges.ts';
import type { Hold, SendBudget } from './send-budget.ts';

export interface SendDeliveriesDeps {
  database: OpenDatabase;
  /** The clock that all processes share. */
  now: () => Date;
  list: MailingList;
  policy: SmtpPolicy;
  /** How many emails can be at the mail server at a time. */
  connections: number;
  pace: Pace;
  /** Of each mailbox provider. */
  paces: ProviderPaces;
  /** Without limits, emails pass without asking. */
  budget: SendBudget | undefined;
  /** Opened when first needed. */
  carrier: () => Carrier;
  /** Cuts the connections; the next call of `carrier` opens new ones. */
  cut: () => void;
  /** Like `cut`, but leaves connections that are sending. */
  retire: () => void;
}

/**
 * The number of emails on their way at a time: fewer after the server asked for less, until it accepts more again.
 */
interface Pace {
  readonly most: number;
  width: number;
}

export interface SendResult {
  begun: number;
  accepted: number;
  /** Set if no email gets through. */
  outage: Extract<Outcome, { kind: 'outage' }> | undefined;
  /** The server asks for less, and has accepted nothing since. */
  isSlowDown: boolean;
  /** The last of many refusals because of content or sender. */
  refusal: string | undefined;
  /** A limit of the owner is used up. */
  hold: Hold | undefined;
  /** Deliveries whose address was refused while the server refuses all addresses. Their readers stay on the list. */
  doubted: number[];
}

/**
 * Submits emails of one send to the mail server until none is due, the slice is over, or the server accepts no more.
 *
 * @param more Called when none is due. Resolves to whether there may be others now, because more readers were recorded.
 */
export async function sendDeliveries(
  deps: SendDeliveriesDeps,
  send: LoadedSend,
  { signal, until, more }: { signal: AbortSignal | undefined; until: number; more: () => Promise<boolean> },
): Promise<SendResult> {
  const { database, policy, now, pace, paces, connections, budget } = deps;
  const store = new DeliveryStore({ database, now, leaseMs: policy.leaseMs, connections }, send);
  const doubts = new SuspectRefusals(await deps.list.inDoubt(send.id));
  const { sent } = await totalsOf(database, send.id);
  const isStopped = () => signal?.aborted === true;
  const day = send.day ?? now().toISOString().slice(0, 10);
  const reminders = await deps.list.reminders({ id: send.id, day });
  const work = new Work(deps, send, { store, doubts, sent, isStopped, reminders });
  work.result.hold = await budget?.hold();
  await paces.load();
  const finished = gather<void>();
  const stopDraining = cutAfterDrain(deps, signal);
  const keeping = setInterval(() => store.keep(), policy.leaseMs / 4);
  const release = await budget?.open();
  try {
    for (;;) {
      finished.take();
      // The choice of the next readers depends on every answer so far.
      if (work.isSuspicious()) await store.claim({ limit: 0 });
      const room = Math.max(0, pace.width - finished.open + paces.queued);
      const only = await work.elsewhere(room, finished.open === 0);
      const isOver = signal?.aborted || now().getTime() >= until || work.mustStop();
      const claimed = await store.claim({ limit: isOver ? 0 : room, only });
      work.result.begun += claimed.length;
      for (const end of await work.start(claimed)) finished.add(end);
      if (finished.open === 0 && (isOver || only || !(await more()))) break;
      if (finished.open === 0) continue;
      await finished.some(Math.ceil(pace.width / 2));
    }
    return await work.end();
  } catch (error) {
    await recordWhatEnds(deps, store, finished);
    throw error;
  } finally {
    clearInterval(keeping);
    stopDraining();
    await store.close().catch(() => {});
    await release?.().catch(() => {});
  }
}

/** After a failure, such as of the database: submits nothing more, and records answers that still arrive. */
async function recordWhatEnds(
  { cut, retire, policy }: SendDeliveriesDeps,
  store: DeliveryStore,
  finished: Gathering<void>,
): Promise<void> {
  store.stop();
  retire();
  const timer = setTimeout(cut, policy.drainMs);
  await finished.all();
  clearTimeout(timer);
  for (const pause of policy.recordAfterMs) {
    const isRecorded = await store.claim({ limit: 0 }).then(
      () => true,
      () => false,
    );
    if (isRecorded) return;
    await wait(pause);
  }
}

/** After a stop, waits for outstanding answers, but only for a limited time. */
function cutAfterDrain({ cut, policy }: SendDeliveriesDeps, signal: AbortSignal | undefined): () => void {
  let timer: NodeJS.Timeout | undefined;
  const drain = () => {
    timer = setTimeout(cut, policy.drainMs);
  };
  if (signal?.aborted) drain();
  else signal?.addEventListener('abort', drain, { once: true });
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', drain);
  };
}

/** What a slice of a send begins with. */
interface SliceState {
  store: DeliveryStore;
  doubts: SuspectRefusals;
  /** How many had been accepted before. */
  sent: number;
  isStopped: () => boolean;
  /** `undefined` if nobody gets any. */
  reminders: Awaited<ReturnType<MailingList['reminders']>>;
}

/** What one process learns from the mail server during a slice of a send. */
class Work {
  readonly result: SendResult = {
    begun: 0,
    accepted: 0,
    outage: undefined,
    isSlowDown: false,
    refusal: undefined,
    hold: undefined,
    doubted: [],
  };
  /** Emails accepted since the server last asked for less. */
  #accepted = 0;
  /** How many had been refused when the server last accepted an email. */
  #refusedAtLast = 0;
  readonly #deps: SendDeliveriesDeps;
  readonly #send: LoadedSend;
  readonly #compose: ReturnType<Carrier['compose']>;
  readonly #store: DeliveryStore;
  readonly #doubts: SuspectRefusals;
  /** How many had been accepted before this slice. */
  readonly #sentBefore: number;
  readonly #isStopped: () => boolean;
  readonly #reminders: SliceState['reminders'];
  /** Accepted emails by mailbox provider. */
  readonly #sent = new Map<string, number>();

  constructor(
    deps: SendDeliveriesDeps,
    send: LoadedSend,
    { store, doubts, sent, isStopped, reminders }: SliceState,
  ) {
    this.#deps = deps;
    this.#send = send;
    this.#store = store;
    this.#doubts = doubts;
    this.#sentBefore = sent;
    this.#isStopped = isStopped;
    this.#reminders = reminders;
    const { name, subject, html, text } = send.message;
    // Not when the send began: the last time zones get it a day later, and inboxes sort by this.
    const date = deps.now();
    this.#compose = deps.carrier().compose({ name, subject, html, text, date });
  }

  mustStop(): boolean {
    const { outage, isSlowDown, refusal, hold } = this.result;
    const isStopped = outage ?? refusal ?? hold;
    return isStopped !== undefined || isSlowDown || this.#store.isTakenOver;
  }

  isSuspicious = () => this.#suspicion() !== undefined;

  #suspicion() {
    const isAtFirst = this.#sentBefore + this.result.accepted === 0;
    return this.#doubts.suspicion(this.#deps.policy, isAtFirst);
  }

  /**
   * Emails to readers at domains that were not refused yet, once the server is suspected of refusing everybody.
   *
   * @param isIdle Whether every email that was begun has an answer.
   * @returns `undefined` if any email will do
   */
  async elsewhere(limit: number, isIdle: boolean): Promise<number[] | undefined> {
    const { list, policy, now } = this.#deps;
    const suspicion = this.#suspicion();
    if (!suspicion) return undefined;
    const { domains, answer } = suspicion;
    const email = { sendId: this.#send.id, domains };
    let isEverybody = policy.isEverybodyRefused(domains.length);
    if (isEverybody === undefined) {
      const due = await list.dueElsewhere(email, { at: now(), limit });
      if (due.length > 0 || !isIdle) return due;
      isEverybody = policy.isEverybodyRefused(domains.length, await list.reach(email));
    }
    if (isEverybody === false) await this.#trustServer();
    if (!isEverybody) return undefined;
    this.result.refusal = answer;
    return [];
  }

  /** Passes emails to the carrier. Each promise resolves once the result has gone to the store. */
  async start(claimed: readonly ClaimedDelivery[]): Promise<Promise<void>[]> {
    if (claimed.length === 0) return [];
    const recipients = await this.#deps.list.recipients(claimed.map(({ readerId }) => readerId));
    await this.#deps.paces.learn(recipients.map(({ email }) => email));
    const byId = new Map(recipients.map((recipient) => [recipient.readerId, recipient]));
    const reminders = await this.#reminders?.([...byId.keys()]);
    for (const [id, words] of reminders ?? []) {
      const recipient = byId.get(id);
      if (recipient) recipient.reminders = words;
    }
    return claimed.map((delivery) => this.#deliver(delivery, byId.get(delivery.readerId)));
  }

  async #deliver(delivery: ClaimedDelivery, recipient: Recipient | undefined): Promise<void> {
    const { id } = delivery;
    if (!recipient) {
      this.#store.end({ id, state: 'skipped', answer: 'The reader had left the list.', isAttempt: false });
      return;
    }
    const { budget, paces } = this.#deps;
    const provider = paces.of(recipient.email);
    const putOff = await paces.enter(provider);
    if (putOff) {
      const end = { id, answer: putOff.reason, failure: undefined, isAttempt: false };
      this.#store.end(this.#deferred(delivery, end, putOff.dueAt));
      return;
    }
    try {
      const isOver = () => this.#isStopped() || this.mustStop();
      const entered = await budget?.enter(isOver);
      if (entered !== undefined && typeof entered !== 'function') {
        if (entered !== 'over') this.result.hold = entered;
        const answer = entered === 'over' ? 'It waits for its turn.' : entered.reason;
        const end = { id, answer, state: 'deferred' as const, dueAt: undefined, failure: undefined };
        this.#store.end({ ...end, isAttempt: false });
        return;
      }
      await this.#submit(delivery, recipient, provider).finally(entered);
    } finally {
      paces.leave(provider);
    }
  }

  async #submit(delivery: ClaimedDelivery, recipient: Recipient, provider: string): Promise<void> {
    const { id } = delivery;
    let refusedBefore = this.#doubts.count;
    const mayEnd = () => {
      // The server has accepted this reader's address, after all that it refused so far.
      refusedBefore = this.#doubts.count;
      return this.#store.submit(id);
    };
    const outcome = await this.#deps.carrier().send(this.#compose(recipient), mayEnd);
    const dueAt = this.#learn(outcome, provider);
    const end = this.#endOf(delivery, outcome, dueAt);
    // First of all: until it is recorded, the email is in doubt.
    this.#store.end(end);
    if (outcome.kind === 'sent') {
      this.result.refusal = undefined;
      this.#refusedAtLast = this.#doubts.count;
      await this.#trustServer(refusedBefore);
    } else if (end.state === 'failed') await this.#noteFailed(recipient, end);
  }

  /** @returns when the email is due again, if that is known */
  #learn(outcome: Outcome, provider: string): Date | undefined {
    const { result } = this;
    const { pace, paces } = this.#deps;
    if (outcome.kind === 'sent') {
      result.accepted += 1;
      const name = paces.counted(provider);
      this.#sent.set(name, (this.#sent.get(name) ?? 0) + 1);
      paces.accepted(provider);
      this.#speedUp();
    } else if (outcome.kind === 'outage') this.#endWith(outcome);
    else if (outcome.kind === 'later' && outcome.isSlowDown) {
      const dueAt = outcome.isOfProvider ? paces.slowDown(provider, outcome.answer) : undefined;
      if (dueAt) return dueAt;
      if (this.#accepted === 0 && pace.width === 1) result.isSlowDown = true;
      pace.width = Math.max(1, Math.floor(pace.width / 2));
      this.#accepted = 0;
    }
    return undefined;
  }

  /** Closes waiting connections: each would try a login that was just refused. */
  #endWith(outage: Extract<Outcome, { kind: 'outage' }>): void {
    if (this.result.outage) return;
    this.result.outage = outage;
    this.#deps.retire();
  }

  #speedUp(): void {
    const { pace } = this.#deps;
    this.#accepted += 1;
    if (this.#accepted % pace.width === 0 && pace.width < pace.most) pace.width += 1;
  }

  #endOf(delivery: ClaimedDelivery, outcome: Outcome, knownDueAt: Date | undefined): DeliveryEnd {
    const { id, attempts } = delivery;
    const { policy, now } = this.#deps;
    const { kind, answer } = outcome;
    const ended = { id, answer, isAttempt: true };
    if (kind === 'sent' || kind === 'unknown') return { ...ended, state: kind };
    if (kind === 'failed') return { ...ended, state: 'failed', failure: outcome.failure };
    if (kind === 'outage')
      return { ...ended, state: 'deferred', dueAt: undefined, failure: undefined, isAttempt: false };
    const { isSlowDown, failure } = outcome;
    const pause = isSlowDown
      ? policy.rest.firstMs
      : (policy.retryAfterMs[attempts] ?? policy.retryAfterMs.at(-1) ?? policy.rest.longestMs);
    const dueAt = knownDueAt ?? new Date(now().getTime() + pause);
    return this.#deferred(delivery, { id, answer, failure, isAttempt: !isSlowDown }, dueAt);
  }

  /** Tries it again later, unless that is too late. */
  #deferred(
    { firstDueAt }: ClaimedDelivery,
    end: Pick<DeliveryEnd, 'id' | 'answer' | 'isAttempt'> & { failure: Failure | undefined },
    dueAt: Date,
  ): DeliveryEnd {
    const isLate = dueAt.getTime() - firstDueAt.getTime() > this.#deps.policy.latestMs;
    if (isLate) return { ...end, state: 'failed', failure: end.failure ?? 'late' };
    return { ...end, state: 'deferred', dueAt };
  }

  async #noteFailed(recipient: Recipient, end: Extract<DeliveryEnd, { state: 'failed' }>): Promise<void> {
    const { readerId, email } = recipient;
    const { id, failure, answer } = end;
    if (failure === 'mailbox') await this.#deps.list.failed(readerId, failure, answer);
    else if (failure !== 'late') this.#doubts.add({ id, readerId, email, failure, answer });
  }

  /** Once a server accepts an email, its refusals of addresses are trusted: those before that email. */
  async #trustServer(refused = this.#doubts.count): Promise<void> {
    for (const { readerId, answer } of this.#doubts.clear(refused))
      await this.#deps.list.failed(readerId, 'address', answer);
  }

  async end(): Promise<SendResult> {
    const { result } = this;
    const { database, paces } = this.#deps;
    await paces.store(this.#send.id, this.#sent);
    await this.elsewhere(0, true);
    if (result.refusal !== undefined) result.doubted = this.#doubts.clear().map(({ id }) => id);
    else if (!this.#doubts.isEmpty) {
      // Nothing was refused since, so it did not begin to refuse everybody.
      const isSettled = this.#refusedAtLast === this.#doubts.count && !this.isSuspicious();
      if (isSettled || !(await hasOpen(database, this.#send.id))) await this.#trustServer();
    }
    return result;
  }
}

/** Collects the results of promises, for a caller that writes several results together. */
interface Gathering<T> {
  /** The number of added promises whose result has not been taken. */
  readonly open: number;
  add(promise: Promise<T>): void;
  /** The results so far. */
  take(): T[];
  /**
   * Resolves when this many results are available, when all are, or soon after the first. Throws if a promise rejects.
   */
  some(count: number): Promise<void>;
  /** Resolves when all have settled. Never throws. */
  all(): Promise<unknown>;
}

/** Long enough to write several results together, too short to notice. */
const waitMs = 50;

function gather<T>(): Gathering<T> {
  let results: T[] = [];
  const open = new Set<Promise<T>>();
  let failure: { error: unknown } | undefined;
  let notify: (() => void) | undefined;
  return {
    get open() {
      return open.size + results.length;
    },
    add(promise) {
      open.add(promise);
      promise
        .then((result) => void results.push(result))
        .catch((error) => {
          failure ??= { error };
        })
        .finally(() => {
          open.delete(promise);
          notify?.();
        });
    },
    take() {
      const taken = results;
      results = [];
      return taken;
    },
    async some(count) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        notify = () => {
          if (failure || results.length >= count || open.size === 0) resolve();
          else if (results.length > 0) timer ??= setTimeout(resolve, waitMs);
        };
        notify();
      });
      clearTimeout(timer);
      notify = undefined;
      if (failure) throw failure.error;
    },
    all: () => Promise.allSettled(open),
  };
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
