import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { isDamaged } from '../platform/database/database-failure.ts';
import { migrationsTable } from '../platform/database/schema-state.ts';
import { searchIndex } from '../platform/database/sqlite-orm.ts';
import { damaged } from './archive.ts';
import {
  readBatches,
  readSequences,
  storing,
  tablesIn,
  writeSequences,
  writeTable,
} from './postgresql-tables.ts';

/** How a value is written as JSON, and read from it; values of all other types are the same in both. */
const conversions: Record<
  string,
  { toJson: (column: string) => string; fromJson: (value: string) => string }
> = {
  datetime: {
    toJson: (column) => `to_iso(${column})`,
    fromJson: (value) => `from_iso(${value})`,
  },
  json: {
    toJson: (column) => `json(${column})`,
    fromJson: (value) => `nullif(json(${value}), 'null')`,
  },
  blob: {
    toJson: (column) => `iif(${column} is null, null, '\\x' || lower(hex(${column})))`,
    fromJson: (value) => `unhex(substr(${value}, 3))`,
  },
};

interface Column {
  name: string;
  type: string;
}

/**
 * Writes every table of a SQLite file except the list of migrations, which the other kind of database has by other
 * names.
 */
export async function dumpSqlite(path: string, folder: string): Promise<void> {
  const database = openWithConversions(path);
  try {
    for (const table of tablesOf(database)) {
      const values = columnsOf(database, table).map(
        ({ name, type }) => `'${name}', ${conversions[type]?.toJson(quoted(name)) ?? quoted(name)}`,
      );
      const rows = database.prepare(`select json_object(${values}) || char(10) from ${quoted(table)}`);
      await writeTable(folder, table, rows.pluck().iterate() as IterableIterator<string>);
    }
    const sequences = `select name as "table", cast(seq as text) as last from sqlite_sequence
      where seq > 0 and name <> '${migrationsTable}'`;
    await writeSequences(folder, database.prepare(sequences).all() as { table: string; last: string }[]);
  } finally {
    database.close();
  }
}

/**
 * Fills the tables of a SQLite file, which migrations have created, with rows that were written from either kind of
 * database.
 */
export async function loadSqlite(path: string, folder: string): Promise<void> {
  const database = openWithConversions(path);
  try {
    // If it is interrupted, the file is thrown away.
    database.pragma('synchronous = off');
    database.pragma('foreign_keys = off');
    database.exec('begin');
    const triggers = takeTriggers(database);
    const tables = tablesOf(database);
    for (const table of tables) database.exec(`delete from ${quoted(table)}`);
    for (const table of await tablesIn(folder)) {
      if (table === migrationsTable) continue;
      if (!tables.includes(table)) throw damaged(`its table ${table} is unknown`);
      await loadTable(database, folder, table);
    }
    for (const { table, last } of await readSequences(folder)) {
      if (!tables.includes(table)) continue;
      database.prepare('delete from sqlite_sequence where name = ?').run(table);
      database.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(table, BigInt(last));
    }
    for (const trigger of triggers) database.exec(trigger);
    for (const table of tables) {
      const index = `${table}_search`;
      if (hasTable(database, index)) database.exec(`insert into ${index} (${index}) values ('rebuild')`);
    }
    const [orphan] = database.pragma('foreign_key_check') as { table: string }[];
    if (orphan) throw damaged(`a row of its table ${orphan.table} refers to one that is missing`);
    database.exec('commit');
  } finally {
    database.close();
  }
}

async function loadTable(database: Database.Database, folder: string, table: string): Promise<void> {
  const columns = columnsOf(database, table);
  const names = columns.map(({ name }) => name);
  const values = columns.map(({ name, type }) => {
    const path = `'$."${name}"'`;
    if (type === 'json') return conversions.json?.fromJson(`value -> ${path}`);
    return conversions[type]?.fromJson(`value ->> ${path}`) ?? `value ->> ${path}`;
  });
  const insert = database.prepare(
    `insert into ${quoted(table)} (${names.map(quoted)}) select ${values} from json_each(?)`,
  );
  for await (const batch of readBatches(folder, table, names)) {
    await storing(table, async () => insert.run(batch));
  }
}

/** Removes all triggers, so that rows are stored as they are, and returns what creates them again. */
function takeTriggers(database: Database.Database): string[] {
  const triggers = database.prepare("select name, sql from sqlite_master where type = 'trigger'").all() as {
    name: string;
    sql: string;
  }[];
  for (const { name } of triggers) database.exec(`drop trigger ${quoted(name)}`);
  return triggers.map(({ sql }) => sql);
}

function openWithConversions(path: string): Database.Database {
  const database = new Database(path, { fileMustExist: true });
  const options = { deterministic: true };
  database.function('to_iso', options, (ms: unknown) =>
    ms === null ? null : new Date(Number(ms)).toISOString(),
  );
  database.function('from_iso', options, (iso: unknown) =>
    iso === null ? null : BigInt(Date.parse(String(iso))),
  );
  return database;
}

function tablesOf(database: Database.Database): string[] {
  const names = database
    .prepare(
      `select name from pragma_table_list where schema = 'main' and type = 'table'
       and name not like 'sqlite\\_%' escape '\\' and name <> '${migrationsTable}' order by name`,
    )
    .pluck()
    .all() as string[];
  return names.filter((name) => !searchIndex.test(name));
}

function columnsOf(database: Database.Database, table: string): Column[] {
  return database
    .prepare('select name, lower(type) as type from pragma_table_info(?)')
    .all(table) as Column[];
}

function hasTable(database: Database.Database, name: string): boolean {
  return database.prepare('select 1 from sqlite_master where name = ?').get(name) !== undefined;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** All pages in one step: a copy in several steps restarts whenever another process writes. */
const allPages = 0x7fff_ffff;

/** Copies a database as of one moment, while others read and write it. */
export async function copySqlite(from: string, to: string): Promise<void> {
  const database = new Database(from, { fileMustExist: true, timeout: 5000 });
  try {
    await database.backup(to, { progress: () => allPages });
  } finally {
    database.close();
  }
}

/** Names of the migrations that are applied to a SQLite file, oldest first; none if it has no schema. */
export function migrationsIn(path: string): string[] {
  const database = new Database(path, { fileMustExist: true });
  try {
    const table = database.prepare('select 1 from sqlite_master where name = ?').get(migrationsTable);
    if (!table) return [];
    return database.prepare(`select name from ${migrationsTable} order by id`).pluck().all() as string[];
  } finally {
    database.close();
  }
}

/** Whether the file's structure is sound. */
export function isSound(path: string): boolean {
  try {
    const database = new Database(path, { fileMustExist: true, readonly: true });
    try {
      return database.pragma('quick_check(1)', { simple: true }) === 'ok';
    } finally {
      database.close();
    }
  } catch {
    return false;
  }
}

/** Whether a SQLite file has tables, or is damaged. */
export function hasTables(path: string): boolean {
  if (!existsSync(path)) return false;
  const database = new Database(path, { fileMustExist: true });
  try {
    return database.prepare('select 1 from sqlite_master limit 1').get() !== undefined;
  } catch (error) {
    // Its owner decides whether a backup may replace it.
    if (isDamaged(error)) return true;
    throw error;
  } finally {
    database.close();
  }
}

/** Whether another connection, of this process or another, has the file open. */
export function isInUse(path: string): boolean {
  return existsSync(path) && !canLock(path);
}

function canLock(path: string): boolean {
  const database = new Database(path, { timeout: 0 });
  try {
    // Opens it without shared memory. That needs a lock that any other connection prevents.
    database.pragma('locking_mode = exclusive');
    database.exec('begin exclusive; rollback');
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return false;
    if (isDamaged(error)) return true;
    throw error;
  } finally {
    database.close();
  }
}
