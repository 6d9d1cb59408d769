import { sql } from 'kysely';
import { suppressedStatuses } from '../../contract/choices.ts';
import type { Reader, SubscribeResult } from '../../mail/mail-provider.ts';
import { readerPolicy } from '../../mail/policy.ts';
import { leaseEnd, unleasedRows } from '../../platform/database/lease.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { jsonTable } from '../../platform/database/query.ts';
import { Registration, RemovedReader, readerTables } from '../reader-tables.ts';

interface QueueDeps {
  database: OpenDatabase;
  now: () => Date;
}

/** A removed reader whom the provider may still have. */
export interface LeavingReader {
  email: string;
  /** The provider's id of the reader, if it is known. */
  subscriberId: string | null;
}

type Subscribed = Extract<SubscribeResult, { outcome: 'subscribed' }>;

/** The first part is the condition of the partial index. */
const waiting = { status: { $ne: 'subscribed', $eq: 'waiting' } } as const;

/** Gives up the lease of readers that are still waiting. */
export async function releaseReaders({ em }: Pick<OpenDatabase, 'em'>, ids: number[]): Promise<void> {
  await em().nativeUpdate(Registration, { id: { $in: ids }, ...waiting }, { leaseUntil: null });
}

export function countWaiting({ em }: Pick<OpenDatabase, 'em'>): Promise<number> {
  return em().count(Registration, waiting);
}

/**
 * Leases up to `limit` new readers that no other process has leased, oldest first. Uses no entities: for a large list,
 * they would pile up faster than the garbage collector removes them.
 */
export async function claimReaders({ database, now }: QueueDeps, limit: number): Promise<Reader[]> {
  const at = await database.sharedTime(now());
  const { leaseMs } = readerPolicy;
  // PostgreSQL skips rows that another process is claiming. SQLite has one writer at a time anyway.
  const skipLocked = database.kind === 'postgresql' ? sql`for update skip locked` : sql``;
  const readers = await database.writeTogether((run) =>
    run(
      sql<Reader>`with next as materialized (
          select id from registrations where status = 'waiting' and ${unleasedRows(at, leaseMs)}
          order by id limit ${limit} ${skipLocked})
        update registrations set lease_until = ${leaseEnd(at, leaseMs)}, attempted_at = ${at}
        where id in (select id from next) returning id, email, first_name as "firstName"`,
    ),
  );
  return readers.sort((a, b) => a.id - b.id);
}

/**
 * Stores the provider's decisions on claimed readers. Those who were removed in the meantime are marked to be taken off
 * its list.
 */
export async function settleReaders(
  { database, now }: QueueDeps,
  batch: readonly Reader[],
  results: readonly SubscribeResult[],
): Promise<void> {
  const { kind } = database;
  const at = await database.sharedTime(now());
  const subscribed = results.filter((result) => result.outcome === 'subscribed');
  const rows = results.map((result) => ({
    id: result.id,
    status: result.outcome,
    contact: result.outcome === 'subscribed' ? result.subscriberId : null,
    reason: result.outcome === 'refused' ? result.reason : null,
  }));
  await database.writeTogether(async (run, insert) => {
    // A reader whom another process has subscribed in the meantime stays on the list, although this process got a
    // refusal.
    const columns = { id: 'bigint', status: 'text', contact: 'text', reason: 'text' } as const;
    const stored = await run(
      sql<{ id: number }>`update registrations set status = settled.status, reason = settled.reason,
          subscriber_id = coalesce(settled.contact, subscriber_id), lease_until = null, status_at = ${at}
        from ${jsonTable(kind, columns, rows)} as settled
        where registrations.id = settled.id and registrations.status not in (${sql.join(suppressedStatuses)})
          and (settled.status = 'subscribed' or registrations.status = 'waiting')
        returning registrations.id`,
    );
    const kept = new Set(stored.map(({ id }) => id));
    const emails = new Map(batch.map(({ id, email }) => [id, email]));
    const removed = removedOf(subscribed, { kept, emails });
    if (removed.length === 0) return;
    // One row for an address: this one has the id at the provider.
    const addresses = removed.map(({ email }) => email);
    await run(readerTables.deleteFrom('removed_readers').where('email', 'in', addresses));
    await insert(
      'removed_readers (email, subscriber_id, settled_at)',
      removed.map(({ email, subscriberId }) => [email, subscriberId, at]),
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

/** Readers who left and whom the provider should be asked about now. Readers who are back on the list are left out. */
export async function findLeaving(
  { database, now }: QueueDeps,
  { after, limit }: { after: number; limit: number },
): Promise<(LeavingReader & { id: number })[]> {
  const em = database.em();
  const at = await database.sharedTime(now());
  const isSettled = {
    // The second condition finds times written by a clock that was ahead.
    $or: [{ settledAt: { $lte: at } }, { settledAt: { $gt: leaseEnd(at, 2 * readerPolicy.leaseMs) } }],
  };
  const found = await em.find(
    RemovedReader,
    { id: { $gt: after }, ...isSettled },
    { orderBy: { id: 'asc' }, limit },
  );
  const emails = found.map(({ email }) => email);
  const status = { $in: ['waiting', 'subscribed'] as const };
  const back = await em.find(Registration, { email: { $in: emails }, status }, { fields: ['email'] });
  const isBack = new Set(back.map(({ email }) => email));
  const returned = found.filter(({ email }) => isBack.has(email)).map(({ id }) => id);
  if (returned.length > 0) await em.nativeDelete(RemovedReader, { id: { $in: returned } });
  return found
    .filter(({ email }) => !isBack.has(email))
    .map(({ id, email, subscriberId }) => ({ id, email, subscriberId: subscriberId ?? null }));
}

/**
 * Records that the provider does not have a removed reader. If they have signed up since, they are subscribed again.
 *
 * @returns the address, unless a reader still has it or it was marked before
 */
export async function markLeft(
  { database }: Pick<QueueDeps, 'database'>,
  id: number,
): Promise<string | undefined> {
  return database.em().transactional(async (em) => {
    const removed = await em.findOne(RemovedReader, { id });
    if (!removed) return undefined;
    // The call may have taken off a reader who signed up and was subscribed in the meantime.
    const back = { email: removed.email, status: 'subscribed' as const };
    await em.nativeUpdate(Registration, back, { status: 'waiting', subscriberId: null, leaseUntil: null });
    // Without a subscriber id, a reader who comes back is subscribed there again.
    await em.nativeUpdate(Registration, { email: removed.email }, { subscriberId: null });
    await em.nativeDelete(RemovedReader, { id });
    const isBack = await em.count(Registration, { email: removed.email });
    return isBack > 0 ? undefined : removed.email;
  });
}
