import { DomainError } from '../errors.ts';
import { type SpendDailyDeps, secondsToMidnight, spendDaily, spentToday } from './spend-daily.ts';

/** Merriam-Webster's free terms: queries in one day. */
export const dailyDictionaryQueries = 1000;
/** iContact publishes no number; this stays below every number that has been reported. */
export const dailyProviderCalls = 5000;

/**
 * Calls of a day that are kept from what can wait, so that the emails themselves always get through:
 * new readers leave so many, and the list on the schedule page, asked for again and again, more.
 */
export const keptFromSignups = 500;
export const keptFromLists = 1000;
/** Handing readers over as they come costs more calls than handing them over together, in a pass. */
export const keptFromPromptSignups = dailyProviderCalls / 2;

const dictionaryName = 'merriam-webster';
const providerName = 'icontact';

/** What may be asked of others in one day (UTC), counted in the database for all processes together. */
export function createDailyBudgets(deps: SpendDailyDeps) {
  return {
    /** @throws DomainError `dictionary.quota` with the seconds until midnight UTC */
    async spendQuery(): Promise<void> {
      if (await spendDaily(deps, dictionaryName, dailyDictionaryQueries)) return;
      throw new DomainError(
        'dictionary.quota',
        `Today's ${dailyDictionaryQueries.toLocaleString('en-US')} dictionary lookups are used up. They start anew at midnight UTC.`,
        { retryAfterSeconds: secondsToMidnight(deps.now()) },
      );
    },
    /** @returns whether another call to the email provider is within the day's budget */
    spendProviderCall: () => spendDaily(deps, providerName, dailyProviderCalls),
    providerCallsLeft: async () => dailyProviderCalls - (await spentToday(deps, providerName)),
    queriesToday: () => spentToday(deps, dictionaryName),
  };
}
export type DailyBudgets = ReturnType<typeof createDailyBudgets>;
