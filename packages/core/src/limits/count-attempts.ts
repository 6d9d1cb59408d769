import type { InsertRows } from '../database/writes.ts';
import type { CountedKind } from './attempt-limits.ts';
import { networkOf } from './network.ts';

/** A row of `rate_limits`. PostgreSQL returns 64-bit integers as text. */
interface Counted {
  key: string;
  points: number;
  expire: number | string;
}

export interface Attempts {
  /** Attempts for this key within the period, including this one. */
  attempts: number;
  /** Seconds until counting starts again. */
  wait: number;
}

/**
 * Counts one attempt for each key, for `seconds` from the first; `undefined` is not counted.
 *
 * @returns for each key, in order
 */
export async function countAttempts(
  insert: InsertRows,
  kind: CountedKind,
  seconds: number,
  keys: readonly (string | undefined)[],
  now: Date,
): Promise<Attempts[]> {
  const added = new Map<string, number>();
  for (const key of keys) {
    if (key !== undefined) added.set(limitKey(kind, key), (added.get(limitKey(kind, key)) ?? 0) + 1);
  }
  const expire = now.getTime() + seconds * 1000;
  // Sorted, so that two processes never wait for each other.
  const rows = [...added].sort().map(([key, count]) => [key, count, expire]);
  const counted = await insert<Counted>('rate_limits (key, points, expire)', rows, countOn(seconds));
  const byKey = new Map(
    counted.map((row) => {
      const attempts = Number(row.points) - (added.get(row.key) ?? 0);
      const wait = Math.max(1, Math.ceil((Number(row.expire) - now.getTime()) / 1000));
      return [row.key, { attempts, wait }];
    }),
  );
  return keys.map((key) => {
    const entry = key === undefined ? undefined : byKey.get(limitKey(kind, key));
    if (!entry) return { attempts: 0, wait: 0 };
    entry.attempts += 1;
    return { ...entry };
  });
}

/** A proxy may pass on an address of any length; the column holds 255 characters. */
export function limitKey(kind: CountedKind, key: string): string {
  return `${kind}:${(kind.endsWith('PerAddress') ? networkOf(key) : key).slice(0, 200)}`;
}

/** Continues counting, or starts again if the period is over or was set by a clock that was ahead. */
function countOn(seconds: number): string {
  const over = `rate_limits.expire <= excluded.expire - ${seconds * 1000} or rate_limits.expire > excluded.expire`;
  return `on conflict (key) do update set
    points = case when ${over} then excluded.points else rate_limits.points + excluded.points end,
    expire = case when ${over} then excluded.expire else rate_limits.expire end
    returning key, points, expire`;
}
