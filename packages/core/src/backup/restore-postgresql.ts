import type { Migrator } from '@mikro-orm/migrations';
import { Client } from 'pg';
import { noSuchDatabase } from '../database/database-failure.ts';
import type { OpenedOrm } from '../database/opened-orm.ts';
import { connectionTimeoutMs, migrationLock, openPostgresqlOrm } from '../database/postgresql-orm.ts';
import { connectionString } from '../database/postgresql-tls.ts';
import { migrationsTable } from '../database/schema-state.ts';
import { entities } from '../entities.ts';
import type { Config } from '../settings/config.ts';
import { type HoldOptions, holdSends } from './hold-sends.ts';
import { dropEverything, loadTables, tableNames, tablesSql } from './postgresql-tables.ts';

async function withPostgresql<T>(url: string, work: (opened: OpenedOrm) => Promise<T>): Promise<T> {
  const opened = await openPostgresqlOrm(url, entities, 'create');
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

/** What a restore would replace, and what prevents it. */
export async function stateOfPostgresql(url: string): Promise<{ hasTables: boolean; isInUse: boolean }> {
  const client = new Client({
    connectionString: connectionString(url),
    connectionTimeoutMillis: connectionTimeoutMs,
  });
  try {
    await client.connect();
    const { rows } = await client.query<{ others: number }>(
      "select count(*)::int as others from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'",
    );
    return { hasTables: (await tableNames(client)).length > 0, isInUse: (rows[0]?.others ?? 0) > 0 };
  } catch (error) {
    // It will be created when it is opened.
    if ((error as { code?: string }).code === noSuchDatabase) return { hasTables: false, isInUse: false };
    throw error;
  } finally {
    await client.end();
  }
}

/**
 * Replaces everything in the database's schema with the tables of a backup, in one transaction.
 *
 * @param mark The database has this mark once it is done.
 * @returns how many emails wait for the owner
 */
export async function restorePostgresql(
  url: string,
  folder: string,
  { migrations, mark, ...times }: Omit<HoldOptions, 'tables'> & { migrations: string[]; mark: string },
): Promise<number> {
  return withPostgresql(url, ({ orm }) =>
    orm()
      .em.fork()
      .transactional(async (em) => {
        const execute = <Row>(sql: string, values?: readonly unknown[]) =>
          em.getConnection().execute<Row[]>(sql, values && [...values], 'all', em.getTransactionContext());
        // A program that checks for the mark waits for the end of this transaction, even if this process is gone.
        await execute(`select pg_advisory_xact_lock(${migrationLock})`);
        await dropEverything(execute);
        const { migrator } = orm() as unknown as { migrator: Migrator };
        await migrator.up({ migrations, transaction: em.getTransactionContext() });
        await loadTables(execute, folder);
        const tables = await execute<{ name: string }>(tablesSql);
        const held = await holdSends(execute, { ...times, tables: tables.map(({ name }) => name) });
        await execute(`comment on table ${migrationsTable} is '${mark}'`);
        return held;
      }),
  );
}

/** Whether a restore with this mark was completed. */
export async function hasMark(database: Config['database'], mark: string): Promise<boolean> {
  if (database.kind !== 'postgresql') return false;
  return withPostgresql(database.url, ({ underLock, reads }) =>
    underLock(async () => {
      const [row] = await reads.read<{ mark: string | null }>(
        `select obj_description(to_regclass('${migrationsTable}'), 'pg_class') as mark`,
      );
      return row?.mark === mark;
    }),
  );
}
