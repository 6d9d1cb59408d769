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
    // One stays open while nothing happens: a restore sees by it that the database is in use.
    pool: { min: 1, max: 10 },
    // The ORM takes host, user and database from the URL, and leaves out what it says of TLS.
    driverOptions: {
      ...{ connectionTimeoutMillis: connectionTimeoutMs, connectionString: connectionString(url) },
      // A statement may be sent before the one ahead of it is answered.
      pipeline: true,
    },
    forceUtcTimezone: true,
    extensions: [Migrator],
    migrations: { migrationsList: postgresqlMigrations, snapshot: false, silent: true },
  });
  const pool = (await orm.em.getConnection().getNativeClient()) as Pool;
  try {
    await pool.query('select 1');
  } catch (error) {
    await orm.close(true);
    throw error;
  }
  const reads = postgresqlReads(pool);
  return {
    orm: () => orm as unknown as MikroORM,
    native: { kind: 'postgresql', pool },
    reads,
    clockOffset: () => clockOffset(pool),
    migrations: postgresqlMigrations.map(({ name }) => name),
    writes: postgresqlWrites(pool),
    underLock: (work) => holdingLock(pool, work),
    async close() {
      reads.close();
      await orm.close(true);
      // The ORM leaves the pool open if it made no query of its own.
      if (!pool.ending) await pool.end();
    },
  };
}

async function clockOffset(pool: Pool): Promise<number> {
  const before = Date.now();
  const { rows } = await pool.query('select extract(epoch from clock_timestamp()) * 1000 as now');
  const [theirs, after] = [Number(rows[0].now), Date.now()];
  // A difference of less than a second, or than the query took, is none.
  if (theirs > before - 1000 && theirs < after + 1000) return 0;
  return Math.round(theirs - (before + after) / 2);
}

/** Any number that nobody else uses. */
export const migrationLock = 7_019_643_117;

/** Holds a session lock while `work` runs, on a connection of its own that is closed afterwards. */
async function holdingLock<T>(pool: Pool, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    const result = await work();
    await client.query('select pg_advisory_unlock($1)', [migrationLock]);
    return result;
  } finally {
    client.release(true);
  }
}
