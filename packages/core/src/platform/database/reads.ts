import { setTimeout as wait } from 'node:timers/promises';
import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { type Query, rowCount } from './query.ts';

/** A part of a `where`. */
export interface Condition {
  where: Expression<SqlBool>;
  /** An equivalent condition that counts faster. */
  toCount?: Expression<SqlBool>;
}

/**
 * Queries without the ORM, for lists and counts. They see committed data and never wait for a writer. Each statement is
 * prepared once and cached by its text.
 */
export interface Reads {
  /** Instants in a row are of type `Instant`. */
  read<Row>(query: Query<Row>, limits?: ReadLimits): Promise<Row[]>;
  /**
   * The count of a query that selects only `rowCount`; counted again only after something was written. With `mayBeOld`, a
   * count of very many rows may be some seconds old.
   */
  count(query: Query<{ count: number }>, options?: CountOptions): Promise<number>;
  /**
   * Like `containing`, for `search_text` of `table`, with the index `<table>_search` if it helps. Use it for one query
   * only: the best plan depends on the text and on the current rows.
   */
  searching(table: string, text: string): Promise<Condition>;
  /**
   * Whether `search_text` of `table` contains at least `atLeast` of these words, each of letters and digits in lower
   * case. The index `<table>_search` finds such rows without reading others, unless there are very many words, or most
   * are very short.
   */
  containingMost(table: string, words: readonly string[], atLeast: number): Expression<SqlBool>;
}

export interface CountOptions extends ReadLimits {
  mayBeOld?: boolean;
}

/** How long PostgreSQL works on a query; see `isCanceled`. SQLite has no limits: it reads in this process. */
export interface ReadLimits {
  mostMs?: number;
  /** Aborted when nobody waits for the answer any more: the query fails with its reason. Counts only with `mostMs`. */
  signal?: AbortSignal;
}

/** Whether a query failed because it took longer than it may. */
export function isCanceled(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '57014';
}

export interface OpenReads extends Reads {
  close(): void;
}

/** With more groups than this, reading all rows is faster. */
const mostGroups = 32;
/** More words of a group find hardly fewer rows. */
const mostInGroup = 2;

/**
 * Divides words so that whatever contains at least `atLeast` of them contains all words of one of the groups: of eight
 * words, six are in any text that lacks two, which can spoil only two of three groups.
 *
 * @returns `undefined` if an index of three letters cannot find each of the groups
 */
export function groupsOf(words: readonly string[], atLeast: number): string[][] | undefined {
  const count = words.length - atLeast + 1;
  // Long words are rare. Each group gets one of them.
  const longestFirst = words.toSorted((one, other) => other.length - one.length);
  const groups = longestFirst.slice(0, count).map((word) => [word]);
  if (count > mostGroups || groups.some(([word = '']) => [...word].length < 3)) return undefined;
  for (const [at, word] of longestFirst.slice(count).entries()) {
    const group = groups[count - 1 - (at % count)];
    if (group && group.length < mostInGroup) group.push(word);
  }
  return groups;
}

export interface PagedList<Row> {
  table: string;
  /** Selects the columns of `table`; without conditions. */
  // biome-ignore lint/suspicious/noExplicitAny: whatever the tables are, this page has its rows.
  rows: SelectQueryBuilder<any, any, Row>;
  /** Rows must meet all conditions; with none, the whole table is listed. */
  where: readonly Condition[];
  /** The column that identifies a row among those that meet the conditions; `id` if left out. */
  key?: string;
  /** Ends with the key, so that the order is unique. */
  orderBy: Expression<unknown>;
  /** The opposite of `orderBy`. With it, the last pages of a long list are as fast as the first. */
  reverse?: Expression<unknown>;
  /**
   * The columns that the conditions and the order need. If given, and an index does not have all hits at once, a page is
   * also looked for in the first rows of the list, in its own order: of many hits, the first few come sooner that way.
   */
  inOrder?: readonly string[] | undefined;
}

export interface Page<Row> {
  rows: Row[];
  /** Across all pages. */
  total: number;
  hasMore: boolean;
  /** There may be more rows than these, and `total` is the least there are. */
  isPartial?: boolean;
}

export interface PageQuery {
  /** From 1. */
  page: number;
  limit: number;
  /** Answers soon, with what is known by then. */
  allowPartial?: boolean | undefined;
  /** Aborted when nobody waits for the answer any more. With it, reading may take long, but not forever. */
  signal?: AbortSignal | undefined;
}

/**
 * One page of a list.
 *
 * Ids are looked up first, because they are in the index. This way no row is read just to be skipped.
 */
export async function readPage<Row>(
  database: Reads,
  { table, rows: all, where, key = 'id', orderBy, reverse, inOrder }: PagedList<Row>,
  { page, limit, allowPartial = false, signal }: PageQuery,
): Promise<Page<Row>> {
  const offset = (page - 1) * limit;
  const until = performance.now() + soonMs;
  const limits = (): ReadLimits => {
    if (allowPartial) return { mostMs: Math.max(1, Math.round(until - performance.now())) };
    return signal ? { mostMs: longMs, signal } : {};
  };
  /** What is not there in time is `undefined`, if a part is enough. */
  const inTime = <T>(reading: Promise<T>): Promise<T | undefined> =>
    reading.catch((error) => {
      if (allowPartial && isCanceled(error)) return undefined;
      throw error;
    });
  const from = (
    conditions: readonly Expression<SqlBool>[],
    source: Expression<unknown> = sql.table(table),
  ) => (conditions.length > 0 ? sql`${source} where ${sql.join(conditions, sql` and `)}` : source);
  const conditions = where.map((condition) => condition.where);
  const read = (ids: Expression<unknown>, most?: ReadLimits) =>
    database.read(
      all.where(sql<SqlBool>`${sql.ref(`${table}.${key}`)} in (${ids})`).orderBy(sql`${orderBy}`),
      most,
    );
  const idsIn = (source: Expression<unknown>, order = orderBy, range = { limit, offset }) =>
    sql`select ${sql.ref(key)} from ${source} order by ${order} limit ${range.limit} offset ${range.offset}`;
  const inWhole = () => read(idsIn(from(conditions)), limits());
  const columns = inOrder?.map((column) => sql.ref(column)) ?? [];
  const head = sql`(select ${sql.join(columns)} from ${sql.table(table)} order by ${orderBy} limit ${sql.lit(firstRows)}) as ${sql.table(table)}`;
  // So few rows take no longer than a part may.
  const inHead =
    inOrder && offset + limit <= firstRows
      ? () => read(idsIn(from(conditions, head)), allowPartial ? {} : limits())
      : undefined;
  const counted = from(where.map((condition) => condition.toCount ?? condition.where));
  const count = () =>
    inTime(
      database.count(sql<{ count: number }>`select ${rowCount} from ${counted}`, {
        mayBeOld: true,
        ...limits(),
      }),
    );
  const part = (rows: Row[]): Page<Row> => ({
    rows,
    total: offset + rows.length,
    hasMore: rows.length === limit,
    isPartial: true,
  });

  if (reverse && offset >= farDown) {
    const total = await count();
    if (total === undefined) return part([]);
    const below = total - offset - limit;
    const range = { limit: Math.max(0, limit + Math.min(0, below)), offset: Math.max(0, below) };
    const fromEnd = () => read(idsIn(from(conditions), reverse, range), limits());
    const rows = await inTime(below < offset ? fromEnd() : inWhole());
    return rows ? { rows, total, hasMore: below > 0 } : { ...part([]), total };
  }
  const { rows, isWhole } = await sooner(inTime(inWhole()), inHead, limit);
  // A page that is not full is the last one, unless it is past the end.
  const isLast = isWhole && rows.length < limit && (rows.length > 0 || page === 1);
  const total = isLast ? offset + rows.length : isWhole ? await count() : undefined;
  return total === undefined ? part(rows) : { rows, total, hasMore: offset + rows.length < total };
}

/** From this row on, counting first and reading from the other end is worth it. */
const farDown = 10_000;

/** How many rows are looked through for a page. Reading so many takes about as long as a search may take. */
const firstRows = 20_000;
/** Within this time, an index has found a rare text. */
const headStartMs = 10;
/** How long all of a page is tried for where a part is enough. */
const soonMs = 25;
/** A search of ten million rows takes seconds. */
const longMs = 60_000;

/**
 * All of a list, or its first rows if they fill the page and that takes less time.
 *
 * @param whole `undefined` if it takes too long: then the first rows are a part of the page
 */
async function sooner<Row>(
  whole: Promise<Row[] | undefined>,
  readHead: (() => Promise<Row[]>) | undefined,
  limit: number,
): Promise<{ rows: Row[]; isWhole: boolean }> {
  const early = await (readHead ? Promise.race([whole, wait(headStartMs)]) : whole);
  if (early || !readHead) return { rows: early ?? [], isWhole: early !== undefined };
  const head = readHead().catch(() => []);
  const isFull = (rows: Row[]) => rows.length === limit;
  const first = await Promise.race([whole, head.then((rows) => (isFull(rows) ? rows : whole))]);
  if (first) return { rows: first, isWhole: true };
  const part = await head;
  return { rows: part, isWhole: isFull(part) };
}

/** More counts than screens need; a search for each letter typed adds one. */
const mostCounts = 500;

/**
 * Counting ten million rows takes a second, and while people sign up or an email is sent, something is written all the
 * time. One in a hundred thousand more or less does not show.
 */
const oldCounts = { atLeast: 100_000, recountAfterMs: 15_000, mostMs: 10 * 60_000 };

interface KeptCount {
  count: number;
  /** The state of the database that was counted. */
  version: unknown;
  at: number;
  isRecounting: boolean;
}

/** Counts, by their query, each of one state of the database. */
export class CachedCounts {
  readonly #counts = new Map<string, KeptCount>();

  /** @param count Counts the rows in the state of this version, or a later one. */
  async get(
    key: string,
    version: unknown,
    count: (limits: ReadLimits) => Promise<number> | number,
    { mayBeOld = false, ...limits }: CountOptions = {},
  ): Promise<number> {
    const kept = this.#counts.get(key);
    if (kept?.version === version && kept) return kept.count;
    if (kept && mayBeOld && this.#isUsable(kept)) {
      if (Date.now() - kept.at > oldCounts.recountAfterMs && !kept.isRecounting) {
        kept.isRecounting = true;
        // After a failure, the old count is used until it is too old.
        void this.#recount(key, version, () => count({ mostMs: longMs })).catch(() => {});
      }
      return kept.count;
    }
    return this.#recount(key, version, () => count(limits));
  }

  #isUsable({ count, at }: KeptCount): boolean {
    const age = Date.now() - at;
    return count >= oldCounts.atLeast && age >= 0 && age < oldCounts.mostMs;
  }

  async #recount(key: string, version: unknown, count: () => Promise<number> | number): Promise<number> {
    const at = Date.now();
    const counted = await count();
    if (this.#counts.size >= mostCounts) this.#counts.clear();
    this.#counts.set(key, { count: counted, version, at, isRecounting: false });
    return counted;
  }
}
