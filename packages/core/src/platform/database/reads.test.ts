import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { databaseKinds } from '../../../../../test/databases.ts';
import { openTestDatabase } from '../../../../../test/open-test-database.ts';
import { statement } from '../../../../../test/statement.ts';
import type { OpenDatabase } from './open-database.ts';
import { type Instant, isoInstant } from './query.ts';
import { CachedCounts } from './reads.ts';

const counted = 'select cast(count(*) as integer) as count from daily_counts';
const from = `${counted} where name = ?`;

function add(db: Pick<OpenDatabase, 'em'>, name: string, day: string): Promise<unknown> {
  return db.em().execute('insert into daily_counts (name, day, count) values (?, ?, 1)', [name, day]);
}

describe.each(databaseKinds)('a query without the ORM on %s', (kind) => {
  test('passes values in order and returns rows', async () => {
    const db = await openTestDatabase(kind);
    await add(db, "o'clock?", '2026-12-01');
    await add(db, "o'clock?", '2026-12-02');
    const sql = 'select day, count as "timesSeen" from daily_counts where name = ? and day > ? and count < ?';
    for (let round = 0; round < 3; round += 1) {
      const rows = await db.read(statement(sql, ["o'clock?", '2026-12-01', 2]));
      expect(rows.map((row) => ({ ...(row as object) }))).toEqual([{ day: '2026-12-02', timesSeen: 1 }]);
    }
    expect(await db.read(statement(sql, ['another', '2026-12-01', 2]))).toEqual([]);
  });

  test('compares instants and returns them to the millisecond', async () => {
    const db = await openTestDatabase(kind);
    const finishedAt = new Date('2026-03-29T01:30:00.123Z');
    await db
      .em()
      .execute('insert into processor_runs (id, finished_at, failures) values (1, ?, 0)', [
        kind === 'sqlite' ? finishedAt.getTime() : finishedAt.toISOString(),
      ]);
    const sql = 'select finished_at as "finishedAt" from processor_runs where finished_at >= ?';
    const [row] = await db.read(statement<{ finishedAt: Instant }>(sql, [finishedAt]));
    expect(row && isoInstant(row.finishedAt)).toBe('2026-03-29T01:30:00.123Z');
    expect(await db.read(statement(sql, [new Date(finishedAt.getTime() + 1)]))).toEqual([]);
  });

  test('counts what any connection has committed, and nothing else', async () => {
    const db = await openTestDatabase(kind);
    const other = await openTestDatabase(kind, db.url);
    expect(await db.count(statement<{ count: number }>(from, ['calls']))).toBe(0);
    await add(db, 'calls', '2026-12-01');
    expect(await db.count(statement<{ count: number }>(from, ['calls']))).toBe(1);
    await add(other, 'calls', '2026-12-02');
    expect(await db.count(statement<{ count: number }>(from, ['calls']))).toBe(2);
    expect(await db.count(statement<{ count: number }>(from, ['others']))).toBe(0);
    expect(await db.count(statement<{ count: number }>(counted))).toBe(2);
    await expect(
      db.em().transactional(async (tx) => {
        await add({ em: () => tx }, 'calls', '2026-12-03');
        expect(await db.count(statement<{ count: number }>(from, ['calls']))).toBe(2);
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(await db.count(statement<{ count: number }>(from, ['calls']))).toBe(2);
  });

  test('may be some seconds old if it is of very many rows, and only where that is asked for', async () => {
    const db = await openTestDatabase(kind);
    await db.em().execute(
      `insert into daily_counts (name, day, count) with recursive numbers(n) as (select 1 union all
        select n + 1 from numbers where n < 100000) select 'calls', n, 1 from numbers`,
    );
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const calls = statement<{ count: number }>(from, ['calls']);
    const counts = async () => [await db.count(calls, { mayBeOld: true }), await db.count(calls)];
    expect(await counts()).toEqual([100_000, 100_000]);
    await add(db, 'calls', '2026-12-01');
    expect(await db.count(calls, { mayBeOld: true })).toBe(100_000);
    vi.setSystemTime(Date.now() + 16_000);
    expect(await db.count(calls, { mayBeOld: true })).toBe(100_000);
    await vi.waitFor(async () => expect(await db.count(calls, { mayBeOld: true })).toBe(100_001));
    await add(db, 'calls', '2026-12-02');
    expect(await counts()).toEqual([100_001, 100_002]);
  });

  test('with an error fails, and the next one works', async () => {
    const db = await openTestDatabase(kind);
    await expect(db.read(statement('select nothing from daily_counts'))).rejects.toThrow('nothing');
    expect(await db.count(statement<{ count: number }>(counted))).toBe(0);
  });
});

test('those who ask for the same count at once share it; who asks later gets what was written since', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const counts = new CachedCounts();
  const first = Promise.withResolvers<number>();
  const asked = vi.fn(() => first.promise);
  const mayBeOld = true;
  const waiting = [
    counts.get('calls', 1, asked, { mayBeOld }),
    counts.get('calls', 1, asked),
    counts.get('calls', 2, asked, { mayBeOld }),
  ];
  expect(asked).toHaveBeenCalledTimes(1);
  expect(await counts.get('calls', 2, () => 6)).toBe(6);
  vi.setSystemTime(Date.now() + 1000);
  expect(await counts.get('calls', 3, () => 7, { mayBeOld })).toBe(7);
  first.resolve(5);
  expect(await Promise.all(waiting)).toEqual([5, 5, 5]);
  await expect(counts.get('calls', 4, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(await counts.get('calls', 4, () => 8)).toBe(8);
});
