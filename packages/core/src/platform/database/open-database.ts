import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Migrator } from '@mikro-orm/migrations';
import type { EntityClass, EntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import { DomainError } from '../errors.ts';
import type { DatabaseConfig } from '../settings/config.ts';
import { databaseFailure, isDamaged, noSuchDatabase } from './database-failure.ts';
import { emptyLog } from './empty-log.ts';
import { fileObstacle, isDiskFull } from './file-obstacle.ts';
import type { DatabaseAccess, NativeClient, OpenedOrm } from './opened-orm.ts';
import type { Query } from './query.ts';
import type { Reads } from './reads.ts';
import { noteMigration, readSchema, type SchemaState } from './schema-state.ts';
import type { Writes } from './writes.ts';

export interface OpenDatabase extends ProductDatabase, Reads, Writes {
  /** A new unit of work; use one for each use case. */
  em(): EntityManager;
  native: NativeClient;
  /**
   * Converts an instant of this machine to the database's clock. Instants that machines compare with each other, such
   * as the end of a lease, are stored this way.
   */
  sharedTime(now: Date): Promise<Date>;
  /**
   * Leaves no trace of deleted rows on disk: on SQLite, the log of changes is emptied. PostgreSQL does this on its own
   * later, with autovacuum and by recycling its log.
   */
  forgetDeleted(): Promise<void>;
  /**
   * Has PostgreSQL look at a table of which it knows nothing yet, such as after an import or a restore: until then, it may
   * read the whole table for each page. Later it does so on its own.
   */
  analyzeNew(table: string): Promise<void>;
  /** SQL that would make the schema match the entities; empty if it does. For tests. */
  schemaDifference(): Promise<string>;
}

/** The end of a message that a database is missing. */
const howToFind =
  'Change to the folder of your installation, or check DATABASE_URL and DATA_DIR. A new installation starts with: wordrise setup';

/**
 * Brings the schema up to date. Only `create` may fill an empty database; otherwise the schema must exist.
 *
 * @throws DomainError `database.missing` without a schema, `database.outdated` if only reading it is allowed
 */
export async function prepareSchema(database: OpenDatabase, access: DatabaseAccess): Promise<void> {
  const { pending } = access === 'create' ? await database.schema() : await requireSchema(database);
  if (access === 'read' && pending.length > 0) {
    throw new DomainError(
      'database.outdated',
      'The database is older than this version of Wordrise, and this command changes nothing. Run first: wordrise migrate',
    );
  }
  if (pending.length > 0) await database.migrate();
}

/** @throws DomainError `database.missing` without a schema */
export async function requireSchema(database: OpenDatabase): Promise<SchemaState> {
  const state = await database.schema();
  if (state.applied.length === 0) {
    throw new DomainError('database.missing', `The database of DATABASE_URL is empty. ${howToFind}`);
  }
  return state;
}

/**
 * Connects to the database; an error says in plain words why it cannot. Applies no migration.
 *
 * @param entities The tables, declared by the features that own them.
 * @throws DomainError `database.unreachable`, `database.missing`, `database.newer`
 */
export async function openDatabase(
  config: DatabaseConfig,
  entities: readonly EntityClass[],
  access: DatabaseAccess = 'create',
): Promise<OpenDatabase> {
  if (config.kind === 'sqlite') requireFile(config.path, access);
  const opened = await connect(config, entities, access);
  try {
    await readSchema(opened);
  } catch (error) {
    await opened.close();
    throw isDamaged(error) ? databaseFailure(error) : error;
  }
  return present(opened);
}

function requireFile(path: string, access: DatabaseAccess): void {
  const obstacle = fileObstacle(path, access);
  if (obstacle)
    throw new DomainError('database.unreachable', `The database could not be opened: ${obstacle}`);
  if (access !== 'create' && !existsSync(path)) {
    throw new DomainError('database.missing', `There is no database ${path}. ${howToFind}`);
  }
}

/** Only the driver that is used is loaded. */
async function connect(
  config: DatabaseConfig,
  entities: readonly EntityClass[],
  access: DatabaseAccess,
): Promise<OpenedOrm> {
  try {
    if (config.kind === 'sqlite') {
      const { openSqliteOrm } = await import('./sqlite-orm.ts');
      return await openSqliteOrm(config.path, entities, access);
    }
    const { openPostgresqlOrm } = await import('./postgresql-orm.ts');
    return await openPostgresqlOrm(config.url, entities, access);
  } catch (cause) {
    if (isDamaged(cause)) throw databaseFailure(cause);
    const isMissing = (cause as { code?: string }).code === noSuchDatabase;
    const where = config.kind === 'sqlite' ? `the file ${config.path}` : 'the PostgreSQL server';
    if (config.kind === 'sqlite' && (await isDiskFull(dirname(config.path)))) {
      const full = `The database could not be opened (${where}): the disk is full. Free some space and try again.`;
      throw new DomainError('database.unreachable', full, { cause });
    }
    throw new DomainError(
      isMissing ? 'database.missing' : 'database.unreachable',
      `The database could not be opened (${where}): ${plainReason(cause)}. Check DATABASE_URL.`,
      { cause },
    );
  }
}

function present(opened: OpenedOrm): OpenDatabase {
  const { orm, native, reads, clockOffset, writes, underLock } = opened;
  const migrator = () => (orm() as unknown as { migrator: Migrator }).migrator;
  return {
    kind: native.kind,
    native,
    em: () => orm().em.fork() as EntityManager,
    read: reads.read,
    count: reads.count,
    searching: reads.searching,
    containingMost: reads.containingMost,
    clockAheadMs: async () => -(await clockOffset()),
    sharedTime: async (now) => new Date(now.getTime() + (await clockOffset())),
    ...writes,
    async version() {
      const query =
        native.kind === 'sqlite' ? sql`select sqlite_version() as version` : sql`show server_version`;
      const [row] = await reads.read(query as Query<Record<string, string>>);
      return `${native.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'} ${Object.values(row ?? {})[0]}`;
    },
    async isReachable() {
      try {
        // A file that another process has locked answers queries from memory.
        if (native.kind === 'sqlite') await writes.writeTogether(async () => {});
        else await reads.read(sql`select 1 as one`);
        return true;
      } catch {
        return false;
      }
    },
    async forgetDeleted() {
      if (native.kind === 'sqlite') await emptyLog(native.database);
    },
    async analyzeNew(table) {
      if (native.kind === 'sqlite') return;
      const known = await reads.read(
        sql`select 1 as one from pg_stats where schemaname = current_schema() and tablename = ${table} limit 1`,
      );
      if (known.length === 0) await writes.writeTogether((run) => run(sql`analyze ${sql.table(table)}`));
    },
    async warning() {
      if (native.kind === 'sqlite') return;
      const [row] = await reads.read(
        sql<{
          words: string | null;
          readers: string | null;
        }>`select to_regclass('words_search')::text as words,
          to_regclass('registrations_search')::text as readers`,
      );
      return row?.words && row.readers ? undefined : noSearchIndex;
    },
    async schemaDifference() {
      const lines = (await orm().schema.getUpdateSchemaSQL()).split('\n');
      return lines.filter((line) => !isExpected.test(line)).join('\n');
    },
    schema: () => readSchema(opened),
    pendingMigrations: async () => (await readSchema(opened)).pending,
    migrate: () =>
      underLock(async () => {
        const applied = await migrator().up();
        if (applied.length > 0) await noteMigration(orm().em.fork() as EntityManager);
        return applied.map(({ name }) => name);
      }),
    close: opened.close,
  };
}

/** Expected lines in a schema difference: only migrations know about the search indexes. */
const isExpected = /^$|^set names |^drop (index|trigger if exists) [`"](words|registrations)_search/;

const noSearchIndex =
  'A search index is missing, so each search reads all words or all readers. In this database, as a user with the necessary rights, run: create extension if not exists pg_trgm; create index if not exists words_search on words using gin (search_text gin_trgm_ops); create index if not exists registrations_search on registrations using gin ((email || chr(10) || lower(first_name) || chr(10) || first_name) gin_trgm_ops);';

const unknownIssuer = /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_)/;

/** The driver's message without any address or password in it. */
function plainReason(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  if (code === 'ECONNREFUSED') return 'nothing answers at that address';
  if (code === 'ENOTFOUND') return 'there is no host with that name';
  if (code === '28P01') return 'the password was not accepted';
  // Of the driver, which gives it no code.
  if (message?.includes('client password must be')) return 'it asks for a password, and the address has none';
  if (code === noSuchDatabase) return 'there is no database with that name';
  if (unknownIssuer.test(code ?? ''))
    return 'its certificate is not from an authority that is known here; name the file of its authority with sslrootcert=/path/ca.pem';
  return (message ?? 'unknown reason').replace(/\b\w+:\/\/\S+/g, '…').replace(/\.$/, '');
}

/** A database as other packages see it: without the ORM. */
export interface ProductDatabase {
  kind: DatabaseConfig['kind'];
  /** The server's version, such as `SQLite 3.50.4`. */
  version(): Promise<string>;
  /** Whether the database answers a query. */
  isReachable(): Promise<boolean>;
  /** How far the clock of this machine is ahead of the database server's, in milliseconds; 0 with SQLite. */
  clockAheadMs(): Promise<number>;
  /** A problem that the owner should fix, in plain words. The database still works. */
  warning(): Promise<string | undefined>;
  /** Names of the applied and the pending migrations. Writes nothing. */
  schema(): Promise<SchemaState>;
  pendingMigrations(): Promise<string[]>;
  /** Applies pending migrations, one process at a time. @returns their names */
  migrate(): Promise<string[]>;
  close(): Promise<void>;
}
