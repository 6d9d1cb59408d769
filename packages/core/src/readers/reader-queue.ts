import { LockMode } from '@mikro-orm/core';
import type { OpenDatabase } from '../database/open-database.ts';
import { leaseEnd, unleased } from '../delivery/lease.ts';
import type { ReaderQueue } from '../delivery/reader-queue.ts';
import type { SubscribeResult } from '../mail/mail-provider.ts';
import { Registration } from './registration.ts';

export interface ReaderQueueDeps {
  database: OpenDatabase;
  now: () => Date;
}

const waiting = { status: 'waiting' as const };

/** The readers that the email provider does not have yet, as delivery works on them. */
export function createReaderQueue({ database, now }: ReaderQueueDeps): ReaderQueue {
  return {
    claim: ({ limit, leaseMs }) =>
      database.em().transactional(async (em) => {
        const readers = await em.find(
          Registration,
          { ...waiting, ...unleased(now()) },
          {
            orderBy: { id: 'asc' },
            limit,
            // PostgreSQL skips rows that another process is claiming. SQLite has one writer at a time anyway.
            ...(database.kind === 'postgresql' ? { lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE } : {}),
          },
        );
        const ids = readers.map(({ id }) => id);
        const leaseUntil = leaseEnd(now(), leaseMs);
        if (ids.length > 0) await em.nativeUpdate(Registration, { id: { $in: ids } }, { leaseUntil });
        return readers.map(({ id, email, firstName }) => ({ id, email, firstName }));
      }),
    async settle(results) {
      await database.em().transactional(async (em) => {
        for (const result of results) {
          await em.nativeUpdate(Registration, { id: result.id }, { ...toColumns(result), leaseUntil: null });
        }
      });
    },
    async release(ids) {
      await database.em().nativeUpdate(Registration, { id: { $in: ids }, ...waiting }, { leaseUntil: null });
    },
    countWaiting: () => database.em().count(Registration, waiting),
  };
}

function toColumns(
  result: SubscribeResult,
): Pick<Partial<Registration>, 'status' | 'subscriberId' | 'reason'> {
  return result.outcome === 'subscribed'
    ? { status: 'subscribed', subscriberId: result.subscriberId, reason: null }
    : { status: 'refused', reason: result.reason };
}
