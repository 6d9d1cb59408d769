import Database from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import { keepConnections } from './keep-connections.ts';
import { waitLimited, whenFree } from './waiting.ts';

// A transaction that reads first and writes later would fail with SQLITE_BUSY if another process writes
// in between, regardless of the busy timeout. So each takes the write lock at its start.
class ImmediateDriver extends SqliteDriver {
  readonly #durability: SetDurability;
  #connection: DatabaseConnection | undefined;
  #isLent = false;
  /** Callers whose turn has not come, in their order. */
  readonly #waiting: (() => void)[] = [];

  constructor(database: Database.Database, durability: SetDurability) {
    super({ database });
    this.#durability = durability;
  }

  override async beginTransaction(connection: DatabaseConnection, settings?: { accessMode?: string }) {
    const begin = settings?.accessMode === 'read only' ? 'begin' : 'begin immediate';
    await connection.executeQuery(CompiledQuery.raw(begin));
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#isLent) {
      const turn = new Promise<void>((resolve) => void this.#waiting.push(resolve));
      await waitLimited(turn, () => this.#passOn());
    }
    this.#isLent = true;
    this.#connection ??= patient(await super.acquireConnection(), this.#durability);
    return this.#connection;
  }

  override async releaseConnection(): Promise<void> {
    this.#passOn();
  }

  #passOn(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isLent = false;
  }
}

/** Says that Kysely need not lend the one connection to one caller at a time: `ImmediateDriver` does, with a limit. */
class LendingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** A transaction waits at its start; any other statement waits on its own. */
function patient(connection: DatabaseConnection, setDurability: SetDurability): DatabaseConnection {
  return {
    executeQuery: (query) =>
      whenFree(() => {
        setDurability('full');
        return connection.executeQuery(query);
      }),
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
  } as DatabaseConnection;
}

/** Whether the next transaction is on disk when it ends (`full`), or soon after. Call it outside of a transaction. */
export type SetDurability = (level: 'full' | 'normal') => void;

/** Of a database that waits for the disk. A pragma is compiled each time, so it runs only when something changes. */
function durabilityOf(database: Database.Database): SetDurability {
  let current = 'full';
  return (level) => {
    if (level === current) return;
    database.pragma(`synchronous = ${level}`);
    current = level;
  };
}

/**
 * Opens a SQLite file so that a completed write is on disk. A statement that has to wait for another process fails
 * immediately: use `whenFree`.
 */
export function openSqlite(file: string): Database.Database {
  const database = new Database(file, { timeout: 5000 });
  try {
    database.pragma('synchronous = full');
    database.pragma('foreign_keys = on');
    // Deleted content is overwritten, so that no trace of a removed reader stays in the file.
    database.pragma('secure_delete = on');
    // Set from this point: the driver's own waiting blocks the process, which may hold the lock itself.
    database.pragma('busy_timeout = 0');
    return database;
  } catch (error) {
    // A damaged file stayed locked until garbage was collected, and no backup could replace it.
    database.close();
    throw error;
  }
}

export class WriteFirstSqliteDialect extends SqliteDialect {
  readonly #database: Database.Database;
  readonly setDurability: SetDurability;

  constructor(database: Database.Database) {
    super({ database });
    this.#database = database;
    this.setDurability = durabilityOf(database);
  }

  override createAdapter(): SqliteAdapter {
    return new LendingAdapter();
  }

  override createDriver(): Driver {
    return keepConnections(new ImmediateDriver(this.#database, this.setDurability));
  }
}
