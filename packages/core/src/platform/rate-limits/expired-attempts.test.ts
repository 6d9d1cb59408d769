import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../../test/databases.ts';
import { openTestSchedule } from '../../../../../test/schedule.ts';
import { RateLimit } from './attempt-limits.ts';

describe.each(databaseKinds)('on %s', (kind) => {
  test('a pass deletes expired attempts, without an event', async () => {
    const { db, clock, pass } = await openTestSchedule(kind);
    const counted = (key: string, seconds: number) => ({
      key,
      points: 1,
      expire: clock.now.getTime() + seconds * 1000,
    });
    const attempts = [counted('signupPerAddress:192.0.2.1', -1), counted('signupPerAddress:192.0.2.2', 60)];
    await db.em().insertMany(RateLimit, attempts);
    expect(await pass()).toMatchObject({ done: 0, waiting: 0, failed: 0 });
    const left = await db.em().find(RateLimit, {});
    expect(left.map(({ key }) => key)).toEqual(['signupPerAddress:192.0.2.2']);
  });
});
