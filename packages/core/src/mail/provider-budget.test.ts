import { expect, onTestFinished, test } from 'vitest';
import { migratedDatabaseUrl } from '../../../../test/migrated-database.ts';
import { aWord } from '../../../../test/words.ts';
import { openProductDatabase } from '../entities.ts';
import { DailyCount } from '../platform/rate-limits/daily-budgets.ts';
import { loadConfig } from '../platform/settings/load-config.ts';
import { openWordrise } from '../wordrise.ts';
import { dailyCalls } from './policy.ts';
import { icontactSettings } from './sandbox/icontact-settings.testing.ts';
import { startTestSandbox } from './sandbox/testing.ts';

/** One new reader, and this many calls left today. */
async function openWithCallsLeft({ callsLeft }: { callsLeft: number }) {
  const sandbox = await startTestSandbox();
  const config = loadConfig({
    DATABASE_URL: await migratedDatabaseUrl('sqlite'),
    SESSION_SECRET: 'x'.repeat(32),
    TIMEZONE: 'UTC',
    ...icontactSettings(sandbox.options),
  });
  const now = () => new Date('2026-12-01T12:00:00Z');
  const wordrise = await openWordrise(config, { now, calls: { minIntervalMs: 0 } });
  onTestFinished(wordrise.close);
  const database = await openProductDatabase(config.database);
  onTestFinished(() => database.close());
  const spent = { name: 'icontact', day: '2026-12-01', count: dailyCalls.limit - callsLeft };
  await database.em().insert(DailyCount, spent);
  const reader = { email: 'new@example.com', firstName: 'Ada', favoriteWord: undefined };
  await wordrise.readers.signUp(reader, { address: undefined });
  return { sandbox, ...wordrise };
}

test('the last calls of a day to the provider are reserved for emails', async () => {
  const { sandbox, words, schedule, processor } = await openWithCallsLeft({
    callsLeft: dailyCalls.keptFromReaders,
  });
  const events: object[] = [];
  await processor.runPass({ onEvent: (event) => events.push(event) });
  expect(events).toMatchObject([{ step: 'signups', outcome: 'waiting', count: 1 }]);
  const { id: wordId } = await words.add(aWord());
  const input = { wordId, scheduledDate: '2026-12-02T07:00', status: 'pending' as const };
  expect(await schedule.add(input)).toMatchObject({ status: 'scheduled' });
  const before = sandbox.calls.length;
  const { entries, unreachable } = await schedule.providerSends();
  expect(entries).toMatchObject([{ status: 'pending', sendId: expect.any(String) }]);
  expect(unreachable).toContain('kept for the emails');
  expect(sandbox.calls.length).toBe(before);
});

test.each([
  { callsLeft: dailyCalls.keptFromPromptReaders, status: 'waiting' },
  { callsLeft: dailyCalls.keptFromPromptReaders + 1, status: 'subscribed' },
])('with $callsLeft calls left a new reader is $status before the pass', async ({ callsLeft, status }) => {
  const { readers, processor } = await openWithCallsLeft({ callsLeft });
  await processor.subscribeNewReaders();
  expect(await readers.find('new@example.com')).toMatchObject({ status });
  await processor.runPass();
  expect(await readers.find('new@example.com')).toMatchObject({ status: 'subscribed' });
});
