import type { SqlValue } from './reads.ts';

/**
 * Inserts many rows: `into` names the table and its columns, `after` is what follows the values, such as
 * `on conflict do nothing` or `returning id`. Gives the rows that are returned, in any order.
 *
 * A row may conflict with one of the database, not with another of the same call.
 */
export type InsertRows = <Row>(into: string, rows: readonly SqlValue[][], after?: string) => Promise<Row[]>;

/**
 * Runs one statement and gives the rows that it returns. Its text holds `?` instead of values: SQLite prepares a
 * text once and keeps it.
 */
export type RunStatement = <Row>(sql: string, values?: readonly SqlValue[]) => Promise<Row[]>;

/** Writes without the ORM, for rows that arrive often. */
export interface Writes {
  /**
   * Runs `work` in one transaction, which is on disk when this resolves. It may run more than once, and
   * awaits nothing but `insert`. What it does not await is sent together with the commit, and fails the transaction
   * as well.
   */
  insertTogether<T>(work: (insert: InsertRows) => Promise<T>): Promise<T>;
  /** The same with statements of any kind. */
  writeTogether<T>(work: (run: RunStatement, insert: InsertRows) => Promise<T>): Promise<T>;
}

/** The statements of one transaction, so that one that nobody waits for fails it as well. */
export class Answers {
  readonly #all: Promise<unknown>[] = [];

  add<T>(answer: Promise<T>): Promise<T> {
    answer.catch(() => {});
    this.#all.push(answer);
    return answer;
  }

  /** @throws what the first of them did that failed */
  async wait(): Promise<void> {
    await Promise.all(this.#all);
  }
}

/** Whether a row caused the error, so that other rows may succeed without it. */
export function isAboutValues(error: unknown): boolean {
  const { code = '' } = error as { code?: string };
  // SQLite's names, and PostgreSQL's classes "data exception" and "integrity constraint violation".
  return /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG)|^2[23]/.test(code);
}
