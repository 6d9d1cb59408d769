import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ClientBase, escapeIdentifier } from 'pg';
import { migrationsTable } from '../database/schema-state.ts';

/** Rows that are read or written at a time. */
const batchSize = 500;

/** The names of all tables. */
export const tablesSql = `select relname as name from pg_class
  where relnamespace = current_schema()::regnamespace and relkind = 'r'
  and not exists (select 1 from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
  order by relname`;

const sequencesFile = 'sequences.json';

interface Sequence {
  name: string;
  last: string;
}

const sequencesSql = `select quote_ident(sequencename) as name, last_value::text as last from pg_sequences
  where schemaname = current_schema() and last_value is not null`;

export async function tableNames(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(tablesSql);
  return rows.map(({ name }) => name);
}

/** Writes each table to a file of JSON lines, all as of one moment, while others write. */
export async function dumpTables(client: ClientBase, folder: string): Promise<{ migrations: string[] }> {
  await mkdir(folder, { mode: 0o700 });
  await client.query('begin isolation level repeatable read read only');
  try {
    for (const name of await tableNames(client)) {
      const file = createWriteStream(join(folder, `${name}.jsonl`), { mode: 0o600 });
      await pipeline(Readable.from(readLines(client, name)), file);
    }
    // An id that was used once is not used again, even if its row is gone.
    const sequences = await client.query<Sequence>(sequencesSql);
    await writeFile(join(folder, sequencesFile), JSON.stringify(sequences.rows), { mode: 0o600 });
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
    const { rows } = await client.query<{ line: string }>(`fetch ${batchSize} from table_rows`);
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
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and relname <> '${migrationsTable}'
        and not exists (select 1 from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
      loop execute 'drop table ' || thing.name || ' cascade'; end loop;
      for thing in select pg_proc.oid::regprocedure as name from pg_proc
        where pronamespace = current_schema()::regnamespace
        and not exists (select 1 from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
      loop execute 'drop function ' || thing.name || ' cascade'; end loop;
      if to_regclass('${migrationsTable}') is not null then delete from ${migrationsTable}; end if;
    end $$`);
}

/** Fills the tables, which migrations have created, with the rows that `dumpTables` wrote. */
export async function loadTables(execute: Execute, folder: string): Promise<void> {
  const files = await readdir(folder);
  const names = files.flatMap((file) => /^(.*)\.jsonl$/.exec(file)?.[1] ?? []);
  const inOrder = await referencedFirst(execute, names);
  await execute(`truncate ${inOrder.map(escapeIdentifier).join(', ')}`);
  for (const name of inOrder) {
    const columns = await columnsOf(execute, name);
    const insert = `insert into ${escapeIdentifier(name)} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${escapeIdentifier(name)}, ?)`;
    const lines = createInterface({ input: createReadStream(join(folder, `${name}.jsonl`)) });
    for await (const batch of batches(lines)) await execute(insert, [`[${batch.join(',')}]`]);
  }
  const sequences: Sequence[] = JSON.parse(await readFile(join(folder, sequencesFile), 'utf8'));
  for (const { name, last } of sequences) await execute('select setval(?::regclass, ?)', [name, last]);
}

async function* batches(lines: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const line of lines) {
    batch.push(line);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The columns of a table, without generated ones. */
async function columnsOf(execute: Execute, table: string): Promise<string> {
  const rows = await execute<{ name: string }>(
    "select attname as name from pg_attribute where attrelid = ?::regclass and attnum > 0 and not attisdropped and attgenerated = ''",
    [escapeIdentifier(table)],
  );
  return rows.map(({ name }) => escapeIdentifier(name)).join(', ');
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
  for (const name of names) add(name);
  return ordered;
}
