import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { fillEmptyTables } from '../../../../scripts/freeze-schema/rows.ts';
import { backUp, givenPlace, open, type Place, restore } from '../../../../test/backups.ts';
import { type DatabaseKind, databaseKinds, temporaryFolder } from '../../../../test/databases.ts';
import { frozenVersions, loadFrozen } from '../../../../test/frozen-schemas.ts';
import { statement } from '../../../../test/statement.ts';
import { aWord } from '../../../../test/words.ts';
import { entities, openProductDatabase } from '../entities.ts';
import { postgresqlMigrations } from '../platform/database/migrations/postgresql.ts';
import { sqliteMigrations } from '../platform/database/migrations/sqlite.ts';
import { migrationsTable } from '../platform/database/schema-state.ts';
import { dumpSqlite, loadSqlite } from './sqlite-tables.ts';

const other = { sqlite: 'postgresql', postgresql: 'sqlite' } as const;

/** Before any time in the rows, so that the restore holds no email back. */
const now = () => new Date('2020-01-01T00:00:00Z');

/** An installation of an older version, with rows in every table. */
async function givenFrozen(kind: DatabaseKind, version: string): Promise<Place> {
  const place = await givenPlace(kind);
  mkdirSync(place.config.dataDir);
  const { database } = place.config;
  await loadFrozen(version, kind, database.kind === 'sqlite' ? database.path : database.url);
  return place;
}

/** The latest schema, with rows in every table, and values that are easily lost on the way. */
async function givenEverything(kind: DatabaseKind): Promise<Place> {
  const place = await givenFrozen(kind, frozenVersions().at(-1) ?? '');
  await (await open(place)).close();
  const database = await openProductDatabase(place.config.database);
  const run = (sql: string, values: unknown[] = []) => database.em().execute(sql, values, 'run');
  try {
    // Tables that are newer than the frozen schema.
    await fillEmptyTables(database.em());
    const definition =
      'Line\u2028separator, \u2029 "quotes", \\backslash\\n, \t tab, \u00e9 e\u0301, \u{1F426}, ?, $1, null';
    await run('update words set definition = ? where id = 1', [definition]);
    await run("update words set conversation_tip = '123', etymology = '' where id = 1");
    // More than a JavaScript number holds.
    await run('update scheduled_emails set message_id = 9007199254740993 where id = 2');
    await run('update scheduled_emails set replaced = ? where id = 2', [
      '{"a":[1,null,"\u2028"],"b":{"c":false}}',
    ]);
    await run('update templates set design = ?, is_designed = true', [
      '{"accent":"#0b3d91","sections":["links"],"footer":"é\u2028"}',
    ]);
    await run('update autopilot_settings set is_on = true');
    await run(
      "insert into autopilot_days (day, is_skipped) values ('2026-12-24', true), ('2026-12-25', false)",
    );
    // The highest id, which is not to be used again.
    await run('delete from words where id = 13');
  } finally {
    await database.close();
  }
  return place;
}

/** Tables that are not the same after a restore: sessions end, and a copy is an installation of its own, whose processor has not run. */
const notCopied = ['sessions', 'rate_limits', 'installations', 'processor_runs'];

/** Every row of every table, in a form that does not depend on the kind of database. */
async function contentOf({ config }: Place): Promise<Record<string, unknown[]>> {
  const database = await openProductDatabase(config.database, 'read');
  try {
    const content: Record<string, unknown[]> = {};
    for (const { tableName, props, primaryKeys } of database.em().getMetadata().getAll().values()) {
      const columns = props.flatMap(({ fieldNames, runtimeType }) =>
        (fieldNames ?? []).map((name) => ({ name, runtimeType })),
      );
      const rows = await database.read(
        statement<Record<string, unknown>>(
          `select ${columns.map(({ name, runtimeType }) => (runtimeType === 'number' ? `cast(${name} as text) as ${name}` : name))} from ${tableName}`,
        ),
      );
      content[tableName] = rows
        .map((row) => columns.map(({ name, runtimeType }) => plain(row[name], runtimeType)))
        .toSorted((one, two) => (JSON.stringify(one) < JSON.stringify(two) ? -1 : 1));
      expect(primaryKeys.length).toBeGreaterThan(0);
    }
    return content;
  } finally {
    await database.close();
  }
}

function plain(value: unknown, type: string): unknown {
  if (value === null) return null;
  if (type === 'Date') return new Date(value as number).toISOString();
  if (type === 'boolean') return Boolean(value);
  if (type === 'string' || type === 'number') return value;
  return typeof value === 'string' ? JSON.parse(value) : value;
}

async function lastIds({ config }: Place): Promise<Record<string, number>> {
  const database = await openProductDatabase(config.database, 'read');
  try {
    const rows = await database.read(
      statement<{ name: string; last: number | string }>(
        database.kind === 'sqlite'
          ? 'select name, seq as last from sqlite_sequence'
          : 'select sequencename as name, last_value as last from pg_sequences where last_value is not null',
      ),
    );
    const ids = rows.map(({ name, last }) => [name.replace(/_(user_)?id_seq$/, ''), Number(last)] as const);
    return Object.fromEntries(ids.filter(([name]) => name !== migrationsTable));
  } finally {
    await database.close();
  }
}

test('each migration of one kind of database has its counterpart', () => {
  const names = (migrations: readonly { name: string }[]) =>
    migrations.map(({ name }) => name.replace(/^Migration\d+_/, ''));
  expect(names(sqliteMigrations)).toEqual(names(postgresqlMigrations));
});

describe.each(databaseKinds)('from %s', (kind) => {
  test('everything moves to the other kind of database, and back', async () => {
    const source = await givenEverything(kind);
    const before = await contentOf(source);
    const copied = Object.fromEntries(
      Object.entries(before).map(([table, rows]) => [
        table,
        notCopied.includes(table) ? expect.anything() : rows,
      ]),
    );
    expect(Object.keys(before)).toHaveLength(entities.length);
    for (const [table, rows] of Object.entries(before)) expect(rows.length, table).toBeGreaterThan(0);

    const target = await givenPlace(other[kind]);
    const { file } = await backUp(source);
    expect(await restore(target, file, { now })).toMatchObject({ held: 0, applied: [] });
    expect(await contentOf(target)).toEqual(copied);
    expect(await lastIds(target)).toMatchObject(await lastIds(source));

    const again = await givenPlace(kind);
    await restore(again, (await backUp(target)).file, { now });
    expect(await contentOf(again)).toEqual(copied);
    expect(await lastIds(again)).toMatchObject(await lastIds(source));
  });

  test('the moved database works: its search, its rules and its ids', async () => {
    const target = await givenPlace(other[kind]);
    await restore(target, (await backUp(await givenEverything(kind))).file, { now });
    const database = await openProductDatabase(target.config.database);
    expect(await database.schemaDifference()).toBe('');
    await expect(
      database
        .em()
        .execute(
          "insert into scheduled_emails (word_id, day, local_time, timezone, scheduled_date, first_at, last_at, status, created_at, message_name) select word_id, day, local_time, timezone, scheduled_date, first_at, last_at, 'pending', created_at, 'another' from scheduled_emails where status = 'pending'",
          [],
          'run',
        ),
    ).rejects.toThrow(/unique/i);
    await database.close();
    const wordrise = await open(target, 'existing');
    const { id } = await wordrise.words.add(aWord({ word: 'new' }));
    expect(id).toBe(14);
    expect((await wordrise.words.search('MEANS “bread')).map(({ word }) => word)).toEqual([]);
    expect((await wordrise.words.search('WHAT “bread')).map(({ word }) => word)).toEqual(['bread']);
    // The password is right, and the second factor is on.
    const login = wordrise.accounts.logIn({ username: 'admin', password: 'correct horse' });
    await expect(login).rejects.toMatchObject({ code: 'auth.code_required' });
  });

  test.each(frozenVersions())('a backup with the schema of %s moves too', async (version) => {
    const source = await givenFrozen(kind, version);
    const { file } = await backUp(source);
    const target = await givenPlace(other[kind]);
    await restore(target, file, { now });
    const wordrise = await open(target, 'existing');
    expect(await wordrise.database.pendingMigrations()).toEqual([]);
    await (await open(source)).close();
    const [moved, upgraded] = [await contentOf(target), await contentOf(source)];
    for (const table of notCopied) delete moved[table];
    expect(upgraded).toMatchObject(moved);
  });
});

test('a row that PostgreSQL cannot store is refused, and named', async () => {
  const source = await givenEverything('sqlite');
  const database = await openProductDatabase(source.config.database);
  await database.em().execute('update words set word = ? where id = 1', ['x'.repeat(101)], 'run');
  await database.close();
  const { file } = await backUp(source);
  const target = await givenPlace('postgresql');
  const refused = restore(target, file, { now });
  await expect(refused).rejects.toMatchObject({ code: 'backup.refused' });
  await expect(refused).rejects.toThrow(
    /^The database cannot store a row of the table words: .{1,100}Nothing/,
  );
  expect(readdirSync(target.folder)).toEqual([]);
  await restore(target, (await backUp(await givenEverything('sqlite'))).file, { now });
});

describe('the tables of a SQLite file', () => {
  const columns =
    'id integer primary key autoincrement, at datetime, bytes blob, data json, number bigint, text text';

  function given(definition = columns): { path: string; run: (sql: string) => unknown[][] } {
    const path = join(temporaryFolder(), 'some.db');
    const run = (sql: string) => {
      const database = new Database(path);
      try {
        const statement = database.prepare(sql).safeIntegers();
        return statement.reader ? (statement.raw().all() as unknown[][]) : [[statement.run().changes]];
      } finally {
        database.close();
      }
    };
    run(`create table things (${definition})`);
    return { path, run };
  }

  test('are the same after they were written and read', async () => {
    const one = given();
    one.run(`insert into things values
      (1, -1, x'00ff27', '{"a":[1,null]}', 9223372036854775807, 'a' || char(10, 8232) || '"'),
      (2, null, x'', null, -9223372036854775808, ''), (7, 253402300799999, null, 'true', null, null)`);
    one.run('delete from things where id = 7');
    one.run(`insert into things (id, at) values (3, 253402300799999)`);
    const folder = temporaryFolder();
    await dumpSqlite(one.path, folder);
    const two = given();
    two.run('create table log (id integer)');
    two.run('create trigger logged after insert on things begin insert into log values (new.id); end');
    await loadSqlite(two.path, folder);
    const all = 'select * from things order by id';
    expect(two.run(all)).toEqual(one.run(all));
    expect(two.run('select seq from sqlite_sequence')).toEqual([[7n]]);
    // Triggers do not run for restored rows, and do again afterward.
    expect(two.run('select * from log')).toEqual([]);
    two.run('insert into things (text) values (1)');
    expect(two.run('select * from log')).toEqual([[8n]]);
  });

  test.each([
    ['another column', 'id integer primary key autoincrement, name text'],
    ['one column fewer', 'id integer primary key autoincrement'],
  ])('are refused by a table with %s, which would lose something', async (_what, definition) => {
    const one = given('id integer primary key autoincrement, text text');
    one.run("insert into things (text) values ('a')");
    const folder = temporaryFolder();
    await dumpSqlite(one.path, folder);
    const two = given(definition);
    await expect(loadSqlite(two.path, folder)).rejects.toThrow('other columns than its schema says');
    expect(two.run('select * from things')).toEqual([]);
  });

  test('are refused if there is no such table', async () => {
    const one = given();
    one.run('create table others (id integer)');
    const folder = temporaryFolder();
    await dumpSqlite(one.path, folder);
    await expect(loadSqlite(given().path, folder)).rejects.toThrow('its table others is unknown');
  });
});
