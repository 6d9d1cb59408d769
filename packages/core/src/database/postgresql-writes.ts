import type { Pool, PoolClient } from 'pg';
import { numberValues } from './postgresql-reads.ts';
import type { SqlValue } from './reads.ts';
import type { InsertRows, RunStatement, Writes } from './writes.ts';

const deadlock = '40P01';
const mostTries = 5;

/** Writes through the pool, all rows of a call in one statement. */
export function postgresqlWrites(pool: Pool): Writes {
  const writeTogether: Writes['writeTogether'] = async (work) => {
    for (let tried = 1; ; tried += 1) {
      try {
        return await transact(pool, work);
      } catch (error) {
        if ((error as { code?: string }).code !== deadlock || tried === mostTries) throw error;
      }
    }
  };
  return { writeTogether, insertTogether: (work) => writeTogether((_, insert) => work(insert)) };
}

async function transact<T>(
  pool: Pool,
  work: (run: RunStatement, insert: InsertRows) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let failure: unknown;
  try {
    await client.query('begin');
    const result = await work(
      // Without a name, so that it is planned for its values: what is best for few rows is not for many.
      async (sql, values = []) => (await client.query(numberValues(sql), [...values])).rows,
      (into, rows, after) => insert(client, into, rows, after),
    );
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((lost) => {
      failure = lost;
    });
    throw error;
  } finally {
    // Without a rollback, the connection would go on in this transaction.
    client.release(failure !== undefined);
  }
}

async function insert<Row>(
  client: PoolClient,
  into: string,
  rows: readonly SqlValue[][],
  after = '',
): Promise<Row[]> {
  if (rows.length === 0) return [];
  let values = 0;
  const list = rows.map((row) => `(${row.map(() => `$${++values}`)})`);
  const result = await client.query(`insert into ${into} values ${list} ${after}`, rows.flat());
  return result.rows;
}
