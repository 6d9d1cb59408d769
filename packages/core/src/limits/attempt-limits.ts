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
