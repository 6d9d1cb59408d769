import type { InsertRows } from '../database/writes.ts';

/** At most `points` attempts in `seconds`. */
export interface AttemptLimit {
  points: number;
  seconds: number;
}

/** How often each thing may be tried. */
export const attemptLimits = {
  loginPerAddress: { points: 30, seconds: 15 * 60 },
  loginPerDevice: { points: 10, seconds: 15 * 60 },
  setupPerAddress: { points: 20, seconds: 15 * 60 },
  // Callers that get here know the password.
  codePerAccount: { points: 10, seconds: 60 * 60 },
  codePerDevice: { points: 10, seconds: 60 * 60 },
  passwordPerUser: { points: 10, seconds: 15 * 60 },
  /** For the whole installation: enough for an afternoon of template editing, too few to flood anyone. */
  testEmails: { points: 30, seconds: 60 * 60 },
  signupPerAddress: { points: 20, seconds: 10 * 60 },
  refusedSitePerAddress: { points: 10, seconds: 10 * 60 },
} as const;
export type AttemptKind = keyof typeof attemptLimits;

/**
 * Attempts that are never refused, but take longer each time: `freely` many without a delay, then twice as long each
 * time.
 */
export const slowdowns = {
  loginPerAccount: { freely: 5, firstMs: 500, longestMs: 8000, seconds: 15 * 60 },
} as const;
type SlowdownKind = keyof typeof slowdowns;

/** Everything that is counted. */
export type CountedKind = AttemptKind | SlowdownKind;

/** Counts attempts in the database, so that limits hold across processes and restarts. */
export interface AttemptLimits {
  /**
   * Counts one attempt.
   *
   * @throws DomainError `limit.too_many` with `retryAfterSeconds`
   */
  attempt(kind: AttemptKind, key: string): Promise<void>;
  /**
   * Counts one attempt for each key, within a transaction; `undefined` is allowed without counting.
   *
   * @returns for each key, in order: the seconds until an attempt is allowed again, or 0 if this one is
   */
  count(insert: InsertRows, kind: AttemptKind, keys: readonly (string | undefined)[]): Promise<number[]>;
  /** Counts one attempt. @returns how long it should wait, in milliseconds */
  delay(kind: SlowdownKind, key: string): Promise<number>;
  /** Resets the count, after an attempt that succeeded. */
  forget(kind: CountedKind, key: string): Promise<void>;
  /** Resets the counts for every key. */
  forgetAll(kinds: readonly CountedKind[]): Promise<void>;
}
