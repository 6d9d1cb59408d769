import { defineEntity, p, raw } from '@mikro-orm/core';
import type { OpenDatabase } from '../database/open-database.ts';
import { DomainError } from '../errors.ts';

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
function secondsToMidnight(now: Date): number {
  return Math.ceil((86_400_000 - (now.getTime() % 86_400_000)) / 1000);
}

const DailyCountSchema = defineEntity({
  name: 'DailyCount',
  tableName: 'daily_counts',
  properties: {
    /** What is counted, such as `merriam-webster`. */
    name: p.string().length(50).primary(),
    /** `YYYY-MM-DD`: of calls in UTC, of the emails of a warm-up by the owner's calendar. */
    day: p.string().length(10).primary(),
    count: p.integer(),
  },
});

/** Calls to a provider, or emails, on one day. */
export class DailyCount extends DailyCountSchema.class {}
DailyCountSchema.setClass(DailyCount);

/** Merriam-Webster's free terms: queries in one day. */
export const dailyDictionaryQueries = 1000;

const dictionaryName = 'merriam-webster';

/** Dictionary queries in one day (UTC), counted in the database for all processes together. */
export function createDailyBudgets(deps: SpendDailyDeps) {
  return {
    /** @throws DomainError `dictionary.quota` with the seconds until midnight UTC */
    async spendQuery(): Promise<void> {
      if (await spendDaily(deps, dictionaryName, dailyDictionaryQueries)) return;
      throw new DomainError(
        'dictionary.quota',
        `Today's ${dailyDictionaryQueries.toLocaleString('en-US')} dictionary lookups are used up. They reset at midnight UTC.`,
        { retryAfterSeconds: secondsToMidnight(deps.now()) },
      );
    },
    queriesToday: () => spentToday(deps, dictionaryName),
  };
}
