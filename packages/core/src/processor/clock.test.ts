import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { hour } from '../../../../test/schedule.ts';
import { openTestSending } from '../../../../test/smtp.ts';
import { statement } from '../../../../test/statement.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { openProcessor } from './open-processor.ts';

const minute = 60_000;

/** The database as a process sees it whose clock is ahead of the server's. */
function seenFromAhead(db: OpenDatabase, ms: number): OpenDatabase {
  return {
    ...db,
    clockAheadMs: async () => ms,
    sharedTime: async (now) => new Date(now.getTime() - ms),
  };
}

describe.each(databaseKinds)('a process whose clock differs from the database server’s, on %s', (kind) => {
  test.each([
    ['7 hours ahead of', 7 * hour],
    ['2 minutes behind', -2 * minute],
  ])('cancels, sends and deletes nothing when it is %s it, and says so', async (difference, aheadMs) => {
    const { givenReaders, schedule, openProvider, deps, db, now, clock, entry, received, pass, later } =
      await openTestSending(kind);
    await givenReaders(1);
    const { id } = await schedule(30 * minute);
    const right = clock.now;
    clock.now = new Date(right.getTime() + aheadMs);
    const database = seenFromAhead(db, aheadMs);
    const delivery = openProcessor({
      ...deps,
      database,
      now,
      beforePass: async () => {},
      provider: async () => openProvider(database),
    });
    const events: object[] = [];
    const report = await delivery.runPass({ onEvent: (event) => void events.push(event) });
    expect(report).toMatchObject({ failed: 1, done: 0 });
    expect(events).toEqual([
      { step: 'pass', outcome: 'failed', message: expect.stringContaining(`is ${difference} the database`) },
    ]);
    expect(await delivery.hasMore()).toBe(false);
    expect(await delivery.lastPass()).toBeUndefined();
    clock.now = right;
    expect(await entry(id)).toMatchObject({ status: 'scheduled' });
    later(30 * minute);
    await pass();
    expect(received).toHaveLength(1);
  });

  test('sends at the time of the server when the difference is small', async () => {
    const { givenReaders, schedule, openProvider, deps, db, now, clock, received } =
      await openTestSending(kind);
    await givenReaders(1);
    await schedule(30 * minute);
    const right = clock.now.getTime();
    const aheadMs = 50_000;
    const database = seenFromAhead(db, aheadMs);
    const provider = openProvider(database);
    const delivery = openProcessor({
      ...deps,
      database,
      now,
      beforePass: async () => {},
      provider: async () => provider,
    });
    clock.now = new Date(right + 30 * minute);
    expect(await delivery.hasMore()).toBe(false);
    await delivery.runPass();
    expect(received).toHaveLength(0);
    clock.now = new Date(right + 30 * minute + aheadMs);
    expect(await delivery.hasMore()).toBe(true);
    await delivery.runPass();
    expect(received).toHaveLength(1);
    const [send] = await db.read(statement<{ at: Date | number }>('select started_at as at from smtp_sends'));
    expect(new Date(send?.at ?? 0).getTime()).toBe(right + 30 * minute);
  });
});

describe.each(databaseKinds)('a step that fails, on %s', (kind) => {
  test('is tried again after growing pauses', async () => {
    const { givenReaders, schedule, openProvider, deps, db, now, clock, later } = await openTestSending(kind);
    await givenReaders(1);
    await schedule(0);
    later(1000);
    let isBroken = true;
    const broken: OpenDatabase = {
      ...db,
      writeTogether: (work, options) =>
        isBroken
          ? Promise.reject(new Error('nextval: reached maximum value'))
          : db.writeTogether(work, options),
    };
    const provider = openProvider(broken);
    const delivery = openProcessor({
      ...deps,
      now,
      beforePass: async () => {},
      provider: async () => provider,
    });
    const start = clock.now.getTime();
    const triedAt: number[] = [];
    for (let seconds = 0; seconds < 40; seconds += 1) {
      clock.now = new Date(start + seconds * 1000);
      if (!(await delivery.hasMore())) continue;
      expect(await delivery.runPass()).toMatchObject({ failed: 1 });
      triedAt.push(seconds);
    }
    expect(triedAt).toEqual([0, 1, 3, 7, 15, 31]);
    isBroken = false;
    clock.now = new Date(start + 63_000);
    expect(await delivery.hasMore()).toBe(true);
    expect(await delivery.runPass()).toMatchObject({ failed: 0 });
  });
});
