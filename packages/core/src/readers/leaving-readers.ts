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

/** Readers who left and whom the provider should be asked about now. Readers who are back on the list are left out. */
export async function findLeaving(
  { database, now }: LeavingDeps,
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

/** @returns the address, unless a reader still has it or it was marked before */
export async function markLeft(
  { database }: Pick<LeavingDeps, 'database'>,
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
