import { createHmac } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import { type BotChallenge, botChallenge } from '../contract/signups.ts';
import { cacheFor } from '../platform/cache.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { rowCount, tables } from '../platform/database/query.ts';
import { networkOf, type RateLimit } from '../platform/rate-limits/attempt-limits.ts';
import type { BotVerdict, CheckedCaller } from './bot-check.ts';

/** How hard a challenge is, and how long it is valid. */
export const altchaPolicy = {
  validMs: 10 * 60_000,
  /** Rounds of PBKDF2 for each number that a browser tries; it tries 256 on average. */
  cost: 2000,
  /** While more signups than this solve a challenge within a minute, each multiple raises the cost. */
  calmPerMinute: 10,
  /** The cost at most, as a multiple: half a minute on a slow phone, 20 ms of the server for each attempt. */
  mostTimes: 30,
  /** The first byte of a right key. */
  keyPrefix: '00',
} as const;

export interface AltchaDeps {
  database: OpenDatabase;
  now: () => Date;
  /** The first signs, all verify. */
  secrets: () => readonly string[];
}

/** Proof of work in ALTCHA's open protocol: nothing is loaded from others, and nobody solves a puzzle. */
export interface Altcha {
  /** A challenge that only this caller can use, once. */
  challenge(caller: CheckedCaller): Promise<BotChallenge>;
  verify(token: string | undefined, caller: CheckedCaller): Promise<BotVerdict>;
}

const table = tables<{ rate_limits: RateLimit }>();

const payload = z.object({
  challenge: botChallenge,
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

/** Every challenge asks how many were solved lately, so this is counted once for many. */
const loadCacheMs = 2000;

export function openAltcha({ database, now, secrets }: AltchaDeps): Altcha {
  const { validMs, cost, calmPerMinute, mostTimes, keyPrefix } = altchaPolicy;
  const keys = () =>
    secrets().map((secret) => createHmac('sha256', secret).update('signup challenge').digest('hex'));

  const solvedLately = cacheFor(loadCacheMs, now, () => {
    // A used challenge is stored until it would have expired.
    const since = now().getTime() + validMs - 60_000;
    return database.count(
      table
        .selectFrom('rate_limits')
        .select(rowCount)
        .where('key', '>=', used(''))
        .where('key', '<', used('~'))
        .where('expire', '>', since),
    );
  });

  /** @returns whether it is used for the first time, by any process */
  async function use(nonce: string): Promise<boolean> {
    const added = await database.insertTogether((insert) =>
      insert<{ key: string }>(
        'rate_limits (key, points, expire)',
        [[used(nonce), 1, now().getTime() + validMs]],
        'on conflict (key) do nothing returning key',
      ),
    );
    return added.length > 0;
  }

  return {
    async challenge(caller) {
      const [key = ''] = keys();
      const times = Math.ceil((await solvedLately.get()) / calmPerMinute);
      const made = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: cost * Math.min(Math.max(times, 1), mostTimes),
        keyPrefix,
        expiresAt: new Date(now().getTime() + validMs),
        data: { caller: seal(key, caller) },
        deriveKey,
        hmacSignatureSecret: key,
      });
      return botChallenge.parse(made);
    },

    async verify(token, caller) {
      if (!token) return { outcome: 'unchecked' };
      const { challenge, solution } = parse(token) ?? {};
      if (!challenge || !solution) return { outcome: 'rejected', reason: 'not a solution' };
      // The signature covers every parameter, so neither the expiry nor the cost can be changed or moved into another
      // challenge.
      for (const key of keys()) {
        const result = await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret: key });
        if (result.invalidSignature) continue;
        if (result.expired) return { outcome: 'rejected', reason: 'expired' };
        if (!result.verified) return { outcome: 'rejected', reason: 'not solved' };
        if (challenge.parameters.data.caller !== seal(key, caller))
          return { outcome: 'rejected', reason: 'made for another visitor or site' };
        // Last, so that nobody can use up the challenge of someone else.
        return (await use(challenge.parameters.nonce))
          ? { outcome: 'passed' }
          : { outcome: 'rejected', reason: 'used before' };
      }
      return { outcome: 'rejected', reason: 'not signed by us' };
    },
  };
}

const used = (nonce: string) => `challenge:${nonce}`;

/** Says for whom a challenge is, without saying it to anyone else. */
function seal(key: string, { address, page }: CheckedCaller): string {
  const caller = JSON.stringify([networkOf(address ?? ''), page ?? '']);
  return createHmac('sha256', key).update(caller).digest('base64url');
}

function parse(token: string): z.infer<typeof payload> | undefined {
  try {
    return payload.parse(JSON.parse(Buffer.from(token, 'base64').toString('utf8')));
  } catch {
    return undefined;
  }
}
