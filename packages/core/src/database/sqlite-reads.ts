import Database from 'better-sqlite3';
import { countSql, type OpenReads, type SqlValue } from './reads.ts';

/**
 * Reads through a connection of its own, opened by the first query. On the ORM's they would wait for an
 * open transaction, or see what it may still undo.
 */
export function sqliteReads(path: string): OpenReads {
  let connection: ReadConnection | undefined;
  const connect = () => {
    connection ??= new ReadConnection(path);
    return connection;
  };
  return {
    read: async <Row>(sql: string, values: readonly SqlValue[] = []) => connect().all(sql, values) as Row[],
    count: async (from, values = []) => connect().count(from, values),
    close: () => connection?.close(),
  };
}

/** More counts than screens ask for; a search for each letter typed adds one. */
const mostCounts = 500;

class ReadConnection {
  readonly #database: Database.Database;
  readonly #statements = new Map<string, Database.Statement>();
  readonly #dataVersion: Database.Statement;
  readonly #counts = new Map<string, number>();
  #countedAt: unknown;

  constructor(path: string) {
    this.#database = new Database(path, { readonly: true, timeout: 5000 });
    // A search reads all words. From the system's page cache it does so without copying them into SQLite's
    // own of 2 MB, which at 100,000 words makes it three times as fast.
    this.#database.pragma('mmap_size = 268435456');
    this.#dataVersion = this.#database.prepare('pragma data_version').pluck();
  }

  all(sql: string, values: readonly SqlValue[]): unknown[] {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement.all(values.map((value) => (value instanceof Date ? value.getTime() : value)));
  }

  count(from: string, values: readonly SqlValue[]): number {
    // Changes with every commit of another connection, and this one never writes.
    const version = this.#dataVersion.get();
    if (version !== this.#countedAt || this.#counts.size > mostCounts) this.#counts.clear();
    this.#countedAt = version;
    const key = JSON.stringify([from, ...values]);
    let count = this.#counts.get(key);
    if (count === undefined) {
      [{ count }] = this.all(countSql(from), values) as [{ count: number }];
      this.#counts.set(key, count);
    }
    return count;
  }

  close(): void {
    this.#database.close();
  }
}
