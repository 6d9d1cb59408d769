import { createSetupToken } from '../packages/core/src/owner/admin-account.ts';
import { openSecondFactors } from '../packages/core/src/owner/second-factor.ts';
import type { OpenDatabase } from '../packages/core/src/platform/database/open-database.ts';
import { openAttemptLimits } from '../packages/core/src/platform/rate-limits/attempt-limits.ts';

export const admin = { username: 'admin', password: 'correct horse' };
/** A call from the machine itself, which needs no setup token while local calls are trusted. */
export const local = { address: '127.0.0.1', isLocal: true };

export const tokenFor = (...sessionSecrets: string[]) =>
  createSetupToken({ sessionSecrets, trustsLocalCalls: true });
export const setupToken = tokenFor('a secret', 'an older secret');

/** What the account's functions need; each call opens them as another process would. */
export async function accountDeps(
  db: OpenDatabase & { url: string },
  clock = { now: new Date('2026-07-01T12:00:00Z') },
) {
  const now = () => clock.now;
  const limits = openAttemptLimits({ database: db, now });
  const config = { sessionSecrets: ['a secret'] };
  const secondFactors = openSecondFactors({ database: db, now, config, productName: 'Wordrise' });
  return () => ({
    database: db,
    now,
    limits,
    bcryptCost: 4,
    wait: async () => {},
    setupToken,
    secondFactors,
  });
}
