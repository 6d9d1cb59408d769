import Database from 'better-sqlite3';
import { CompiledQuery, type DatabaseConnection, type Driver, SqliteDialect, SqliteDriver } from 'kysely';
import { keepConnections } from './keep-connections.ts';

// A transaction that reads first and writes later would fail with SQLITE_BUSY if another process writes
// in between, regardless of the busy timeout. So each takes the write lock at its start.
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection, settings?: { accessMode?: string }) {
    const begin = settings?.accessMode === 'read only' ? 'begin' : 'begin immediate';
    await connection.executeQuery(CompiledQuery.raw(begin));
  }
}

/** Opens a SQLite file so that an answered write is on disk, and other processes wait their turn. */
export function openSqlite(file: string): Database.Database {
  const database = new Database(file, { timeout: 5000 });
  database.pragma('journal_mode = wal');
  database.pragma('synchronous = full');
  database.pragma('foreign_keys = on');
  return database;
}

export class WriteFirstSqliteDialect extends SqliteDialect {
  readonly database: Database.Database;

  constructor(database: Database.Database) {
    super({ database });
    this.database = database;
  }

  override createDriver(): Driver {
    return keepConnections(new ImmediateDriver({ database: this.database }));
  }
}
