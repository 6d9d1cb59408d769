import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Migrator } from '@mikro-orm/migrations';
import type { EntityClass, MikroORM } from '@mikro-orm/sql';
import { MikroORM as SqliteOrm } from '@mikro-orm/sqlite';
import Database from 'better-sqlite3';
import { type Kysely, type SqlBool, sql } from 'kysely';
import { makePrivateDatabase } from '../files.ts';
import { refuseZeroCharacters } from './database-failure.ts';
import { holdingFile } from './holding-file.ts';
import { sqliteMigrations } from './migrations/sqlite.ts';
import type { DatabaseAccess, OpenedOrm } from './opened-orm.ts';
import { compile, containing, containsAtLeast, type Query, type SqlValue, storedInSqlite } from './query.ts';
import {
  CachedCounts,
  type Condition,
  type CountOptions,
  groupsOf,
  type OpenReads,
  type Reads,
} from './reads.ts';
import { openSqlite, type SetDurability, WriteFirstSqliteDialect } from './sqlite-dialect.ts';
import { whenFree } from './waiting.ts';
import { Answers, type InsertRows, type RunStatement, type Writes } from './writes.ts';

/** Only migrations know about FTS5. */
export const searchIndex = /_search($|_)/;

export async function openSqliteOrm(
  path: string,
  entities: readonly EntityClass[],
  access: DatabaseAccess,
): Promise<OpenedOrm> {
  const database = access === 'create' ? createSqlite(path) : openSqlite(path);
  const reads = sqliteReads(path);
  const dialect = new WriteFirstSqliteDialect(database);
  let made: SqliteOrm | undefined;
  const orm = () => {
    made ??= new SqliteOrm({
      entities: [...entities],
      dbName: path,
      driverOptions: () => dialect,
      forceUtcTimezone: true,
      onQuery: refuseZeroCharacters,
      extensions: [Migrator],
      schemaGenerator: { skipTables: [searchIndex], skipViews: [searchIndex] },
      migrations: { migrationsList: sqliteMigrations, snapshot: false, silent: true },
    });
    return made;
  };
  return {
    orm: orm as unknown as () => MikroORM,
    native: { kind: 'sqlite', database },
    reads,
    clockOffset: async () => 0,
    migrations: sqliteMigrations.map(({ name }) => name),
    writes: sqliteWrites(() => orm().em.getConnection().getClient(), database, dialect.setDurability),
    underLock: (work) => holdingFile(migrationLock(path), work),
    async close() {
      reads.close();
      await made?.close(true);
      if (database.open) database.close();
    },
  };
}

/** The file that one process holds while it migrates. */
export const migrationLock = (path: string) => `${path}-migrating`;

function createSqlite(path: string): Database.Database {
  // An existing folder may also contain other things.
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  makePrivateDatabase(path);
  const database = openSqlite(path);
  // This setting is stored in the file.
  database.pragma('journal_mode = wal');
  return database;
}

/**
 * Reads through a separate connection, opened by the first query. On the ORM's connection, they would wait for an open
 * transaction, or see changes that may still be rolled back.
 */
function sqliteReads(path: string): OpenReads {
  let connection: ReadConnection | undefined;
  const connect = () => {
    connection ??= new ReadConnection(path);
    return connection;
  };
  const read: Reads['read'] = async <Row>(query: Query<Row>) => {
    const { sql, values } = compile('sqlite', query);
    return (await whenFree(() => connect().all(sql, values))) as Row[];
  };
  return {
    read,
    count(query, options) {
      const { sql, values } = compile('sqlite', query);
      return whenFree(() => connect().count(sql, values, options));
    },
    searching: (table, text) => searchingSqlite(read, table, text),
    containingMost: containingMostSqlite,
    close: () => connection?.close(),
  };
}

class ReadConnection {
  readonly #database: Database.Database;
  readonly #statements = new Map<string, Database.Statement>();
  readonly #dataVersion: Database.Statement;
  readonly #counts = new CachedCounts();

  constructor(path: string) {
    this.#database = new Database(path, { readonly: true, timeout: 0 });
    this.#dataVersion = this.#database.prepare('pragma data_version').pluck();
  }

  all(sql: string, values: readonly SqlValue[]): unknown[] {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement.all(values.map(storedInSqlite));
  }

  count(sql: string, values: readonly SqlValue[], options?: CountOptions): Promise<number> {
    // Changes with every commit of another connection, and this one never writes.
    const version = this.#dataVersion.get();
    const count = () => (this.all(sql, values) as [{ count: number }])[0].count;
    return this.#counts.get(JSON.stringify([sql, ...values]), version, count, options);
  }

  close(): void {
    this.#database.close();
  }
}

/**
 * When a text counts as common: many candidates, and a quarter of those checked contain it. Then a page in the list's
 * own order is full after a few hundred rows, sooner than all hits are found and sorted.
 */
const common = { rows: 5000, lookedAt: 200, found: 50 };

/** A text of one or two letters at the start of this many trigrams counts as common. */
const mostTerms = 128;

/** The fastest condition for a text, with an FTS5 trigram index named `<table>_search`. */
async function searchingSqlite(read: Reads['read'], table: string, text: string): Promise<Condition> {
  const scan = containing(sql.ref('search_text'), text);
  const query = await matchingTrigrams(read, table, text);
  if (query === undefined) return { where: scan };
  if (query === '') return { where: sql<SqlBool>`false` };
  const index = sql.table(`${table}_search`);
  const candidates = sql`select rowid from ${index} where ${index} match ${query}`;
  const indexed = sql<SqlBool>`id in (${candidates}) and ${scan}`;
  const [sample] = await read(
    sql<{ found: number }>`select count(*) as found from ${sql.table(table)} where id in (
       ${candidates} limit ${sql.lit(common.lookedAt)} offset ${sql.lit(common.rows - common.lookedAt)}) and ${scan}`,
  );
  if (!sample || sample.found < common.found) return { where: indexed };
  return isShort(text) ? { where: scan } : { where: scan, toCount: indexed };
}

function containingMostSqlite(table: string, words: readonly string[], atLeast: number) {
  const contains = containsAtLeast('sqlite', sql.ref(`${table}.search_text`), words, atLeast);
  const groups = groupsOf(words, atLeast)?.map((group) =>
    group.flatMap(fewTrigrams).map(quoted).join(' AND '),
  );
  if (!groups) return contains;
  const index = sql.table(`${table}_search`);
  const query = groups.map((group) => `(${group})`).join(' OR ');
  return sql<SqlBool>`${sql.ref(`${table}.id`)} in (select rowid from ${index} where ${index} match ${query}) and ${contains}`;
}

/**
 * The FTS5 query: rows with all trigrams of the text or, for a short text, with a trigram that begins with it. Empty if
 * there is no such trigram; `undefined` if there are too many.
 */
async function matchingTrigrams(
  read: Reads['read'],
  table: string,
  text: string,
): Promise<string | undefined> {
  if (!isShort(text)) return trigrams(text).map(quoted).join(' AND ');
  const last = `${text}\u{10FFFF}\u{10FFFF}`;
  const terms = await read(
    sql<{ term: string }>`select term from ${sql.table(`${table}_search_terms`)}
      where term >= ${text} and term <= ${last} limit ${sql.lit(mostTerms + 1)}`,
  );
  if (terms.length > mostTerms) return;
  return terms.map(({ term }) => quoted(term)).join(' OR ');
}

function isShort(text: string): boolean {
  return [...text].length < 3;
}

/** The distinct trigrams. FTS5 counts characters, not UTF-16 units. */
function trigrams(text: string): string[] {
  const characters = [...text];
  return [...new Set(characters.slice(2).map((_, start) => characters.slice(start, start + 3).join('')))];
}

/** Trigrams that cover the text once: the others find hardly fewer rows, and each takes time to read. */
function fewTrigrams(text: string): string[] {
  const all = trigrams(text);
  return all.filter((_, at) => at % 3 === 0 || at === all.length - 1);
}

function quoted(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}

/** Writes through the ORM's connection, rows one by one, as prepared statements. */
function sqliteWrites(
  kysely: () => Kysely<unknown>,
  database: Database.Database,
  setDurability: SetDurability,
): Writes {
  const statements = new Map<string, Database.Statement>();

  function prepare(sql: string): Database.Statement {
    let statement = statements.get(sql);
    if (!statement) {
      statement = database.prepare(sql);
      statements.set(sql, statement);
    }
    return statement;
  }

  function execute<Row>(statement: Database.Statement, values: readonly SqlValue[]): Row[] {
    const stored = values.map(storedInSqlite);
    if (statement.reader) return statement.all(stored) as Row[];
    statement.run(stored);
    return [];
  }

  const run: RunStatement = async <Row>(query: Query<Row>) => {
    const { sql, values } = compile('sqlite', query);
    return execute<Row>(prepare(sql), values);
  };

  const insert: InsertRows = async <Row>(into: string, rows: readonly SqlValue[][], after = '') => {
    if (rows.length === 0) return [];
    const statement = prepare(`insert into ${into} values (${rows[0]?.map(() => '?')}) ${after}`);
    return rows.flatMap((row) => execute<Row>(statement, row));
  };

  const step = (sql: 'begin immediate' | 'commit' | 'rollback') => execute(prepare(sql), []);

  // Kysely lends the connection to one caller at a time.
  const writeTogether: Writes['writeTogether'] = (work, { isVolatile = false } = {}) =>
    kysely()
      .connection()
      .execute(async () => {
        setDurability(isVolatile ? 'normal' : 'full');
        try {
          await whenFree(() => step('begin immediate'));
          const answers = new Answers();
          const result = await work(
            (query) => answers.add(run(query)),
            (into, rows, after) => answers.add(insert(into, rows, after)),
          );
          await answers.wait();
          await whenFree(() => step('commit'));
          return result;
        } catch (error) {
          // A full disk has already ended the transaction.
          if (database.inTransaction) step('rollback');
          throw error;
        }
      });

  return {
    writeTogether,
    insertTogether: (work) => writeTogether((_, insert) => work(insert)),
    writeOne: (query) => writeTogether((run) => run(query)),
  };
}
