import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { databaseKinds } from '../../../../../test/databases.ts';
import { openTestDatabase } from '../../../../../test/open-test-database.ts';
import { statement } from '../../../../../test/statement.ts';
import type { OpenDatabase } from './open-database.ts';
import { type Instant, isoInstant } from './query.ts';
import { isCanceled } from './reads.ts';

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

  test('takes no longer than it may on PostgreSQL, and ends once nobody waits for it', async () => {
    if (kind === 'sqlite') return;
    const db = await openTestDatabase(kind);
    const sleep = statement<{ count: number }>('select 1 as count from pg_sleep(60)');
    const late = await db.read(sleep, { mostMs: 20 }).catch((error) => error);
    expect(isCanceled(late)).toBe(true);
    await expect(db.count(sleep, { mostMs: 20 })).rejects.toSatisfy(isCanceled);
    expect(await db.count(statement<{ count: number }>(counted), { mostMs: 10_000 })).toBe(0);
    const running = async () => {
      const sql = `select pid from pg_stat_activity where query like '%pg_sleep(60)%' and state = 'active'
        and datname = current_database() and pid <> pg_backend_pid()`;
      return (await db.read(statement(sql))).length;
    };
    const gone = new AbortController();
    const reading = db.read(sleep, { mostMs: 60_000, signal: gone.signal }).catch((error) => error);
    await vi.waitFor(async () => expect(await running()).toBe(1));
    gone.abort();
    expect(await reading).toBe(gone.signal.reason);
    expect(await running()).toBe(0);
    await expect(db.read(sleep, { mostMs: 60_000, signal: gone.signal })).rejects.toThrow('aborted');
  });

  test('with an error fails, and the next one works', async () => {
    const db = await openTestDatabase(kind);
    await expect(db.read(statement('select nothing from daily_counts'))).rejects.toThrow('nothing');
    expect(await db.count(statement<{ count: number }>(counted))).toBe(0);
  });
});
