import Database from 'better-sqlite3';
import { KeptCounts } from './kept-counts.ts';
import { countSql, type OpenReads, type SqlValue } from './reads.ts';
import { searchingSqlite } from './sqlite-search.ts';
import { whenFree } from './when-free.ts';

/**
 * Reads through a separate connection, opened by the first query. On the ORM's connection, they would wait for an open
 * transaction, or see changes that may still be rolled back.
 */
export function sqliteReads(path: string): OpenReads {
  let connection: ReadConnection | undefined;
  const connect = () => {
    connection ??= new ReadConnection(path);
    return connection;
  };
  const read = async <Row>(sql: string, values: readonly SqlValue[] = []) =>
    (await whenFree(() => connect().all(sql, values))) as Row[];
  return {
    read,
    count: (from, values = []) => whenFree(() => connect().count(from, values)),
    searching: (table, text) => searchingSqlite(read, table, text),
    close: () => connection?.close(),
  };
}

class ReadConnection {
  readonly #database: Database.Database;
  readonly #statements = new Map<string, Database.Statement>();
  readonly #dataVersion: Database.Statement;
  readonly #counts = new KeptCounts();

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
    return statement.all(values.map((value) => (value instanceof Date ? value.getTime() : value)));
  }

  count(from: string, values: readonly SqlValue[]): number {
    const key = JSON.stringify([from, ...values]);
    // Changes with every commit of another connection, and this one never writes.
    const version = this.#dataVersion.get();
    const kept = this.#counts.get(key, version);
    if (kept !== undefined) return kept;
    const [{ count }] = this.all(countSql(from), values) as [{ count: number }];
    this.#counts.keep(key, version, count);
    return count;
  }

  close(): void {
    this.#database.close();
  }
}
