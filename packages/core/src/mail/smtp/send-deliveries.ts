import type { OpenDatabase } from '../../database/open-database.ts';
import type { MailingList, Recipient } from '../mailing-list.ts';
import { composer, type Sender } from './compose.ts';
import { type BegunDelivery, type DeliveryEnd, deliveryStore } from './delivery-store.ts';
import { gather } from './gather.ts';
import type { Outcome } from './outcome.ts';
import type { SmtpPolicy } from './policy.ts';
import type { LoadedSend } from './smtp-send.ts';
import type { SmtpTransport } from './transport.ts';

export interface SendDeliveriesDeps {
  database: OpenDatabase;
  now: () => Date;
  /** The time that processes compare. */
  time: () => Promise<Date>;
  list: MailingList;
  sender: Sender;
  policy: SmtpPolicy;
  pace: Pace;
  transport: () => SmtpTransport;
  /** Cuts the connections; the next call of `transport` opens new ones. */
  cut: () => void;
  /** The same without cutting those that are sending. */
  retire: () => void;
}

/** Emails given to the transport at a time: fewer after the server asked for less, until it takes them again. */
interface Pace {
  readonly most: number;
  width: number;
}

export interface SendResult {
  begun: number;
  accepted: number;
  /** Nobody's email gets through. */
  outage: Extract<Outcome, { kind: 'outage' }> | undefined;
  /** The server asks for less, and accepted nothing meanwhile. */
  isSlowDown: boolean;
  /** The last of many refusals of our mail as such. */
  refusal: string | undefined;
  /** Deliveries whose address was refused, while the server refuses everybody's: their readers stay. */
  doubted: number[];
}

/** Gives emails of one send to the mail server until none is due, the slice is over, or it takes no more. */
export async function sendDeliveries(
  deps: SendDeliveriesDeps,
  send: LoadedSend,
  { signal, until }: { signal: AbortSignal | undefined; until: number },
): Promise<SendResult> {
  const { database, time, policy, now, pace } = deps;
  const store = deliveryStore({ database, time, leaseMs: policy.leaseMs }, send.id);
  const work = new Work(deps, send);
  const finished = gather<DeliveryEnd>();
  const stopDraining = cutAfterDrain(deps, signal);
  try {
    for (;;) {
      const isOver = signal?.aborted || now().getTime() >= until || work.mustStop();
      const ends = finished.take();
      const room = isOver ? 0 : pace.width - finished.open;
      const begun = await store.advance(ends, room);
      work.result.begun += begun.length;
      for (const end of await work.start(begun)) finished.add(end);
      if (finished.open === 0) return await work.end();
      await finished.some(Math.ceil(pace.width / 2));
    }
  } finally {
    stopDraining();
  }
}

/** After a stop the answers on their way are waited for, but not without end. */
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
  #refusalsInARow = 0;
  #isEverybodyInDoubt = false;
  /** Refused because of the address since an email was last accepted. */
  #addressesInDoubt: { id: number; readerId: number; answer: string }[] = [];
  /** Since the server last asked for less. */
  #accepted = 0;
  readonly #deps: SendDeliveriesDeps;
  readonly #send: LoadedSend;
  readonly #compose: ReturnType<typeof composer>;

  constructor(deps: SendDeliveriesDeps, send: LoadedSend) {
    this.#deps = deps;
    this.#send = send;
    const { name, subject, html, text } = send.message;
    const date = send.startedAt ?? send.scheduledAt;
    this.#compose = composer(deps.sender, { name, subject, html, text, date });
  }

  mustStop(): boolean {
    const { outage, isSlowDown, refusal } = this.result;
    return outage !== undefined || isSlowDown || refusal !== undefined;
  }

  /** Gives emails to the transport. Each promise resolves to what became of it. */
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
    if (outcome.kind === 'sent') await this.#believe();
    else if (end.state === 'failed') await this.#tellList(recipient, end);
    return end;
  }

  #learn(outcome: Outcome): void {
    const { result } = this;
    if (outcome.kind === 'sent') {
      result.accepted += 1;
      this.#quicken();
      this.#refusalsInARow = 0;
    } else if (outcome.kind === 'outage') this.#endWith(outcome);
    else if (outcome.kind === 'later' && outcome.isSlowDown) {
      const { pace } = this.#deps;
      if (this.#accepted === 0 && pace.width === 1) result.isSlowDown = true;
      pace.width = Math.max(1, Math.floor(pace.width / 2));
      this.#accepted = 0;
    } else if (outcome.kind === 'failed' && isAboutUs(outcome.failure)) {
      this.#refusalsInARow += 1;
      if (this.#refusalsInARow >= this.#deps.policy.policyRefusalsTolerated) result.refusal = outcome.answer;
    }
  }

  /** Those that wait for a connection would each try a login that was refused just now. */
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

  async #tellList({ readerId }: Recipient, end: Extract<DeliveryEnd, { state: 'failed' }>): Promise<void> {
    const { id, failure, answer } = end;
    if (failure === 'mailbox') await this.#deps.list.failed(readerId, failure, answer);
    if (failure !== 'address') return;
    this.#addressesInDoubt.push({ id, readerId, answer });
    const { atFirst, later } = this.#deps.policy.addressRefusalsTolerated;
    const isAtFirst = this.#send.sent + this.result.accepted === 0;
    if (this.#addressesInDoubt.length < (isAtFirst ? atFirst : later)) return;
    this.result.refusal ??= answer;
    this.#isEverybodyInDoubt = true;
  }

  /** A server that accepts an email means what it says of addresses. */
  async #believe(): Promise<void> {
    if (this.#isEverybodyInDoubt) this.result.refusal = undefined;
    this.#isEverybodyInDoubt = false;
    for (const { readerId, answer } of this.#addressesInDoubt.splice(0))
      await this.#deps.list.failed(readerId, 'address', answer);
  }

  async end(): Promise<SendResult> {
    const { result } = this;
    if (result.refusal === undefined) await this.#believe();
    result.doubted = this.#addressesInDoubt.map(({ id }) => id);
    return result;
  }
}

/** Refused whoever the reader is. */
function isAboutUs(failure: string): boolean {
  return failure === 'policy' || failure === 'content';
}
