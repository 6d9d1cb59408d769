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
