import { raw } from '@mikro-orm/core';
import type { OpenDatabase } from '../database/open-database.ts';
import { DailyCount } from './daily-count.ts';

export interface SpendDailyDeps {
  database: OpenDatabase;
  now: () => Date;
}

/**
 * Counts one call to a provider today (UTC), in the database, for all processes together.
 *
 * @returns whether it is within the day's `limit`; beyond it nothing is counted
 */
export async function spendDaily(
  { database, now }: SpendDailyDeps,
  name: string,
  limit: number,
): Promise<boolean> {
  const em = database.em();
  const day = now().toISOString().slice(0, 10);
  const first = { name, day, count: 0 };
  await em.upsert(DailyCount, first, {
    onConflictFields: ['name', 'day'],
    onConflictAction: 'ignore',
    disableIdentityMap: true,
  });
  // One statement decides and counts: two processes cannot both take the last call.
  const where = { name, day, count: { $lt: limit } };
  return (await em.nativeUpdate(DailyCount, where, { count: raw<number>('count + 1') })) === 1;
}

/** Calls counted today (UTC). */
export async function spentToday({ database, now }: SpendDailyDeps, name: string): Promise<number> {
  const day = now().toISOString().slice(0, 10);
  return (await database.em().findOne(DailyCount, { name, day }))?.count ?? 0;
}

/** Seconds until the count resets, at midnight UTC. */
export function secondsToMidnight(now: Date): number {
  return Math.ceil((86_400_000 - (now.getTime() % 86_400_000)) / 1000);
}
