import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { openTestDatabase } from '../../../../test/open-test-database.ts';
import { runPass } from '../delivery/run-pass.ts';
import { clientOf, startTestSandbox } from '../mail/sandbox/testing.ts';
import { RateLimit } from './rate-limit.ts';

describe.each(databaseKinds)('on %s', (kind) => {
  test('a pass forgets whose attempts are over, and says nothing of it', async () => {
    const database = await openTestDatabase(kind);
    const now = () => new Date('2026-12-01T12:00:00Z');
    const counted = (key: string, seconds: number) => ({
      key,
      points: 1,
      expire: now().getTime() + seconds * 1000,
    });
    const attempts = [counted('signupPerAddress:192.0.2.1', -1), counted('signupPerAddress:192.0.2.2', 60)];
    await database.em().insertMany(RateLimit, attempts);
    const render = async () => ({ subject: '', html: '', text: '' });
    const provider = clientOf(await startTestSandbox());
    expect(await runPass({ database, provider, render, now })).toMatchObject({
      done: 0,
      waiting: 0,
      failed: 0,
    });
    const left = await database.em().find(RateLimit, {});
    expect(left.map(({ key }) => key)).toEqual(['signupPerAddress:192.0.2.2']);
  });
});
