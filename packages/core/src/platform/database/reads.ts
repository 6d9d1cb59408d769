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
  read<Row>(query: Query<Row>): Promise<Row[]>;
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

export interface CountOptions {
  mayBeOld?: boolean;
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
  /** Answers soon, with what is known by then. Reading goes on, so that the whole page comes sooner when it is asked for. */
  allowPartial?: boolean | undefined;
}

/**
 * One page of a list.
 *
 * Ids are looked up first, because they are in the index. This way no row is read just to be skipped.
 */
export async function readPage<Row>(
  database: Reads,
  { table, rows: all, where, key = 'id', orderBy, reverse, inOrder }: PagedList<Row>,
  { page, limit, allowPartial }: PageQuery,
): Promise<Page<Row>> {
  const offset = (page - 1) * limit;
  const from = (
    conditions: readonly Expression<SqlBool>[],
    source: Expression<unknown> = sql.table(table),
  ) => (conditions.length > 0 ? sql`${source} where ${sql.join(conditions, sql` and `)}` : source);
  const conditions = where.map((condition) => condition.where);
  const read = (ids: Expression<unknown>) =>
    database.read(
      all.where(sql<SqlBool>`${sql.ref(`${table}.${key}`)} in (${ids})`).orderBy(sql`${orderBy}`),
    );
  const idsIn = (source: Expression<unknown>, order = orderBy, range = { limit, offset }) =>
    sql`select ${sql.ref(key)} from ${source} order by ${order} limit ${range.limit} offset ${range.offset}`;
  const counted = from(where.map((condition) => condition.toCount ?? condition.where));
  const count = () =>
    database.count(sql<{ count: number }>`select ${rowCount} from ${counted}`, { mayBeOld: true });
  const columns = inOrder?.map((column) => sql.ref(column)) ?? [];
  const head = sql`(select ${sql.join(columns)} from ${sql.table(table)} order by ${orderBy} limit ${sql.lit(firstRows)}) as ${sql.table(table)}`;

  const inWhole = () => read(idsIn(from(conditions)));
  const inHead = () => read(idsIn(from(conditions, head)));

  // From there on, counting first and reading from the other end is worth it.
  const isFar = reverse !== undefined && offset >= farDown;
  const near = isFar
    ? undefined
    : look(inWhole, inOrder && offset + limit <= firstRows ? inHead : undefined, limit);

  async function readWhole(): Promise<Page<Row>> {
    if (isFar) {
      const total = await count();
      const below = total - offset - limit;
      if (below < offset) {
        const range = { limit: Math.max(0, limit + Math.min(0, below)), offset: Math.max(0, below) };
        const rows = await read(idsIn(from(conditions), reverse, range));
        return { rows, total, hasMore: below > 0 };
      }
    }
    const rows = await (near?.rows ?? inWhole());
    // A page that is not full is the last one, unless it is past the end.
    const isLast = rows.length < limit && (rows.length > 0 || page === 1);
    const total = isLast ? offset + rows.length : await count();
    return { rows, total, hasMore: offset + rows.length < total };
  }

  const reading = readWhole();
  if (!allowPartial) return reading;
  const early = await Promise.race([reading, wait(partialAfterMs)]);
  if (early) return early;
  // Whoever asks for the whole page is told of an error.
  const whole = reading.then(({ rows }) => rows).catch(() => []);
  const rows = near ? await Promise.race([near.first, whole]) : [];
  return { rows, total: offset + rows.length, hasMore: rows.length === limit, isPartial: true };
}

/** From this row on, a list is read from its other end if that is closer. */
const farDown = 10_000;

/** How many rows are looked through for a page. Reading so many takes about as long as a search may take. */
const firstRows = 20_000;
/** Within this time, an index has found a rare text. */
const headStartMs = 10;
/** Someone who waits for a list sees no difference between this and less. */
const partialAfterMs = 20;

interface Look<Row> {
  rows: Promise<Row[]>;
  /** Those that are found soon; never fails. */
  first: Promise<Row[]>;
}

/** All of a list, or its first rows if they fill the page and that takes less time. */
function look<Row>(
  inWhole: () => Promise<Row[]>,
  inHead: (() => Promise<Row[]>) | undefined,
  limit: number,
): Look<Row> {
  const whole = inWhole();
  if (!inHead) return { rows: whole, first: whole.catch(() => []) };
  const early = Promise.race([whole, wait(headStartMs)]);
  const first = early.then((rows) => rows ?? inHead()).catch(() => []);
  return { rows: Promise.race([whole, first.then((rows) => (rows.length === limit ? rows : whole))]), first };
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

interface RunningCount extends Pick<KeptCount, 'version' | 'at'> {
  count: Promise<number>;
}

/** Someone who was shown a part of a list asks for the rest of it: they need not start the same count again. */
function isRecent(at: number): boolean {
  const age = Date.now() - at;
  return age >= 0 && age < 500;
}

/** Counts, by their query, each of one state of the database. */
export class CachedCounts {
  readonly #counts = new Map<string, KeptCount>();
  readonly #running = new Map<string, RunningCount>();

  /** @param count Counts the rows in the state of this version, or a later one. */
  async get(
    key: string,
    version: unknown,
    count: () => Promise<number> | number,
    { mayBeOld = false }: CountOptions = {},
  ): Promise<number> {
    const kept = this.#counts.get(key);
    if (kept?.version === version && kept) return kept.count;
    if (kept && mayBeOld && this.#isUsable(kept)) {
      if (Date.now() - kept.at > oldCounts.recountAfterMs && !kept.isRecounting) {
        kept.isRecounting = true;
        // After a failure, the old count is used until it is too old.
        void this.#recount(key, version, count).catch(() => {});
      }
      return kept.count;
    }
    const running = this.#running.get(key);
    const isShared = running && (running.version === version || (mayBeOld && isRecent(running.at)));
    return isShared ? running.count : this.#recount(key, version, count);
  }

  #isUsable({ count, at }: KeptCount): boolean {
    const age = Date.now() - at;
    return count >= oldCounts.atLeast && age >= 0 && age < oldCounts.mostMs;
  }

  async #recount(key: string, version: unknown, count: () => Promise<number> | number): Promise<number> {
    const at = Date.now();
    const running: RunningCount = { count: Promise.resolve(count()), version, at };
    this.#running.set(key, running);
    try {
      const counted = await running.count;
      if (this.#counts.size >= mostCounts) this.#counts.clear();
      this.#counts.set(key, { count: counted, version, at, isRecounting: false });
      return counted;
    } finally {
      if (this.#running.get(key) === running) this.#running.delete(key);
    }
  }
}
