import { type Pool, types } from 'pg';
import { KeptCounts } from './kept-counts.ts';
import { containing, countSql, type OpenReads, type SqlValue } from './reads.ts';

/** Two statements that see the same snapshot see the same rows. */
const snapshotSql = 'select pg_current_snapshot()::text as snapshot';

/** Replaces each `?` with `$1`, `$2` and so on. */
export function numberValues(sql: string): string {
  let values = 0;
  return sql.replaceAll('?', () => `$${++values}`);
}

/** Which statements have names. If sessions are kept, named statements are prepared once for each connection. */
export interface StatementNames {
  named: boolean;
}

/** Reads through the pool. */
export function postgresqlReads(pool: Pool, { named }: StatementNames): OpenReads {
  const statements = new Map<string, { name?: string; text: string }>();
  const counts = new KeptCounts();

  function prepare(sql: string) {
    let statement = statements.get(sql);
    if (!statement) {
      const text = numberValues(sql);
      // The best index depends on how common a text is, so a search is planned for its text and has no name.
      const isNamed = named && !sql.includes(' like ?');
      statement = isNamed ? { name: `read_${statements.size}`, text } : { text };
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
    async count(from, values = []) {
      const key = JSON.stringify([from, ...values]);
      const [now] = await read<{ snapshot: string }>(snapshotSql);
      const kept = counts.get(key, now?.snapshot);
      if (kept !== undefined) return kept;
      const [row] = await read<{ count: number }>(countSql(from), values);
      counts.keep(key, now?.snapshot, row?.count ?? 0);
      return row?.count ?? 0;
    },
    searching: async (_, text) => containing('search_text', text),
    // The ORM closes the pool.
    close() {},
  };
}
