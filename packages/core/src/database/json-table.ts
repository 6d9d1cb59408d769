import type { DatabaseConfig } from '../settings/config.ts';
import type { SqlValue } from './reads.ts';

/** SQL for a table passed as one `?`, so that the statement stays the same for any number of rows. */
export function jsonTable(
  kind: DatabaseConfig['kind'],
  columns: Readonly<Record<string, JsonColumn>>,
): string {
  const names = Object.keys(columns);
  return kind === 'sqlite'
    ? `(select ${names.map((name) => `value ->> '${name}' as ${name}`)} from json_each(?))`
    : `(select * from json_to_recordset(?::json) as _ (${names.map((name) => `${name} ${columns[name]}`)}))`;
}

type JsonColumn = 'integer' | 'text' | 'timestamptz';

/** The value of that `?`. */
export function jsonRows(
  kind: DatabaseConfig['kind'],
  rows: readonly Readonly<Record<string, SqlValue>>[],
): string {
  const stored = (value: SqlValue) => (value instanceof Date && kind === 'sqlite' ? value.getTime() : value);
  return JSON.stringify(
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, stored(value)]))),
  );
}
