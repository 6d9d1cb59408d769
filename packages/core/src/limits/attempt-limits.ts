import { RateLimiterPostgres, RateLimiterRes, RateLimiterSQLite } from 'rate-limiter-flexible';
import type { NativeClient } from '../database/open-database.ts';
import { DomainError } from '../errors.ts';
import type { DatabaseConfig } from '../settings/config.ts';

/** How often each thing may be tried: `points` times in `seconds`. */
export const attemptLimits = {
  loginPerAddress: { points: 30, seconds: 15 * 60 },
  loginPerUsername: { points: 10, seconds: 15 * 60 },
  setupPerAddress: { points: 20, seconds: 15 * 60 },
  passwordPerUser: { points: 10, seconds: 15 * 60 },
  signupPerAddress: { points: 20, seconds: 10 * 60 },
} as const;
export type AttemptKind = keyof typeof attemptLimits;

/** Counts attempts in the database, so that limits hold across processes and restarts. */
export interface AttemptLimits {
  /**
   * Counts one attempt.
   *
   * @throws DomainError `limit.too_many` with `retryAfterSeconds`
   */
  attempt(kind: AttemptKind, key: string): Promise<void>;
  /** Forgets the attempts, after one that succeeded. */
  forget(kind: AttemptKind, key: string): Promise<void>;
  close(): void;
}

export async function createAttemptLimits(
  config: DatabaseConfig,
  native: NativeClient,
  overrides: Partial<Record<AttemptKind, { points: number; seconds: number }>> = {},
): Promise<AttemptLimits> {
  const { store, close } = await openStore(config, native);
  const limiters = new Map(
    (Object.keys(attemptLimits) as AttemptKind[]).map((kind) => {
      const { points, seconds } = overrides[kind] ?? attemptLimits[kind];
      return [kind, store({ keyPrefix: kind, points, duration: seconds })];
    }),
  );
  const limiter = (kind: AttemptKind) => limiters.get(kind) as RateLimiterSQLite | RateLimiterPostgres;
  return {
    async attempt(kind, key) {
      try {
        await limiter(kind).consume(shortened(key));
      } catch (thrown) {
        if (!(thrown instanceof RateLimiterRes)) throw thrown;
        const seconds = Math.max(1, Math.ceil(thrown.msBeforeNext / 1000));
        throw new DomainError(
          'limit.too_many',
          `Too many attempts. Please try again in ${inWords(seconds)}.`,
          {
            retryAfterSeconds: seconds,
          },
        );
      }
    },
    async forget(kind, key) {
      await limiter(kind).delete(shortened(key));
    },
    close,
  };
}

/** To what fits into the column: a proxy may pass on an address of any length. */
const shortened = (key: string) => key.slice(0, 200);

interface StoreOptions {
  keyPrefix: string;
  points: number;
  duration: number;
}

async function openStore(config: DatabaseConfig, native: NativeClient) {
  const table = { tableName: 'rate_limits', tableCreated: true, clearExpiredByTimeout: false };
  if (native.kind === 'postgresql') {
    const store = (options: StoreOptions) =>
      new RateLimiterPostgres({ ...table, ...options, storeClient: native.pool, storeType: 'pool' });
    return { store, close() {} };
  }
  // A connection of its own: on the ORM's an attempt would be undone with whatever transaction is open.
  const { openSqlite } = await import('../database/sqlite-dialect.ts');
  const database = openSqlite((config as { path: string }).path);
  const store = (options: StoreOptions) =>
    new RateLimiterSQLite({ ...table, ...options, storeClient: database, storeType: 'better-sqlite3' });
  return { store, close: () => void database.close() };
}

function inWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
