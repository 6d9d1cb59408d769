import { defineEntity, p } from '@mikro-orm/core';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { type SpendDailyDeps, spendDaily, spentToday } from '../platform/rate-limits/daily-budgets.ts';
import { ProviderUnreachable } from './mail-provider.ts';
import { dailyCalls, restPolicy } from './policy.ts';

const ProviderBackoffSchema = defineEntity({
  name: 'ProviderBackoff',
  tableName: 'provider_backoffs',
  properties: {
    /** The provider's name. */
    name: p.string().length(50).primary(),
    until: p.datetime(3),
    /** What it said, if that is known. */
    reason: p.text().nullable(),
    /** Of one of two mail servers: since when nothing gets through to it; `null` if it is not out. */
    since: p.datetime(3).nullable(),
  },
});

/** The time until which a provider has asked not to be called. */
export class ProviderBackoff extends ProviderBackoffSchema.class {}
ProviderBackoffSchema.setClass(ProviderBackoff);

/** The provider's `Retry-After`, kept in the database for all processes together. */
export interface ProviderRests {
  /** @throws ProviderUnreachable while the provider asks not to be called */
  check(): Promise<void>;
  /** @param ms Starting now; cut to the longest plausible request. */
  begin(ms: number, reason?: string): Promise<void>;
}

/** @param provider Its name. */
export function createProviderBackoffs(
  { database, now }: { database: OpenDatabase; now: () => Date },
  provider: string,
): ProviderRests {
  return {
    async check() {
      const at = await database.sharedTime(now());
      // A rest written by a clock that was ahead must not block all calls.
      const range = { $gt: at, $lte: new Date(at.getTime() + restPolicy.longestMs) };
      const rest = await database.em().findOne(ProviderBackoff, { name: provider, until: range });
      if (!rest) return;
      const retryAfterSeconds = Math.ceil((rest.until.getTime() - at.getTime()) / 1000);
      const message = `The email provider asks not to be called for ${waitingTime(retryAfterSeconds)}.`;
      throw new ProviderUnreachable(message, { mayHaveHappened: false, retryAfterSeconds });
    },
    async begin(ms, reason) {
      const at = await database.sharedTime(now());
      const until = new Date(at.getTime() + Math.min(ms, restPolicy.longestMs));
      const rest = { name: provider, until, reason: reason ?? null };
      await database.em().upsert(ProviderBackoff, rest, { onConflictFields: ['name'] });
    },
  };
}

function waitingTime(seconds: number): string {
  if (seconds === 1) return '1 second';
  if (seconds < 120) return `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}

/** When and how often the email provider may be called, kept in the database for all processes together. */
export interface ProviderBudget {
  /** Counts a call. @throws ProviderUnreachable if the day's calls are used up, or during a rest */
  beforeCall(): Promise<void>;
  /** @throws ProviderUnreachable during a rest */
  checkBackoff(): Promise<void>;
  /** Called when the provider asks not to be called for this long. */
  onBackoff(ms: number, reason?: string): Promise<void>;
  /** Calls left today. */
  callsLeft(): Promise<number>;
}

/** @param provider Its name, under which calls are counted. */
export function createProviderBudget(deps: SpendDailyDeps, provider: string): ProviderBudget {
  const rests = createProviderBackoffs(deps, provider);
  return {
    checkBackoff: rests.check,
    onBackoff: rests.begin,
    async beforeCall() {
      await rests.check();
      if (await spendDaily(deps, provider, dailyCalls.limit)) return;
      const message = "Today's calls to the email provider are used up. They reset at midnight UTC.";
      throw new ProviderUnreachable(message, { mayHaveHappened: false });
    },
    callsLeft: async () => dailyCalls.limit - (await spentToday(deps, provider)),
  };
}
