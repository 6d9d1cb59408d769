export interface CacheOptions {
  /** The maximum age of a value. */
  keptMs: number;
  /** Milliseconds of any clock. */
  now: () => number;
  /** The number of values; beyond it, the one that was asked for least recently is dropped. Default: no limit. */
  most?: number;
}

/** Returns the value of a key, and computes it if there is none yet, or if it is too old. */
export type Cached<T> = (key: string, compute: () => Promise<T>) => Promise<T>;

/** A computation that takes longer is not waited for by new callers: it may never end. */
const sharedMs = 60_000;

/**
 * Caches values by key. Callers who ask for the same key at the same time share one computation. A failure is not
 * cached.
 *
 * @param isWorthKeeping Whether to cache a value. All callers who are waiting for it get it in any case.
 */
export function cacheByKey<T>(
  { keptMs, now, most = Number.POSITIVE_INFINITY }: CacheOptions,
  isWorthKeeping: (value: T) => boolean = () => true,
): Cached<T> {
  const cached = new Map<string, { until: number; value: Promise<T> }>();
  return function get(key, compute) {
    const known = cached.get(key);
    if (known && now() < known.until) {
      cached.delete(key);
      cached.set(key, known);
      return known.value;
    }
    const startedAt = now();
    const mine = { until: startedAt + Math.max(keptMs, sharedMs), value: compute() };
    const drop = () => {
      if (cached.get(key) === mine) cached.delete(key);
    };
    mine.value.then((value) => {
      // What was read is as old as the start.
      if (isWorthKeeping(value)) mine.until = startedAt + keptMs;
      else drop();
    }, drop);
    cached.delete(key);
    cached.set(key, mine);
    const [oldest] = cached.size > most ? cached.keys() : [];
    if (oldest !== undefined) cached.delete(oldest);
    return mine.value;
  };
}

/** A value that takes long to compute, kept for a while. */
export interface Kept<T> {
  get(): Promise<T>;
  /** Makes the next caller compute it again. */
  forget(): void;
}

/** @param keptMs The maximum age of a value. A failure is not kept. */
export function cacheFor<T>(keptMs: number, now: () => Date, compute: () => Promise<T>): Kept<T> {
  const emptyCache = () => cacheByKey<T>({ keptMs, now: () => now().getTime() });
  let cached = emptyCache();
  return {
    get: () => cached('', compute),
    forget() {
      cached = emptyCache();
    },
  };
}

/** Creates a value on first use and keeps it. A failure is not kept: the next call tries again. */
export function lazily<T>(create: () => T | Promise<T>): () => Promise<T> {
  let created: Promise<T> | undefined;
  return () => {
    created ??= Promise.resolve()
      .then(create)
      .catch((error) => {
        created = undefined;
        throw error;
      });
    return created;
  };
}
