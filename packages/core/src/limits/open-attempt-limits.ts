import type { OpenDatabase } from '../database/open-database.ts';
import {
  type AttemptKind,
  type AttemptLimit,
  attemptLimits,
  type OpenAttemptLimits,
} from './attempt-limits.ts';

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
