import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Migrator } from '@mikro-orm/migrations';
import type { EntityClass, EntityManager, MikroORM } from '@mikro-orm/sql';
import type { Pool } from 'pg';
import { DomainError } from '../errors.ts';
import type { DatabaseConfig } from '../settings/config.ts';

// Those that keep the totals are written by migrations: entities have no words for them.
const schemaGenerator = { ignoreTriggers: true, ignoreRoutines: true };

/** The native client, for what works below the ORM. */
export type NativeClient =
  | { kind: 'sqlite'; database: import('better-sqlite3').Database }
  | { kind: 'postgresql'; pool: Pool };

export interface OpenDatabase {
  kind: DatabaseConfig['kind'];
  /** A fresh unit of work; take one for each use case. */
  em(): EntityManager;
  native: NativeClient;
  /** The server's version, such as `SQLite 3.50.4`. */
  version(): Promise<string>;
  /** Whether a query is answered. */
  isReachable(): Promise<boolean>;
  /** SQL that would bring the schema to the entities; empty where they agree. For tests. */
  schemaDifference(): Promise<string>;
  /** Names of the migrations that are still to be applied. */
  pendingMigrations(): Promise<string[]>;
  /** Applies them, one process at a time; the names of those applied. */
  migrate(): Promise<string[]>;
  close(): Promise<void>;
}

/**
 * Connects to the database; an error says in plain words why it cannot. Applies no migration.
 *
 * @param entities The tables, declared by the features that own them.
 * @throws DomainError `database.unreachable`
 */
export async function openDatabase(
  config: DatabaseConfig,
  entities: readonly EntityClass[],
): Promise<OpenDatabase> {
  try {
    return config.kind === 'sqlite'
      ? await openSqliteDatabase(config.path, entities)
      : await openPostgres(config.url, entities);
  } catch (cause) {
    const where = config.kind === 'sqlite' ? `the file ${config.path}` : 'the PostgreSQL server';
    throw new DomainError(
      'database.unreachable',
      `The database could not be opened (${where}): ${plainReason(cause)}. Check DATABASE_URL.`,
      { cause },
    );
  }
}

async function openSqliteDatabase(path: string, entities: readonly EntityClass[]): Promise<OpenDatabase> {
  const [{ MikroORM }, { Migrator }, { sqliteMigrations }, { openSqlite, WriteFirstSqliteDialect }] =
    await Promise.all([
      import('@mikro-orm/sqlite'),
      import('@mikro-orm/migrations'),
      import('./migrations/sqlite.ts'),
      import('./sqlite-dialect.ts'),
    ]);
  mkdirSync(dirname(path), { recursive: true });
  const database = openSqlite(path);
  // Readers' addresses are in it.
  chmodSync(path, 0o600);
  const orm = await MikroORM.init({
    entities: [...entities],
    dbName: path,
    driverOptions: () => new WriteFirstSqliteDialect(database),
    forceUtcTimezone: true,
    extensions: [Migrator],
    migrations: { migrationsList: sqliteMigrations, snapshot: false, silent: true },
    schemaGenerator,
  });
  return wrap(orm as unknown as MikroORM, { kind: 'sqlite', database }, (work) => holdingFile(path, work));
}

/** Runs `work` while no other process does the same; the lock goes with the process if it dies. */
async function holdingFile<T>(path: string, work: () => Promise<T>): Promise<T> {
  const { default: Database } = await import('better-sqlite3');
  const lock = new Database(`${path}-migrating`, { timeout: 0 });
  try {
    // Asked for again and again, not waited for: the driver's own waiting would block this process.
    for (;;) {
      try {
        lock.exec('begin exclusive');
        break;
      } catch (error) {
        if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
    return await work();
  } finally {
    lock.close();
  }
}

async function openPostgres(url: string, entities: readonly EntityClass[]): Promise<OpenDatabase> {
  const [{ MikroORM }, { Migrator }, { postgresqlMigrations }, { LastingPostgreSqlDriver }] =
    await Promise.all([
      import('@mikro-orm/postgresql'),
      import('@mikro-orm/migrations'),
      import('./migrations/postgresql.ts'),
      import('./postgresql-driver.ts'),
    ]);
  const orm = await MikroORM.init({
    driver: LastingPostgreSqlDriver,
    entities: [...entities],
    clientUrl: url,
    pool: { min: 0, max: 10 },
    driverOptions: { connectionTimeoutMillis: 10_000 },
    forceUtcTimezone: true,
    extensions: [Migrator],
    migrations: { migrationsList: postgresqlMigrations, snapshot: false, silent: true },
    schemaGenerator,
  });
  const pool = (await orm.em.getConnection().getNativeClient()) as Pool;
  try {
    await pool.query('select 1');
  } catch (error) {
    await orm.close(true);
    throw error;
  }
  return wrap(orm as unknown as MikroORM, { kind: 'postgresql', pool }, async (work) => {
    // A session lock, on a connection of its own: it goes with the connection if the process dies.
    const client = await pool.connect();
    try {
      await client.query('select pg_advisory_lock($1)', [migrationLock]);
      const result = await work();
      await client.query('select pg_advisory_unlock($1)', [migrationLock]);
      return result;
    } finally {
      client.release(true);
    }
  });
}

/** Any number that nobody else uses. */
const migrationLock = 7_019_643_117;

function wrap(
  orm: MikroORM,
  native: NativeClient,
  underLock: <T>(work: () => Promise<T>) => Promise<T>,
): OpenDatabase {
  const migrator = () => (orm as unknown as { migrator: Migrator }).migrator;
  return {
    kind: native.kind,
    native,
    em: () => orm.em.fork() as EntityManager,
    async version() {
      const query = native.kind === 'sqlite' ? 'select sqlite_version() as v' : 'show server_version';
      const [row] = (await orm.em.fork().execute(query)) as Record<string, string>[];
      return `${native.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'} ${Object.values(row ?? {})[0]}`;
    },
    async isReachable() {
      try {
        await orm.em.fork().execute('select 1');
        return true;
      } catch {
        return false;
      }
    },
    schemaDifference: () => orm.schema.getUpdateSchemaSQL(),
    // Even the look makes the migrator's table where there is none, so both go under the lock.
    pendingMigrations: () => underLock(async () => (await migrator().getPending()).map(({ name }) => name)),
    migrate: () => underLock(async () => (await migrator().up()).map(({ name }) => name)),
    async close() {
      await orm.close(true);
      if (native.kind === 'sqlite' && native.database.open) native.database.close();
    },
  };
}

/** The driver's own words without an address or a password that may stand in them. */
function plainReason(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  if (code === 'ECONNREFUSED') return 'nothing answers at that address';
  if (code === 'ENOTFOUND') return 'there is no host of that name';
  if (code === '28P01') return 'the password was not accepted';
  if (code === '3D000') return 'there is no database of that name';
  return (message ?? 'unknown reason').replace(/\w+:\/\/\S+/g, '…').replace(/\.$/, '');
}
