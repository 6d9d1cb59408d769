import type { DatabaseConfig } from '../settings/config.ts';

/** A value for a `?`. A `Date` is converted to the database's format for instants. */
export type SqlValue = string | number | Date | null;

/** An instant in a query result: SQLite stores milliseconds. */
export type Instant = Date | number;

export function isoInstant(instant: Instant): string {
  return new Date(instant).toISOString();
}

/** A part of a `where`, and the values of its `?`. */
export interface Condition {
  sql: string;
  values: SqlValue[];
  /** An equivalent condition that counts faster. */
  toCount?: Omit<Condition, 'toCount'>;
}

/**
 * The column contains the text, taken literally. The case must match, so compare lower-case text on both sides:
 * databases convert letters beyond ASCII differently.
 */
export function containing(column: string, text: string): Condition {
  return { sql: `${column} like ? escape '!'`, values: [`%${text.replace(/[!%_]/g, '!$&')}%`] };
}

/**
 * Queries without the ORM, for lists and counts. They see committed data and never wait for a writer.
 *
 * Statements are prepared once and cached by their text, so the text contains `?` instead of values. Only values that a
 * partial index depends on are literals: SQLite would not use the index for a bound value.
 */
export interface Reads {
  /** `Row` has the column names of the query; instants are of type `Instant`. */
  read<Row>(sql: string, values?: readonly SqlValue[]): Promise<Row[]>;
  /** The number of rows of `select … from …`; counted again only after something was written. */
  count(from: string, values?: readonly SqlValue[]): Promise<number>;
  /**
   * Like `containing`, for `search_text` of `table`, with the index `<table>_search` if it helps. Use it for one query
   * only: the best plan depends on the text and on the current rows.
   */
  searching(table: string, text: string): Promise<Condition>;
}

export interface OpenReads extends Reads {
  close(): void;
}

/** The statement behind `count`; an integer in either database. */
export const countSql = (from: string) => `select cast(count(*) as integer) as count from ${from}`;

/** SQL for a table passed as one `?`, so that the statement stays the same for any number of rows. */
export function jsonTable(
  kind: DatabaseConfig['kind'],
  columns: Readonly<Record<string, JsonColumn>>,
): string {
  const names = Object.keys(columns);
  return kind === 'sqlite'
    ? `(select ${names.map((name) => `value ->> '${name}' as ${name}`)} from json_each(?))`
    : `(select * from json_to_recordset(?::json) as _ (${names.map((name) => `${name} ${columns[name]}`)}))`;
}

type JsonColumn = 'integer' | 'bigint' | 'text' | 'timestamptz';

/** The value of that `?`. */
export function jsonRows(
  kind: DatabaseConfig['kind'],
  rows: readonly Readonly<Record<string, SqlValue>>[],
): string {
  const stored = (value: SqlValue) => (value instanceof Date && kind === 'sqlite' ? value.getTime() : value);
  return JSON.stringify(
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, stored(value)]))),
  );
}

/**
 * The columns of `fields`, each under the name of its field, for a query that calls the table `table`.
 * Columns are named as the ORM does: `createdAt` is stored in `created_at`.
 */
export function selectList(table: string, fields: readonly string[]): string {
  return fields.map((field) => `${table}.${columnOf(field)} as "${field}"`).join(', ');
}

function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export interface PagedList {
  table: string;
  /** The columns to select. */
  columns: string;
  /** Rows must meet all conditions; with none, the whole table is listed. */
  where: Condition[];
  /** Ends with the id, so that the order is unique. */
  orderBy: string;
}

export interface Page<Row> {
  rows: Row[];
  /** Across all pages. */
  total: number;
  hasMore: boolean;
}

/**
 * One page of a list. `page` counts from 1.
 *
 * Ids are looked up first, because they are in the index. This way no row is read just to be skipped.
 */
export async function readPage<Row>(
  database: Reads,
  { table, columns, where, orderBy }: PagedList,
  { page, limit }: { page: number; limit: number },
): Promise<Page<Row>> {
  const offset = (page - 1) * limit;
  const { from, values } = filtered(table, where);
  const ids = `select id from ${from} order by ${orderBy} limit ? offset ?`;
  const rows = await database.read<Row>(
    `select ${columns} from ${table} where id in (${ids}) order by ${orderBy}`,
    [...values, limit, offset],
  );
  // A page that is not full is the last one, unless it is past the end.
  const isLast = rows.length < limit && (rows.length > 0 || page === 1);
  const total = isLast ? offset + rows.length : await countRows(database, table, where);
  return { rows, total, hasMore: offset + rows.length < total };
}

function countRows(database: Reads, table: string, where: readonly Condition[]): Promise<number> {
  const { from, values } = filtered(
    table,
    where.map((condition) => condition.toCount ?? condition),
  );
  return database.count(from, values);
}

function filtered(table: string, where: readonly Condition[]) {
  const conditions = where.map(({ sql }) => sql).join(' and ');
  return {
    from: conditions ? `${table} where ${conditions}` : table,
    values: where.flatMap(({ values }) => values),
  };
}

/** More counts than screens need; a search for each letter typed adds one. */
const mostCounts = 500;

/** Counts of one state of the database. */
export class CachedCounts {
  readonly #counts = new Map<string, number>();
  #version: unknown;

  /** The count kept for that query, unless the state of the database has changed. */
  get(key: string, version: unknown): number | undefined {
    if (version !== this.#version) this.#counts.clear();
    this.#version = version;
    return this.#counts.get(key);
  }

  /** Keeps a count, unless the state changed while the rows were counted. */
  keep(key: string, version: unknown, count: number): void {
    if (version !== this.#version) return;
    if (this.#counts.size >= mostCounts) this.#counts.clear();
    this.#counts.set(key, count);
  }
}
