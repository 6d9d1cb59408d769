import { type Pool, types } from 'pg';
import { countSql, type OpenReads, type SqlValue } from './reads.ts';

/** Reads through the pool, as named statements: each connection prepares a text once. */
export function postgresqlReads(pool: Pool): OpenReads {
  const statements = new Map<string, { name: string; text: string }>();

  function prepare(sql: string) {
    let statement = statements.get(sql);
    if (!statement) {
      let values = 0;
      const text = sql.replaceAll('?', () => `$${++values}`);
      statement = { name: `read_${statements.size}`, text };
      statements.set(sql, statement);
    }
    return statement;
  }

  async function read<Row>(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    // The ORM's pool leaves instants as text, for the ORM to parse.
    const { rows } = await pool.query({ ...prepare(sql), values: [...values], types });
    return rows;
  }

  return {
    read,
    async count(from, values) {
      const [row] = await read<{ count: number }>(countSql(from), values);
      return row?.count ?? 0;
    },
    // The pool is the ORM's to close.
    close() {},
  };
}
