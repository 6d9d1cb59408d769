import { defineEntity, p } from '@mikro-orm/core';
import type { OpenDatabase } from '../database/open-database.ts';
import { ProviderUnreachable } from '../mail/mail-provider.ts';
import { restPolicy } from './policy.ts';

const ProviderRestSchema = defineEntity({
  name: 'ProviderRest',
  tableName: 'provider_rests',
  properties: {
    /** The provider's name. */
    name: p.string().length(50).primary(),
    until: p.datetime(3),
  },
});

/** The time until which a provider has asked not to be called. */
export class ProviderRest extends ProviderRestSchema.class {}
ProviderRestSchema.setClass(ProviderRest);

/** The provider's `Retry-After`, kept in the database for all processes together. */
export interface ProviderRests {
  /** @throws ProviderUnreachable while the provider asks not to be called */
  check(): Promise<void>;
  /** @param ms Starting now; cut to the longest plausible request. */
  begin(ms: number): Promise<void>;
}

/** @param provider Its name. */
export function createProviderRests(
  { database, now }: { database: OpenDatabase; now: () => Date },
  provider: string,
): ProviderRests {
  return {
    async check() {
      const at = await database.sharedTime(now());
      // A rest written by a clock that was ahead must not block all calls.
      const range = { $gt: at, $lte: new Date(at.getTime() + restPolicy.longestMs) };
      const rest = await database.em().findOne(ProviderRest, { name: provider, until: range });
      if (!rest) return;
      const retryAfterSeconds = Math.ceil((rest.until.getTime() - at.getTime()) / 1000);
      const message = `The email provider asks not to be called for ${waitingTime(retryAfterSeconds)}.`;
      throw new ProviderUnreachable(message, { mayHaveHappened: false, retryAfterSeconds });
    },
    async begin(ms) {
      const at = await database.sharedTime(now());
      const until = new Date(at.getTime() + Math.min(ms, restPolicy.longestMs));
      const rest = { name: provider, until };
      await database.em().upsert(ProviderRest, rest, { onConflictFields: ['name'] });
    },
  };
}

function waitingTime(seconds: number): string {
  if (seconds === 1) return '1 second';
  if (seconds < 120) return `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
