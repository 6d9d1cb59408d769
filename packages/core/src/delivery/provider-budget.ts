import { type SpendDailyDeps, spendDaily, spentToday } from '../limits/spend-daily.ts';
import { ProviderUnreachable } from '../mail/mail-provider.ts';
import { dailyCalls } from './policy.ts';
import { createProviderRests } from './provider-rest.ts';

/** When and how often the email provider may be called, kept in the database for all processes together. */
export interface ProviderBudget {
  /** Counts a call. @throws ProviderUnreachable if the day's calls are used up, or during a rest */
  beforeCall(): Promise<void>;
  /** @throws ProviderUnreachable during a rest */
  checkRest(): Promise<void>;
  /** Called when the provider asks not to be called for this long. */
  onRest(ms: number): Promise<void>;
  /** Calls left today. */
  callsLeft(): Promise<number>;
}

/** @param provider Its name, under which calls are counted. */
export function createProviderBudget(deps: SpendDailyDeps, provider: string): ProviderBudget {
  const rests = createProviderRests(deps, provider);
  return {
    checkRest: rests.check,
    onRest: rests.begin,
    async beforeCall() {
      await rests.check();
      if (await spendDaily(deps, provider, dailyCalls.limit)) return;
      const message = "Today's calls to the email provider are used up. They reset at midnight UTC.";
      throw new ProviderUnreachable(message, { mayHaveHappened: false });
    },
    callsLeft: async () => dailyCalls.limit - (await spentToday(deps, provider)),
  };
}
