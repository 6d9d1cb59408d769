import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { openTestDatabase } from '../../../../test/open-test-database.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { attemptLimits, openAttemptLimits } from '../platform/rate-limits/attempt-limits.ts';
import { Registration } from './reader-tables.ts';
import { openSignupStore } from './sign-up.ts';
import { openSuppressions } from './suppressions.ts';

const row = (n: number) => ({
  email: `reader${n}@example.com`,
  firstName: 'Ada',
  favoriteWord: null,
  ipAddress: '192.0.2.1',
});

/** A store that counts its transactions. It reads only within them. */
function countingStore(db: OpenDatabase, clock = { now: new Date('2026-07-01T12:00:00Z') }) {
  const transactions = { count: 0 };
  const database: OpenDatabase = {
    ...db,
    read: () => Promise.reject(new Error('Read outside of the transaction.')),
    writeTogether(work) {
      transactions.count += 1;
      return db.writeTogether(work);
    },
  };
  const deps = { database, now: () => clock.now };
  const suppressions = openSuppressions(database);
  const store = openSignupStore({ ...deps, suppressions, limits: openAttemptLimits(deps) });
  return { store, transactions, clock };
}

const outcomes = async (calls: Promise<void>[]) =>
  (await Promise.allSettled(calls)).map((result) =>
    result.status === 'fulfilled' ? 'stored' : (result.reason.code ?? result.reason),
  );

describe.each(databaseKinds)('signups that arrive together on %s', (kind) => {
  test('share a transaction, with their attempts', async () => {
    const db = await openTestDatabase(kind);
    const { store, transactions } = countingStore(db);
    const calls = Array.from({ length: 50 }, (_, n) => store({ attemptFrom: `192.0.2.${n}`, row: row(n) }));
    await Promise.all(calls);
    expect(transactions.count).toBe(1);
    expect(await db.em().count(Registration)).toBe(50);
    await store({ attemptFrom: '198.51.100.1', row: row(51) });
    expect(transactions.count).toBe(2);
  });

  test('leave an unconfirmed signup as the latest one wrote it, and any other as it was', async () => {
    const db = await openTestDatabase(kind);
    const deps = { database: db, now: () => new Date('2026-07-01T12:00:00Z') };
    const store = openSignupStore({
      ...deps,
      confirm: 'all',
      suppressions: openSuppressions(db),
      limits: openAttemptLimits(deps),
    });
    const stranger = { ...row(1), firstName: 'Click http://evil.example NOW', favoriteWord: 'spam' };
    const owner = {
      ...row(1),
      ipAddress: '192.0.2.9',
      source: 'https://blog.example',
      timezone: 'Europe/Berlin',
    };
    await store({ row: stranger });
    await store({ row: owner });
    const { ipAddress, ...said } = owner;
    const found = () => db.em().findOneOrFail(Registration, { email: row(1).email });
    expect(await found()).toMatchObject({ ...said, ipAddress, status: 'unconfirmed' });
    // Also if both arrive at the same time.
    await Promise.all([store({ row: stranger }), store({ row: owner })]);
    expect(await found()).toMatchObject(said);
    for (const status of ['waiting', 'subscribed', 'unsubscribed'] as const) {
      await db.em().nativeUpdate(Registration, {}, { status });
      await store({ row: stranger });
      expect(await found()).toMatchObject({ ...said, status });
    }
  });

  test('share the limit of their address, even across several processes', async () => {
    const db = await openTestDatabase(kind);
    const { points, seconds } = attemptLimits.signupPerAddress;
    const { store, clock } = countingStore(db);
    const other = countingStore(db, clock);
    const from = (n: number) => ({ attemptFrom: '192.0.2.1', row: row(n) });
    const calls = Array.from({ length: points + 5 }, (_, n) => (n % 2 ? store : other.store)(from(n)));
    const results = await outcomes(calls);
    expect(results.filter((result) => result === 'stored')).toHaveLength(points);
    expect(results.filter((result) => result === 'limit.too_many')).toHaveLength(5);
    expect(await db.em().count(Registration)).toBe(points);
    expect(await outcomes([store({ attemptFrom: '192.0.2.2', row: row(100) })])).toEqual(['stored']);
    clock.now = new Date(clock.now.getTime() + (seconds - 1) * 1000);
    expect(await outcomes([store(from(101))])).toEqual(['limit.too_many']);
    clock.now = new Date(clock.now.getTime() + 1000);
    expect(await outcomes([store(from(101))])).toEqual(['stored']);
  });

  test('from many /64 networks within one /48 network are limited together', async () => {
    const db = await openTestDatabase(kind);
    const { store } = countingStore(db);
    const { points } = attemptLimits.signupPerAddress;
    const from = (n: number, site = '1') => ({
      attemptFrom: `2001:db8:${site}:${n.toString(16)}::1`,
      row: row(n),
    });
    // One network's refused attempts do not count against its neighbors.
    const busy = await outcomes(Array.from({ length: 3 * points }, () => store(from(0))));
    expect(busy.filter((result) => result === 'stored')).toHaveLength(points);
    const results = await outcomes(Array.from({ length: 10 * points }, (_, n) => store(from(n + 1))));
    expect(results.filter((result) => result === 'stored')).toHaveLength(9 * points);
    expect(results.filter((result) => result === 'limit.too_many')).toHaveLength(points);
    expect(await outcomes([store(from(1, '2'))])).toEqual(['stored']);
  });

  test('are not blocked for long by a clock that was ahead', async () => {
    const db = await openTestDatabase(kind);
    const { store, clock } = countingStore(db);
    const present = clock.now;
    clock.now = new Date(present.getTime() + 30 * 86_400_000);
    const { points } = attemptLimits.signupPerAddress;
    await outcomes(Array.from({ length: points }, (_, n) => store({ attemptFrom: 'a', row: row(n) })));
    clock.now = present;
    expect(await outcomes([store({ attemptFrom: 'a', row: row(100) })])).toEqual(['stored']);
  });

  test('do not fail with one that the database refuses', async () => {
    const db = await openTestDatabase(kind);
    const { store } = countingStore(db);
    const refused = { ...row(2), firstName: null as unknown as string };
    const results = await outcomes([1, 2, 3].map((n) => store({ row: n === 2 ? refused : row(n) })));
    expect(results).toEqual([
      'stored',
      expect.stringMatching(/^(SQLITE_CONSTRAINT_NOTNULL|23502)$/),
      'stored',
    ]);
    expect(await db.em().count(Registration)).toBe(2);
  });

  test('are refused while the database is closed, and none is reported as stored', async () => {
    const db = await openTestDatabase(kind);
    const { store } = countingStore(db);
    await db.close();
    const results = await Promise.allSettled([store({ row: row(1) }), store({ row: row(2) })]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
