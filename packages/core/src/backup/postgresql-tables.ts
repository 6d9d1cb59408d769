import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ClientBase, escapeIdentifier } from 'pg';
import { migrationsTable } from '../platform/database/schema-state.ts';
import { DomainError } from '../platform/errors.ts';
import { damaged } from './archive.ts';

/** The names of all tables. One with partitions stands for them. */
const tablesSql = `select relname as name from pg_class
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
  and not exists (select 1 from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
  order by relname`;

const sequencesSql = `select owner.relname as table, last_value::text as last from pg_sequences
  join pg_class sequence on sequence.relname = sequencename and sequence.relnamespace = current_schema()::regnamespace
  join pg_depend on classid = 'pg_class'::regclass and objid = sequence.oid and refclassid = classid and deptype in ('a', 'i')
  join pg_class owner on owner.oid = refobjid
  where schemaname = current_schema() and last_value is not null`;

export async function tableNames(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(tablesSql);
  return rows.map(({ name }) => name);
}

/** Writes each table to a file of JSON lines, all as of one moment, while others write. */
export async function dumpTables(client: ClientBase, folder: string): Promise<{ migrations: string[] }> {
  await client.query('begin isolation level repeatable read read only');
  try {
    await client.query("set local timezone to 'UTC'");
    for (const name of await tableNames(client)) {
      await writeTable(folder, name, readLines(client, name));
    }
    await writeSequences(folder, (await client.query<Sequence>(sequencesSql)).rows);
    const { rows } = await client.query<{ name: string }>(`select name from ${migrationsTable} order by id`);
    return { migrations: rows.map(({ name }) => name) };
  } finally {
    await client.query('rollback');
  }
}

async function* readLines(client: ClientBase, table: string): AsyncGenerator<string> {
  const name = escapeIdentifier(table);
  await client.query(
    `declare table_rows no scroll cursor for select row_to_json(t)::text as line from ${name} t`,
  );
  while (true) {
    const { rows } = await client.query<{ line: string }>(`fetch ${batchRows} from table_rows`);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => `${line}\n`).join('');
  }
  await client.query('close table_rows');
}

type Execute = <Row = unknown>(sql: string, values?: unknown[]) => Promise<Row[]>;

/** Drops every table and function of the schema except the migrator's table, which is emptied. */
export async function dropEverything(execute: Execute): Promise<void> {
  await execute(`
    do $$
    declare thing record;
    begin
      for thing in select pg_class.oid::regclass as name from pg_class
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> '${migrationsTable}'
        and not exists (select 1 from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
      loop execute 'drop table ' || thing.name || ' cascade'; end loop;
      for thing in select pg_proc.oid::regprocedure as name from pg_proc
        where pronamespace = current_schema()::regnamespace
        and not exists (select 1 from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
      loop execute 'drop function ' || thing.name || ' cascade'; end loop;
      if to_regclass('${migrationsTable}') is not null then delete from ${migrationsTable}; end if;
    end $$`);
}

/** Fills the tables, which migrations have created, with rows that were written from either kind of database. */
export async function loadPostgresql(execute: Execute, folder: string): Promise<void> {
  const names = await tablesIn(folder);
  const known = (await execute<{ name: string }>(tablesSql)).map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw damaged(`its table ${unknown} is unknown`);
  const inOrder = await referencedFirst(execute, names);
  await execute(`truncate ${inOrder.map(escapeIdentifier).join(', ')}`);
  for (const name of inOrder) {
    if (name === 'deliveries') await partitionRestored(execute);
    const columns = await columnsOf(execute, name);
    const list = columns.map(escapeIdentifier).join(', ');
    const insert = `insert into ${escapeIdentifier(name)} (${list}) overriding system value
      select ${list} from json_populate_recordset(null::${escapeIdentifier(name)}, ?)`;
    for await (const batch of readBatches(folder, name, columns)) {
      await storing(name, () => execute(insert, [batch]));
    }
  }
  for (const { table, last } of await readSequences(folder)) {
    await execute(
      `select setval(objid::regclass, ?) from pg_depend join pg_class on pg_class.oid = objid and relkind = 'S'
       where classid = 'pg_class'::regclass and refclassid = classid and refobjid = to_regclass(?) and deptype in ('a', 'i')`,
      [last, escapeIdentifier(table)],
    );
  }
}

/**
 * Gives the deliveries of restored sends a partition: in the one for all others, they would be read whenever a partition
 * is made.
 */
async function partitionRestored(execute: Execute): Promise<void> {
  const [table] = await execute<{ kind: string }>(
    `select relkind as kind from pg_class where oid = to_regclass('deliveries')`,
  );
  const sends = await execute<{ id: number }>('select id from smtp_sends order by id');
  if (table?.kind !== 'p' || sends.length === 0) return;
  const ids = sends.map(({ id }) => Number(id)).join(', ');
  await execute(
    `create table deliveries_before partition of deliveries for values in (${ids}) with (fillfactor = 50)`,
  );
}

/** The columns of a table, without generated ones. */
async function columnsOf(execute: Execute, table: string): Promise<string[]> {
  const rows = await execute<{ name: string }>(
    "select attname as name from pg_attribute where attrelid = ?::regclass and attnum > 0 and not attisdropped and attgenerated = ''",
    [escapeIdentifier(table)],
  );
  return rows.map(({ name }) => name);
}

/** Sorts tables so that each comes after those it refers to. */
async function referencedFirst(execute: Execute, names: readonly string[]): Promise<string[]> {
  const links = await execute<{ table: string; referenced: string }>(
    "select conrelid::regclass::text as table, confrelid::regclass::text as referenced from pg_constraint where contype = 'f' and conrelid <> confrelid",
  );
  const ordered: string[] = [];
  const add = (name: string) => {
    if (ordered.includes(name) || !names.includes(name)) return;
    for (const { table, referenced } of links) if (table === name) add(referenced);
    ordered.push(name);
  };
  for (const name of names) if (name !== 'deliveries') add(name);
  // Those of a send go into its partition. They have no foreign key, which would be checked for each of them.
  add('deliveries');
  return ordered;
}

// The tables of an archive, in a form that both kinds of database read and write: for each table, a file with one JSON
// object per row. Instants are in ISO 8601, JSON columns are nested, and bytes are `\x` and hexadecimal digits.

/** Rows that are written or read at a time, unless they are large. */
const batchRows = 500;
const batchCharacters = 1_000_000;

const sequencesFile = 'sequences.json';

/** The last id that a table has given out: an id that was used once is not used again, even if its row is gone. */
interface Sequence {
  table: string;
  last: string;
}

/** @param lines JSON objects, each with a line break at its end. */
export async function writeTable(
  folder: string,
  table: string,
  lines: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await pipeline(Readable.from(lines), createWriteStream(join(folder, `${table}.jsonl`), { mode: 0o600 }));
}

export async function writeSequences(folder: string, sequences: readonly Sequence[]): Promise<void> {
  await writeFile(join(folder, sequencesFile), JSON.stringify(sequences), { mode: 0o600 });
}

export async function readSequences(folder: string): Promise<Sequence[]> {
  const found: (Sequence | { name: string; last: string })[] = JSON.parse(
    await readFile(join(folder, sequencesFile), 'utf8'),
  );
  return found.map((one) => {
    if ('table' in one) return one;
    // Archives from before the first release name the sequence instead.
    return { table: one.name.replace(/_(user_)?id_seq$/, ''), last: one.last };
  });
}

/** The names of the tables. */
export async function tablesIn(folder: string): Promise<string[]> {
  const files = await readdir(folder);
  return files.flatMap((file) => /^(.*)\.jsonl$/.exec(file)?.[1] ?? []);
}

/**
 * The rows of a table in batches, each as a JSON array.
 *
 * @param columns The columns that the rows must have: none is lost, and none is left empty.
 * @throws DomainError `backup.unusable`
 */
export async function* readBatches(
  folder: string,
  table: string,
  columns: readonly string[],
): AsyncGenerator<string> {
  let batch: string[] = [];
  let size = 0;
  let isFirst = true;
  for await (const line of linesOf(join(folder, `${table}.jsonl`))) {
    if (isFirst) requireColumns(table, line, columns);
    isFirst = false;
    batch.push(line);
    size += line.length;
    if (batch.length < batchRows && size < batchCharacters) continue;
    yield `[${batch.join(',')}]`;
    batch = [];
    size = 0;
  }
  if (batch.length > 0) yield `[${batch.join(',')}]`;
}

/** Unlike `readline`, only a line feed ends a line: JSON strings may contain other separators of lines. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

function requireColumns(table: string, line: string, columns: readonly string[]): void {
  const found = Object.keys(JSON.parse(line)).toSorted();
  if (found.join() !== columns.toSorted().join()) {
    throw damaged(`its table ${table} has other columns than its schema says`);
  }
}

/** A value or row that breaks a rule of the database: SQLite accepts longer texts than PostgreSQL does. */
const brokenRule = /^(22|23|SQLITE_CONSTRAINT|SQLITE_MISMATCH)/;

/** @throws DomainError `backup.refused` if the database cannot store the rows */
export async function storing(table: string, store: () => Promise<unknown>): Promise<void> {
  try {
    await store();
  } catch (cause) {
    const { code = '', message } = cause as { code?: string; message: string };
    if (!brokenRule.test(code)) throw cause;
    // The end of the driver's message: before it comes the statement with all rows.
    const reason = message.split(' - ').at(-1);
    throw new DomainError(
      'backup.refused',
      `The database cannot store a row of the table ${table}: ${reason}. Nothing was restored.`,
      { cause },
    );
  }
}
