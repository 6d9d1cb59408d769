import type { OpenDatabase } from '../../database/open-database.ts';
import type { MailingList, Recipient } from '../mailing-list.ts';
import { composer, type Sender } from './compose.ts';
import { type BegunDelivery, type DeliveryEnd, deliveryStore, hasOpen } from './delivery-store.ts';
import { Doubts } from './doubts.ts';
import { gather } from './gather.ts';
import type { Outcome } from './outcome.ts';
import type { SmtpPolicy } from './policy.ts';
import type { LoadedSend } from './smtp-send.ts';
import type { SmtpTransport } from './transport.ts';

export interface SendDeliveriesDeps {
  database: OpenDatabase;
  now: () => Date;
  /** The current time on the clock that processes compare. */
  time: () => Promise<Date>;
  list: MailingList;
  sender: Sender;
  policy: SmtpPolicy;
  pace: Pace;
  transport: () => SmtpTransport;
  /** Cuts the connections; the next call of `transport` opens new ones. */
  cut: () => void;
  /** Like `cut`, but leaves connections that are sending. */
  retire: () => void;
}

/**
 * The number of emails in the transport at a time: fewer after the server asked for less, until it accepts more again.
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
  /** Deliveries whose address was refused while the server refuses all addresses. Their readers stay on the list. */
  doubted: number[];
}

/**
 * Submits emails of one send to the mail server until none is due, the slice is over, or the server accepts no more.
 */
export async function sendDeliveries(
  deps: SendDeliveriesDeps,
  send: LoadedSend,
  { signal, until }: { signal: AbortSignal | undefined; until: number },
): Promise<SendResult> {
  const { database, time, policy, now, pace } = deps;
  const store = deliveryStore({ database, time, leaseMs: policy.leaseMs }, send.id);
  const work = new Work(deps, send, new Doubts(await deps.list.inDoubt(send.id)));
  const finished = gather<DeliveryEnd>();
  const stopDraining = cutAfterDrain(deps, signal);
  try {
    for (;;) {
      let ends = finished.take();
      if (work.isSuspicious()) {
        // The choice of the next readers depends on every answer so far.
        await store.advance(ends, { limit: 0 });
        ends = [];
      }
      const room = Math.max(0, pace.width - finished.open);
      const only = await work.elsewhere(room, finished.open === 0);
      const isOver = signal?.aborted || now().getTime() >= until || work.mustStop();
      const begun = await store.advance(ends, { limit: isOver ? 0 : room, only });
      work.result.begun += begun.length;
      for (const end of await work.start(begun)) finished.add(end);
      if (finished.open === 0) return await work.end();
      await finished.some(Math.ceil(pace.width / 2));
    }
  } finally {
    stopDraining();
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

/** What one process learns from the mail server during a slice of a send. */
class Work {
  readonly result: SendResult = {
    begun: 0,
    accepted: 0,
    outage: undefined,
    isSlowDown: false,
    refusal: undefined,
    doubted: [],
  };
  /** Emails accepted since the server last asked for less. */
  #accepted = 0;
  readonly #deps: SendDeliveriesDeps;
  readonly #send: LoadedSend;
  readonly #compose: ReturnType<typeof composer>;
  readonly #doubts: Doubts;

  constructor(deps: SendDeliveriesDeps, send: LoadedSend, doubts: Doubts) {
    this.#deps = deps;
    this.#send = send;
    this.#doubts = doubts;
    const { name, subject, html, text } = send.message;
    const date = send.startedAt ?? send.scheduledAt;
    this.#compose = composer(deps.sender, { name, subject, html, text, date });
  }

  mustStop(): boolean {
    const { outage, isSlowDown, refusal } = this.result;
    return outage !== undefined || isSlowDown || refusal !== undefined;
  }

  isSuspicious = () => this.#suspicion() !== undefined;

  #suspicion() {
    const isAtFirst = this.#send.sent + this.result.accepted === 0;
    return this.#doubts.suspicion(this.#deps.policy, isAtFirst);
  }

  /**
   * Emails to readers at domains that were not refused yet, once the server is suspected of refusing everybody.
   *
   * @param isIdle Whether every email that was begun has an answer.
   * @returns `undefined` if any email will do
   */
  async elsewhere(limit: number, isIdle: boolean): Promise<number[] | undefined> {
    const { list, policy, time } = this.#deps;
    const suspicion = this.#suspicion();
    if (!suspicion) return undefined;
    const { domains, answer } = suspicion;
    const email = { sendId: this.#send.id, domains };
    let isEverybody = policy.isEverybodyRefused(domains.length);
    if (isEverybody === undefined) {
      const due = await list.dueElsewhere(email, { at: await time(), limit });
      if (due.length > 0 || !isIdle) return due;
      isEverybody = policy.isEverybodyRefused(domains.length, await list.reach(email));
    }
    if (isEverybody === false) await this.#believe();
    if (!isEverybody) return undefined;
    this.result.refusal = answer;
    return [];
  }

  /** Passes emails to the transport. Each promise resolves to the result. */
  async start(begun: readonly BegunDelivery[]): Promise<Promise<DeliveryEnd>[]> {
    if (begun.length === 0) return [];
    const recipients = await this.#deps.list.recipients(begun.map(({ readerId }) => readerId));
    const byId = new Map(recipients.map((recipient) => [recipient.readerId, recipient]));
    return begun.map((delivery) => this.#deliver(delivery, byId.get(delivery.readerId)));
  }

  async #deliver(delivery: BegunDelivery, recipient: Recipient | undefined): Promise<DeliveryEnd> {
    const { id } = delivery;
    if (!recipient) return { id, state: 'skipped', answer: 'The reader had left the list.' };
    const outcome = await this.#deps.transport().send(this.#compose(recipient));
    this.#learn(outcome);
    const end = this.#endOf(delivery, outcome);
    if (outcome.kind === 'sent') {
      this.result.refusal = undefined;
      await this.#believe();
    } else if (end.state === 'failed') await this.#noteFailed(recipient, end);
    return end;
  }

  #learn(outcome: Outcome): void {
    const { result } = this;
    if (outcome.kind === 'sent') {
      result.accepted += 1;
      this.#quicken();
    } else if (outcome.kind === 'outage') this.#endWith(outcome);
    else if (outcome.kind === 'later' && outcome.isSlowDown) {
      const { pace } = this.#deps;
      if (this.#accepted === 0 && pace.width === 1) result.isSlowDown = true;
      pace.width = Math.max(1, Math.floor(pace.width / 2));
      this.#accepted = 0;
    }
  }

  /** Closes waiting connections: each would try a login that was just refused. */
  #endWith(outage: Extract<Outcome, { kind: 'outage' }>): void {
    if (this.result.outage) return;
    this.result.outage = outage;
    this.#deps.retire();
  }

  #quicken(): void {
    const { pace } = this.#deps;
    this.#accepted += 1;
    if (this.#accepted % pace.width === 0 && pace.width < pace.most) pace.width += 1;
  }

  #endOf({ id, attempts }: BegunDelivery, outcome: Outcome): DeliveryEnd {
    const { policy, now } = this.#deps;
    const { kind, answer } = outcome;
    if (kind === 'sent' || kind === 'unknown') return { id, state: kind, answer };
    if (kind === 'failed') return { id, state: 'failed', failure: outcome.failure, answer };
    if (kind === 'outage') return { id, state: 'deferred', dueAt: now(), failure: undefined, answer };
    const pause = outcome.isSlowDown
      ? policy.rest.firstMs
      : (policy.retryAfterMs[attempts - 1] ?? policy.retryAfterMs.at(-1) ?? policy.rest.longestMs);
    const dueAt = new Date(now().getTime() + pause);
    const { failure } = outcome;
    const isLate = dueAt.getTime() - this.#send.scheduledAt.getTime() > policy.latestMs;
    if (isLate) return { id, state: 'failed', failure: failure ?? 'late', answer };
    return { id, state: 'deferred', dueAt, failure, answer };
  }

  async #noteFailed(recipient: Recipient, end: Extract<DeliveryEnd, { state: 'failed' }>): Promise<void> {
    const { readerId, email } = recipient;
    const { id, failure, answer } = end;
    if (failure === 'mailbox') await this.#deps.list.failed(readerId, failure, answer);
    else if (failure !== 'late') this.#doubts.add({ id, readerId, email, failure, answer });
  }

  /** Once a server accepts an email, its refusals of addresses are trusted. */
  async #believe(): Promise<void> {
    for (const { readerId, answer } of this.#doubts.clear())
      await this.#deps.list.failed(readerId, 'address', answer);
  }

  async end(): Promise<SendResult> {
    const { result } = this;
    const { database } = this.#deps;
    await this.elsewhere(0, true);
    if (result.refusal !== undefined) result.doubted = this.#doubts.clear().map(({ id }) => id);
    else if (!this.#doubts.isEmpty && !(await hasOpen(database, this.#send.id))) await this.#believe();
    return result;
  }
}
