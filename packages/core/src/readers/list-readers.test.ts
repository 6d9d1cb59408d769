import { describe, expect, test, vi } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { openTestDatabase } from '../../../../test/open-test-database.ts';
import { explained, statement } from '../../../../test/statement.ts';
import { aWord } from '../../../../test/words.ts';
import type { ReadersQuery } from '../contract/readers.ts';
import { emailTime } from '../schedule/email-time.ts';
import { ScheduledEmail } from '../schedule/scheduled-email.ts';
import { addWord } from '../words/save-word.ts';
import { describeReader, listReaders } from './list-readers.ts';
import { Registration } from './reader-tables.ts';
import { openSuppressions } from './suppressions.ts';

const createdAt = new Date('2026-07-01T12:00:00Z');
const clock = { now: () => createdAt, timezone: 'America/New_York' };
const reader = (email: string, fields: Partial<Registration> = {}) => ({
  email,
  firstName: 'Ada',
  createdAt,
  status: 'subscribed' as const,
  attemptedAt: createdAt,
  ...fields,
});

describe.each(databaseKinds)('the list of readers on %s', (kind) => {
  async function given(rows: ReturnType<typeof reader>[]) {
    const database = await openTestDatabase(kind);
    await database.em().insertMany(Registration, rows);
    return {
      database,
      async found(query: Partial<ReadersQuery>) {
        const page = await listReaders({ database, ...clock }, { page: 1, limit: 2, ...query });
        return [page.total, ...page.readers.map(({ email }) => email)];
      },
    };
  }

  test('is searched by address and by first name, in any case, literally', async () => {
    const { found } = await given([
      reader('ada@example.com', { firstName: 'Augusta' }),
      reader('grace_h@example.org', { firstName: 'Élodie' }),
      reader('augusta@example.net', { firstName: '100%' }),
    ]);
    expect(await found({ search: 'AUGUSTA' })).toEqual([2, 'augusta@example.net', 'ada@example.com']);
    expect(await found({ search: 'Élod' })).toEqual([1, 'grace_h@example.org']);
    expect(await found({ search: '%' })).toEqual([1, 'augusta@example.net']);
    expect(await found({ search: '_' })).toEqual([1, 'grace_h@example.org']);
    expect(await found({ search: 'nobody' })).toEqual([0]);
  });

  test('says who is paused on their own day, and who gets one email a week', async () => {
    const { database } = await given([
      reader('daily@example.com'),
      reader('weekly@example.com', { cadence: 'weekly' }),
      reader('paused@example.com', { pausedUntil: '2026-07-02' }),
      // It is July 2 there.
      reader('back@example.com', { pausedUntil: '2026-07-02', timezone: 'Pacific/Kiritimati' }),
    ]);
    const { readers } = await listReaders({ database, ...clock }, { page: 1, limit: 9 });
    expect(
      readers.map(({ email, isPaused, preferences: { pausedUntil, cadence } }) => [
        email.split('@')[0],
        isPaused,
        pausedUntil,
        cadence,
      ]),
    ).toEqual([
      ['back', false, '2026-07-02', 'daily'],
      ['paused', true, '2026-07-02', 'daily'],
      ['weekly', false, null, 'weekly'],
      ['daily', false, null, 'daily'],
    ]);
  });

  test('on PostgreSQL, is searched along an index', async () => {
    if (kind === 'sqlite') return;
    const rows = Array.from({ length: 5000 }, (_, n) => reader(`many${n}@example.com`));
    const { database } = await given([...rows, reader('zora@example.com', { firstName: 'Zóra' })]);
    // Vacuum moves what was added last into the index, which the planner would count as extra work.
    await database.em().execute('vacuum analyze registrations');
    // The first read looks up a whole address; after the second, a slow machine reads the newest readers too.
    const read = vi.spyOn(database, 'read');
    for (const search of ['zora', 'Zóra', 'ZORA']) {
      read.mockClear();
      await listReaders({ database, ...clock }, { page: 1, limit: 50, search });
      const [query] = read.mock.calls[1] ?? [];
      const plan = JSON.stringify(query && (await database.read(explained(kind, query))));
      expect(plan).toContain('Bitmap Index Scan on registrations_search');
    }
  });

  test('on PostgreSQL, two letters are searched along the index too, wherever they stand', async () => {
    const { database, found } = await given([
      reader('zqstart@example.com'),
      reader('a.zq@example.com'),
      reader('a_zq1@example.com'),
      reader('bazqb@example.com'),
      reader('c@zq.example'),
      reader('d@example.zq'),
      reader('e@example.com', { firstName: 'Jean-zq' }),
      reader('f@example.com', { firstName: 'Ézq' }),
      reader('g@example.com', { firstName: "O'ZQ" }),
      reader('h@example.com', { firstName: 'Иzq' }),
      reader('i@example.com', { firstName: 'Łukasz Zq' }),
      reader('j@example.com', { firstName: 'D’Zqa' }),
    ]);
    expect((await found({ search: 'zq', limit: 50 }))[0]).toBe(12);
    expect((await found({ search: 'ZQ', limit: 50 }))[0]).toBe(12);
    expect(await found({ search: 'qz' })).toEqual([0]);
    if (kind === 'sqlite') return;
    await database.em().execute(`insert into registrations (email, first_name, created_at, status)
      select 'many' || n || '@example.com', 'Ada', now(), 'subscribed' from generate_series(1, 30000) n`);
    await database.em().execute('vacuum analyze registrations');
    const read = vi.spyOn(database, 'read');
    await listReaders({ database, ...clock }, { page: 1, limit: 50, search: 'zq' });
    const [query] = read.mock.calls[1] ?? [];
    const plan = JSON.stringify(query && (await database.read(explained(kind, query))));
    expect(plan).toContain('Bitmap Index Scan on registrations_search');
    expect(plan).not.toContain('Seq Scan on registrations');
  });

  test('has the same readers on its last pages, which are read from the other end', async () => {
    const rows = Array.from({ length: 12_345 }, (_, n) => reader(`many${n}@example.com`));
    const { database } = await given(rows);
    const page = async (nth: number) => listReaders({ database, ...clock }, { page: nth, limit: 100 });
    const last = await page(124);
    expect(last.readers.map(({ email }) => email)).toEqual(
      Array.from({ length: 45 }, (_, n) => `many${44 - n}@example.com`),
    );
    expect(last).toMatchObject({ total: 12_345, hasMore: false });
    const before = await page(123);
    expect(before.readers.at(-1)?.email).toBe('many45@example.com');
    expect(before.readers).toHaveLength(100);
    expect(before).toMatchObject({ total: 12_345, hasMore: true });
    expect(await page(125)).toEqual({ readers: [], total: 12_345, hasMore: false });
  });

  test('of many hits shows the newest, of few all', async () => {
    const rows = Array.from({ length: 3000 }, (_, n) =>
      reader(`${n % 3 === 0 ? 'third' : 'other'}${n}@example.com`),
    );
    const { database } = await given([reader('old@example.com'), ...rows]);
    const found = await listReaders({ database, ...clock }, { page: 2, limit: 50, search: 'third' });
    expect(found.total).toBe(1000);
    expect(found.readers.map(({ email }) => email)).toEqual(
      Array.from({ length: 50 }, (_, n) => `third${2997 - 3 * (50 + n)}@example.com`),
    );
    expect(await listReaders({ database, ...clock }, { page: 1, limit: 50, search: 'old@' })).toMatchObject({
      total: 1,
      hasMore: false,
    });
  });

  test('shows a part of the list if all of it would take long', async () => {
    const rows = Array.from({ length: 3000 }, (_, n) =>
      reader(`${n % 30 === 0 ? 'rare' : 'other'}${n}@example.com`),
    );
    const { database } = await given(rows);
    const { count, read } = database;
    let isSlow = true;
    // PostgreSQL counts and searches all readers too slowly, but not the newest ones.
    vi.spyOn(database, 'count').mockImplementation(async (query, options) => {
      if (isSlow && options?.mostMs) throw Object.assign(new Error('canceled'), { code: '57014' });
      return count(query, options);
    });
    vi.spyOn(database, 'read').mockImplementation(async (query, limits) => {
      if (isSlow && limits?.mostMs) throw Object.assign(new Error('canceled'), { code: '57014' });
      return read(query, limits);
    });
    const partly = { page: 1, limit: 50, allowPartial: true };
    const emails = (page: Awaited<ReturnType<typeof listReaders>>) => page.readers.map(({ email }) => email);
    if (kind === 'postgresql') {
      const first = await listReaders({ database, ...clock }, partly);
      expect(first).toMatchObject({ total: 50, hasMore: true, isPartial: true });
      const newest = rows.slice(-50).map(({ email }) => email);
      expect(emails(first)).toEqual(newest.reverse());
      const few = await listReaders({ database, ...clock }, { ...partly, search: 'rare2' });
      expect(few).toMatchObject({ total: few.readers.length, hasMore: false, isPartial: true });
      expect(emails(few).at(-1)).toBe('rare210@example.com');
      const middle = await listReaders({ database, ...clock }, { ...partly, page: 300 });
      expect(middle).toEqual({ readers: [], total: 14_950, hasMore: false, isPartial: true });
      await expect(
        listReaders({ database, ...clock }, { page: 1, limit: 50 }, AbortSignal.timeout(60_000)),
      ).rejects.toThrow('canceled');
    }
    isSlow = false;
    const whole = await listReaders({ database, ...clock }, { ...partly, search: 'rare' });
    expect(whole).toMatchObject({ total: 100, hasMore: true });
    expect(whole).not.toHaveProperty('isPartial');
  });

  test('shows only the reader with a whole address, even if it is part of another one', async () => {
    const { found } = await given([reader('ada@example.com'), reader('canada@example.com')]);
    expect(await found({ search: ' Ada@Example.com ' })).toEqual([1, 'ada@example.com']);
    expect(await found({ search: 'ada@example.co' })).toEqual([2, 'canada@example.com', 'ada@example.com']);
  });

  test('shows one state, with an index if few readers are in it', async () => {
    const { found, database } = await given([
      reader('a@example.com'),
      ...['b', 'c', 'd'].map((name) => reader(`${name}@example.com`, { status: 'refused' })),
      reader('e@example.com', { status: 'waiting' }),
    ]);
    expect(await found({ state: 'refused' })).toEqual([3, 'd@example.com', 'c@example.com']);
    expect(await found({ state: 'refused', page: 2 })).toEqual([3, 'b@example.com']);
    expect(await found({ state: 'waiting', search: 'example' })).toEqual([1, 'e@example.com']);
    expect(await found({ state: 'subscribed' })).toEqual([1, 'a@example.com']);
    expect(await found({ state: 'bounced' })).toEqual([0]);
    const rows = Array.from({ length: 5000 }, (_, n) => reader(`many${n}@example.com`));
    await database.em().insertMany(Registration, rows);
    await database.em().execute('analyze');
    const explain = kind === 'sqlite' ? 'explain query plan' : 'explain';
    const where = `status <> 'subscribed' and status = ?`;
    const sql = `${explain} select id from registrations where ${where} order by id desc limit 50`;
    const plan = JSON.stringify(await database.read(statement(sql, ['refused'])));
    expect(plan).toMatch(/registrations_(not_subscribed|pkey)/);
  });

  test('links to the emails that went to the list since the reader joined it', async () => {
    const { database } = await given([
      reader('ada@example.com'),
      reader('new@example.com', { status: 'waiting', attemptedAt: null }),
    ]);
    const now = () => createdAt;
    for (let day = -2; day < 7; day += 1) {
      const { id: word } = await addWord({ database, now }, aWord({ word: `word ${day + 3}` }));
      const sentAt = new Date(createdAt.getTime() + day * 86_400_000 + 1000);
      await database.em().insert(ScheduledEmail, {
        word,
        sentAt,
        ...emailTime(sentAt, 'UTC'),
        createdAt,
        messageName: crypto.randomUUID(),
        status: day === 6 ? ('failed' as const) : ('sent' as const),
      });
    }
    const deps = { database, ...clock, emailsTo: async () => [] };
    const emailsOf = async (email: string) =>
      (await describeReader({ ...deps, suppressions: openSuppressions(database) }, email)).emails;
    const { total, latest } = await emailsOf('ada@example.com');
    expect(total).toBe(6);
    expect(latest.map(({ word }) => word)).toEqual(['word 8', 'word 7', 'word 6', 'word 5', 'word 4']);
    expect(latest[0]?.sentAt).toBe('2026-07-06T12:00:01.000Z');
    expect(await emailsOf('new@example.com')).toEqual({ total: 0, latest: [] });
  });
});
