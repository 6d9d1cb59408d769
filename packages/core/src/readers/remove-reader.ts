import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/sql';
import type { OpenDatabase } from '../database/open-database.ts';
import { hasEnded, leaseEnd } from '../delivery/lease.ts';
import { readerPolicy } from '../delivery/policy.ts';
import type { LeavingReader } from '../delivery/reader-queue.ts';
import { takeOff } from '../delivery/take-off.ts';
import type { MailProvider } from '../mail/mail-provider.ts';
import { Delivery } from '../mail/smtp/delivery.ts';
import { Confirmation } from './confirmation.ts';
import { noSuchReader } from './list-readers.ts';
import { Registration } from './registration.ts';
import { RemovedReader } from './removed-reader.ts';
import { type Remembered, reasonOf, remember, type Suppressions } from './suppressions.ts';

export interface RemoveReaderDeps {
  database: OpenDatabase;
  now: () => Date;
  provider: () => Promise<Pick<MailProvider, 'readers'>>;
  suppressions: Suppressions;
}

const { leaseMs } = readerPolicy;

/**
 * Takes a reader off the provider's list, then deletes the registration. If another process is subscribing the reader
 * right now, the registration is deleted right away, and the next passes take the reader off the list. A keyed hash of
 * the address stays, so that no import adds it again.
 *
 * @throws DomainError `signup.not_found`, `email_provider.unreachable`, `email_provider.refused`
 */
export async function removeReader(deps: RemoveReaderDeps, email: string): Promise<void> {
  const reader = await claimForRemoval(deps, email.trim().toLowerCase());
  if (!reader) return;
  const em = deps.database.em();
  try {
    await takeOff((await deps.provider()).readers, reader);
  } catch (error) {
    await em.nativeUpdate(Registration, { id: reader.id }, { leaseUntil: null });
    throw error;
  }
  await em.transactional((inner) => deleteReader(inner, reader));
}

/** The keyed hash of the address stays. */
async function deleteReader(em: EntityManager, { id, hash, remembered }: ClaimedReader): Promise<void> {
  await em.nativeDelete(Registration, { id });
  await remember(em, hash, remembered);
}

interface ClaimedReader extends LeavingReader {
  id: number;
  hash: string;
  remembered: Remembered;
}

/** @returns `undefined` if the registration could be deleted without the provider */
async function claimForRemoval(
  { database, now, suppressions }: RemoveReaderDeps,
  email: string,
): Promise<ClaimedReader | undefined> {
  const at = await database.sharedTime(now());
  const hash = await suppressions.hashOf(email);
  return database.em().transactional(async (em) => {
    const reader = await em.findOne(Registration, { email }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!reader) throw noSuchReader();
    const { id, status, attemptedAt, leaseUntil } = reader;
    await em.nativeDelete(Confirmation, { email });
    await em.nativeDelete(Delivery, { readerId: id });
    const isLeaving = (await em.nativeDelete(RemovedReader, { email })) > 0;
    const subscriberId = reader.subscriberId ?? null;
    const remembered = { reason: reasonOf(status), since: reader.statusAt ?? now() };
    const claimed = { id, email, subscriberId, hash, remembered };
    const isLeased = leaseUntil && !hasEnded(leaseUntil, at, leaseMs);
    if (isLeased) await em.insert(RemovedReader, { email, subscriberId, settledAt: leaseUntil });
    const mayBeThere = subscriberId !== null || isLeaving || (status === 'waiting' && attemptedAt);
    if (isLeased || !mayBeThere) {
      await deleteReader(em, claimed);
      return undefined;
    }
    await em.nativeUpdate(Registration, { id }, { leaseUntil: leaseEnd(at, leaseMs) });
    return claimed;
  });
}
