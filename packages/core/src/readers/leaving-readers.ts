import type { OpenDatabase } from '../database/open-database.ts';
import { leaseEnd } from '../delivery/lease.ts';
import { readerPolicy } from '../delivery/policy.ts';
import type { LeavingReader } from '../delivery/reader-queue.ts';
import { Registration } from './registration.ts';
import { RemovedReader } from './removed-reader.ts';

interface LeavingDeps {
  database: OpenDatabase;
  now: () => Date;
}

/** Readers who left, whom the provider is to be asked about now. Who is back on the list is no longer one. */
export async function findLeaving(
  { database, now }: LeavingDeps,
  { after, limit }: { after: number; limit: number },
): Promise<(LeavingReader & { id: number })[]> {
  const em = database.em();
  const at = await database.sharedTime(now());
  const isSettled = {
    // The second is of a clock that was ahead.
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

/** @returns the address, unless there still is a reader with it, or this was marked before */
export async function markLeft(
  { database }: Pick<LeavingDeps, 'database'>,
  id: number,
): Promise<string | undefined> {
  return database.em().transactional(async (em) => {
    const removed = await em.findOne(RemovedReader, { id });
    if (!removed) return undefined;
    // Who signed up and was subscribed during the call may have been taken off by it.
    const back = { email: removed.email, status: 'subscribed' as const };
    await em.nativeUpdate(Registration, back, { status: 'waiting', subscriberId: null, leaseUntil: null });
    // Without a number, a reader who comes back is subscribed there again.
    await em.nativeUpdate(Registration, { email: removed.email }, { subscriberId: null });
    await em.nativeDelete(RemovedReader, { id });
    const isBack = await em.count(Registration, { email: removed.email });
    return isBack > 0 ? undefined : removed.email;
  });
}
