import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Migrator } from '@mikro-orm/migrations';
import type { EntityClass, MikroORM } from '@mikro-orm/sql';
import { MikroORM as SqliteOrm } from '@mikro-orm/sqlite';
import type Database from 'better-sqlite3';
import { makePrivateDatabase } from '../private-files.ts';
import { holdingFile } from './holding-file.ts';
import { sqliteMigrations } from './migrations/sqlite.ts';
import type { DatabaseAccess, OpenedOrm } from './opened-orm.ts';
import { openSqlite, WriteFirstSqliteDialect } from './sqlite-dialect.ts';
import { sqliteReads } from './sqlite-reads.ts';
import { sqliteWrites } from './sqlite-writes.ts';

/** Only migrations know about FTS5. */
const searchIndex = /_search($|_)/;

export async function openSqliteOrm(
  path: string,
  entities: readonly EntityClass[],
  access: DatabaseAccess,
): Promise<OpenedOrm> {
  const database = access === 'create' ? createSqlite(path) : openSqlite(path);
  const reads = sqliteReads(path);
  let made: SqliteOrm | undefined;
  const orm = () => {
    made ??= new SqliteOrm({
      entities: [...entities],
      dbName: path,
      driverOptions: () => new WriteFirstSqliteDialect(database),
      forceUtcTimezone: true,
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
    writes: sqliteWrites(() => orm().em.getConnection().getClient(), database),
    underLock: (work) => holdingFile(`${path}-migrating`, work),
    async close() {
      reads.close();
      await made?.close(true);
      if (database.open) database.close();
    },
  };
}

function createSqlite(path: string): Database.Database {
  // An existing folder may also contain other things.
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  makePrivateDatabase(path);
  const database = openSqlite(path);
  // This setting is stored in the file.
  database.pragma('journal_mode = wal');
  return database;
}
