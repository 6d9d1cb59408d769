/** A value for a `?`. Each database gets a `Date` as it stores instants. */
export type SqlValue = string | number | Date | null;

/** An instant as a query gives it: SQLite stores milliseconds. */
export type Instant = Date | number;

export function isoInstant(instant: Instant): string {
  return new Date(instant).toISOString();
}

/** A part of a `where`, and the values of its `?`. */
export interface Condition {
  sql: string;
  values: SqlValue[];
  /** Holds for the same rows, and counts them faster. */
  toCount?: Omit<Condition, 'toCount'>;
}

/**
 * The column contains the text, taken literally. The case must agree, so compare what is in lower case
 * on both sides: databases fold letters beyond ASCII differently.
 */
export function containing(column: string, text: string): Condition {
  return { sql: `${column} like ? escape '!'`, values: [`%${text.replace(/[!%_]/g, '!$&')}%`] };
}

/**
 * Queries without the ORM, for lists and counts. They see what is committed and wait for no writer.
 *
 * Statements are prepared once and kept by their text, so a text holds `?` instead of values. Only what
 * a partial index depends on is written into it: SQLite would not use the index for a value.
 */
export interface Reads {
  /** `Row` has the columns as the query names them; instants are of type `Instant`. */
  read<Row>(sql: string, values?: readonly SqlValue[]): Promise<Row[]>;
  /** The number of rows of `select … from …`; counted again only after something was written. */
  count(from: string, values?: readonly SqlValue[]): Promise<number>;
  /**
   * `search_text` of `table` contains the text, as `containing` says, by the index `<table>_search` where it
   * helps. For one list: which way is best depends on the text and on the rows that there are now.
   */
  searching(table: string, text: string): Promise<Condition>;
}

export interface OpenReads extends Reads {
  close(): void;
}

/** The statement behind `count`; an integer in either database. */
export const countSql = (from: string) => `select cast(count(*) as integer) as count from ${from}`;
