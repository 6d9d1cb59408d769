import { readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Expression, type SqlBool, sql } from 'kysely';
import { hasEnded, leaseEnd, unleasedRows } from '../../platform/database/lease.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { type Instant, isAmong, jsonTable, type Query, rowCount } from '../../platform/database/query.ts';
import type { RunStatement } from '../../platform/database/writes.ts';
import { answerIds } from './answers.ts';
import type { Failure } from './carrier.ts';
import { engine, waiting } from './engine-tables.ts';
import {
  changeRanges,
  type HeldRange,
  holdRanges,
  type RangeChange,
  rangeOf,
  releaseRange,
} from './ranges.ts';

/** An email for this process to send now. */
export interface ClaimedDelivery {
  /** The reader's, which identifies a delivery within its send. */
  id: number;
  readerId: number;
  /** How often it was submitted before. */
  attempts: number;
  /** When it was due for the first time. */
  firstDueAt: Date;
}

/** What became of an email. */
export type DeliveryEnd = {
  id: number;
  answer: string;
  /** Whether the server was asked to take it. Otherwise, it does not wait longer next time. */
  isAttempt: boolean;
} & (
  | { state: 'sent' | 'unknown' | 'skipped' }
  | { state: 'failed'; failure: Failure }
  /** Without `dueAt`, it stays due. */
  | { state: 'deferred'; dueAt: Date | undefined; failure: Failure | undefined }
);

/** Which emails to claim. */
interface Wanted {
  limit: number;
  /** If left out, any that are due. */
  only?: readonly number[] | undefined;
}

export interface DeliveryStoreDeps {
  database: OpenDatabase;
  /** The clock that all processes share. */
  now: () => Date;
  leaseMs: number;
  /** How many emails may be in doubt at a time. */
  connections: number;
}

/** A request to submit an email, until it is recorded. */
interface Request {
  id: number;
  grant: () => void;
  refuse: (error: unknown) => void;
}

const endColumns = {
  send_id: 'bigint',
  id: 'bigint',
  state: 'text',
  answer: 'text',
  answer_id: 'integer',
  failure: 'text',
  due_at: 'timestamptz',
  attempts: 'integer',
} as const;

/** A range of readers that this process sends to. */
interface Leased {
  nth: number;
  /** The last reader that was looked at. */
  to: number;
  /** Whether every reader has been looked at. */
  isRead: boolean;
  /** Begun, and without a counted result. */
  claimed: ReadonlySet<number>;
  /** Whether anything in it has begun. */
  isUseful: boolean;
}

/** What a claim changed. */
interface Claimed {
  claimed: ClaimedDelivery[];
  leased: Leased[];
  /** Ranges that were given up although something in them is due, because it could not be begun. */
  leftDue: number[];
}

type ClaimedRow = Pick<ClaimedDelivery, 'id' | 'attempts'> & { firstDueAt: Instant };

/** A send, and how its readers are divided. */
interface StoredSend {
  id: number;
  rangeSize: number;
}

/** Long enough for what connections to a fast server ask meanwhile. With a slow one, most requests come later. */
const gatherMs = 5;

/** Ranges that one claim looks through at most, so that its transaction stays short. */
const mostLeases = 32;

/**
 * The deliveries of one send, for one process. It leases ranges of readers, and nobody else sends to those meanwhile.
 * An email is claimed first: its reader is in the list of its range, which says that it has begun. It is submitted once
 * there is a connection for it. The process's row in `smtp_workers` lists those few that are submitted now. If the
 * process ends, only these may have been sent, and another process takes over the rest. So a submission is recorded
 * before the server can accept the email, and only while nothing was taken over.
 */
export class DeliveryStore {
  readonly #deps: DeliveryStoreDeps;
  readonly #send: StoredSend;
  readonly #token = crypto.randomUUID().replaceAll('-', '');
  /** Recorded as submitted, without a recorded result. */
  readonly #submitting = new Set<number>();
  #requests: Request[] = [];
  #ends: DeliveryEnd[] = [];
  /** Recorded, but not included in the totals yet. */
  #uncounted: DeliveryEnd[] = [];
  /** Emails that were sent, although another process may have recorded them as unknown. */
  #late: DeliveryEnd[] = [];
  #leased: Leased[] = [];
  /** Ranges that are not leased again in this slice: nothing in them could be begun. */
  readonly #leftDue = new Set<number>();
  #isOpen = false;
  #isTakenOver = false;
  /** Set if no more requests are granted. */
  #refusal: Error | undefined;
  /** The next write, until it begins. */
  #scheduled: Promise<void> | undefined;
  /** Writes when no other requests have come in time. */
  #timer: NodeJS.Timeout | undefined;
  #wroteAt = 0;
  /** Claimed, without a result. */
  #open = 0;
  #recording: Promise<unknown> = Promise.resolve();
  #claiming: Promise<unknown> = Promise.resolve();

  constructor(deps: DeliveryStoreDeps, send: StoredSend) {
    this.#deps = deps;
    this.#send = send;
  }

  /**
   * Whether another process continues with what this one had claimed, because this one did not write for too long. Then
   * nothing more can be claimed or submitted, and results only correct what the other process recorded.
   */
  get isTakenOver(): boolean {
    return this.#isTakenOver;
  }

  /**
   * Records the results so far, then claims other deliveries, in a transaction that is on disk when this resolves.
   * Submissions are recorded meanwhile.
   */
  claim(wanted: Wanted): Promise<ClaimedDelivery[]> {
    const turn = this.#claiming.then(async () => {
      if (!this.#isOpen || this.#scheduled || this.#ends.length > 0) await this.#schedule();
      return this.#claimMore(wanted);
    });
    this.#claiming = turn.catch(() => {});
    return turn;
  }

  /** Resolves once it is recorded that an email may have been sent. Rejects if it must not be sent. */
  submit(id: number): Promise<void> {
    if (this.#refusal) return Promise.reject(this.#refusal);
    return new Promise((grant, refuse) => {
      this.#requests.push({ id, grant, refuse });
      this.#writeRequests();
    });
  }

  /** Is recorded with the next submission or claim. */
  end(end: DeliveryEnd): void {
    this.#ends.push(end);
    this.#open -= 1;
    if (this.#requests.length > 0) this.#writeRequests();
  }

  /** Submits nothing more. */
  stop(): void {
    this.#refusal ??= new Error('It was not submitted: the run was stopped.');
    this.#refuse(this.#requests.splice(0));
  }

  /** Shows other processes that this one is alive. */
  keep(): void {
    if (this.#isOpen) void this.#schedule();
  }

  /** Call it when everything that was claimed has ended. Otherwise, others take over once the lease has ended. */
  async close(): Promise<void> {
    await this.#claiming;
    const { database, now, leaseMs } = this.#deps;
    await this.#inTurn(async () => {
      if (!this.#isOpen || this.#leased.some(({ claimed }) => claimed.size > 0)) return;
      await database.writeTogether(async (run) => {
        // The row stays until its lease ends: it shows that a process is at work, also between two slices.
        const kept = { submitting: '[]', lease_until: new Date(now().getTime() + leaseMs) };
        const ours = await run(
          engine.updateTable('smtp_workers').set(kept).where('token', '=', this.#token).returning('token'),
        );
        if (ours.length === 0 || this.#leased.length === 0) return;
        const { id, rangeSize } = this.#send;
        const nths = this.#leased.map(({ nth }) => nth);
        for (const { nth, worker } of await holdRanges(database, run, id, nths))
          if (worker === this.#token) releaseRange(run, id, { nth, rangeSize, counted: {} });
      });
    });
  }

  /**
   * Writes once all connections wait for it, or soon after the last time: a write for each email would take more of the
   * processor than the email.
   */
  #writeRequests(): void {
    if (this.#requests.length >= Math.min(this.#deps.connections, this.#open)) void this.#schedule();
    else
      this.#timer ??= setTimeout(
        () => void this.#schedule(),
        Math.max(0, this.#wroteAt + gatherMs - performance.now()),
      );
  }

  /** Writes soon, together with what else happens at this moment. */
  #schedule(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#scheduled) {
      this.#scheduled = nextTurn().then(() => {
        this.#scheduled = undefined;
        return this.#inTurn(() => this.#write());
      });
      // After a failure, the next claim fails too, and its caller gets the error.
      this.#scheduled.catch(() => {});
    }
    return this.#scheduled;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#recording.then(work);
    this.#recording = turn.catch(() => {});
    return turn;
  }

  /** Records results and submissions. */
  async #write(): Promise<void> {
    const ends = this.#ends;
    this.#ends = [];
    this.#wroteAt = performance.now();
    for (const { id } of ends) this.#submitting.delete(id);
    const requests = this.#requests.splice(0, Math.max(0, this.#deps.connections - this.#submitting.size));
    for (const { id } of requests) this.#submitting.add(id);
    try {
      const { isOurs, ended } = await this.#record(ends);
      this.#uncounted.push(...ends.filter(({ id }) => ended.has(id)));
      if (isOurs) for (const { grant } of requests) grant();
      else {
        this.#late.push(...ends.filter(isSent));
        this.#leaveToOthers(requests);
      }
    } catch (error) {
      this.#refuse(requests, error);
      this.#ends.unshift(...ends);
      throw error;
    }
  }

  #leaveToOthers(requests: readonly Request[] = []): void {
    this.#isTakenOver = true;
    this.#refusal = new Error('It was not submitted: another process has taken over.');
    this.#refuse([...requests, ...this.#requests.splice(0)]);
  }

  #refuse(requests: readonly Request[], error: unknown = this.#refusal): void {
    for (const { id, refuse } of requests) {
      this.#submitting.delete(id);
      refuse(error);
    }
  }

  /**
   * Does not wait for the disk: if the machine crashes, everything that was claimed is in doubt anyway.
   *
   * @returns the readers whose rows changed: none if another process has taken over
   */
  async #record(ends: readonly DeliveryEnd[]): Promise<{ isOurs: boolean; ended: ReadonlySet<number> }> {
    const { database, now } = this.#deps;
    const at = now();
    const answers = await this.#answers(ends);
    const [ours, ended] = await (this.#isOpen && database.kind === 'postgresql'
      ? this.#recordAtOnce(ends, answers, at)
      : database.writeTogether(
          (run) =>
            Promise.all([
              run(this.#hold(at)),
              ends.length > 0
                ? run(this.#recordEnds(ends, answers, at, isWorking(database, this.#token)))
                : [],
            ]),
          { isVolatile: true },
        ));
    this.#isOpen = true;
    return { isOurs: ours.length > 0, ended: new Set(ended.map(({ id }) => id)) };
  }

  /** In one statement, which PostgreSQL prepares once: this is what it does most during a send. */
  async #recordAtOnce(
    ends: readonly DeliveryEnd[],
    answers: ReadonlyMap<string, number>,
    at: Date,
  ): Promise<[object[], { id: number }[]]> {
    const isHeld = sql`select 1 from held`;
    const rows = await this.#deps.database.writeOne(
      sql<{ id: number | null }>`with held as (${this.#hold(at)}),
          ended as (${this.#recordEnds(ends, answers, at, isHeld)})
        select id from ended union all select null from held`,
    );
    const ended = rows.filter((row): row is { id: number } => row.id !== null);
    return [rows.filter(({ id }) => id === null), ended];
  }

  #answers(ends: readonly DeliveryEnd[]): Promise<ReadonlyMap<string, number>> {
    return answerIds(
      this.#deps.database,
      ends.filter(isSent).map(({ answer }) => answer),
    );
  }

  async #claimMore(wanted: Wanted): Promise<ClaimedDelivery[]> {
    const { database, now } = this.#deps;
    const at = now();
    const counted = this.#uncounted.splice(0);
    const late = this.#late.splice(0);
    try {
      const answers = await this.#answers(late);
      const written = await database.writeTogether(async (run) => {
        const ours = await run(isWorking(database, this.#token));
        if (ours.length > 0) return this.#claim(run, wanted, counted, at);
        await this.#correct(run, late, answers, at);
        return undefined;
      });
      if (!written) this.#leaveToOthers();
      const { claimed, leased, leftDue } = written ?? { claimed: [], leased: [], leftDue: [] };
      this.#leased = leased;
      for (const nth of leftDue) this.#leftDue.add(nth);
      this.#open += claimed.length;
      return claimed;
    } catch (error) {
      this.#uncounted.unshift(...counted);
      this.#late.unshift(...late);
      throw error;
    }
  }

  /** Records what is submitted now. Returns no row if another process has taken over. */
  #hold(at: Date): Query<{ token: string }> {
    const { database, leaseMs } = this.#deps;
    const submitting = JSON.stringify([...this.#submitting]);
    const held = { submitting, lease_until: new Date(at.getTime() + leaseMs) };
    if (this.#isOpen) {
      const change = engine.updateTable('smtp_workers').set(held).where('token', '=', this.#token);
      // In the condition, so that it is one statement: its commit does not wait for the disk. It counts for this one only.
      const isFast = sql<SqlBool>`set_config('synchronous_commit', 'off', true) = 'off'`;
      return (database.kind === 'postgresql' ? change.where(isFast) : change).returning('token');
    }
    const worker = { ...held, token: this.#token, boot: bootOf(database) };
    return engine.insertInto('smtp_workers').values(worker).returning('token');
  }

  /**
   * Counts results, gives up ranges that are done, and claims deliveries of this process's ranges. If they are not
   * enough, it leases more.
   */
  async #claim(
    run: RunStatement,
    { limit, only }: Wanted,
    counted: readonly DeliveryEnd[],
    at: Date,
  ): Promise<Claimed> {
    const { database } = this.#deps;
    const { id: sendId, rangeSize } = this.#send;
    const had = this.#leased.map((range) => range.nth);
    // A change of preferences holds the range too, and sees what has begun.
    if (had.length > 0) void holdRanges(database, run, sendId, had).catch(() => {});
    const leased = this.#leased.map((range) => ({ ...range, claimed: new Set(range.claimed) }));
    const changed = new Map<number, RangeChange>();
    for (const { id, state } of counted) {
      const range = leased.find(({ nth }) => nth === rangeOf(id, rangeSize));
      if (!range?.claimed.delete(id)) continue;
      const { nth } = range;
      const change = changed.get(nth) ?? { nth };
      if (state === 'sent' || state === 'failed' || state === 'unknown')
        change[state] = (change[state] ?? 0) + 1;
      changed.set(nth, change);
    }
    const claimed: ClaimedDelivery[] = [];
    const take = (range: (typeof leased)[number], rows: readonly ClaimedRow[]) => {
      for (const { firstDueAt, ...row } of rows) {
        if (range.claimed.has(row.id)) continue;
        range.claimed.add(row.id);
        range.isUseful = true;
        claimed.push({ ...row, readerId: row.id, firstDueAt: new Date(firstDueAt) });
      }
      if (rows.length > 0 && !changed.has(range.nth)) changed.set(range.nth, { nth: range.nth });
    };
    const lease = async (which: { limit: number; only?: readonly number[] }) => {
      const found = await this.#lease(run, which, at);
      const more = found.map(({ nth }) => ({
        nth,
        to: nth * rangeSize - 1,
        isRead: false,
        claimed: new Set<number>(),
        isUseful: false,
      }));
      leased.push(...more);
      return more;
    };
    if (only && limit > 0 && only.length > 0) {
      const nths = [...new Set(only.map((id) => rangeOf(id, rangeSize)))];
      await lease({ limit: nths.length, only: nths });
      const ours = new Map(leased.map((range) => [range.nth, range]));
      const ids = only.filter((id) => ours.get(rangeOf(id, rangeSize))?.claimed.has(id) === false);
      for (const row of await this.#next(run, { ids, limit }, at))
        take(ours.get(rangeOf(row.id, rangeSize)) as (typeof leased)[number], [row]);
    } else if (!only) {
      let queue = leased.filter(({ isRead }) => !isRead);
      for (let leases = 0; claimed.length < limit; ) {
        const range = queue.shift();
        if (!range) {
          if (leases >= mostLeases) break;
          queue = await lease({ limit: 1 });
          leases += 1;
          if (queue.length === 0) break;
          continue;
        }
        const { nth, to } = range;
        // Some after `to` may have been claimed by their ids.
        const room = limit - claimed.length + [...range.claimed].filter((id) => id > to).length;
        const rows = await this.#next(run, { after: to, before: (nth + 1) * rangeSize, limit: room }, at);
        take(range, rows);
        range.to = rows.at(-1)?.id ?? to;
        range.isRead = rows.length < room;
      }
    }
    return { claimed, ...(await this.#store(run, leased, changed, at)) };
  }

  /** Writes what is claimed and counted in each range. Those in which nothing is left to do now are given up. */
  async #store(
    run: RunStatement,
    leased: readonly Leased[],
    changed: ReadonlyMap<number, RangeChange>,
    at: Date,
  ): Promise<Omit<Claimed, 'claimed'>> {
    const { id: sendId, rangeSize } = this.#send;
    const isDone = ({ isRead, claimed }: Leased) => isRead && claimed.size === 0;
    const released = leased.filter(isDone).map(async ({ nth, isUseful }) => {
      const [range] = await releaseRange(run, sendId, { nth, rangeSize, counted: changed.get(nth) ?? {} });
      return !isUseful && range?.nextAt && new Date(range.nextAt) <= at ? [nth] : [];
    });
    const kept = leased.filter((range) => !isDone(range));
    for (const { nth, claimed } of kept) {
      const change = changed.get(nth);
      if (!change) continue;
      const { sent = 0, failed = 0, unknown = 0 } = change;
      run(
        engine
          .updateTable('smtp_ranges')
          .set(({ eb }) => ({
            claimed: JSON.stringify([...claimed]),
            sent: eb('sent', '+', sent),
            failed: eb('failed', '+', failed),
            unknown: eb('unknown', '+', unknown),
          }))
          .where('send_id', '=', sendId)
          .where('nth', '=', nth),
      );
    }
    return { leased: kept, leftDue: (await Promise.all(released)).flat() };
  }

  /** Leases ranges in which something is due, of those that no process has. */
  async #lease(
    run: RunStatement,
    { limit, only }: { limit: number; only?: readonly number[] },
    at: Date,
  ): Promise<{ nth: number }[]> {
    const { kind } = this.#deps.database;
    const which = only
      ? sql`and ${isAmong(kind, 'nth', only)}`
      : sql`and not ${isAmong(kind, 'nth', [...this.#leftDue])}`;
    return run(
      sql<{ nth: number }>`with next as materialized (
          select nth from smtp_ranges where send_id = ${this.#send.id} and worker is null and next_at <= ${at} ${which}
          and ${this.#isSending()} order by next_at, nth limit ${limit}
          ${kind === 'postgresql' ? sql`for update skip locked` : sql``})
        update smtp_ranges set worker = ${this.#token}
        where send_id = ${this.#send.id} and nth in (select nth from next) returning nth`,
    );
  }

  /** Deliveries that are due, by reader. */
  #next(
    run: RunStatement,
    { limit, ...which }: { limit: number } & ({ ids: readonly number[] } | { after: number; before: number }),
    at: Date,
  ): Promise<ClaimedRow[]> {
    const { kind } = this.#deps.database;
    const readers =
      'ids' in which
        ? isAmong(kind, 'reader_id', which.ids)
        : sql`reader_id > ${which.after} and reader_id < ${which.before}`;
    return run(
      sql<ClaimedRow>`select reader_id as id, attempts, coalesce(first_due_at, due_at) as "firstDueAt" from deliveries
        where send_id = ${this.#send.id} and ${readers} and ${waiting} and due_at <= ${at}
        and ${this.#isSending()} order by reader_id limit ${limit}`,
    );
  }

  #isSending() {
    return sql`exists (select 1 from smtp_sends where id = ${this.#send.id} and status in ('preparing', 'sending'))`;
  }

  /** Returns the readers whose rows changed. @param isOurs A query with a row unless another process has taken over. */
  #recordEnds(
    ends: readonly DeliveryEnd[],
    answers: ReadonlyMap<string, number>,
    at: Date,
    isOurs: Expression<unknown>,
  ) {
    const { kind } = this.#deps.database;
    const endedAt = kind === 'sqlite' ? sql`${at}` : sql`${at}::timestamptz`;
    return sql<{ id: number }>`update deliveries set state = ended.state, answer = ended.answer,
        answer_id = ended.answer_id, failure = ended.failure,
        problem = case when ended.state in ('failed', 'unknown', 'deferred') then ended.state end,
        first_due_at = case when ended.due_at is null then first_due_at else coalesce(first_due_at, deliveries.due_at) end,
        due_at = coalesce(ended.due_at, deliveries.due_at), attempts = deliveries.attempts + ended.attempts,
        ended_at = case ended.state when 'deferred' then null else ${endedAt} end
      from ${this.#endRows(ends, answers)} as ended
      where ${this.#isOf(ends)} and deliveries.state in ('queued', 'deferred') and exists (${isOurs})
      returning deliveries.reader_id as id`;
  }

  /** Records as sent what another process has taken over and recorded as unknown. */
  async #correct(
    run: RunStatement,
    sent: readonly DeliveryEnd[],
    answers: ReadonlyMap<string, number>,
    at: Date,
  ): Promise<void> {
    if (sent.length === 0) return;
    const { id, rangeSize } = this.#send;
    const corrected = await run(
      sql<{
        id: number;
      }>`update deliveries set state = 'sent', answer = ended.answer, answer_id = ended.answer_id,
          problem = null, attempts = deliveries.attempts + ended.attempts, ended_at = ${at}
        from ${this.#endRows(sent, answers)} as ended
        where ${this.#isOf(sent)} and deliveries.state = 'unknown'
        returning deliveries.reader_id as id`,
    );
    const changes = corrected.map((row) => ({ nth: rangeOf(row.id, rangeSize), sent: 1, unknown: -1 }));
    await changeRanges(this.#deps.database, run, id, changes);
  }

  /**
   * The deliveries that `ended` is about. Each is found by its key: with the send alone as a constant, both databases
   * would read all of its deliveries for each write.
   */
  #isOf(ends: readonly DeliveryEnd[]) {
    const isEnded = sql<SqlBool>`deliveries.send_id = ended.send_id and deliveries.reader_id = ended.id`;
    if (this.#deps.database.kind === 'sqlite') return isEnded;
    const ids = ends.map(({ id }) => id).join(',');
    return sql<SqlBool>`deliveries.send_id = ${this.#send.id}
      and deliveries.reader_id = any(string_to_array(${ids}, ',')::bigint[]) and ${isEnded}`;
  }

  #endRows(ends: readonly DeliveryEnd[], answers: ReadonlyMap<string, number>) {
    const rows = ends.map((one) => {
      const answerId = answers.get(one.answer) ?? null;
      return {
        send_id: this.#send.id,
        id: one.id,
        state: one.state,
        answer: answerId === null ? one.answer : null,
        answer_id: answerId,
        failure: ('failure' in one && one.failure) || null,
        due_at: (one.state === 'deferred' && one.dueAt) || null,
        attempts: one.isAttempt ? 1 : 0,
      };
    });
    return jsonTable(this.#deps.database.kind, endColumns, rows);
  }
}

/** A row if a process is known to be alive. It is not taken over before the transaction ends, but may write itself. */
function isWorking({ kind }: OpenDatabase, token: string) {
  return sql`select token from smtp_workers where token = ${token} ${kind === 'postgresql' ? sql`for key share` : sql``}`;
}

const isSent = ({ state }: DeliveryEnd) => state === 'sent';

/**
 * Identifies the time since the machine was started: a later start may have lost what a row says about submissions.
 * PostgreSQL empties the table itself.
 */
function bootOf({ kind }: OpenDatabase): string | null {
  if (kind === 'postgresql') return 'server';
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    // Only Linux says it.
    return null;
  }
}

const noAnswer = 'No answer was recorded: the process ended.';

/**
 * Takes over the ranges of processes that ended. Emails that were at a connection may have been sent and become
 * `unknown`, so they are not resent; the rest is due as before. Without a complete list, everything that had begun is in
 * doubt.
 */
export async function takeOver({
  database,
  now,
  leaseMs,
}: Pick<DeliveryStoreDeps, 'database' | 'now' | 'leaseMs'>): Promise<void> {
  const at = now();
  await database.writeTogether(async (run) => {
    const ended = await run(
      engine
        .deleteFrom('smtp_workers')
        .where(unleasedRows(at, leaseMs))
        .returning(['token', 'submitting', 'boot']),
    );
    const orphans = await run(ofNobody());
    if (ended.length === 0 && orphans.length === 0) return;
    const boot = bootOf(database);
    const submitted = new Map<string, ReadonlySet<number>>();
    for (const one of ended)
      if (one.boot !== null && one.boot === boot)
        submitted.set(one.token, new Set(JSON.parse(one.submitting)));
    for (const sendId of new Set(orphans.map((range) => range.sendId))) {
      const nths = orphans.filter((range) => range.sendId === sendId).map(({ nth }) => nth);
      const held = await holdRanges(database, run, sendId, nths);
      // Looked at again now that they are held: another process may have leased them meanwhile.
      const still = new Set(
        (await run(ofNobody())).filter((one) => one.sendId === sendId).map(({ nth }) => nth),
      );
      for (const range of held)
        if (still.has(range.nth)) await giveBack(database, run, { sendId, range, submitted, at });
    }
  });
}

/** Whether `takeOver` would find something. */
export function isLeftBehind(at: Date, leaseMs: number): Expression<SqlBool> {
  return sql<SqlBool>`exists (${ofNobody(sql`not ${unleasedRows(at, leaseMs)}`)})`;
}

/** A process that sends writes this often, even while it waits for the mail server. */
export const beatMs = (leaseMs: number) => leaseMs / 12;
/** A process that has not written for this long has probably ended. */
const silentMs = (leaseMs: number) => leaseMs / 4;

/**
 * When a send goes on whose processes have all ended without giving back what they had claimed: once `takeOver` may take
 * that. `undefined` if one is at work, or none has claimed anything.
 */
export async function interruptedUntil(
  { database, now, leaseMs }: Pick<DeliveryStoreDeps, 'database' | 'now' | 'leaseMs'>,
  sendId: number,
): Promise<Date | undefined> {
  type Row = { leaseUntil: Instant | null };
  const holders = await database.read(
    sql<Row>`select distinct smtp_workers.lease_until as "leaseUntil"
      from smtp_ranges left join smtp_workers on token = worker
      where send_id = ${sendId} and worker is not null`,
  );
  if (holders.length === 0) return undefined;
  const at = await database.sharedTime(now());
  const endOf = ({ leaseUntil }: Row) => {
    const end = leaseUntil === null ? at : new Date(leaseUntil);
    return hasEnded(end, at, leaseMs) ? at : end;
  };
  const leastOfWorking = leaseEnd(at, leaseMs - silentMs(leaseMs));
  const isAtWork = (row: Row) => endOf(row) > leastOfWorking;
  // Between two slices a process holds no range, and takes one that is due.
  const betweenSlices = sql<Row>`select lease_until as "leaseUntil" from smtp_workers
    where not exists (select 1 from smtp_ranges where worker = token)
    and exists (select 1 from smtp_ranges where send_id = ${sendId} and worker is null and next_at <= ${at})`;
  if (holders.some(isAtWork) || (await database.read(betweenSlices)).some(isAtWork)) return undefined;
  return holders.map(endOf).toSorted((a, b) => a.getTime() - b.getTime())[0];
}

/** Ranges of processes without a row that counts. */
function ofNobody(counts: Expression<unknown> = sql`true`) {
  return sql<{ sendId: number; nth: number }>`select send_id as "sendId", nth from smtp_ranges
    where worker is not null and not exists (select 1 from smtp_workers where token = worker and ${counts})
    order by send_id, nth`;
}

interface GivenBack {
  sendId: number;
  range: HeldRange;
  /** For each process that ended with a complete list: what may have been sent. */
  submitted: ReadonlyMap<string, ReadonlySet<number>>;
  at: Date;
}

async function giveBack(
  { kind }: OpenDatabase,
  run: RunStatement,
  { sendId, range: { nth, worker, claimed }, submitted, at }: GivenBack,
): Promise<void> {
  const ofWorker = submitted.get(worker ?? '');
  const doubted = ofWorker ? claimed.filter((id) => ofWorker.has(id)) : claimed;
  if (doubted.length > 0) {
    await run(
      sql`update deliveries set state = 'unknown', problem = 'unknown', failure = null, answer = ${noAnswer},
          ended_at = ${at}
        where send_id = ${sendId} and ${isAmong(kind, 'reader_id', doubted)} and ${waiting}`,
    );
  }
  // Results that were recorded and not counted are among them.
  const counts = await run(
    sql<{ state: string; count: number }>`select state, ${rowCount} from deliveries
      where send_id = ${sendId} and ${isAmong(kind, 'reader_id', claimed)} group by state`,
  );
  const count = (state: string) => counts.find((row) => row.state === state)?.count ?? 0;
  const counted = { sent: count('sent'), failed: count('failed'), unknown: count('unknown') };
  const [send] = await run(
    sql<{ rangeSize: number }>`select range_size as "rangeSize" from smtp_sends where id = ${sendId}`,
  );
  await releaseRange(run, sendId, { nth, rangeSize: send?.rangeSize ?? 1, counted });
}
