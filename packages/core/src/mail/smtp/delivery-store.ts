import { jsonRows, jsonTable } from '../../database/json-table.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import type { RunStatement } from '../../database/writes.ts';
import type { Failure } from './outcome.ts';

/** An email for this process to send now. */
export interface BegunDelivery {
  id: number;
  readerId: number;
  /** Including this one. */
  attempts: number;
}

/** What became of an email. */
export type DeliveryEnd = { id: number; answer: string } & (
  | { state: 'sent' | 'unknown' | 'skipped' }
  | { state: 'failed'; failure: Failure }
  | { state: 'deferred'; dueAt: Date; failure: Failure | undefined }
);

/** Which emails to begin. */
interface Wanted {
  limit: number;
  /** If left out, any that are due. */
  only?: readonly number[] | undefined;
}

export interface DeliveryStoreDeps {
  database: OpenDatabase;
  /** The current time on the clock that processes compare. */
  time: () => Promise<Date>;
  leaseMs: number;
}

const endColumns = {
  id: 'integer',
  state: 'text',
  answer: 'text',
  failure: 'text',
  due_at: 'timestamptz',
} as const;

/**
 * The deliveries of one send, for one process. Deliveries that it submits to the mail server carry its token, so a late
 * answer never overwrites what another process did in the meantime.
 */
export function deliveryStore({ database, time, leaseMs }: DeliveryStoreDeps, sendId: number) {
  const { kind } = database;
  const token = crypto.randomUUID().replaceAll('-', '');
  const skipLocked = kind === 'postgresql' ? 'for update skip locked' : '';

  async function begin(run: RunStatement, { limit, only }: Wanted, at: Date): Promise<BegunDelivery[]> {
    if (limit <= 0 || only?.length === 0) return [];
    const among = only ? `and id in (select id from ${jsonTable(kind, { id: 'integer' })} as wanted)` : '';
    const wantedRows = only?.map((id) => ({ id }));
    const wantedIds = wantedRows ? [jsonRows(kind, wantedRows)] : [];
    const begun = await run<BegunDelivery>(
      `with next as materialized (
         select id from deliveries where send_id = ? and state in ('queued', 'deferred') and due_at <= ?
         and exists (select 1 from smtp_sends where id = ? and status = 'sending') ${among}
         order by due_at, id limit ? ${skipLocked})
       update deliveries set state = 'sending', attempts = attempts + 1, lease_token = ?, lease_until = ?
       where id in (select id from next) returning id, reader_id as "readerId", attempts`,
      [sendId, at, sendId, ...wantedIds, limit, token, new Date(at.getTime() + leaseMs)],
    );
    // PostgreSQL returns what it updates in any order.
    return begun.toSorted((one, other) => one.id - other.id);
  }

  /**
   * Records how deliveries ended. An answer after the end of the lease corrects an `unknown`.
   *
   * @returns how many there were
   */
  async function end(
    run: RunStatement,
    ends: readonly DeliveryEnd[],
    { from, at }: { from: 'sending' | 'unknown'; at: Date },
  ): Promise<number> {
    if (ends.length === 0) return 0;
    const rows = ends.map((one) => ({
      ...{ id: one.id, state: one.state, answer: one.answer },
      failure: ('failure' in one && one.failure) || null,
      due_at: one.state === 'deferred' ? one.dueAt : null,
    }));
    const changed = await run(
      `update deliveries set state = ended.state, answer = ended.answer, failure = ended.failure,
         due_at = coalesce(ended.due_at, deliveries.due_at),
         ended_at = case ended.state when 'deferred' then null else ${kind === 'sqlite' ? '?' : '?::timestamptz'} end
       from ${jsonTable(kind, endColumns)} as ended
       where deliveries.id = ended.id and deliveries.state = '${from}' and lease_token = ? returning deliveries.id`,
      [at, jsonRows(kind, rows), token],
    );
    return changed.length;
  }

  return {
    /** Records the results of some deliveries and begins others, in one transaction. */
    async advance(ends: readonly DeliveryEnd[], wanted: Wanted): Promise<BegunDelivery[]> {
      const at = await time();
      return database.writeTogether(async (run) => {
        const isComplete = (await end(run, ends, { from: 'sending', at })) === ends.length;
        if (!isComplete) {
          const sent = ends.filter(({ state }) => state === 'sent');
          await end(run, sent, { from: 'unknown', at });
        }
        const begun = await begin(run, wanted, at);
        // Last, because other processes wait for this row.
        await (isComplete ? addTotals(run, sendId, ends) : recount(run, sendId));
        return begun;
      });
    },
  };
}

/** Whether a send has deliveries that have not ended. */
export async function hasOpen(database: OpenDatabase, sendId: number): Promise<boolean> {
  const open = await database.read<object>(
    `select 1 as one where exists (select 1 from deliveries where send_id = ? and state in ('queued', 'deferred'))
     or exists (select 1 from deliveries where send_id = ? and state = 'sending')`,
    [sendId, sendId],
  );
  return open.length > 0;
}

/** The send stores its totals, so that showing them does not count a million rows. */
async function addTotals(run: RunStatement, sendId: number, ends: readonly DeliveryEnd[]): Promise<void> {
  const of = (state: DeliveryEnd['state']) => ends.filter((one) => one.state === state).length;
  const [sent, failed, unknown] = [of('sent'), of('failed'), of('unknown')];
  if (sent + failed + unknown === 0) return;
  await run(
    'update smtp_sends set sent = sent + ?, failed = failed + ?, unknown = unknown + ? where id = ?',
    [sent, failed, unknown, sendId],
  );
}

/** Counts the rows when the totals could be wrong. Without groups, for which SQLite would sort the rows. */
export async function recount(run: RunStatement, sendId: number): Promise<void> {
  const of = (state: 'sent' | 'failed' | 'unknown') =>
    `cast(coalesce(sum(case state when '${state}' then 1 else 0 end), 0) as integer) as ${state}`;
  await run(
    `update smtp_sends set sent = counted.sent, failed = counted.failed, unknown = counted.unknown
     from (select ${of('sent')}, ${of('failed')}, ${of('unknown')} from deliveries where send_id = ?) as counted
     where id = ?`,
    [sendId, sendId],
  );
}
