import type { OpenDatabase } from '../database/open-database.ts';
import { DomainError } from '../errors.ts';
import {
  type AttemptKind,
  type AttemptLimit,
  type AttemptLimits,
  attemptLimits,
  slowdowns,
} from './attempt-limits.ts';
import { countAttempts, limitKey } from './count-attempts.ts';
import { RateLimit } from './rate-limit.ts';

/** @param overrides Limits other than the product's, for tests. */
export function openAttemptLimits(
  { database, now }: { database: OpenDatabase; now: () => Date },
  overrides: Partial<Record<AttemptKind, AttemptLimit>> = {},
): AttemptLimits {
  const limits: Record<AttemptKind, AttemptLimit> = { ...attemptLimits, ...overrides };
  const count: AttemptLimits['count'] = async (insert, kind, keys) => {
    const { points, seconds } = limits[kind];
    const counted = await countAttempts(insert, kind, seconds, keys, now());
    return counted.map(({ attempts, wait }) => (attempts > points ? wait : 0));
  };
  return {
    count,
    async attempt(kind, key) {
      const [wait = 0] = await database.insertTogether((insert) => count(insert, kind, [key]));
      refuseIfOver(wait);
    },
    async delay(kind, key) {
      const { freely, firstMs, longestMs, seconds } = slowdowns[kind];
      const [counted] = await database.insertTogether((insert) =>
        countAttempts(insert, kind, seconds, [key], now()),
      );
      const slow = (counted?.attempts ?? 0) - freely;
      return slow > 0 ? Math.min(firstMs * 2 ** (slow - 1), longestMs) : 0;
    },
    async forget(kind, key) {
      await database.em().nativeDelete(RateLimit, { key: limitKey(kind, key) });
    },
    async forgetAll(kinds) {
      const counts = kinds.map((kind) => ({ key: { $like: `${limitKey(kind, '')}%` } }));
      await database.em().nativeDelete(RateLimit, { $or: counts });
    },
  };
}

/**
 * @param wait Seconds until an attempt is allowed again.
 * @throws DomainError `limit.too_many` unless it is 0
 */
export function refuseIfOver(wait: number): void {
  if (wait === 0) return;
  throw new DomainError('limit.too_many', `Too many attempts. Please try again in ${inWords(wait)}.`, {
    retryAfterSeconds: wait,
  });
}

function inWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
