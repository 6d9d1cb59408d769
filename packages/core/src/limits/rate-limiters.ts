import { RateLimiterPostgres, RateLimiterRes, RateLimiterSQLite } from 'rate-limiter-flexible';
import type { OpenDatabase } from '../database/open-database.ts';
import { openSqlite } from '../database/sqlite-dialect.ts';
import { DomainError } from '../errors.ts';
import type { AttemptKind, AttemptLimit, OpenAttemptLimits } from './attempt-limits.ts';

type Limiter = RateLimiterSQLite | RateLimiterPostgres;

/** One limiter of rate-limiter-flexible for each kind of attempt. */
export function createRateLimiters(
  database: OpenDatabase,
  limits: Record<AttemptKind, AttemptLimit>,
): OpenAttemptLimits {
  const { createLimiter, close } = openStore(database);
  const limiters = Object.fromEntries(
    Object.entries(limits).map(([kind, { points, seconds }]) => [
      kind,
      createLimiter({ keyPrefix: kind, points, duration: seconds }),
    ]),
  ) as Record<AttemptKind, Limiter>;
  return {
    async attempt(kind, key) {
      try {
        await limiters[kind].consume(shorten(key));
      } catch (thrown) {
        if (thrown instanceof RateLimiterRes) throw tooMany(thrown.msBeforeNext);
        throw thrown;
      }
    },
    async forget(kind, key) {
      await limiters[kind].delete(shorten(key));
    },
    close,
  };
}

function openStore({ native }: OpenDatabase) {
  type Options = { keyPrefix: string; points: number; duration: number };
  const table = { tableName: 'rate_limits', tableCreated: true, clearExpiredByTimeout: false };
  if (native.kind === 'postgresql') {
    const createLimiter = (options: Options): Limiter =>
      new RateLimiterPostgres({ ...table, ...options, storeClient: native.pool, storeType: 'pool' });
    return { createLimiter, async close() {} };
  }
  // A connection of its own: on the ORM's, rolling back an open transaction would undo the attempt.
  const storeClient = openSqlite(native.database.name);
  const createLimiter = (options: Options): Limiter =>
    new RateLimiterSQLite({ ...table, ...options, storeClient, storeType: 'better-sqlite3' });
  return { createLimiter, close: async () => void storeClient.close() };
}

/** A proxy may pass on an address of any length; the column holds 255 characters. */
const shorten = (key: string) => key.slice(0, 200);

function tooMany(msBeforeNext: number): DomainError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new DomainError('limit.too_many', `Too many attempts. Please try again in ${inWords(seconds)}.`, {
    retryAfterSeconds: seconds,
  });
}

function inWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
