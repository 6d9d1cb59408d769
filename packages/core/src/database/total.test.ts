import { DeadlockException, ForeignKeyConstraintViolationException, NotFoundError } from '@mikro-orm/core';
import { Migrator } from '@mikro-orm/migrations';
import { MikroORM as PostgresOrm } from '@mikro-orm/postgresql';
import type { EntityManager } from '@mikro-orm/sql';
import { MikroORM as SqliteOrm } from '@mikro-orm/sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type DatabaseKind, databaseKinds, temporaryDatabaseUrl } from '../../../../test/databases.ts';
import { deliveryDeps } from '../../../../test/delivery-deps.ts';
import { openTestDatabase } from '../../../../test/open-test-database.ts';
import { aWord } from '../../../../test/words.ts';
import { noBotCheck } from '../bot-check/bot-check.ts';
import { runPass } from '../delivery/run-pass.ts';
import { entities } from '../entities.ts';
import { isDomainError } from '../errors.ts';
import { clientOf, givenReaders, startTestSandbox } from '../mail/sandbox/testing.ts';
import { countReaders } from '../readers/count-readers.ts';
import { listReaders } from '../readers/list-readers.ts';
import { Registration } from '../readers/registration.ts';
import { removeReader } from '../readers/remove-reader.ts';
import { signUp } from '../readers/sign-up.ts';
import { cancelEmail } from '../schedule/cancel-email.ts';
import { scheduleStats } from '../schedule/list-schedule.ts';
import { scheduleEmail } from '../schedule/schedule-email.ts';
import { ScheduledEmail } from '../schedule/scheduled-email.ts';
import { wordEmails } from '../schedule/word-emails.ts';
import { importWords } from '../words/import/import-words.ts';
import { listUnusedWords, listWords } from '../words/list-words.ts';
import { removeWord } from '../words/remove-word.ts';
import { saveLookedUpWords } from '../words/save-looked-up-words.ts';
import { addWord, editWord } from '../words/save-word.ts';
import { Word } from '../words/word.ts';
import { postgresqlMigrations } from './migrations/postgresql.ts';
import { sqliteMigrations } from './migrations/sqlite.ts';
import type { OpenDatabase } from './open-database.ts';
import { openSqlite, WriteFirstSqliteDialect } from './sqlite-dialect.ts';
import { Total } from './total.ts';

/** What is stored, without what is zero. */
async function stored(em: EntityManager): Promise<Record<string, number>> {
  const totals = new Counter();
  for (const { name, key, count } of await em.fork().find(Total, {})) totals.add(`${name} ${key}`, count);
  return totals.counts();
}

/** What should be: every row looked at, in another language than the triggers'. */
async function counted(em: EntityManager): Promise<Record<string, number>> {
  const rows = em.fork();
  const emails = await rows.find(ScheduledEmail, {});
  const waiting = new Set(
    emails.filter(({ status }) => /pending|scheduled/.test(status)).map(({ word }) => word.id),
  );
  const totals = new Counter();
  for (const { id, sortKey, usedCount, waitingCount, removedAt } of await rows.find(Word, {})) {
    expect(waitingCount, `waiting emails with word ${id}`).toBe(waiting.has(id) ? 1 : 0);
    if (removedAt) continue;
    const first = sortKey.codePointAt(0) ?? 0;
    const key = first < 97 ? 96 : first > 122 ? 123 : first;
    totals.add(`words.${usedCount === 0 && !waiting.has(id) ? 'unused' : 'other'} ${key}`);
  }
  for (const { status } of emails) totals.add(`emails.${status} 0`);
  for (const { createdAt } of await rows.find(Registration, {})) {
    totals.add('readers.all 0');
    totals.add(`readers.signups ${Math.floor(createdAt.getTime() / 900_000)}`);
  }
  return totals.counts();
}

class Counter {
  readonly #counts = new Map<string, number>();

  add(name: string, count = 1): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + count);
  }

  counts(): Record<string, number> {
    return Object.fromEntries([...this.#counts].filter(([, count]) => count !== 0).sort());
  }
}

/** Numbers below `below` that look random and are the same in each run. */
function seeded(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const texts = ['apple', 'Äpfel', 'bread', 'Bread roll', 'éclat', 'zest', 'ωμέγα', '3D', "'tis", '\u0301'];
const unlimited = { attempt: async () => {}, forget: async () => {} };
/** All that changes what is counted, by name. What a rule of the product refuses is part of it. */
async function house(kind: DatabaseKind) {
  const database = await openTestDatabase(kind);
  const clock = { now: new Date('2026-12-01T12:00:00Z') };
  const now = () => clock.now;
  const sandbox = await startTestSandbox({ now });
  await givenReaders(sandbox, 1);
  const provider = clientOf(sandbox, { now });
  const deps = { ...deliveryDeps({ database, now, provider }), timezone: 'UTC' };
  const own = () => ({ database, now, emails: wordEmails });

  function operations(random: (below: number) => number) {
    const spelling = () => `${texts[random(texts.length)]}${random(3) ? ` ${random(12)}` : ''}`;
    const someWord = async () => (await database.em().find(Word, {})).at(random(40))?.id ?? 0;
    const someEmail = async () => (await database.em().find(ScheduledEmail, {})).at(random(10))?.id ?? 0;
    async function anImport(rows: number, onConflict: 'skip' | 'update' | 'fail') {
      const lines = Array.from({ length: rows }, () => {
        return `${JSON.stringify(aWord({ word: spelling(), etymology: `${random(9)}` }))}\n`;
      });
      const input = (async function* () {
        for (const line of lines) yield Buffer.from(line);
      })();
      await importWords({ database, now }, input, { onConflict, source: 'import', batchRows: 5 });
    }
    const all: Record<string, () => Promise<unknown>> = {
      add: () => addWord(own(), aWord({ word: spelling() })),
      edit: async () => editWord(own(), await someWord(), aWord({ word: spelling() })),
      remove: async () => removeWord(own(), await someWord()),
      saveLookedUp: () => {
        const word = aWord({ word: spelling() });
        return saveLookedUpWords(own(), { wordData: [word, word, aWord({ word: spelling() })] });
      },
      importSkip: () => anImport(12, 'skip'),
      importUpdate: () => anImport(12, 'update'),
      importFail: () => anImport(1, 'fail'),
      schedule: async () => {
        const scheduledDate = new Date(clock.now.getTime() + 3_600_000).toISOString();
        await scheduleEmail(deps, { wordId: await someWord(), scheduledDate, status: 'pending' });
      },
      scheduleWithoutProvider: async () => {
        sandbox.faults.next({ fault: { status: 503 }, times: 100 });
        await all.schedule?.().finally(() => sandbox.faults.clear());
      },
      cancel: async () => cancelEmail(deps, await someEmail()),
      send: async () => {
        clock.now = new Date(clock.now.getTime() + 2 * 3_600_000);
        await sandbox.releaseDue();
        await runPass(deps);
      },
      signUp: () => {
        clock.now = new Date(clock.now.getTime() + 7 * 60_000);
        const signup = {
          email: `reader${random(30)}@example.com`,
          firstName: 'Ada',
          favoriteWord: undefined,
        };
        return signUp({ ...own(), limits: unlimited, botCheck: noBotCheck }, signup, {
          address: '192.0.2.1',
        });
      },
      removeReader: async () => {
        const reader = (await database.em().find(Registration, {})).at(random(10));
        await removeReader({ database, provider: deps.provider }, reader?.email ?? '');
      },
      rollBack: () =>
        database.em().transactional(async (tx) => {
          await addWord(
            { database: { ...database, em: () => tx }, now },
            aWord({ word: `undone ${random(99)}` }),
          );
          await tx.nativeUpdate(Word, {}, { usedCount: 1 });
          await tx.nativeDelete(Registration, {});
          await tx.nativeUpdate(ScheduledEmail, {}, { status: 'failed' });
          throw new Undone();
        }),
      many: async () => {
        await database.em().execute(`update words set used_count = 1 - used_count where id % 3 = 0`);
        await database.em().execute(`update scheduled_emails set status = 'failed' where id % 2 = 0`);
        await database.em().execute('delete from registrations where id % 5 = 0');
      },
    };
    return all;
  }

  return { database, operations, em: database.em() };
}

class Undone extends Error {}

/** What may come of it where another was first: nothing of it stays, or its entry is gone already. */
const overtaken = [DeadlockException, ForeignKeyConstraintViolationException, NotFoundError];

async function attempt(
  operation: () => Promise<unknown>,
  refusals: (abstract new (...args: never[]) => Error)[] = [],
): Promise<boolean> {
  try {
    await operation();
    return true;
  } catch (error) {
    if (isDomainError(error) || [Undone, ...refusals].some((type) => error instanceof type)) return false;
    throw error;
  }
}

describe.each(databaseKinds)('totals on %s', (kind) => {
  test('are what is there, whatever is done', async () => {
    const { database, operations, em } = await house(kind);
    const random = seeded(20261121);
    const all = Object.entries(operations(random));
    const done = new Set<string>();
    for (let nth = 0; nth < 250; nth += 1) {
      const [name, operation] = all[random(all.length)] as (typeof all)[number];
      if (await attempt(operation)) done.add(name);
      expect(await stored(em), `after ${nth}: ${name}`).toEqual(await counted(em));
    }
    expect([...all.map(([name]) => name).filter((name) => !done.has(name))]).toEqual(['rollBack']);
  });

  test('are what is there after many have written at once', async () => {
    const { database, operations, em } = await house(kind);
    const writers = Array.from({ length: 6 }, async (_, nth) => {
      const random = seeded(nth);
      const { scheduleWithoutProvider: _faulty, ...all } = operations(random);
      const list = Object.values(all);
      for (let turn = 0; turn < 25; turn += 1) {
        await attempt(list[random(list.length)] as (typeof list)[number], overtaken);
      }
    });
    await Promise.all(writers);
    expect(await stored(em)).toEqual(await counted(em));
  });

  test('are counted by the migration where there are rows already', async () => {
    const orm = await ormOf(kind, await temporaryDatabaseUrl(kind));
    const em = orm.em.fork() as EntityManager;
    const [initial, totals] = ['Migration20261121000000_initial', 'Migration20261121102645_totals'];
    await orm.migrator.up({ to: initial });
    const at = (time: string) => (kind === 'sqlite' ? Date.parse(time) : time);
    const words = [
      { word: 'a 1', usedCount: 0 },
      { word: 'á 2', usedCount: 0 },
      { word: 'b 3', usedCount: 0 },
      { word: 'b 4', usedCount: 2 },
      { word: '5', usedCount: 0 },
      { word: 'c removed', usedCount: 1 },
    ];
    for (const { word, usedCount } of words) {
      const removed = word === 'c removed' ? at('2026-05-01T00:00:00Z') : null;
      await em.execute(
        `insert into words (word, word_key, sort_key, phonetic_pronunciation, part_of_speech, definition, etymology,
           example1, example2, conversation_tip, search_text, used_count, created_at, removed_at)
         values (?, ?, ?, '', '', '', '', '', '', '', '', ?, ?, ?)`,
        [word, removed ? null : word, word.replace('á', 'a'), usedCount, at('2026-01-01T00:00:00Z'), removed],
      );
    }
    for (const [wordId, status] of [
      [1, 'pending'],
      [2, 'failed'],
      [4, 'sent'],
      [4, 'scheduled'],
    ]) {
      await em.execute(
        `insert into scheduled_emails (word_id, scheduled_date, status, created_at, message_name) values (?, ?, ?, ?, ?)`,
        [wordId, at('2026-06-01T00:00:00Z'), status, at('2026-01-01T00:00:00Z'), `${wordId} ${status}`],
      );
    }
    for (const time of ['2026-06-01T10:00:00Z', '2026-06-01T10:14:59.999Z', '2026-06-01T10:15:00Z']) {
      await em.execute('insert into registrations (email, first_name, created_at) values (?, ?, ?)', [
        time,
        'Ada',
        at(time),
      ]);
    }
    for (let round = 0; round < 2; round += 1) {
      await orm.migrator.up();
      const expected = await counted(em);
      expect(Object.keys(expected)).toHaveLength(12);
      expect(await stored(em)).toEqual(expected);
      // The way back and here again comes to the same.
      await orm.migrator.down({ migrations: [totals as string] });
    }
  });

  test('are what lists and overview answer with', async () => {
    const { database, operations, em } = await house(kind);
    const { add, schedule, signUp } = operations(seeded(7));
    for (let turn = 0; turn < 60; turn += 1) {
      for (const operation of [add, turn % 4 ? undefined : schedule, signUp]) {
        if (operation) await attempt(operation);
      }
    }
    const words = await em.fork().find(Word, {}, { orderBy: { sortKey: 'asc', id: 'asc' } });
    const isUnused = ({ usedCount, waitingCount }: Word) => usedCount + waitingCount === 0;
    for (const letter of ['', 'a', 'e', 'q', 'z']) {
      const here = words.filter(({ sortKey }) => sortKey.startsWith(letter));
      for (const limit of [1, 3, 7, 50]) {
        expect(await everyPage(listWords, limit, letter), `${letter}, by ${limit}`).toEqual(ids(here));
        const unused = ids(here.filter(isUnused));
        expect(await everyPage(listUnusedWords, limit, letter), `${letter}, by ${limit}`).toEqual(unused);
      }
    }
    const emails = await em.fork().find(ScheduledEmail, {});
    expect(emails.length).toBeGreaterThan(3);
    expect(await scheduleStats({ database })).toMatchObject({
      total: emails.length,
      scheduled: emails.length,
    });
    const readers = await em.fork().find(Registration, {}, { orderBy: { createdAt: 'desc' } });
    const now = () => readers[0]?.createdAt as Date;
    for (const timezone of ['UTC', 'Asia/Kathmandu', 'America/St_Johns']) {
      const { total, perDay } = await countReaders({ database, now, timezone });
      const day = new Intl.DateTimeFormat('en-CA', { timeZone: timezone });
      const perDayThere = Object.groupBy(readers, ({ createdAt }) => day.format(createdAt));
      expect(total).toBe(readers.length);
      expect(perDay).toHaveLength(30);
      expect(perDay).toEqual(perDay.map((one) => ({ ...one, count: perDayThere[one.day]?.length ?? 0 })));
      expect(perDay.reduce((total, { count }) => total + count, 0)).toBe(readers.length);
    }
    expect(await listReaders({ database }, { page: 1, limit: 1 })).toMatchObject({ total: readers.length });

    async function everyPage(list: typeof listWords | typeof listUnusedWords, limit: number, letter: string) {
      const found: number[] = [];
      for (let page = 1; ; page += 1) {
        const answer = await list({ database }, { page, limit, letter, search: '' });
        found.push(...answer.words.map(({ id }) => id));
        if (answer.hasMore) continue;
        expect(answer.total).toBe(found.length);
        return found;
      }
    }
  });
});

function ids(words: Word[]): number[] {
  return words.map(({ id }) => id);
}

describe('totals on postgresql', () => {
  test('let nobody wait for another to commit, and know nothing of what is rolled back', async () => {
    const db = await openTestDatabase('postgresql');
    const { native, em } = db;
    const pool = poolOf(native);
    const [one, two, three] = [await pool.connect(), await pool.connect(), await pool.connect()];
    const signUp = (name: string) => `insert into registrations (email, first_name, created_at)
      values ('${name}@example.com', 'Ada', '2026-06-01T10:00:00Z')`;
    await one.query(signUp('before'));
    for (const client of [one, two, three]) await client.query(`begin; set local lock_timeout = '5s'`);
    await one.query(signUp('one'));
    await two.query(signUp('two'));
    await three.query(signUp('three'));
    await three.query('rollback');
    await two.query('commit');
    await one.query('commit');
    for (const client of [one, two, three]) client.release();
    expect(await stored(em())).toEqual(await counted(em()));
    expect((await countReaders({ database: db, now: () => new Date(), timezone: 'UTC' })).total).toBe(3);
    // A row for each that wrote at the same time; afterwards there is room in them for all.
    const slots = await em().count(Total, { name: 'readers.all' });
    for (const name of ['four', 'five', 'six']) await pool.query(signUp(name));
    expect(await em().count(Total, { name: 'readers.all' })).toBe(slots);
  });

  test('a word that gets another letter while its email goes out is counted under the new one', async () => {
    const db = await openTestDatabase('postgresql');
    const { native, em } = db;
    const pool = poolOf(native);
    const now = () => new Date('2026-06-01T10:00:00Z');
    const { id } = await addWord({ database: db, now }, aWord({ word: 'apple' }));
    await pool.query(
      `insert into scheduled_emails (word_id, scheduled_date, status, created_at, message_name)
       values (${id}, now(), 'scheduled', now(), 'one')`,
    );
    const client = await pool.connect();
    await client.query(`begin; update scheduled_emails set status = 'sent'`);
    const edited = editWord({ database: db }, id, aWord({ word: 'bread' }));
    await waiterIn(pool);
    await client.query('update words set used_count = used_count + 1');
    await client.query('commit');
    client.release();
    await edited;
    expect(await stored(em())).toEqual({ 'emails.sent 0': 1, 'words.other 98': 1 });
  });

  test('are gone when a table is emptied at once', async () => {
    const { database, operations, em } = await house('postgresql');
    const { importSkip, schedule, signUp } = operations(seeded(3));
    for (const operation of [importSkip, schedule, schedule, signUp]) if (operation) await attempt(operation);
    await em.execute('truncate scheduled_emails, registrations');
    expect(await stored(em)).toEqual(await counted(em));
    expect(Object.keys(await stored(em)).every((name) => name.startsWith('words.unused'))).toBe(true);
    await em.execute('truncate words cascade');
    expect(await stored(database.em())).toEqual({});
  });
});

function poolOf(native: OpenDatabase['native']) {
  if (native.kind !== 'postgresql') throw new Error('This is about PostgreSQL.');
  return native.pool;
}

/** Until somebody waits for a lock. */
async function waiterIn(pool: ReturnType<typeof poolOf>): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await pool.query(waiting)).rowCount === 0);
}

async function ormOf(kind: DatabaseKind, url: string) {
  const common = { entities: [...entities], forceUtcTimezone: true, extensions: [Migrator] };
  const path = url.replace('sqlite:', '');
  const orm =
    kind === 'sqlite'
      ? await SqliteOrm.init({
          ...common,
          dbName: path,
          driverOptions: () => new WriteFirstSqliteDialect(openSqlite(path)),
          migrations: { migrationsList: sqliteMigrations, snapshot: false, silent: true },
        })
      : await PostgresOrm.init({
          ...common,
          clientUrl: url,
          migrations: { migrationsList: postgresqlMigrations, snapshot: false, silent: true },
        });
  onTestFinished(() => orm.close(true));
  return orm;
}
