import { describe, expect, onTestFinished, test } from 'vitest';
import {
  type DatabaseKind,
  databaseKinds,
  temporaryDatabaseUrl,
  temporaryFolder,
} from '../../../test/databases.ts';
import { frozenVersions, loadFrozen } from '../../../test/frozen-schemas.ts';
import { statement } from '../../../test/statement.ts';
import { aWord } from '../../../test/words.ts';
import { openProductDatabase } from './entities.ts';
import { totalsOf } from './mail/engine/ranges.ts';
import { migrationsTable } from './platform/database/schema-state.ts';
import { loadConfig } from './platform/settings/load-config.ts';
import { openWordrise } from './wordrise.ts';

const tableNames = {
  // Leave out tables that are empty unless an import is running.
  sqlite: `select name from pragma_table_list where schema = 'main' and type = 'table'
    and name not like 'sqlite%' and name <> 'words_search_paused'`,
  postgresql: `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
};

/** The rows of each table, as stored in the database. */
async function rowsOf(url: string): Promise<Map<string, object[]>> {
  const { database: config } = loadConfig({ DATABASE_URL: url, SESSION_SECRET: 'x'.repeat(32) });
  const database = await openProductDatabase(config);
  try {
    const rows = new Map<string, object[]>();
    for (const { name } of await database.read(statement<{ name: string }>(tableNames[database.kind])))
      rows.set(name, await database.read(statement<object>(`select * from ${name} order by 1, 2`)));
    return rows;
  } finally {
    await database.close();
  }
}

/** A delivery is identified by its send and reader, and processes claim ranges of them. */
function withoutGivenUp(table: string, row: object): object {
  if (table !== 'deliveries') return row;
  return Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'id' && name !== 'lease_token'));
}

/** A database of an older version, opened by this one. */
async function upgraded(kind: DatabaseKind, version = '0.0.0') {
  const url = await temporaryDatabaseUrl(kind);
  await loadFrozen(version, kind, url);
  const before = await rowsOf(url);
  const config = loadConfig({
    DATABASE_URL: url,
    DATA_DIR: temporaryFolder(),
    SESSION_SECRET: 'x'.repeat(32),
  });
  const wordrise = await openWordrise(config, { now: () => new Date('2026-10-31T12:10:00Z'), bcryptCost: 4 });
  onTestFinished(wordrise.close);
  return { wordrise, before, after: await rowsOf(url) };
}

const all = { page: 1, limit: 50, letter: '', search: '' };

describe.each(databaseKinds)('a database of an older version on %s', (kind) => {
  test.each(frozenVersions())('keeps every row through the upgrade from %s', async (version) => {
    const { wordrise, before, after } = await upgraded(kind, version);
    for (const [table, rows] of before) {
      expect(rows.length, table).toBeGreaterThan(0);
      // New columns do not count, nor do those that were given up.
      const kept = rows.map((row) => expect.objectContaining(withoutGivenUp(table, row)));
      expect(after.get(table), table).toEqual(
        table === migrationsTable ? expect.arrayContaining(kept) : kept,
      );
    }
    expect(await wordrise.database.pendingMigrations()).toEqual([]);
    expect(await wordrise.words.list(all)).toMatchObject({ total: 11 });
  });

  test('goes on with an email that it was sending, to those who cannot have it', async () => {
    const url = await temporaryDatabaseUrl(kind);
    await loadFrozen('0.0.0', kind, url);
    const { database: config } = loadConfig({ DATABASE_URL: url, SESSION_SECRET: 'x'.repeat(32) });
    const database = await openProductDatabase(config);
    onTestFinished(() => database.close());
    const at = new Date('2026-10-31T12:00:00Z');
    await database.writeTogether(async (run) => {
      await run(
        statement(
          `insert into smtp_messages (id, name, subject, html, text, created_at) values (90, 'a', '', '', '', ?)`,
          [at],
        ),
      );
      await run(
        statement(
          `insert into smtp_sends (id, message_id, scheduled_at, status, started_at, recipients, sent)
           values (90, 90, ?, 'sending', ?, 4, 1)`,
          [at, at],
        ),
      );
      for (const [reader, state] of [
        [1, 'sent'],
        [2, 'queued'],
        [30, 'sending'],
        [300, 'deferred'],
      ] as const)
        await run(
          statement('insert into deliveries (send_id, reader_id, state, due_at) values (90, ?, ?, ?)', [
            reader,
            state,
            at,
          ]),
        );
    });
    await database.migrate();
    const deliveries = statement<object>(
      'select reader_id as id, state, problem from deliveries where send_id = 90 order by reader_id',
    );
    expect(await database.read(deliveries)).toEqual([
      { id: 1, state: 'sent', problem: null },
      { id: 2, state: 'queued', problem: null },
      // Its process may have submitted it.
      { id: 30, state: 'unknown', problem: 'unknown' },
      { id: 300, state: 'deferred', problem: 'deferred' },
    ]);
    const ranges = statement<object>('select nth from smtp_ranges where send_id = 90 order by nth');
    expect(await database.read(ranges)).toEqual([{ nth: 0 }, { nth: 2 }]);
    expect(await totalsOf(database, 90)).toEqual({ recipients: 4, sent: 1, failed: 0, unknown: 1 });
  });

  test('shows its words and emails', async () => {
    const { wordrise } = await upgraded(kind);
    const { words, schedule } = wordrise;
    const inOrder = ["'tis", 'Äpfel', 'apple', 'at the provider', 'bread', 'Éclat', 'failed', 'Gone once'];
    const page = await words.list(all);
    expect(page.words.map(({ word }) => word)).toEqual([...inOrder, 'waiting', 'zest', 'ωμέγα']);
    expect(page).toMatchObject({ total: 11, hasMore: false });
    const unused = (await words.listUnused(all)).words.map(({ word }) => word);
    expect(unused).toEqual(["'tis", 'Äpfel', 'apple', 'Éclat', 'failed', 'Gone once', 'zest', 'ωμέγα']);
    expect((await words.search('ADDED again')).map(({ word }) => word)).toEqual(['Gone once']);
    expect(await words.find('ZEST')).toMatchObject({ example2: '', usedCount: 0 });
    const codes = (await words.checkDraft(aWord({ word: 'e-clat' }))).map(({ code }) => code);
    expect(codes).toContain('word.duplicate');
    expect(await schedule.stats()).toEqual({ total: 5, pending: 1, scheduled: 1, sent: 2, failed: 1 });
    const emails = await schedule.list(10);
    expect(emails.map(({ scheduled_emails, words }) => [words.word, scheduled_emails.status])).toEqual([
      ['at the provider', 'scheduled'],
      ['waiting', 'pending'],
      ['failed', 'failed'],
      ['bread', 'sent'],
      ['gone once', 'sent'],
    ]);
    expect(emails[0]?.scheduled_emails).toEqual({
      id: 2,
      wordId: 11,
      scheduledDate: '2026-12-02T07:00:00.000Z',
      status: 'scheduled',
      icontactMessageId: '4711',
      messageId: 4711,
      sendId: '815',
      createdAt: '2026-11-01T11:00:00.456Z',
      sentAt: null,
      reason: null,
    });
    expect((await wordrise.overview()).next).toMatchObject({ word: 'waiting', status: 'pending' });
    const { id = 0 } = (await words.find('waiting')) ?? {};
    await expect(words.remove(id)).rejects.toMatchObject({ code: 'word.waiting' });
    const input = { wordId: id, scheduledDate: '2026-12-03T07:00', status: 'pending' as const };
    await expect(schedule.check(input)).rejects.toMatchObject({ code: 'schedule.word_waiting' });
  });

  test('gives sent words a page', async () => {
    const { wordrise } = await upgraded(kind);
    expect(await wordrise.archive.word('bread')).toMatchObject({ word: { word: 'bread', slug: 'bread' } });
    expect(await wordrise.archive.word('at-the-provider')).toBeUndefined();
  });

  test('shows its readers, template, account and what was counted', async () => {
    const { wordrise } = await upgraded(kind);
    const { readers, templates, accounts, dictionary, processor } = wordrise;
    expect((await readers.list({ page: 1, limit: 10 })).readers).toEqual([
      expect.objectContaining({
        email: 'refused@example.com',
        status: 'refused',
        reason: expect.any(String),
      }),
      expect.objectContaining({ email: 'subscribed@example.com', firstName: "O'Neil", status: 'subscribed' }),
      expect.objectContaining({ email: 'claimed@example.com', favoriteWord: 'petrichor', status: 'waiting' }),
      expect.objectContaining({ email: 'waiting@example.com', createdAt: '2026-10-30T23:59:59.999Z' }),
    ]);
    const { total, perDay } = await readers.count();
    expect(total).toBe(4);
    expect(perDay.slice(-2).map(({ count }) => count)).toEqual([1, 1]);
    const template = '<h1>{{word}}</h1><p>{{definition}}</p>';
    expect(await templates.get()).toEqual({ template, subject: 'Second: {{word}}' });
    await expect(accounts.logIn({ username: 'admin', password: 'correct horse' })).rejects.toMatchObject({
      code: 'auth.code_required',
    });
    expect(await accounts.needsSetup()).toBe(false);
    expect(await accounts.sessions.get('a-living-session')).toMatchObject({ data: { userId: 1 } });
    expect(await accounts.sessions.get('an-expired-session')).toBeUndefined();
    expect(await dictionary.queriesToday()).toBe(3);
    expect(await processor.lastPass()).toMatchObject({
      finishedAt: new Date('2026-10-31T12:05:00Z'),
      failures: 2,
    });
    expect(await wordrise.database.pendingMigrations()).toEqual([]);
  });
});
