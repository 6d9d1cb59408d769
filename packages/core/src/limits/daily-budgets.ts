import { DomainError } from '../errors.ts';
import { type SpendDailyDeps, secondsToMidnight, spendDaily, spentToday } from './spend-daily.ts';

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
