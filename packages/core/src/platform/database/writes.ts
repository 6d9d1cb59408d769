import type { EntityManager } from '@mikro-orm/sql';
import { CompiledQuery, type QueryResult, sql } from 'kysely';
import { compile, type Query, type SqlValue, storedInSqlite } from './query.ts';

/**
 * Inserts many rows: `into` names the table and its columns, `after` is what follows the values, such as `on conflict
 * do nothing` or `returning id`. Resolves to the returned rows, in any order.
 *
 * A row may conflict with a row in the database, but not with another row of the same call.
 */
export type InsertRows = <Row>(into: string, rows: readonly SqlValue[][], after?: string) => Promise<Row[]>;

/** Runs one statement and resolves to the rows it returns. SQLite prepares each text once and caches it. */
export type RunStatement = <Row>(query: Query<Row>) => Promise<Row[]>;

export interface WriteOptions {
  /**
   * Resolves before the transaction is on disk. It survives the end of this process. A crash of the machine or of
   * PostgreSQL can lose it, unless a later transaction waited for the disk.
   */
  isVolatile?: boolean;
}

/** Writes without the ORM, for rows that arrive often. */
export interface Writes {
  /**
   * Runs `work` in one transaction, which is on disk when this resolves. `work` may run more than once, and must await
   * nothing but `insert`. Statements that it does not await are sent together with the commit, and fail the transaction
   * too.
   */
  insertTogether<T>(work: (insert: InsertRows) => Promise<T>): Promise<T>;
  /** The same with statements of any kind. */
  writeTogether<T>(
    work: (run: RunStatement, insert: InsertRows) => Promise<T>,
    options?: WriteOptions,
  ): Promise<T>;
  /** Runs one statement in a transaction of its own. PostgreSQL prepares it once, for values that need the same plan. */
  writeOne<Row>(query: Query<Row>): Promise<Row[]>;
}

/** The statements of one transaction. A failed statement fails the transaction even if it was not awaited. */
export class Answers {
  readonly #all: Promise<unknown>[] = [];

  add<T>(answer: Promise<T>): Promise<T> {
    answer.catch(() => {});
    this.#all.push(answer);
    return answer;
  }

  /** @throws the error of the first statement that failed */
  async wait(): Promise<void> {
    await Promise.all(this.#all);
  }
}

/** Runs a statement as part of the transaction of `em`, if it has one. */
export function runIn<Row>(em: EntityManager, query: Query<Row>): Promise<QueryResult<Row>> {
  const kind = em.getPlatform().getDefaultSchemaName() === 'public' ? 'postgresql' : 'sqlite';
  const { sql, values } = compile(kind, query);
  const parameters = kind === 'sqlite' ? values.map(storedInSqlite) : [...values];
  return em.getKysely().executeQuery(CompiledQuery.raw(sql, parameters) as CompiledQuery<Row>);
}

/** Whether a row caused the error, so that other rows may succeed without it. */
export function isAboutValues(error: unknown): boolean {
  const { code = '' } = error as { code?: string };
  // SQLite's names, and PostgreSQL's classes "data exception" and "integrity constraint violation".
  return /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG)|^2[23]/.test(code);
}

/** Keeps other processes from writing to a table until the transaction ends. SQLite has one writer at a time anyway. */
export async function holdTable(
  { kind }: { kind: 'sqlite' | 'postgresql' },
  em: EntityManager,
  table: 'consents' | 'scheduled_emails' | 'privacy_texts' | 'settings' | 'templates',
): Promise<void> {
  if (kind === 'postgresql') await runIn(em, sql`lock table ${sql.table(table)} in share row exclusive mode`);
}
