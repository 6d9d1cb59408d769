import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/sql';
import { normalAddress } from '../contract/email-address.ts';
import { limits } from '../contract/limits.ts';
import type { ReadersRemoved, RemoveReaders } from '../contract/readers.ts';
import { Delivery } from '../mail/engine/engine-tables.ts';
import type { MailProvider } from '../mail/mail-provider.ts';
import { isOutage, readerPolicy } from '../mail/policy.ts';
import { hasEnded, leaseEnd } from '../platform/database/lease.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { isDomainError } from '../platform/errors.ts';
import { forgetUnusedConsents, takeBackCredit } from './consent.ts';
import { noSuchReader, readersToRemove } from './list-readers.ts';
import type { LeavingReader } from './list-sync/claim-readers.ts';
import { takeOff } from './list-sync/subscribe-readers.ts';
import { Confirmation, Registration, Reminder, RemovedReader } from './reader-tables.ts';
import { type Remembered, reasonOf, remember, type Suppressions } from './suppressions.ts';

export interface RemoveReaderDeps {
  database: OpenDatabase;
  now: () => Date;
  provider: () => Promise<Pick<MailProvider, 'readers'>>;
  suppressions: Suppressions;
}

const { leaseMs } = readerPolicy;

/** `pending`: removed here, and a pass takes the reader off the provider's list as soon as possible. */
export type Removal = 'done' | 'pending';

/**
 * Takes a reader off the provider's list, then deletes the registration. If the provider is down, or another process is
 * subscribing the reader right now, the registration is deleted right away, and the next passes take the reader off the
 * list. A keyed hash of the address stays, so that no import adds it again.
 *
 * @throws DomainError `signup.not_found`, `email_provider.refused` if the provider refuses just this reader
 */
export async function removeReader(deps: RemoveReaderDeps, email: string): Promise<Removal> {
  const claimed = await claimForRemoval(deps, normalAddress(email));
  if (typeof claimed === 'string') return claimed;
  const em = deps.database.em();
  const removal = await takeOffNow(deps, claimed);
  const settledAt = await deps.database.sharedTime(deps.now());
  await em.transactional(async (inner) => {
    const { email: address, subscriberId } = claimed;
    if (removal === 'pending') await inner.insert(RemovedReader, { email: address, subscriberId, settledAt });
    await deleteReader(deps.database, inner, claimed);
  });
  return removal;
}

/** How long one call removes readers: with a provider that keeps the list, each takes about a second. */
const longestMs = 5000;

/**
 * Removes several readers, as `removeReader` does with one. Ends early if it takes too long: `after` says where to
 * continue. A reader whom the provider refuses to remove stays, and is reported.
 */
export async function removeReaders(
  deps: RemoveReaderDeps & { eraseTraces: (...emails: string[]) => Promise<void> },
  which: RemoveReaders,
): Promise<ReadersRemoved> {
  const readers = await readersToRemove(deps.database, which);
  const result: ReadersRemoved = { removed: 0, pending: 0, kept: [], after: null };
  const gone: string[] = [];
  const until = performance.now() + longestMs;
  let done = 0;
  try {
    for (const { id, email } of readers) {
      if (performance.now() > until) break;
      const removal = await removeReader(deps, email).catch((error) => {
        // Someone else has removed them just now.
        if (isDomainError(error, 'signup.not_found')) return 'gone' as const;
        if (!isDomainError(error, 'email_provider.refused')) throw error;
        result.kept.push({ id, email, message: error.message });
        return 'kept' as const;
      });
      done += 1;
      if (removal !== 'kept') gone.push(email);
      if (removal === 'done' || removal === 'pending') result.removed += 1;
      if (removal === 'pending') result.pending += 1;
    }
  } finally {
    await deps.eraseTraces(...gone);
  }
  const hasMore =
    done < readers.length || (which.matching && done === limits.readersRemoved && done < which.matching.most);
  return { ...result, after: hasMore ? Number(readers[done - 1]?.id ?? which.matching?.after ?? 0) : null };
}

async function takeOffNow({ database, provider }: RemoveReaderDeps, reader: ClaimedReader): Promise<Removal> {
  try {
    await takeOff((await provider()).readers, reader);
    return 'done';
  } catch (error) {
    if (isOutage(error) || isDomainError(error, 'email_provider.unreachable')) return 'pending';
    await database.em().nativeUpdate(Registration, { id: reader.id }, { leaseUntil: null });
    throw error;
  }
}

/** The keyed hash of the address stays. */
async function deleteReader(
  database: Pick<OpenDatabase, 'kind'>,
  em: EntityManager,
  { id, hash, remembered }: ClaimedReader,
): Promise<void> {
  await em.nativeDelete(Reminder, { readerId: id });
  await em.nativeDelete(Registration, { id });
  await forgetUnusedConsents(database, em);
  await remember(em, hash, remembered);
}

interface ClaimedReader extends LeavingReader {
  id: number;
  hash: string;
  remembered: Remembered;
}

/** @returns the removal if the registration could be deleted without the provider */
async function claimForRemoval(
  { database, now, suppressions }: RemoveReaderDeps,
  email: string,
): Promise<ClaimedReader | Removal> {
  const at = await database.sharedTime(now());
  const hash = await suppressions.hashOf(email);
  return database.em().transactional(async (em) => {
    const reader = await em.findOne(Registration, { email }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!reader) throw noSuchReader();
    const { id, status, attemptedAt, leaseUntil } = reader;
    await em.nativeDelete(Confirmation, { email });
    await takeBackCredit(em, reader);
    await em.nativeDelete(Delivery, { readerId: id });
    const isLeaving = (await em.nativeDelete(RemovedReader, { email })) > 0;
    const subscriberId = reader.subscriberId ?? null;
    const remembered = { reason: reasonOf(status), since: reader.statusAt ?? now() };
    const claimed = { id, email, subscriberId, hash, remembered };
    const isLeased = leaseUntil && !hasEnded(leaseUntil, at, leaseMs);
    if (isLeased) await em.insert(RemovedReader, { email, subscriberId, settledAt: leaseUntil });
    const mayBeThere = subscriberId !== null || isLeaving || (status === 'waiting' && attemptedAt);
    if (isLeased || !mayBeThere) {
      await deleteReader(database, em, claimed);
      return isLeased ? 'pending' : 'done';
    }
    await em.nativeUpdate(Registration, { id }, { leaseUntil: leaseEnd(at, leaseMs) });
    return claimed;
  });
}
