import { isIPv6 } from 'node:net';
import { defineEntity, p } from '@mikro-orm/core';
import type { OpenDatabase } from '../database/open-database.ts';
import type { InsertRows } from '../database/writes.ts';
import { DomainError, isDomainError } from '../errors.ts';

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
  /** Signups that no bot check saw: of visitors without scripts, and of programs. */
  uncheckedPerAddress: { points: 3, seconds: 10 * 60 },
  uncheckedSignups: { points: 60, seconds: 60 * 60 },
  /** A person may sign up with several spellings of one address; a mailbox that someone else types in is not flooded. */
  confirmationsPerMailbox: { points: 3, seconds: 24 * 60 * 60 },
  /** To the mailboxes of one domain. Confirmed signups raise it. */
  confirmationsPerDomain: { points: 50, seconds: 60 * 60 },
  /** For the whole installation. Confirmed signups raise it: see `confirmationPolicy`. */
  confirmations: { points: 100, seconds: 60 * 60 },
  /** One answer to why a reader left, however often the page is opened. */
  leavingReasonPerReader: { points: 1, seconds: 24 * 60 * 60 },
  /** Answers to one quiz that count. */
  quizPerAddress: { points: 3, seconds: 10 * 60 },
  /** Presses on the page of one earlier word that count. */
  recallPerAddress: { points: 3, seconds: 10 * 60 },
  refusedSitePerAddress: { points: 10, seconds: 10 * 60 },
} as const;
export type AttemptKind = keyof typeof attemptLimits;

/**
 * Attempts that are never refused, but take longer each time: `freely` many without a delay, then twice as long each
 * time.
 */
const slowdowns = {
  loginPerAccount: { freely: 5, firstMs: 500, longestMs: 8000, seconds: 15 * 60 },
} as const;
type SlowdownKind = keyof typeof slowdowns;

/** Everything that is counted. */
type CountedKind = AttemptKind | SlowdownKind;

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
   * @param extra Attempts allowed on top of the limit.
   * @returns for each key, in order: the seconds until an attempt is allowed again, or 0 if this one is
   */
  count(
    insert: InsertRows,
    kind: AttemptKind,
    keys: readonly (string | undefined)[],
    extra?: number,
  ): Promise<number[]>;
  /** Attempts in the current period. */
  attempts(kind: AttemptKind, key: string): Promise<number>;
  /** The keys that have no attempt left in the current period. */
  usedUp(kind: AttemptKind, extra?: number): Promise<string[]>;
  /** How many attempts a period allows. */
  pointsOf(kind: AttemptKind): number;
  /** Counts one attempt. @returns how long it should wait, in milliseconds */
  delay(kind: SlowdownKind, key: string): Promise<number>;
  /** Resets the count, after an attempt that succeeded. */
  forget(kind: CountedKind, key: string): Promise<void>;
  /** Resets the counts for every key. */
  forgetAll(kinds: readonly CountedKind[]): Promise<void>;
}

const RateLimitSchema = defineEntity({
  name: 'RateLimit',
  tableName: 'rate_limits',
  properties: {
    key: p.string().length(255).primary(),
    points: p.integer().default(0),
    /** When counting starts again, in milliseconds since 1970. */
    expire: p.bigint('number').nullable(),
  },
});

/** How often something was tried recently. */
export class RateLimit extends RateLimitSchema.class {}
RateLimitSchema.setClass(RateLimit);

/** A row of `rate_limits`. PostgreSQL returns 64-bit integers as text. */
interface Counted {
  key: string;
  points: number;
  expire: number | string;
}

interface Attempts {
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
async function countAttempts(
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
function limitKey(kind: CountedKind, key: string): string {
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

/** How many times as many attempts the /48 network around an IPv6 address may make. */
const aroundFactor = 10;

/** @param overrides Limits other than the product's, for tests. */
export function openAttemptLimits(
  { database, now }: { database: OpenDatabase; now: () => Date },
  overrides: Partial<Record<AttemptKind, AttemptLimit>> = {},
): AttemptLimits {
  const limits: Record<AttemptKind, AttemptLimit> = { ...attemptLimits, ...overrides };
  const count: AttemptLimits['count'] = async (insert, kind, keys, extra = 0) => {
    const { points, seconds } = limits[kind];
    const counted = await countAttempts(insert, kind, seconds, keys, now());
    const waits = counted.map(({ attempts, wait }) => (attempts > points + extra ? wait : 0));
    // What one network is refused does not count against its neighbors.
    const around = keys.map((key = '', at) =>
      kind.endsWith('PerAddress') && waits[at] === 0 ? networksOf(key)[1] : undefined,
    );
    if (around.every((network) => network === undefined)) return waits;
    const countedAround = await countAttempts(insert, kind, seconds, around, now());
    return countedAround.map(({ attempts, wait }, at) =>
      attempts > aroundFactor * points ? wait : (waits[at] ?? 0),
    );
  };
  return {
    count,
    async usedUp(kind, extra = 0) {
      const rows = await database.em().find(RateLimit, {
        key: { $like: `${limitKey(kind, '')}%` },
        points: { $gte: limits[kind].points + extra },
        expire: { $gt: now().getTime() },
      });
      return rows.map(({ key }) => key.slice(limitKey(kind, '').length));
    },
    pointsOf: (kind) => limits[kind].points,
    async attempts(kind, key) {
      const expire = { $gt: now().getTime() };
      const row = await database.em().findOne(RateLimit, { key: limitKey(kind, key), expire });
      return row?.points ?? 0;
    },
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

/** Counts one attempt. @returns whether it is allowed, where one too many is ignored instead of refused */
export async function isAllowed(limits: AttemptLimits, kind: AttemptKind, key: string): Promise<boolean> {
  try {
    await limits.attempt(kind, key);
    return true;
  } catch (error) {
    if (isDomainError(error, 'limit.too_many')) return false;
    throw error;
  }
}

/** Deletes the counts of attempts that no longer matter: every caller's address leaves one. */
export async function forgetExpiredAttempts({
  database,
  now,
}: {
  database: OpenDatabase;
  now: () => Date;
}): Promise<void> {
  await database.em().nativeDelete(RateLimit, { expire: { $lte: now().getTime() } });
}

/**
 * What counts as one visitor for a limit: an IPv4 address, or the /64 network of an IPv6 address, because every
 * household has at least one. A port, which some proxies add, is removed. Anything that is not an address counts as
 * itself.
 */
export function networkOf(address: string): string {
  return networksOf(address)[0] ?? address;
}

/**
 * The same, and for an IPv6 address the /48 network around it, which providers hand out as a whole: 65,536 networks that
 * may all be one visitor.
 */
export function networksOf(address: string): [network: string, around?: string] {
  const bare =
    /^\[([^\]]*)\]/.exec(address)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? address;
  const [ip = ''] = bare.split('%');
  if (!isIPv6(ip)) return [bare];
  const groups = groupsOf(ip);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [dotted(groups[6] ?? 0, groups[7] ?? 0)];
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return [`${network.join(':')}::/64`, `${network.slice(0, 3).join(':')}::/48`];
}

/** The eight numbers of an IPv6 address. */
function groupsOf(ip: string): number[] {
  const [head = [], tail] = ip.split('::').map(numbersOf);
  return tail ? [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail] : head;
}

function numbersOf(part: string): number[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => {
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return group.includes('.') ? [a * 256 + b, c * 256 + d] : [Number.parseInt(group, 16)];
  });
}

function dotted(...pairs: number[]): string {
  return pairs.flatMap((pair) => [pair >> 8, pair & 255]).join('.');
}
