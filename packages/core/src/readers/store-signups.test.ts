import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { openTestDatabase } from '../../../../test/open-test-database.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { attemptLimits } from '../limits/attempt-limits.ts';
import { openAttemptLimits } from '../limits/open-attempt-limits.ts';
import { Registration } from './registration.ts';
import { openSignupStore } from './store-signups.ts';
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
