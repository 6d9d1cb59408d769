import { sql } from 'kysely';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import type { RunStatement } from '../../platform/database/writes.ts';

/** How long a change of partitions may keep others waiting for the table of deliveries. */
const longestWaitMs = 500;

/**
 * What PostgreSQL answers if something uses the table, another process was faster, rows of the send are in the partition
 * for all others, or the role may not create tables. Everything works without the partition.
 */
const harmless = new Set(['55P03', '42P07', '23514', '42501', '42P17']);

const nameOf = (sendId: number) => `deliveries_${Math.trunc(sendId)}`;

/**
 * Makes a partition for the deliveries of a send, on PostgreSQL. Without one, they are in the partition for all others,
 * and are deleted row by row.
 */
export async function makePartition(database: OpenDatabase, sendId: number): Promise<void> {
  if (database.kind === 'sqlite' || (await hasPartition(database, sendId))) return;
  const table = sql.raw(nameOf(sendId));
  await tryTo(database, async (run) => {
    // Attached afterward: a table that is created as a partition would keep everyone from the table of all deliveries.
    // A quarter of each page is left, so that a result goes into the page of its delivery, where rows that it replaces
    // make room for the next ones. With half, a delivery takes 215 bytes instead of 165 and no less of the log.
    await run(sql`create table ${table} (like deliveries including all) with (fillfactor = 75)`);
    await run(sql`alter table deliveries attach partition ${table} for values in (${sql.lit(sendId)})`);
  });
}

/** Drops the partition of a send. @returns whether it has none any more */
export async function dropPartition(database: OpenDatabase, sendId: number): Promise<boolean> {
  if (database.kind === 'sqlite' || !(await hasPartition(database, sendId))) return true;
  return tryTo(database, (run) => run(sql`drop table ${sql.raw(nameOf(sendId))}`));
}

async function hasPartition(database: OpenDatabase, sendId: number): Promise<boolean> {
  const [row] = await database.read(
    sql<{ oid: number | null }>`select to_regclass(${nameOf(sendId)})::oid as oid`,
  );
  return row?.oid != null;
}

/** @returns whether it was done */
async function tryTo(
  database: OpenDatabase,
  work: (run: RunStatement) => Promise<unknown>,
): Promise<boolean> {
  try {
    await database.writeTogether(async (run) => {
      await run(sql`set local lock_timeout = ${sql.lit(longestWaitMs)}`);
      await work(run);
    });
    return true;
  } catch (error) {
    if (harmless.has((error as { code?: string }).code ?? '')) return false;
    throw error;
  }
}
