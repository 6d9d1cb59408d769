import type { Opt } from '@mikro-orm/core';
import {
  type ColumnType,
  type Compilable,
  DummyDriver,
  type Expression,
  Kysely,
  PostgresQueryCompiler,
  type RawBuilder,
  type RootOperationNode,
  type SqlBool,
  SqliteAdapter,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import type { DatabaseConfig } from '../settings/config.ts';

type DatabaseKind = DatabaseConfig['kind'];

/** A value of a statement. A `Date` is converted to the database's format for instants. */
export type SqlValue = string | number | Date | null;

/** An instant in a result: SQLite stores milliseconds. */
export type Instant = Date | number;

export function isoInstant(instant: Instant): string {
  return new Date(instant).toISOString();
}

/**
 * A statement that returns rows of this type: made with the builder of `tables`, or with `sql` what the builder cannot
 * say. Its text has a parameter for each value. Only values that a partial index depends on are
 * literals: SQLite would not use the index for a parameter.
 */
export type Query<Row> = Compilable<Row> | RawBuilder<Row>;

/** As SQLite stores it: it has neither instants nor booleans. */
export function storedInSqlite(value: SqlValue | boolean): string | number | null {
  if (value instanceof Date) return value.getTime();
  return typeof value === 'boolean' ? Number(value) : value;
}

/** A builder of queries on these tables, the same for both databases. It runs nothing: see `Reads` and `Writes`. */
export function tables<Entities extends object>(): Kysely<Tables<Entities>> {
  return builder as Kysely<Tables<Entities>>;
}

/** Columns named as the ORM does, each as its field: `createdAt` is stored in `created_at`. */
export function fields<Table extends string, const Names extends readonly string[]>(
  table: Table,
  names: Names,
): Fields<Table, Names> {
  return names.map((name) => `${table}.${snakeCase(name)} as ${name}`) as unknown as Fields<Table, Names>;
}

type Fields<Table extends string, Names extends readonly string[]> = {
  [Nth in keyof Names]: Field<Table, Names[Nth]>;
};

// One by one, if it is a union.
type Field<Table extends string, Name extends string> = Name extends string
  ? `${Table}.${SnakeCase<Name>} as ${Name}`
  : never;

/** A value in the text of a statement, for a condition that a partial index depends on. */
export function literal<const Value extends string>(value: Value): RawBuilder<Value> {
  return sql.lit(value);
}

/** The number of rows, an integer in either database. */
export const rowCount = sql<number>`cast(count(*) as integer)`.as('count');

/**
 * The column contains the text, taken literally. The case must match, so compare lower-case text on both sides:
 * databases convert letters beyond ASCII differently.
 */
export function containing(column: Expression<unknown>, text: string): Expression<SqlBool> {
  return sql<SqlBool>`${column} like ${`%${text.replace(/[!%_]/g, '!$&')}%`} escape '!'`;
}

/** Whether the column contains at least `atLeast` of these texts. */
export function containsAtLeast(
  kind: DatabaseKind,
  column: Expression<unknown>,
  texts: readonly string[],
  atLeast: number,
): Expression<SqlBool> {
  const json = JSON.stringify(texts);
  return kind === 'sqlite'
    ? sql<SqlBool>`(select count(*) from json_each(${json}) where instr(${column}, value) > 0) >= ${atLeast}`
    : sql<SqlBool>`(select count(*) from json_array_elements_text(${json}::json) as value
        where strpos(${column}, value) > 0) >= ${atLeast}`;
}

/** Rows passed as one value, so that the statement stays the same for any number of them. */
export function jsonTable<Column extends string>(
  kind: DatabaseKind,
  columns: Readonly<Record<Column, JsonColumn>>,
  rows: readonly Readonly<Record<Column, SqlValue>>[],
) {
  const names = Object.keys(columns) as Column[];
  const stored = (value: SqlValue) => (kind === 'sqlite' ? storedInSqlite(value) : value);
  const json = JSON.stringify(
    rows.map((row) => Object.fromEntries(names.map((name) => [name, stored(row[name])]))),
  );
  return kind === 'sqlite'
    ? sql`(select ${sql.join(names.map((name) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`))} from json_each(${json}))`
    : sql`(select * from json_to_recordset(${json}::json) as _ (${sql.join(
        names.map((name) => sql`${sql.ref(name)} ${sql.raw(columns[name])}`),
      )}))`;
}

/**
 * Whether a column is one of these ids, passed as one value. PostgreSQL plans for a few ids, where it would expect a
 * hundred rows of a JSON value, and read a whole table for them.
 */
export function isAmong(kind: DatabaseKind, column: string, ids: readonly number[]): RawBuilder<SqlBool> {
  return kind === 'sqlite'
    ? sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(ids)}))`
    : sql`${sql.ref(column)} = any(${`{${ids.join()}}`}::bigint[])`;
}

type JsonColumn = 'integer' | 'bigint' | 'text' | 'timestamptz';

/** What a database runs: the text of a query, and the values of its parameters. */
export interface Statement {
  sql: string;
  values: readonly SqlValue[];
}

export function compile(kind: DatabaseKind, query: Query<unknown>): Statement {
  // Without plugins, this node is what the builder's own `compile` would start from.
  const node = (query as unknown as { toOperationNode(): RootOperationNode }).toOperationNode();
  const compiled = compilers[kind].compileQuery(node, { queryId: 'none' });
  return { sql: compiled.sql, values: compiled.parameters as readonly SqlValue[] };
}

const compilers = { sqlite: new SqliteQueryCompiler(), postgresql: new PostgresQueryCompiler() };

const builder = new Kysely<object>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: () => {
      throw new Error('The entities describe the tables.');
    },
    createQueryCompiler: () => compilers.sqlite,
  },
});

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

type Tables<Entities> = { [Table in keyof Entities]: Columns<Entities[Table]> };

type Columns<Entity> = {
  [Name in keyof Entity as ColumnName<Name, Entity[Name]>]: Stored<Exclude<Entity[Name], undefined>>;
};

type ColumnName<Name, Value> = Name extends string
  ? NonNullable<Value> extends { id: number }
    ? `${SnakeCase<Name>}_id`
    : SnakeCase<Name>
  : never;

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${SnakeCase<Rest>}`
    : `_${Lowercase<First>}${SnakeCase<Rest>}`
  : '';

type Stored<Value> = Value extends Opt<infer Plain> ? StoredPlain<Plain> : StoredPlain<Value>;

type StoredPlain<Value> = Value extends Date
  ? ColumnType<Instant, Date, Date>
  : Value extends boolean
    ? ColumnType<boolean | 0 | 1, boolean, boolean>
    : Value extends { id: infer Id extends number }
      ? Id
      : Value;
