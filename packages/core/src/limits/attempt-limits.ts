import type { OpenDatabase } from '../database/open-database.ts';

/** At most `points` attempts in `seconds`. */
export interface AttemptLimit {
  points: number;
  seconds: number;
}

/** How often each thing may be tried. */
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
  /** Resets the count, after an attempt that succeeded. */
  forget(kind: AttemptKind, key: string): Promise<void>;
}

export interface OpenAttemptLimits extends AttemptLimits {
  close(): Promise<void>;
}

/** The limits, without loading the library behind them before the first attempt. */
export function openAttemptLimits(
  database: OpenDatabase,
  overrides: Partial<Record<AttemptKind, AttemptLimit>> = {},
): OpenAttemptLimits {
  let opened: Promise<OpenAttemptLimits> | undefined;
  const open = () => {
    opened ??= import('./rate-limiters.ts').then(({ createRateLimiters }) =>
      createRateLimiters(database, { ...attemptLimits, ...overrides }),
    );
    return opened;
  };
  return {
    attempt: async (kind, key) => (await open()).attempt(kind, key),
    forget: async (kind, key) => (await open()).forget(kind, key),
    close: async () => (await opened)?.close(),
  };
}
