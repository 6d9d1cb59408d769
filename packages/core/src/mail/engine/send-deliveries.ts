import { setTimeout as wait } from 'node:timers/promises';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import type { MailingList, Recipient } from '../mailing-list.ts';
import { domainOf } from '../mailing-list.ts';
import type { SmtpPolicy } from '../policy.ts';
import type { Failure, Outcome } from './carrier.ts';
import { beatMs, type ClaimedDelivery, type DeliveryEnd, DeliveryStore } from './delivery-store.ts';
import type { LoadedSend } from './engine-tables.ts';
import { Lane } from './lane.ts';
import { hasOpen, totalsOf } from './ranges.ts';
import {
  answerOf,
  isAnswerOf,
  nameOfRelay,
  type Relay,
  type Rest,
  type Routes,
  sentThrough,
} from './relays.ts';

export interface SendDeliveriesDeps {
  database: OpenDatabase;
  /** The clock that all processes share. */
  now: () => Date;
  list: MailingList;
  policy: SmtpPolicy;
  /** One or two. */
  relays: readonly Relay[];
  routes: Routes;
}

export interface SendResult {
  begun: number;
  /** What each relay did. */
  lanes: readonly Lane[];
  /** The last of many refusals because of content or sender: the send is paused. */
  refusal: string | undefined;
  /** Deliveries whose address was refused while the server refuses all addresses. Their readers stay on the list. */
  doubted: number[];
}

interface Slice {
  signal: AbortSignal | undefined;
  until: number;
  /** Called when none is due. Resolves to whether there may be others now, because more readers were recorded. */
  more: () => Promise<boolean>;
  /** Relays that take nothing now. */
  rests: ReadonlyMap<Relay, Rest>;
}

/**
 * Submits emails of one send to the mail servers until none is due, the slice is over, or no server accepts more.
 */
export async function sendDeliveries(
  deps: SendDeliveriesDeps,
  send: LoadedSend,
  { signal, until, more, rests }: Slice,
): Promise<SendResult> {
  const { database, policy, now, relays } = deps;
  const connections = relays.reduce((sum, relay) => sum + relay.connections, 0);
  const store = new DeliveryStore({ database, now, leaseMs: policy.leaseMs, connections }, send);
  const isStopped = () => signal?.aborted === true;
  const day = send.day ?? now().toISOString().slice(0, 10);
  const reminders = await deps.list.reminders({ id: send.id, day });
  const lanes = await openLanes(deps, send, rests);
  const work = new Work(deps, send, { store, lanes, isStopped, reminders });
  const finished = gather<void>();
  const stopDraining = cutAfterDrain(deps, signal);
  const keeping = setInterval(() => store.keep(), beatMs(policy.leaseMs));
  const releases: (() => Promise<void>)[] = [];
  try {
    for (const { budget } of relays) if (budget) releases.push(await budget.open());
    for (;;) {
      finished.take();
      // The choice of the next readers depends on every answer so far.
      if (work.isSuspicious()) await store.claim({ limit: 0 });
      const { room, width } = work.space(finished.open);
      const only = await work.elsewhere(room, finished.open === 0);
      const isOver = isStopped() || now().getTime() >= until || work.mustStop();
      work.isEnding = isOver;
      const storeCounts = work.counts();
      const claimed = await store.claim({ limit: isOver ? 0 : room, only });
      work.begun += claimed.length;
      for (const end of await work.start(claimed)) finished.add(end);
      await storeCounts();
      if (finished.open === 0 && (isOver || only || !(await more()))) break;
      if (finished.open === 0) continue;
      await finished.some(Math.ceil(width / 2));
    }
    return await work.end();
  } catch (error) {
    await recordWhatEnds(deps, store, finished);
    throw error;
  } finally {
    clearInterval(keeping);
    stopDraining();
    await store.close().catch(() => {});
    for (const release of releases) await release().catch(() => {});
  }
}

async function openLanes(
  { database, list, now, relays }: SendDeliveriesDeps,
  send: LoadedSend,
  rests: ReadonlyMap<Relay, Rest>,
): Promise<Lane[]> {
  const inDoubt = await list.inDoubt(send.id);
  const { name, subject, html, text } = send.message;
  // Not when the send began: the last time zones get it a day later, and inboxes sort by this.
  const content = { name, subject, html, text, date: now() };
  const isOnly = relays.length === 1;
  const totals = isOnly ? await totalsOf(database, send.id) : undefined;
  const sent = totals ? () => totals.sent : await sentThrough({ database }, send.id);
  const lanes = relays.map((relay) => {
    const doubts = isOnly ? inDoubt : inDoubt.filter(({ answer }) => isAnswerOf(relay, answer));
    return new Lane(relay, { content, sentBefore: sent(relay), doubts, rest: rests.get(relay) });
  });
  for (const lane of lanes) {
    lane.hold = await lane.relay.budget?.hold();
    await lane.relay.paces.load();
  }
  return lanes;
}

/** After a failure, such as of the database: submits nothing more, and records answers that still arrive. */
async function recordWhatEnds(
  { relays, policy }: SendDeliveriesDeps,
  store: DeliveryStore,
  finished: Gathering<void>,
): Promise<void> {
  store.stop();
  for (const { retire } of relays) retire();
  const timer = setTimeout(() => cutAll(relays), policy.drainMs);
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
function cutAfterDrain({ relays, policy }: SendDeliveriesDeps, signal: AbortSignal | undefined): () => void {
  let timer: NodeJS.Timeout | undefined;
  const drain = () => {
    timer = setTimeout(() => cutAll(relays), policy.drainMs);
  };
  if (signal?.aborted) drain();
  else signal?.addEventListener('abort', drain, { once: true });
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', drain);
  };
}

function cutAll(relays: readonly Relay[]): void {
  for (const { cut } of relays) cut();
}

/** What a slice of a send begins with. */
interface SliceState {
  store: DeliveryStore;
  lanes: readonly Lane[];
  isStopped: () => boolean;
  /** `undefined` if nobody gets any. */
  reminders: Awaited<ReturnType<MailingList['reminders']>>;
}

/** Why an email did not leave, so that another relay may have it. */
interface Left {
  answer: string;
  /** When it is due again; if left out, it stays due. */
  dueAt?: Date;
}

/** Counts are stored about so often: hundreds of emails go out meanwhile. */
const countsMs = 1000;

const turn = 'It waits for its turn.';

/** What one process learns from the mail servers during a slice of a send. */
class Work {
  begun = 0;
  /** Whether nothing more is begun in this slice. */
  isEnding = false;
  readonly #deps: SendDeliveriesDeps;
  readonly #send: LoadedSend;
  readonly #store: DeliveryStore;
  readonly #lanes: readonly Lane[];
  /** The only lane, if there is one relay. */
  readonly #only: Lane | undefined;
  readonly #isStopped: () => boolean;
  readonly #reminders: SliceState['reminders'];
  #countsAgainAt = performance.now() + countsMs;

  constructor(
    deps: SendDeliveriesDeps,
    send: LoadedSend,
    { store, lanes, isStopped, reminders }: SliceState,
  ) {
    this.#deps = deps;
    this.#send = send;
    this.#store = store;
    this.#lanes = lanes;
    this.#only = lanes.length === 1 ? lanes[0] : undefined;
    this.#isStopped = isStopped;
    this.#reminders = reminders;
  }

  /** Whether no email gets through, or none may. */
  mustStop(): boolean {
    const [first] = this.#lanes;
    // What the first one refuses because of its content is not tried through the other.
    const isRefused = this.#deps.routes.isFailover && first?.refusal !== undefined;
    return isRefused || this.#store.isTakenOver || this.#lanes.every(({ stop }) => stop !== undefined);
  }

  /** How many more emails to claim, and how many are on their way at a time. */
  space(open: number): { room: number; width: number } {
    const { isFailover } = this.#deps.routes;
    const usable = this.#lanes.filter(({ stop }) => stop === undefined);
    const lane = this.#only ?? usable[0];
    if (!lane) return { room: 0, width: 1 };
    if (this.#only || isFailover) {
      const { pace, paces } = lane.relay;
      return { room: Math.max(0, pace.width - open + paces.queued), width: pace.width };
    }
    // The faster one never waits for the other, whose readers are put off. It is not looked for if it has none.
    const claimed = this.#lanes.reduce((sum, { recent }) => sum + recent, 0);
    const wanted = usable.filter(({ recent }) => claimed === 0 || recent >= 1);
    const fastest = wanted.toSorted((one, other) => other.accepted - one.accepted)[0] ?? lane;
    const { width } = fastest.relay.pace;
    const share = claimed === 0 ? 1 : Math.max(0.25, fastest.recent / claimed);
    return { room: Math.ceil(Math.max(0, fastest.free) / share), width };
  }

  isSuspicious = () => this.#only !== undefined && this.#only.suspicion(this.#deps.policy) !== undefined;

  /**
   * Emails to readers at domains that were not refused yet, once the only server is suspected of refusing everybody.
   *
   * @param isIdle Whether every email that was begun has an answer.
   * @returns `undefined` if any email will do
   */
  async elsewhere(limit: number, isIdle: boolean): Promise<number[] | undefined> {
    const { list, policy, now } = this.#deps;
    const lane = this.#only;
    const suspicion = lane?.suspicion(policy);
    if (!lane || !suspicion) return undefined;
    const { domains, answer } = suspicion;
    const email = { sendId: this.#send.id, domains };
    let isEverybody = policy.isEverybodyRefused(domains.length);
    if (isEverybody === undefined) {
      const due = await list.dueElsewhere(email, { at: now(), limit });
      if (due.length > 0 || !isIdle) return due;
      isEverybody = policy.isEverybodyRefused(domains.length, await list.reach(email));
    }
    if (isEverybody === false) await this.#trustServer(lane);
    if (!isEverybody) return undefined;
    lane.refusal = answer;
    return [];
  }

  /** Passes emails to the carriers. Each promise resolves once the result has gone to the store. */
  async start(claimed: readonly ClaimedDelivery[]): Promise<Promise<void>[]> {
    if (claimed.length === 0) return [];
    const { list, relays, routes } = this.#deps;
    const recipients = await list.recipients(claimed.map(({ readerId }) => readerId));
    const emails = recipients.map(({ email }) => email);
    for (const { paces } of relays) await paces.learn(emails);
    await routes.learn(emails);
    for (const lane of this.#lanes) lane.recent /= 2;
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
    const route = this.#deps.routes.of(recipient, this.#send);
    let left: Left | undefined;
    for (const relay of route) {
      const lane = this.#lanes.find((one) => one.relay === relay);
      if (!lane) continue;
      if (route.length === 1) lane.recent += 1;
      left =
        this.#putOff(lane, recipient, route.length === 1) ?? (await this.#through(lane, delivery, recipient));
      if (!left) return;
      // The other one is there for a relay that is out.
      if (lane.stop === undefined || this.mustStop()) break;
    }
    const { dueAt, answer = turn } = left ?? {};
    const end = { id, answer, failure: undefined, isAttempt: false };
    this.#store.end(dueAt ? this.#deferred(delivery, end, dueAt) : { ...end, state: 'deferred', dueAt });
  }

  /**
   * With two relays: why one of them does not get this email now. It does not wait for it in memory, where it would keep
   * others from theirs.
   *
   * @param isAlone Whether no other relay carries it instead.
   */
  #putOff(lane: Lane, { email }: Recipient, isAlone: boolean): Left | undefined {
    if (this.#only) return undefined;
    const { policy, now } = this.#deps;
    const suspicion = lane.suspicion(policy);
    if (suspicion && policy.isEverybodyRefused(suspicion.domains.length)) lane.refusal ??= suspicion.answer;
    const { stop } = lane;
    if (stop !== undefined) return this.#waitsFor(lane, stop);
    if (suspicion?.domains.includes(domainOf(email))) return this.#waitsFor(lane, suspicion.answer);
    if (!isAlone || !lane.isFull) return undefined;
    const dueAt = lane.nextSlot(now(), policy.rest.longestMs);
    return { answer: `${nameOfRelay(lane.relay)} is busy with others.`, dueAt };
  }

  /** If nothing goes out at all, it stays due. Otherwise, it is not looked at again and again meanwhile. */
  #waitsFor(lane: Lane, why: string): Left {
    if (this.#only || this.#isStopped() || this.mustStop()) return { answer: why };
    const { policy, now } = this.#deps;
    const at = now().getTime();
    const until = lane.until?.getTime() ?? at + policy.rest.firstMs;
    // Not to the end of a day: the owner may change its limit.
    const dueAt = new Date(Math.min(Math.max(until, at + 1000), at + policy.rest.longestMs));
    return { answer: `Waits for ${nameOfRelay(lane.relay).toLowerCase()}. ${why}`, dueAt };
  }

  /** @returns why it did not leave; `undefined` if it has its result */
  async #through(lane: Lane, delivery: ClaimedDelivery, recipient: Recipient): Promise<Left | undefined> {
    const { budget, paces } = lane.relay;
    lane.open += 1;
    try {
      const provider = paces.of(recipient.email);
      const putOff = await paces.enter(provider);
      if (putOff) {
        const { id } = delivery;
        const end = { id, answer: putOff.reason, failure: undefined, isAttempt: false };
        this.#store.end(this.#deferred(delivery, end, putOff.dueAt));
        return undefined;
      }
      try {
        // The next slice does not wait for a slow relay either.
        const isLeft = () => !this.#only && (this.isEnding || lane.stop !== undefined);
        const isOver = () => this.#isStopped() || this.mustStop() || isLeft();
        const entered = await budget?.enter(isOver);
        if (entered !== undefined && typeof entered !== 'function') {
          if (entered !== 'over') lane.hold = entered;
          const answer = entered === 'over' ? turn : entered.reason;
          return this.isEnding ? { answer } : this.#waitsFor(lane, lane.stop ?? answer);
        }
        return await this.#submit(lane, delivery, recipient, provider).finally(entered);
      } finally {
        paces.leave(provider);
      }
    } finally {
      lane.open -= 1;
    }
  }

  async #submit(
    lane: Lane,
    delivery: ClaimedDelivery,
    recipient: Recipient,
    provider: string,
  ): Promise<Left | undefined> {
    const { id } = delivery;
    let refusedBefore = lane.doubts.count;
    const mayEnd = () => {
      // The server has accepted this reader's address, after all that it refused so far.
      refusedBefore = lane.doubts.count;
      return this.#store.submit(id);
    };
    const outcome = await lane.relay.carrier().send(lane.compose(recipient), mayEnd);
    if (outcome.kind === 'outage') {
      lane.noteOutage(outcome);
      // It never left. Every other outcome is an answer, or may be one, and counts.
      return this.#waitsFor(lane, outcome.answer);
    }
    const dueAt = this.#learn(lane, outcome, provider);
    const end = this.#endOf(lane, delivery, outcome, dueAt);
    // First of all: until it is recorded, the email is in doubt.
    this.#store.end(end);
    if (outcome.kind === 'sent') {
      lane.refusal = undefined;
      lane.refusedAtLast = lane.doubts.count;
      await this.#trustServer(lane, refusedBefore);
    } else if (end.state === 'failed') await this.#noteFailed(lane, recipient, end);
    return undefined;
  }

  /** @returns when the email is due again, if that is known */
  #learn(lane: Lane, outcome: Answer, provider: string): Date | undefined {
    if (outcome.kind === 'sent') lane.noteAccepted(provider);
    else lane.answers[outcome.kind === 'later' ? 'deferred' : outcome.kind] += 1;
    if (outcome.kind === 'later' && outcome.isSlowDown) {
      const { paces } = lane.relay;
      const dueAt = outcome.isOfProvider ? paces.slowDown(provider, outcome.answer) : undefined;
      if (dueAt) return dueAt;
      lane.noteSlowDown(outcome.answer);
    }
    return undefined;
  }

  #endOf(lane: Lane, delivery: ClaimedDelivery, outcome: Answer, knownDueAt: Date | undefined): DeliveryEnd {
    const { id, attempts } = delivery;
    const { policy, now } = this.#deps;
    const { kind } = outcome;
    if (kind === 'sent') return { id, answer: outcome.answer, isAttempt: true, state: kind };
    const answer = answerOf(lane.relay, outcome.answer);
    const ended = { id, answer, isAttempt: true };
    if (kind === 'unknown') return { ...ended, state: kind };
    if (kind === 'failed') return { ...ended, state: 'failed', failure: outcome.failure };
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

  async #noteFailed(
    lane: Lane,
    recipient: Recipient,
    end: Extract<DeliveryEnd, { state: 'failed' }>,
  ): Promise<void> {
    const { readerId, email } = recipient;
    const { id, failure, answer } = end;
    if (failure === 'mailbox') await this.#deps.list.failed(readerId, failure, answer);
    else if (failure !== 'late') lane.doubts.add({ id, readerId, email, failure, answer });
  }

  /** Once a server accepts an email, its refusals of addresses are trusted: those before that email. */
  async #trustServer(lane: Lane, refused = lane.doubts.count): Promise<void> {
    for (const { readerId, answer } of lane.doubts.clear(refused))
      await this.#deps.list.failed(readerId, 'address', answer);
  }

  /** Takes what was counted, unless that was a moment ago. @returns stores it, once the results are recorded */
  counts(isAgain = performance.now() >= this.#countsAgainAt): () => Promise<void> {
    const isOnly = this.#only !== undefined;
    if (!isAgain) return async () => {};
    this.#countsAgainAt = performance.now() + countsMs;
    const taken = this.#lanes.map((lane) => lane.takeCounts(this.#deps.database, this.#send.id, isOnly));
    return async () => {
      for (const store of taken) await store();
    };
  }

  async end(): Promise<SendResult> {
    const { database } = this.#deps;
    const { id } = this.#send;
    await this.counts(true)();
    if (this.#only) await this.elsewhere(0, true);
    else for (const lane of this.#lanes) await this.#judge(lane);
    const doubted: number[] = [];
    for (const lane of this.#lanes) {
      if (lane.refusal !== undefined) doubted.push(...lane.doubts.clear().map((one) => one.id));
      else if (!lane.doubts.isEmpty) {
        // Nothing was refused since, so it did not begin to refuse everybody.
        const isSettled = lane.refusedAtLast === lane.doubts.count && !this.isSuspicious();
        const isOver = !isSettled && !(await hasOpen(database, id));
        // What the other one accepted says nothing about this one.
        if (isOver && !this.#only && lane.acceptedEver === 0)
          doubted.push(...lane.doubts.clear().map((one) => one.id));
        else if (isSettled || isOver) await this.#trustServer(lane);
      }
    }
    return { begun: this.begun, lanes: this.#lanes, refusal: this.#pausingRefusal(), doubted };
  }

  /** Decides whether one of two relays that is suspected of refusing everybody does so. */
  async #judge(lane: Lane): Promise<void> {
    const { policy, list } = this.#deps;
    const suspicion = lane.suspicion(policy);
    if (!suspicion) return;
    const { domains, answer } = suspicion;
    const isOfThisOne = this.#lanes.every((other) => other === lane || other.acceptedEver === 0);
    // What the other one accepted is among what is known of an email. Then it is not about the readers.
    const isEverybody = isOfThisOne
      ? policy.isEverybodyRefused(domains.length, await list.reach({ sendId: this.#send.id, domains }))
      : true;
    if (isEverybody === true) lane.refusal ??= answer;
    else if (isEverybody === false) await this.#trustServer(lane);
  }

  /** A relay that refuses everything pauses the send, unless the other one sends meanwhile. */
  #pausingRefusal(): string | undefined {
    const [first] = this.#lanes;
    if (this.#only || this.#deps.routes.isFailover) return first?.refusal;
    if (this.#lanes.some(({ refusal, accepted }) => refusal === undefined && accepted > 0)) return undefined;
    return this.#lanes.find(({ refusal }) => refusal !== undefined)?.refusal;
  }
}

/** What a server says about one email, or does not. */
type Answer = Exclude<Outcome, { kind: 'outage' }>;

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
