import type { Pool, QueryConfig } from 'pg';
import { numberValues, type StatementNames } from './postgresql-reads.ts';
import type { SqlValue } from './reads.ts';
import { Answers, type InsertRows, type RunStatement, type Writes } from './writes.ts';

const deadlock = '40P01';
const mostTries = 5;

/** Writes through the pool, all rows of a call in one statement. */
export function postgresqlWrites(pool: Pool, { named }: StatementNames): Writes {
  const writeTogether: Writes['writeTogether'] = async (work) => {
    for (let tried = 1; ; tried += 1) {
      try {
        return await transact(pool, named, work);
      } catch (error) {
        if ((error as { code?: string }).code !== deadlock || tried === mostTries) throw error;
      }
    }
  };
  return { writeTogether, insertTogether: (work) => writeTogether((_, insert) => work(insert)) };
}

/**
 * The connection is in pipeline mode: no statement waits for the answer to the previous one, unless `work` does.
 * `begin` is sent with the first statement, and `commit` with those that `work` did not wait for. After a failed
 * statement, PostgreSQL treats `commit` as `rollback`.
 */
async function transact<T>(
  pool: Pool,
  named: boolean,
  work: (run: RunStatement, insert: InsertRows) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const answers = new Answers();
  const send = <Row>(query: QueryConfig) =>
    answers.add(client.query(query).then(({ rows }) => rows as Row[]));
  let failure: unknown;
  try {
    send({ text: 'begin' });
    const result = await work(
      // Has no name, so that it is planned for its values: the best plan for few rows is not the best for many.
      (sql, values = []) => send({ text: numberValues(sql), values: [...values] }),
      (into, rows, after) =>
        rows.length > 0 ? send(insertion(named, into, rows, after)) : Promise.resolve([]),
    );
    send({ text: 'commit' });
    await answers.wait();
    return result;
  } catch (error) {
    await client.query('rollback').catch((lost) => {
      failure = lost;
    });
    throw error;
  } finally {
    // Without a rollback, the connection would stay in this transaction.
    client.release(failure !== undefined);
  }
}

/**
 * The rows are passed as one value, so that the statement stays the same for any number of rows and each connection
 * plans it once.
 */
function insertion(named: boolean, into: string, rows: readonly SqlValue[][], after = ''): QueryConfig {
  const [table = '', list = ''] = into.split(/ \(|\)/);
  const columns = list.split(', ');
  const records = rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])));
  const text = `insert into ${into} select ${list} from json_populate_recordset(null::${table}, $1) ${after}`;
  const name = named ? { name: statementName(text) } : {};
  return { ...name, text, values: [JSON.stringify(records)] };
}

const names = new Map<string, string>();

function statementName(text: string): string {
  const name = names.get(text) ?? `insert_${names.size}`;
  names.set(text, name);
  return name;
}
