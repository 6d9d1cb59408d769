/** A value for a `?`. Each database gets a `Date` as it stores instants. */
export type SqlValue = string | number | Date | null;

/** An instant as a query gives it: SQLite stores milliseconds. */
export type Instant = Date | number;

export function isoInstant(instant: Instant): string {
  return new Date(instant).toISOString();
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
  /** The number of rows of `select … from …`; SQLite counts again only after something was written. */
  count(from: string, values?: readonly SqlValue[]): Promise<number>;
}

export interface OpenReads extends Reads {
  close(): void;
}

/** The statement behind `count`; an integer in either database. */
export const countSql = (from: string) => `select cast(count(*) as integer) as count from ${from}`;
