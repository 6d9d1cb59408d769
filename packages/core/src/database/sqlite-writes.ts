import type { Database, Statement } from 'better-sqlite3';
import { CompiledQuery, type Kysely } from 'kysely';
import type { SqlValue } from './reads.ts';
import type { InsertRows, Writes } from './writes.ts';

/** Inserts through the ORM's connection, row by row, as prepared statements. */
export function sqliteWrites(kysely: Kysely<unknown>, database: Database): Writes {
  const statements = new Map<string, Statement>();

  function prepare(sql: string): Statement {
    let statement = statements.get(sql);
    if (!statement) {
      statement = database.prepare(sql);
      statements.set(sql, statement);
    }
    return statement;
  }

  const insert: InsertRows = async <Row>(into: string, rows: readonly SqlValue[][], after = '') => {
    if (rows.length === 0) return [];
    const statement = prepare(`insert into ${into} values (${rows[0]?.map(() => '?')}) ${after}`);
    return rows.flatMap((row) => {
      const values = row.map((value) => (value instanceof Date ? value.getTime() : value));
      if (statement.reader) return statement.all(values) as Row[];
      statement.run(values);
      return [];
    });
  };

  return {
    // Kysely lends the connection to one transaction at a time.
    insertTogether: (work) =>
      kysely.transaction().execute(async (transaction) => {
        // Fails if the transaction could not begin, which a statement of our own would not notice.
        await transaction.executeQuery(CompiledQuery.raw('select 1'));
        return work(insert);
      }),
  };
}
