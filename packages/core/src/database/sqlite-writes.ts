import type { Database, Statement } from 'better-sqlite3';
import type { Kysely } from 'kysely';
import type { SqlValue } from './reads.ts';
import { whenFree } from './when-free.ts';
import { Answers, type InsertRows, type RunStatement, type Writes } from './writes.ts';

/** Writes through the ORM's connection, rows one by one, as prepared statements. */
export function sqliteWrites(kysely: () => Kysely<unknown>, database: Database): Writes {
  const statements = new Map<string, Statement>();

  function prepare(sql: string): Statement {
    let statement = statements.get(sql);
    if (!statement) {
      statement = database.prepare(sql);
      statements.set(sql, statement);
    }
    return statement;
  }

  function execute<Row>(statement: Statement, values: readonly SqlValue[]): Row[] {
    const stored = values.map((value) => (value instanceof Date ? value.getTime() : value));
    if (statement.reader) return statement.all(stored) as Row[];
    statement.run(stored);
    return [];
  }

  const run: RunStatement = async <Row>(sql: string, values: readonly SqlValue[] = []) =>
    execute<Row>(prepare(sql), values);

  const insert: InsertRows = async <Row>(into: string, rows: readonly SqlValue[][], after = '') => {
    if (rows.length === 0) return [];
    const statement = prepare(`insert into ${into} values (${rows[0]?.map(() => '?')}) ${after}`);
    return rows.flatMap((row) => execute<Row>(statement, row));
  };

  const step = (sql: 'begin immediate' | 'commit' | 'rollback') => execute(prepare(sql), []);

  // Kysely lends the connection to one caller at a time.
  const writeTogether: Writes['writeTogether'] = (work) =>
    kysely()
      .connection()
      .execute(async () => {
        await whenFree(() => step('begin immediate'));
        try {
          const answers = new Answers();
          const result = await work(
            (sql, values) => answers.add(run(sql, values)),
            (into, rows, after) => answers.add(insert(into, rows, after)),
          );
          await answers.wait();
          await whenFree(() => step('commit'));
          return result;
        } catch (error) {
          // A full disk has already ended the transaction.
          if (database.inTransaction) step('rollback');
          throw error;
        }
      });

  return { writeTogether, insertTogether: (work) => writeTogether((_, insert) => work(insert)) };
}
