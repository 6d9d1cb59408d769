import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { noAudit } from '../../../../test/no-audit.ts';
import { openTestDatabase } from '../../../../test/open-test-database.ts';
import { noReaders } from '../contract/reader-counts.ts';
import { signupInput } from '../contract/signups.ts';
import { openAttemptLimits } from '../platform/rate-limits/attempt-limits.ts';
import { countReaders, listReaders } from './list-readers.ts';
import { openReaders } from './open-readers.ts';
import { Registration } from './reader-tables.ts';
import { openReminders } from './reminders.ts';

const aReader = (createdAt: Date, nth: number) => ({
  email: `reader${nth}@example.com`,
  firstName: 'Ada',
  createdAt,
  status: 'waiting' as const,
});

describe.each(databaseKinds)('readers on %s', (kind) => {
  test('are counted in total and per day, in any time zone', async () => {
    const database = await openTestDatabase(kind);
    const start = Date.parse('2026-10-20T00:00:00Z');
    // Every seven hours and a bit, across the end of daylight saving time.
    const times = Array.from({ length: 60 }, (_, nth) => new Date(start + nth * 25_260_000));
    await database.em().insertMany(Registration, times.map(aReader));
    const now = () => times.at(-1) as Date;
    for (const timezone of ['UTC', 'Asia/Kathmandu', 'America/St_Johns', 'America/New_York']) {
      const { total, perDay } = await countReaders({ database, now, timezone });
      const day = new Intl.DateTimeFormat('en-CA', { timeZone: timezone });
      const perDayThere = Object.groupBy(times, (time) => day.format(time));
      expect(total).toBe(60);
      expect(perDay).toHaveLength(30);
      expect(perDay).toEqual(perDay.map((one) => ({ ...one, count: perDayThere[one.day]?.length ?? 0 })));
      expect(perDay.reduce((sum, { count }) => sum + count, 0)).toBe(60);
    }
    const last = { email: 'reader59@example.com' };
    await database.em().nativeUpdate(Registration, last, { status: 'unconfirmed' });
    const { total, byStatus, perDay } = await countReaders({ database, now, timezone: 'UTC' });
    expect({ total, unconfirmed: byStatus.unconfirmed }).toEqual({ total: 60, unconfirmed: 1 });
    expect(perDay.reduce((sum, { count }) => sum + count, 0)).toBe(59);
    expect(await listReaders({ database, now, timezone: 'UTC' }, { page: 1, limit: 1 })).toMatchObject({
      total: 60,
      hasMore: true,
    });
    expect(await listReaders({ database, now, timezone: 'UTC' }, { page: 60, limit: 1 })).toMatchObject({
      total: 60,
      hasMore: false,
    });
  });

  test('are counted by status, with those who get the next email apart from the others', async () => {
    const database = await openTestDatabase(kind);
    const now = () => new Date('2026-07-01T12:00:00Z');
    const statuses = ['subscribed', 'subscribed', 'subscribed', 'unconfirmed', 'unsubscribed'] as const;
    const rows = statuses.map((status, nth) => ({
      email: `reader${nth}@example.com`,
      firstName: 'Ada',
      createdAt: now(),
      status,
    }));
    await database.em().insertMany(Registration, rows);
    expect(await countReaders({ database, now, timezone: 'UTC' })).toMatchObject({
      total: 5,
      byStatus: { ...noReaders, subscribed: 3, unconfirmed: 1, unsubscribed: 1 },
    });
  });

  test('are not new readers if they had left before they came with a file', async () => {
    const database = await openTestDatabase(kind);
    const now = () => new Date('2026-07-01T12:00:00Z');
    const old = aReader(now(), 1);
    const left = { ...old, status: 'unsubscribed' as const };
    await database.em().insertMany(Registration, [
      { ...left, email: 'elsewhere@example.com' },
      { ...left, email: 'bounced@example.com', status: 'bounced' as const },
      { ...left, email: 'here@example.com', attemptedAt: now() },
      { ...old, email: 'imported@example.com' },
    ]);
    const { total, byStatus, perDay } = await countReaders({ database, now, timezone: 'UTC' });
    expect({ total, byStatus }).toMatchObject({
      total: 4,
      byStatus: { unsubscribed: 2, bounced: 1, waiting: 1 },
    });
    expect(perDay.at(-1)).toEqual({ day: '2026-07-01', count: 2 });
  });

  test('on a short list are counted every time, also if another process changed them', async () => {
    const database = await openTestDatabase(kind);
    const clock = { now: new Date('2026-07-01T12:00:00Z') };
    const now = () => clock.now;
    const readers = openReaders({
      audit: noAudit,
      localTimes: false,
      reminders: openReminders({ database, now, timezone: 'UTC', ownsList: true }),
      eraseTraces: async () => {},
      emailsTo: async () => [],
      keepAddressDays: 30,
      privacy: async () => ({ version: 'v1', text: '# Privacy' }),
      database,
      now,
      timezone: 'UTC',
      ownsList: false,
      limits: openAttemptLimits({ database, now }),
      botCheck: undefined,
      blockedDomains: { blocked: [], refusesDisposable: false },
      firstName: 'required',
      provider: async () => Promise.reject(new Error('The provider is not needed.')),
    });
    const total = async () => (await readers.count()).total;
    expect(await total()).toBe(0);
    await database.em().insert(Registration, aReader(clock.now, 1));
    expect(await total()).toBe(1);
    const input = signupInput.parse({ email: 'ada@example.com', firstName: 'Ada' });
    await readers.signUp(input, { address: undefined });
    expect(await total()).toBe(2);
    await readers.remove('ada@example.com');
    expect(await total()).toBe(1);
  });
});
