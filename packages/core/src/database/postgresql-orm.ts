import { Migrator } from '@mikro-orm/migrations';
import { MikroORM as PostgresOrm } from '@mikro-orm/postgresql';
import type { EntityClass, MikroORM } from '@mikro-orm/sql';
import type { Pool } from 'pg';
import { postgresqlMigrations } from './migrations/postgresql.ts';
import type { DatabaseAccess, OpenedOrm } from './opened-orm.ts';
import { LastingPostgreSqlDriver } from './postgresql-driver.ts';
import { postgresqlReads } from './postgresql-reads.ts';
import { connectionString } from './postgresql-tls.ts';
import { postgresqlWrites } from './postgresql-writes.ts';

export const connectionTimeoutMs = 10_000;

export async function openPostgresqlOrm(
  url: string,
  entities: readonly EntityClass[],
  access: DatabaseAccess,
): Promise<OpenedOrm> {
  const orm = await PostgresOrm.init({
    driver: LastingPostgreSqlDriver,
    entities: [...entities],
    clientUrl: url,
    // Otherwise a mistyped name would create a database.
    ensureDatabase: access === 'create',
    // One connection stays open when idle, so that a restore can see that the database is in use.
    pool: { min: 1, max: 10 },
    // The ORM takes host, user and database from the URL, but ignores its TLS options.
    driverOptions: {
      ...{ connectionTimeoutMillis: connectionTimeoutMs, connectionString: connectionString(url) },
      // A statement may be sent before the previous one is answered.
      pipeline: true,
    },
    forceUtcTimezone: true,
    extensions: [Migrator],
    migrations: { migrationsList: postgresqlMigrations, snapshot: false, silent: true },
  });
  const pool = (await orm.em.getConnection().getNativeClient()) as Pool;
  const keepsSession = await isDirect(pool).catch(async (error) => {
    await orm.close(true);
    throw error;
  });
  const reads = postgresqlReads(pool, { named: keepsSession });
  return {
    orm: () => orm as unknown as MikroORM,
    native: { kind: 'postgresql', pool },
    reads,
    clockOffset: () => clockOffset(pool),
    migrations: postgresqlMigrations.map(({ name }) => name),
    writes: postgresqlWrites(pool, { named: keepsSession }),
    underLock: (work) => holdingLock(pool, work),
    async close() {
      reads.close();
      await orm.close(true);
      // The ORM leaves the pool open if it made no queries itself.
      if (!pool.ending) await pool.end();
    },
  };
}

/**
 * Whether connections lead to PostgreSQL itself. A pooler such as PgBouncer gives each connection its own id, and may
 * run each transaction on a different server connection. Anything that belongs to a session, such as a named statement,
 * is then lost between transactions.
 */
async function isDirect(pool: Pool): Promise<boolean> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return rows[0]?.pid === (client as { processID?: number | null }).processID;
  } finally {
    client.release();
  }
}

async function clockOffset(pool: Pool): Promise<number> {
  const before = Date.now();
  const { rows } = await pool.query('select extract(epoch from clock_timestamp()) * 1000 as now');
  const [theirs, after] = [Number(rows[0].now), Date.now()];
  // A difference of less than a second, or less than the query took, does not count.
  if (theirs > before - 1000 && theirs < after + 1000) return 0;
  return Math.round(theirs - (before + after) / 2);
}

/** An arbitrary number that nobody else uses. */
export const migrationLock = 7_019_643_117;

/** Holds a lock while `work` runs: in a separate transaction, which a pooler keeps on one connection. */
async function holdingLock<T>(pool: Pool, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    const result = await work();
    await client.query('commit');
    return result;
  } finally {
    client.release(true);
  }
}
