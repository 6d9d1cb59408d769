import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/sql';
import type { OpenDatabase } from '../database/open-database.ts';
import { leaseEnd, unleased } from '../delivery/lease.ts';
import { readerPolicy } from '../delivery/policy.ts';
import type { ReaderQueue } from '../delivery/reader-queue.ts';
import type { Reader, SubscribeResult } from '../mail/mail-provider.ts';
import { findLeaving, markLeft } from './leaving-readers.ts';
import { Registration } from './registration.ts';
import { RemovedReader } from './removed-reader.ts';

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

/** The readers that the email provider does not have yet, as delivery works on them. */
export function createReaderQueue(deps: ReaderQueueDeps): ReaderQueue {
  const { database, now } = deps;
  return {
    claim: ({ limit }) => claim(deps, limit),
    async settle(batch, results) {
      const at = await database.sharedTime(now());
      await database.em().transactional(async (em) => {
        const subscribed = results.filter((result) => result.outcome === 'subscribed');
        const stored = await storeSubscribed(em, subscribed, at);
        if (stored < subscribed.length) await noteRemoved(em, batch, subscribed, at);
        for (const result of results) {
          if (result.outcome !== 'refused') continue;
          const refused = { status: result.outcome, reason: result.reason, leaseUntil: null, statusAt: at };
          await em.nativeUpdate(Registration, { id: result.id }, refused);
        }
      });
    },
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

async function claim({ database, now }: ReaderQueueDeps, limit: number): Promise<Reader[]> {
  const at = await database.sharedTime(now());
  const { leaseMs } = readerPolicy;
  return database.em().transactional(async (em) => {
    const readers = await em.find(
      Registration,
      { ...waiting, ...unleased(at, leaseMs) },
      {
        orderBy: { id: 'asc' },
        limit,
        fields: ['id', 'email', 'firstName'],
        // PostgreSQL skips rows that another process is claiming. SQLite has one writer at a time anyway.
        ...(database.kind === 'postgresql' ? { lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE } : {}),
      },
    );
    const ids = readers.map(({ id }) => id);
    const lease = { leaseUntil: leaseEnd(at, leaseMs), attemptedAt: at };
    if (ids.length > 0) await em.nativeUpdate(Registration, { id: { $in: ids } }, lease);
    return readers.map(({ id, email, firstName }) => ({ id, email, firstName }));
  });
}

/** One statement for the whole batch. @returns how many there are still */
async function storeSubscribed(em: EntityManager, results: readonly Subscribed[], at: Date): Promise<number> {
  if (results.length === 0) return 0;
  // Both databases name the columns of a list of values so.
  const { affectedRows } = await em.execute<{ affectedRows: number }>(
    `update registrations
     set handover = 'subscribed', contact_id = settled.column2, handover_reason = null, lease_until = null,
       status_at = ?
     from (values ${results.map(() => '(?, ?)').join(', ')}) as settled
     where registrations.id = cast(settled.column1 as integer)`,
    [at, ...results.flatMap(({ id, subscriberId }) => [id, subscriberId])],
    'run',
  );
  return affectedRows;
}

async function noteRemoved(
  em: EntityManager,
  batch: readonly Reader[],
  subscribed: readonly Subscribed[],
  now: Date,
): Promise<void> {
  const ids = subscribed.map(({ id }) => id);
  const kept = await em.find(Registration, { id: { $in: ids } }, { fields: ['id'] });
  const keptIds = new Set(kept.map(({ id }) => id));
  const emails = new Map(batch.map(({ id, email }) => [id, email]));
  const removed = subscribed.flatMap(({ id, subscriberId }) => {
    const email = emails.get(id);
    return email === undefined || keptIds.has(id) ? [] : [{ email, subscriberId, settledAt: now }];
  });
  await em.insertMany(RemovedReader, removed);
}
