import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  databaseKinds,
  newDatabaseName,
  postgresUrl,
  temporaryDatabaseUrl,
  temporaryFolder,
} from '../../../../../test/databases.ts';
import { hurry } from '../../../../../test/hurry.ts';
import { openTestDatabase } from '../../../../../test/open-test-database.ts';
import { statement } from '../../../../../test/statement.ts';
import { openProductDatabase } from '../../entities.ts';
import { Registration } from '../../readers/reader-tables.ts';
import { version } from '../../version.ts';
import { openWordrise } from '../../wordrise.ts';
import { Word } from '../../words/word.ts';
import { loadConfig } from '../settings/load-config.ts';
import { databaseFailure, isRefusedValue } from './database-failure.ts';
import { sqliteMigrations } from './migrations/sqlite.ts';
import type { OpenDatabase } from './open-database.ts';
import { rowCount, tables } from './query.ts';

async function opened(url: string): Promise<OpenDatabase> {
  const { database } = loadConfig({ DATABASE_URL: url, SESSION_SECRET: 'x'.repeat(32) });
  const db = await openProductDatabase(database);
  onTestFinished(() => db.close());
  return db;
}

// A server opens the file again when settings change. Without its lock, a program with SQLite older than 3.51, such as Debian's
// sqlite3 command, takes the -wal file for abandoned and deletes it, with all that the server writes from then on.
test('a SQLite file that one process opens twice stays locked', async ({ skip }) => {
  const url = await temporaryDatabaseUrl('sqlite');
  const { ino } = await (await opened(url)).migrate().then(() => statSync(url.slice('sqlite:'.length)));
  // SQLite's SHARED_FIRST.
  const locks = () => lockedFiles().filter((lock) => lock.includes(`:${ino} 1073741826 `));
  if (locks().length === 0) skip('This system does not list locks.');
  await opened(url);
  expect(locks()).toHaveLength(1);
});

function lockedFiles(): string[] {
  return existsSync('/proc/locks') ? readFileSync('/proc/locks', 'utf8').split('\n') : [];
}

test('PostgreSQL looks at a table of which it knows nothing yet, once', async () => {
  const db = await opened(await temporaryDatabaseUrl('postgresql'));
  await db.migrate();
  await db.em().execute(`insert into registrations (email, first_name, created_at, status)
    select n || '@example.com', 'Ada', now(), 'subscribed' from generate_series(1, 100) n`);
  const known = async () => {
    const [row] = await db.read(
      statement<{ rows: number }>(
        `select cast(reltuples as integer) as rows from pg_class where oid = 'registrations'::regclass`,
      ),
    );
    return row?.rows;
  };
  expect(await known()).not.toBe(100);
  await db.analyzeNew('registrations');
  expect(await known()).toBe(100);
  await db.em().execute(`delete from registrations where id > 50`);
  await db.analyzeNew('registrations');
  expect(await known()).toBe(100);
});

describe.each(databaseKinds)('%s', (kind) => {
  test('migrations produce exactly the schema of the entities', async () => {
    const db = await opened(await temporaryDatabaseUrl(kind));
    expect(await db.pendingMigrations()).toHaveLength(sqliteMigrations.length);
    expect(await db.migrate()).toHaveLength(sqliteMigrations.length);
    expect(await db.migrate()).toEqual([]);
    expect(await db.schemaDifference()).toBe('');
  });

  test('two that start at the same time migrate one after the other', async () => {
    const url = await temporaryDatabaseUrl(kind);
    const [one, two] = [await opened(url), await opened(url)];
    const applied = await Promise.all([one.migrate(), two.migrate()]);
    expect(applied.flat()).toHaveLength(sqliteMigrations.length);
  });

  test('returns instants unchanged, and sorts by code points', async () => {
    const db = await opened(await temporaryDatabaseUrl(kind));
    await db.migrate();
    const createdAt = new Date('2026-03-29T01:30:00.123Z');
    const texts = { phoneticPronunciation: '', partOfSpeech: '', definition: '', etymology: '' };
    const rest = { example1: '', example2: '', conversationTip: '', searchText: '', usedCount: 0 };
    const source = 'admin' as const;
    await db.em().insertMany(
      Word,
      ['ice cream', 'iceberg', 'ice-free', 'icarus'].map((word) => ({
        word,
        wordKey: word,
        sortKey: word,
        createdAt,
        source,
        ...texts,
        ...rest,
      })),
    );
    const words = await db.em().find(Word, {}, { orderBy: { sortKey: 'asc' } });
    expect(words.map(({ word }) => word)).toEqual(['icarus', 'ice cream', 'ice-free', 'iceberg']);
    expect(words[0]?.createdAt).toEqual(createdAt);
  });

  test.each(['existing', 'read'] as const)(
    '%s refuses a database without a schema, and leaves it empty',
    async (access) => {
      const url = await temporaryDatabaseUrl(kind);
      const { database } = loadConfig({ DATABASE_URL: url });
      const config = loadConfig({ DATABASE_URL: url, DATA_DIR: temporaryFolder() });
      await expect(openWordrise(config, { access })).rejects.toMatchObject({ code: 'database.missing' });
      if (database.kind === 'sqlite') expect(readdirSync(dirname(database.path))).toEqual([]);
      else expect((await (await opened(url)).schema()).applied).toEqual([]);
    },
  );

  test('a database is read unchanged, and only with the newest schema', async () => {
    const url = await temporaryDatabaseUrl(kind);
    const config = loadConfig({ DATABASE_URL: url, DATA_DIR: temporaryFolder() });
    const db = await opened(url);
    await db.migrate();
    const wordrise = await openWordrise(config, { access: 'read' });
    expect(await wordrise.accounts.needsSetup()).toBe(true);
    await wordrise.close();

    await db.em().execute('delete from mikro_orm_migrations where id > 1');
    const before = await db.schema();
    await expect(openWordrise(config, { access: 'read' })).rejects.toMatchObject({
      code: 'database.outdated',
    });
    expect(await db.schema()).toEqual(before);
  });

  test.each(['create', 'existing', 'read'] as const)(
    '%s refuses a newer schema, and names both versions',
    async (access) => {
      const url = await temporaryDatabaseUrl(kind);
      const db = await opened(url);
      await db.migrate();
      await db
        .em()
        .execute("insert into mikro_orm_migrations (name) values ('Migration29990101000000_later')");
      await db.em().execute("update installations set migrated_by = '9.9.9'");
      const newest = sqliteMigrations.at(-1)?.name.replace('Migration', '');
      const config = loadConfig({ DATABASE_URL: url, DATA_DIR: temporaryFolder() });
      const refused = openWordrise(config, { access });
      await expect(refused).rejects.toMatchObject({ code: 'database.newer' });
      await expect(refused).rejects.toThrow(
        `The database was changed by Wordrise 9.9.9 (schema 29990101000000_later), and this is Wordrise ${version}, which knows schemas up to ${newest}.`,
      );
    },
  );

  test('a schema from before the first release is refused with the way to move', async () => {
    const url = await temporaryDatabaseUrl(kind);
    const db = await opened(url);
    await db.migrate();
    await db
      .em()
      .execute("update mikro_orm_migrations set name = 'Migration20261121000000_initial' where id = 1");
    const config = loadConfig({ DATABASE_URL: url, DATA_DIR: temporaryFolder() });
    await expect(openWordrise(config)).rejects.toThrow(
      /from before the first release \(schema 20261121000000_initial\).*wordrise signups export/,
    );
  });

  test.each(['create', 'existing', 'read'] as const)(
    '%s refuses a schema whose first migration was changed later, before the first release',
    async (access) => {
      const url = await temporaryDatabaseUrl(kind);
      const db = await opened(url);
      await db.migrate();
      await db.em().execute('drop table settings');
      await db.em().execute('delete from mikro_orm_migrations where id > 2');
      const config = loadConfig({ DATABASE_URL: url, DATA_DIR: temporaryFolder() });
      await expect(openWordrise(config, { access })).rejects.toThrow(
        /from before the first release \(schema 20261123120100_search_index\).*wordrise signups export/,
      );
    },
  );

  test('reports its version', async () => {
    const db = await opened(await temporaryDatabaseUrl(kind));
    expect(await db.version()).toMatch(kind === 'sqlite' ? /^SQLite 3\.\d+/ : /^PostgreSQL \d+/);
    expect(await db.isReachable()).toBe(true);
  });
});

test('a transaction that another writer blocks fails, and the next one works', async () => {
  const db = await opened(await temporaryDatabaseUrl('sqlite'));
  await db.migrate();
  if (db.native.kind !== 'sqlite') throw new Error('not SQLite');
  const other = new Database(db.native.database.name);
  onTestFinished(() => void other.close());
  const transaction = () => db.em().transactional((tx) => tx.count(Word));
  hurry();
  other.exec('begin immediate');
  await expect(transaction()).rejects.toThrow('database is locked');
  await expect(db.em().transactional(async () => {})).rejects.toThrow('database is locked');
  other.exec('rollback');
  expect(await transaction()).toBe(0);
  // What SQLite does on its own if the disk is full: there is nothing left to roll back.
  const undone = db.em().transactional(async (tx) => {
    if (db.native.kind === 'sqlite') db.native.database.exec('rollback');
    await tx.execute('select nothing');
  });
  await expect(undone).rejects.toThrow('nothing');
  expect(await transaction()).toBe(0);
  expect(await db.em().count(Word)).toBe(0);
});

test('waiting for another writer does not block other work of the process', async () => {
  const db = await opened(await temporaryDatabaseUrl('sqlite'));
  await db.migrate();
  if (db.native.kind !== 'sqlite') throw new Error('not SQLite');
  const other = new Database(db.native.database.name);
  onTestFinished(() => void other.close());
  other.exec('begin immediate');
  // Freed by this same process, which could not do that if it were blocked.
  const freed = new Promise<void>((resolve) => {
    setTimeout(() => {
      other.exec('rollback');
      resolve();
    }, 1);
  });
  const statement = db.em().nativeUpdate(Word, { id: 1 }, { usedCount: 1 });
  const transaction = db.em().transactional((tx) => tx.count(Word));
  expect(await db.count(tables<{ words: Word }>().selectFrom('words').select(rowCount))).toBe(0);
  expect(await Promise.all([statement, transaction, freed])).toEqual([0, 0, undefined]);
});

test('instants that machines compare use the clock of PostgreSQL', async () => {
  const db = await opened(await temporaryDatabaseUrl('postgresql'));
  const [now, day] = [Date.now(), 86_400_000];
  expect(await db.sharedTime(new Date(now))).toEqual(new Date(now));
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'], now: now + 30 * day });
  expect((await db.sharedTime(new Date())).getTime()).toBeLessThan(now + day);
});

test('transactions that lose their connection leave the pool intact', async () => {
  const db = await opened(await temporaryDatabaseUrl('postgresql'));
  if (db.native.kind !== 'postgresql') throw new Error('not PostgreSQL');
  const { pool } = db.native;
  for (let lost = 0; lost < (pool.options.max ?? 10) + 1; lost += 1) {
    const broken = db.em().transactional(async (tx) => {
      const [row] = await tx.execute<{ pid: number }[]>('select pg_backend_pid() as pid');
      await pool.query('select pg_terminate_backend($1)', [row?.pid]);
      await tx.execute('select 1');
    });
    await expect(broken).rejects.toThrow(/terminat|connection error/);
  }
  expect(await db.em().transactional((tx) => tx.execute('select 1 as one'))).toEqual([{ one: 1 }]);
});

test('a database that is open keeps a connection to PostgreSQL, so that a restore sees it is in use', async () => {
  const { native } = await opened(await temporaryDatabaseUrl('postgresql'));
  if (native.kind !== 'postgresql') throw new Error('this needs PostgreSQL');
  const { pool } = native;
  pool.options.idleTimeoutMillis = 1;
  const clients = await Promise.all([pool.connect(), pool.connect(), pool.connect()]);
  // All at once, so that all of them have been idle for the same time.
  for (const client of clients) client.release();
  await expect.poll(() => pool.totalCount).toBe(1);
});

test('a PostgreSQL database that does not exist is reported as missing, not as unreachable', async () => {
  const url = postgresUrl(newDatabaseName());
  const { database } = loadConfig({ DATABASE_URL: url });
  await expect(openProductDatabase(database, 'existing')).rejects.toMatchObject({
    code: 'database.missing',
    message: expect.stringContaining('there is no database with that name'),
  });
});

test.each([
  ['postgres://user:hunter2secret@127.0.0.1:1/words', 'nothing answers at that address'],
  [
    'sqlite:/dev/null/words.db',
    'The database could not be opened: /dev/null is a file, and a folder is needed.',
  ],
  ['sqlite:/dev', 'The database could not be opened: /dev is a folder. DATABASE_URL names a file'],
])('an unreachable database is reported without its password', async (url, text) => {
  const { database } = loadConfig({ DATABASE_URL: url, SESSION_SECRET: 'x'.repeat(32) });
  const error = await openProductDatabase(database).then(
    () => undefined,
    (thrown: Error) => thrown,
  );
  expect(error).toMatchObject({ code: 'database.unreachable' });
  expect(error?.message).toContain(text);
  expect(error?.message).not.toContain('hunter2secret');
});

test('a PostgreSQL server that asks for a password is reported as such if the address has none', async () => {
  // The two first messages of SCRAM; the driver needs the password after them.
  const answers = [
    { type: 10, text: 'SCRAM-SHA-256\0\0' },
    { type: 11, text: 'r=nonce,s=c2FsdA==,i=4096' },
  ];
  const server = createServer((socket) => {
    const left = [...answers];
    socket.on('error', () => {});
    socket.on('data', () => {
      const { type, text } = left.shift() ?? { type: 0, text: '' };
      socket.write(Buffer.from([0x52, 0, 0, 0, 8 + text.length, 0, 0, 0, type]));
      socket.write(text);
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { database } = loadConfig({ DATABASE_URL: `postgres://wordrise@127.0.0.1:${port}/wordrise` });
  await expect(openProductDatabase(database)).rejects.toMatchObject({
    code: 'database.unreachable',
    message: expect.stringContaining('it asks for a password, and the address has none. Check DATABASE_URL.'),
  });
});

test.each(databaseKinds)(
  'a zero character is refused before it reaches %s, which stays in reach',
  async (kind) => {
    const database = await openTestDatabase(kind);
    const em = database.em();
    const zero = 'a\0b';
    for (const attempt of [
      () => em.count(Registration, { mailToken: zero }),
      () => em.find(Registration, { email: { $in: ['a', zero] } }),
      () => em.nativeUpdate(Registration, { id: 1 }, { reason: zero }),
      () => em.insert(Registration, { email: zero, firstName: 'Ada', createdAt: new Date() }),
    ]) {
      const error = await attempt().catch((thrown: unknown) => thrown);
      expect(databaseFailure(error)).toMatchObject({
        code: 'input.invalid',
        message: expect.stringContaining('cannot be stored'),
      });
      expect(isRefusedValue(error)).toBe(true);
    }
  },
);

test.each([
  ['08P01', 'invalid message format', false],
  ['08P01', 'server closed the connection unexpectedly', true],
  ['08006', 'invalid message format', true],
  ['22021', 'invalid byte sequence for encoding "UTF8": 0x00', false],
])('%s: %s', (code, message, isAway) => {
  const error = new Error('wrapped', { cause: Object.assign(new Error(message), { code }) });
  expect(databaseFailure(error)?.code).toBe(isAway ? 'database.unreachable' : undefined);
  expect(isRefusedValue(error)).toBe(!isAway);
});
