import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { type Instant, jsonIds, jsonTable, literal, type SqlValue } from '../../platform/database/query.ts';
import type { RunStatement } from '../../platform/database/writes.ts';
import type { Failure } from './carrier.ts';
import { engine, waiting } from './engine-tables.ts';

/** An email for this process to send now. */
export interface ClaimedDelivery {
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
  id: 'bigint',
  state: 'text',
  answer: 'text',
  failure: 'text',
  due_at: 'timestamptz',
  attempts: 'integer',
} as const;

/** What one transaction changed. */
interface Written {
  isOurs: boolean;
  /** Results that were recorded as such. */
  ended: number;
  claimed: ClaimedRow[];
}

type ClaimedRow = Omit<ClaimedDelivery, 'firstDueAt'> & { dueAt: SqlValue; firstDueAt: Instant };

/**
 * The deliveries of one send, for one process. An email is claimed first, and submitted once there is a connection for
 * it. The process's row in `smtp_workers` lists those few that are submitted now. If the process ends, only these may
 * have been sent, and another process gives back the rest. So a submission is recorded before the server can accept the
 * email, and only while nothing was taken over.
 */
export class DeliveryStore {
  readonly #deps: DeliveryStoreDeps;
  readonly #sendId: number;
  readonly #token = crypto.randomUUID().replaceAll('-', '');
  /** Recorded as submitted, without a recorded result. */
  readonly #submitting = new Set<number>();
  #requests: Request[] = [];
  #ends: DeliveryEnd[] = [];
  /** Recorded, but not included in the totals yet. */
  #uncounted: DeliveryEnd[] = [];
  /** Emails that were sent, although another process may have recorded them as unknown. */
  #late: DeliveryEnd[] = [];
  #isOpen = false;
  #isTakenOver = false;
  /** Set if no more requests are granted. */
  #refusal: Error | undefined;
  #isScheduled = false;
  /** The last delivery of the latest claim. Earlier ones are not read again in this slice. */
  #claimedTo: { dueAt: SqlValue; id: number } | undefined;
  #hasStartedOver = false;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(deps: DeliveryStoreDeps, sendId: number) {
    this.#deps = deps;
    this.#sendId = sendId;
  }

  /**
   * Whether another process continues with what this one had claimed, because this one did not write for too long. Then
   * nothing more can be claimed or submitted, and results only correct what the other process recorded.
   */
  get isTakenOver(): boolean {
    return this.#isTakenOver;
  }

  /** Records the results so far and claims other deliveries, in one transaction that is on disk when this resolves. */
  claim(wanted: Wanted): Promise<ClaimedDelivery[]> {
    return this.#inTurn(() => this.#write(wanted));
  }

  /** Resolves once it is recorded that an email may have been sent. Rejects if it must not be sent. */
  submit(id: number): Promise<void> {
    if (this.#refusal) return Promise.reject(this.#refusal);
    return new Promise((grant, refuse) => {
      this.#requests.push({ id, grant, refuse });
      this.#schedule();
    });
  }

  /** Is recorded with the next submission or claim. */
  end(end: DeliveryEnd): void {
    this.#ends.push(end);
    if (this.#requests.length > 0) this.#schedule();
  }

  /** Submits nothing more. */
  stop(): void {
    this.#refusal ??= new Error('It was not submitted: the run was stopped.');
    this.#refuse(this.#requests.splice(0));
  }

  /** Shows other processes that this one is alive. */
  keep(): void {
    if (this.#isOpen) this.#schedule();
  }

  /** Call it when everything that was claimed has ended. */
  close(): Promise<unknown> {
    return this.#inTurn(() =>
      this.#deps.database.writeTogether((run) =>
        run(
          sql`delete from smtp_workers where token = ${this.#token}
            and not exists (select 1 from deliveries where state = 'sending' and lease_token = ${this.#token})`,
        ),
      ),
    );
  }

  /** Writes soon, together with what else happens at this moment. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    const write = () => {
      this.#isScheduled = false;
      return this.#write(undefined);
    };
    // After a failure, the next claim fails too, and its caller gets the error.
    setImmediate(() => void this.#inTurn(write).catch(() => {}));
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#writing.then(work);
    this.#writing = turn.catch(() => {});
    return turn;
  }

  async #write(wanted: Wanted | undefined): Promise<ClaimedDelivery[]> {
    const ends = this.#ends;
    this.#ends = [];
    for (const { id } of ends) this.#submitting.delete(id);
    const requests = this.#requests.splice(0, Math.max(0, this.#deps.connections - this.#submitting.size));
    for (const { id } of requests) this.#submitting.add(id);
    try {
      const { isOurs, ended, claimed } = await this.#transact(ends, wanted);
      if (!wanted && ended < ends.length) this.#late.push(...ends.filter(isSent));
      else if (!wanted) this.#uncounted.push(...ends);
      if (isOurs) for (const { grant } of requests) grant();
      else {
        this.#isTakenOver = true;
        this.#refusal = new Error('It was not submitted: another process has taken over.');
        this.#refuse([...requests, ...this.#requests.splice(0)]);
      }
      return claimed.map(({ dueAt: _, ...one }) => ({ ...one, firstDueAt: new Date(one.firstDueAt) }));
    } catch (error) {
      this.#refuse(requests, error);
      this.#ends.unshift(...ends);
      throw error;
    }
  }

  #refuse(requests: readonly Request[], error: unknown = this.#refusal): void {
    for (const { id, refuse } of requests) {
      this.#submitting.delete(id);
      refuse(error);
    }
  }

  /**
   * Without a claim, this does not wait for the disk: if the machine crashes, everything that was claimed is in doubt
   * anyway.
   */
  async #transact(ends: readonly DeliveryEnd[], wanted: Wanted | undefined): Promise<Written> {
    const { database, now } = this.#deps;
    const at = now();
    const written = await database.writeTogether(
      async (run) => {
        const ours = this.#hold(run, at);
        const ended = this.#recordEnds(run, ends, { from: 'sending', at });
        if (!wanted) return { ours, ended };
        const isComplete = (await ended).length === ends.length;
        const late = [...this.#late, ...(isComplete ? [] : ends.filter(isSent))];
        await this.#recordEnds(run, late, { from: 'unknown', at });
        const claimed = await this.#claim(run, wanted, at);
        // Last, because other processes wait for this row.
        await (isComplete && late.length === 0
          ? addTotals(run, this.#sendId, [...this.#uncounted, ...ends])
          : recount(run, this.#sendId));
        return { ours, ended, claimed };
      },
      { isVolatile: wanted === undefined },
    );
    this.#isOpen = true;
    if (wanted) {
      this.#uncounted = [];
      this.#late = [];
    }
    const { claimed = [] } = written;
    if (wanted && !wanted.only) this.#moveOn(claimed, wanted.limit);
    return { isOurs: (await written.ours).length > 0, ended: (await written.ended).length, claimed };
  }

  /** Records what is submitted now. @returns nothing if another process has taken over */
  #hold(run: RunStatement, at: Date): Promise<object[]> {
    const submitting = JSON.stringify([...this.#submitting]);
    const leaseUntil = new Date(at.getTime() + this.#deps.leaseMs);
    const held = { submitting, lease_until: leaseUntil };
    if (this.#isOpen) {
      const change = engine.updateTable('smtp_workers').set(held).where('token', '=', this.#token);
      return run(change.returning('token'));
    }
    const worker = { ...held, token: this.#token, boot: bootOf(this.#deps.database) };
    return run(engine.insertInto('smtp_workers').values(worker).returning('token'));
  }

  async #claim(run: RunStatement, { limit, only }: Wanted, at: Date): Promise<ClaimedRow[]> {
    if (limit <= 0 || only?.length === 0) return [];
    const { kind } = this.#deps.database;
    const after = only ? undefined : this.#claimedTo;
    const wanted = only && jsonIds(kind, only);
    const claimed = await run(
      sql<ClaimedRow>`with next as materialized (
          select id from deliveries where send_id = ${this.#sendId} and ${waiting} and due_at <= ${at}
          ${after ? sql`and (due_at, id) > (${after.dueAt}, ${after.id})` : sql``}
          ${wanted ? sql`and id in (select id from ${wanted} as wanted)` : sql``}
          and exists (select 1 from smtp_sends where id = ${this.#sendId} and status = 'sending')
          and exists (select 1 from smtp_workers where token = ${this.#token})
          order by due_at, id limit ${limit} ${kind === 'postgresql' ? sql`for update skip locked` : sql``})
        update deliveries set state = 'sending', lease_token = ${this.#token}
        where id in (select id from next) returning id, reader_id as "readerId", attempts, due_at as "dueAt",
          coalesce(first_due_at, due_at) as "firstDueAt"`,
    );
    // PostgreSQL returns what it updates in any order.
    return claimed.toSorted((one, other) => compare(one.dueAt, other.dueAt) || one.id - other.id);
  }

  /**
   * Rows that were updated remain in the index for as long as anyone reads an older state of the database, and each
   * claim would pass over all of them. At the end, once, the start is searched for what other processes gave back.
   */
  #moveOn(claimed: readonly ClaimedRow[], limit: number): void {
    if (claimed.length < limit && this.#claimedTo && !this.#hasStartedOver) {
      this.#hasStartedOver = true;
      this.#claimedTo = undefined;
    } else this.#claimedTo = claimed.at(-1) ?? this.#claimedTo;
  }

  /** @returns the rows that changed: not those that another process has taken over */
  #recordEnds(
    run: RunStatement,
    ends: readonly DeliveryEnd[],
    { from, at }: { from: 'sending' | 'unknown'; at: Date },
  ): Promise<object[]> {
    if (ends.length === 0) return Promise.resolve([]);
    const { kind } = this.#deps.database;
    const rows = ends.map((one) => ({
      id: one.id,
      state: one.state,
      answer: one.answer,
      failure: ('failure' in one && one.failure) || null,
      due_at: (one.state === 'deferred' && one.dueAt) || null,
      attempts: one.isAttempt ? 1 : 0,
    }));
    const endedAt = kind === 'sqlite' ? sql`${at}` : sql`${at}::timestamptz`;
    return run(
      sql<object>`update deliveries set state = ended.state, answer = ended.answer, failure = ended.failure,
          first_due_at = case when ended.due_at is null then first_due_at else coalesce(first_due_at, deliveries.due_at) end,
          due_at = coalesce(ended.due_at, deliveries.due_at), attempts = deliveries.attempts + ended.attempts,
          ended_at = case ended.state when 'deferred' then null else ${endedAt} end
        from ${jsonTable(kind, endColumns, rows)} as ended
        where deliveries.id = ended.id and deliveries.state = ${literal(from)} and lease_token = ${this.#token}
        returning deliveries.id`,
    );
  }
}

const isSent = ({ state }: DeliveryEnd) => state === 'sent';

function compare(one: SqlValue, other: SqlValue): number {
  if (one === other) return 0;
  return new Date(one ?? 0) < new Date(other ?? 0) ? -1 : 1;
}

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

interface Touched {
  sendId: number;
}

const noAnswer = 'No answer was recorded: the process ended.';

/**
 * Takes over what processes that ended had claimed. Emails that were at a connection may have been sent and become
 * `unknown`, so they are not resent; the rest is due again. Without a complete list, all of them are in doubt.
 */
export async function takeOver({
  database,
  now,
  leaseMs,
}: Pick<DeliveryStoreDeps, 'database' | 'now' | 'leaseMs'>): Promise<void> {
  const { kind } = database;
  const at = now();
  // The second condition finds ends written by a clock that was ahead.
  const farthest = new Date(at.getTime() + 2 * leaseMs);
  await database.writeTogether(async (run) => {
    const touched = new Set<number>();
    const note = (rows: Touched[]) => {
      for (const { sendId } of rows) touched.add(sendId);
    };
    const ended = await run(
      engine
        .deleteFrom('smtp_workers')
        .where(({ or, eb }) => or([eb('lease_until', '<', at), eb('lease_until', '>', farthest)]))
        .returning(['token', 'submitting', 'boot']),
    );
    const boot = bootOf(database);
    for (const { token, submitting, boot: theirs } of ended) {
      if (theirs === null || theirs !== boot) continue;
      note(
        await run(
          sql<Touched>`update deliveries set state = 'unknown', answer = ${noAnswer}, ended_at = ${at}
            where state = 'sending' and lease_token = ${token}
            and id in (select id from ${jsonIds(kind, JSON.parse(submitting))} as submitting)
            returning send_id as "sendId"`,
        ),
      );
      note(
        await run(
          sql<Touched>`update deliveries
            set state = case when answer is null then 'queued' else 'deferred' end, lease_token = null
            where state = 'sending' and lease_token = ${token} returning send_id as "sendId"`,
        ),
      );
    }
    note(
      await run(
        sql<Touched>`update deliveries set state = 'unknown', answer = ${noAnswer}, ended_at = ${at}
          where state = 'sending' and not exists (select 1 from smtp_workers where token = lease_token)
          returning send_id as "sendId"`,
      ),
    );
    for (const sendId of touched) await recount(run, sendId);
  });
}

/** Whether a send has deliveries that have not ended. */
export async function hasOpen(database: OpenDatabase, sendId: number): Promise<boolean> {
  const open = await database.read(
    sql`select 1 as one where exists (select 1 from deliveries where send_id = ${sendId} and ${waiting})
      or exists (select 1 from deliveries where send_id = ${sendId} and state = 'sending')`,
  );
  return open.length > 0;
}

/** The send stores its totals, so that showing them does not count a million rows. */
async function addTotals(run: RunStatement, sendId: number, ends: readonly DeliveryEnd[]): Promise<void> {
  const of = (state: DeliveryEnd['state']) => ends.filter((one) => one.state === state).length;
  const [sent, failed, unknown] = [of('sent'), of('failed'), of('unknown')];
  if (sent + failed + unknown === 0) return;
  await run(
    engine
      .updateTable('smtp_sends')
      .set(({ eb }) => ({
        sent: eb('sent', '+', sent),
        failed: eb('failed', '+', failed),
        unknown: eb('unknown', '+', unknown),
      }))
      .where('id', '=', sendId),
  );
}

/** Counts the rows when the totals could be wrong. Without groups, for which SQLite would sort the rows. */
export async function recount(run: RunStatement, sendId: number): Promise<void> {
  const of = (state: 'sent' | 'failed' | 'unknown') =>
    sql`cast(coalesce(sum(case state when ${literal(state)} then 1 else 0 end), 0) as integer) as ${sql.ref(state)}`;
  await run(
    sql`update smtp_sends set sent = counted.sent, failed = counted.failed, unknown = counted.unknown
      from (select ${of('sent')}, ${of('failed')}, ${of('unknown')} from deliveries
        where send_id = ${sendId}) as counted
      where id = ${sendId}`,
  );
}
