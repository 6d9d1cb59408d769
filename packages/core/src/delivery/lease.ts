import type { EntityManager } from '@mikro-orm/sql';
import { ScheduledEmail } from '../schedule/scheduled-email.ts';

export interface LeaseDeps {
  forkEm: () => EntityManager;
  now: () => Date;
}

/**
 * How long one process owns an entry. Far longer than one call to the provider may take, so that
 * whatever was posted has been worked on or lost by the time somebody else asks what became of it.
 */
export const leaseMs = 2 * 60_000;

/** The right to hand an entry over, or to cancel it, held in the database. */
export interface Lease {
  /** The entry as it was when claimed. */
  email: ScheduledEmail;
  /**
   * Writes to the entry and prolongs the lease, if it is still ours.
   *
   * @throws LeaseLost where it is not: stop at once, somebody else goes on
   */
  write(change: Partial<Pick<ScheduledEmail, LeasedColumn>>): Promise<void>;
  /** Writes a last time and lets go. */
  finish(change?: Partial<Pick<ScheduledEmail, LeasedColumn>>): Promise<void>;
  /** Deletes the entry, if the lease is still ours. */
  remove(): Promise<void>;
}

type LeasedColumn =
  | 'status'
  | 'icontactMessageId'
  | 'messageId'
  | 'sendId'
  | 'reason'
  | 'messageAttemptedAt'
  | 'sendAttemptedAt'
  | 'cancelRequestedAt';

export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/**
 * Claims an entry that nobody else has claimed. One UPDATE decides, so two processes on one database
 * cannot both have it.
 *
 * @returns `undefined` where it is gone, in another state or claimed by somebody else
 */
export async function claim(
  { forkEm, now }: LeaseDeps,
  id: number,
  statuses: ScheduledEmail['status'][],
): Promise<Lease | undefined> {
  const leaseToken = crypto.randomUUID();
  const until = () => new Date(now().getTime() + leaseMs);
  const free = { $or: [{ leaseUntil: null }, { leaseUntil: { $lt: now() } }] };
  const claimed = await forkEm().nativeUpdate(
    ScheduledEmail,
    { id, status: { $in: statuses }, ...free },
    { leaseToken, leaseUntil: until() },
  );
  if (claimed === 0) return undefined;
  const email = await forkEm().findOneOrFail(ScheduledEmail, { id }, { populate: ['word'] });
  const ours = { id, leaseToken };

  async function update(change: Partial<ScheduledEmail>): Promise<void> {
    // An expired lease that nobody took is ours no more either: somebody may be about to take it.
    const written = await forkEm().nativeUpdate(
      ScheduledEmail,
      { ...ours, leaseUntil: { $gte: now() } },
      change,
    );
    if (written === 0) throw new LeaseLost();
  }

  return {
    email,
    write: (change) => update({ ...change, leaseUntil: until() }),
    finish: (change = {}) => update({ ...change, leaseToken: null, leaseUntil: null }),
    async remove() {
      const removed = await forkEm().nativeDelete(ScheduledEmail, { ...ours, leaseUntil: { $gte: now() } });
      // Gone already is as good: a pass may have seen the cancellation first.
      if (removed === 0 && (await forkEm().count(ScheduledEmail, { id })) > 0) throw new LeaseLost();
    },
  };
}
