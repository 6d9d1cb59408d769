import { type RawBuilder, sql } from 'kysely';
import { compile, type Query, type SqlValue } from '../packages/core/src/platform/database/query.ts';
import type { DatabaseKind } from './databases.ts';

/** A statement whose text is put together by a test, with a value for each `?`. */
export function statement<Row = Record<string, unknown>>(
  text: string,
  values: readonly SqlValue[] = [],
): RawBuilder<Row> {
  const parts = text
    .split('?')
    .flatMap((part, nth) => (nth === 0 ? [sql.raw(part)] : [sql`${values[nth - 1]}`, sql.raw(part)]));
  return sql<Row>`${sql.join(parts, sql``)}`;
}

/** The statement that says how a database would run a query. */
export function explained<Row = Record<string, unknown>>(
  kind: DatabaseKind,
  query: Query<unknown>,
): RawBuilder<Row> {
  const { sql: text, values } = compile(kind, query);
  const explain = kind === 'sqlite' ? 'explain query plan' : 'explain';
  return statement<Row>(`${explain} ${text.replace(/\$\d+/g, '?')}`, values);
}
