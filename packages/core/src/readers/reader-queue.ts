import { suppressedStatuses } from '../contract/choices.ts';
import { jsonRows, jsonTable } from '../database/json-table.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { leaseEnd, unleasedRows } from '../delivery/lease.ts';
import { readerPolicy } from '../delivery/policy.ts';
import type { ReaderQueue } from '../delivery/reader-queue.ts';
import type { Reader, SubscribeResult } from '../mail/mail-provider.ts';
import { findLeaving, markLeft } from './leaving-readers.ts';
import { Registration } from './registration.ts';

export interface ReaderQueueDeps {
  database: OpenDatabase;
  now: () => Date;
  eraseTraces: EraseTraces;
}

/** Called with an address after its last row was deleted. */
export type EraseTraces = (email: string) => Promise<void>;

type Subscribed = Extract<SubscribeResult, { outcome: 'subscribed' }>;

/** The first part is the condition of the partial index. */
const waiting = { status: { $ne: 'subscribed', $eq: 'waiting' } } as const;

/** The readers that the email provider does not have yet, for the delivery steps. */
export function createReaderQueue(deps: ReaderQueueDeps): ReaderQueue {
  const { database } = deps;
  return {
    claim: ({ limit }) => claim(deps, limit),
    settle: (batch, results) => settle(deps, batch, results),
    async release(ids) {
      await database.em().nativeUpdate(Registration, { id: { $in: ids }, ...waiting }, { leaseUntil: null });
    },
    countWaiting: () => database.em().count(Registration, waiting),
    leaving: (page) => findLeaving(deps, page),
    async hasLeft(id) {
      const email = await markLeft(deps, id);
      if (email !== undefined) await deps.eraseTraces(email);
    },
  };
}

/** Uses no entities: for a large list, they would pile up faster than the garbage collector removes them. */
async function claim({ database, now }: ReaderQueueDeps, limit: number): Promise<Reader[]> {
  const at = await database.sharedTime(now());
  const { leaseMs } = readerPolicy;
  const free = unleasedRows(at, leaseMs);
  // PostgreSQL skips rows that another process is claiming. SQLite has one writer at a time anyway.
  const skipLocked = database.kind === 'postgresql' ? 'for update skip locked' : '';
  const readers = await database.writeTogether((run) =>
    run<Reader>(
      `with next as materialized (
         select id from registrations where handover = 'waiting' and ${free.sql} order by id limit ? ${skipLocked})
       update registrations set lease_until = ?, attempted_at = ?
       where id in (select id from next) returning id, email, first_name as "firstName"`,
      [...free.values, limit, leaseEnd(at, leaseMs), at],
    ),
  );
  return readers.sort((a, b) => a.id - b.id);
}

/** Stores the provider's decisions on claimed readers. */
export async function settle(
  { database, now }: Pick<ReaderQueueDeps, 'database' | 'now'>,
  batch: readonly Reader[],
  results: readonly SubscribeResult[],
): Promise<void> {
  const { kind } = database;
  const at = await database.sharedTime(now());
  const subscribed = results.filter((result) => result.outcome === 'subscribed');
  const rows = results.map((result) => ({
    ...{ id: result.id, handover: result.outcome },
    contact: result.outcome === 'subscribed' ? result.subscriberId : null,
    reason: result.outcome === 'refused' ? result.reason : null,
  }));
  await database.writeTogether(async (run, insert) => {
    // A reader whom another process has subscribed in the meantime stays on the list, although this process got a
    // refusal.
    const stored = await run<{ id: number }>(
      `update registrations set handover = settled.handover, handover_reason = settled.reason,
         contact_id = coalesce(settled.contact, contact_id), lease_until = null, status_at = ?
       from ${jsonTable(kind, { id: 'integer', handover: 'text', contact: 'text', reason: 'text' })} as settled
       where registrations.id = settled.id and registrations.handover not in (${suppressedStatuses.map(() => '?')})
         and (settled.handover = 'subscribed' or registrations.handover = 'waiting')
       returning registrations.id`,
      [at, jsonRows(kind, rows), ...suppressedStatuses],
    );
    const kept = new Set(stored.map(({ id }) => id));
    const emails = new Map(batch.map(({ id, email }) => [id, email]));
    await insert(
      'removed_readers (email, subscriber_id, settled_at)',
      removedOf(subscribed, { kept, emails }).map(({ email, subscriberId }) => [email, subscriberId, at]),
    );
  });
}

/** Readers who left or were removed while they were being subscribed. They must be taken off the list again. */
function removedOf(
  subscribed: readonly Subscribed[],
  { kept, emails }: { kept: ReadonlySet<number>; emails: ReadonlyMap<number, string> },
): { email: string; subscriberId: string }[] {
  return subscribed.flatMap(({ id, subscriberId }) => {
    const email = emails.get(id);
    return email === undefined || kept.has(id) ? [] : [{ email, subscriberId }];
  });
}
