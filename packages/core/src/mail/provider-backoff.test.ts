import { describe, expect, onTestFinished, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { migratedDatabaseUrl } from '../../../../test/migrated-database.ts';
import { openProductDatabase } from '../entities.ts';
import { loadConfig } from '../platform/settings/load-config.ts';
import { openWordrise } from '../wordrise.ts';
import { restPolicy } from './policy.ts';
import { ProviderBackoff } from './provider-backoff.ts';
import { icontactSettings } from './sandbox/icontact-settings.testing.ts';
import { startTestSandbox } from './sandbox/testing.ts';

const minute = 60_000;
const ada = { email: 'new@example.com', firstName: 'Ada', favoriteWord: undefined };

/** A database and a provider, and processes that share both. */
async function openShared(kind: (typeof databaseKinds)[number]) {
  const sandbox = await startTestSandbox();
  const config = loadConfig({
    DATABASE_URL: await migratedDatabaseUrl(kind),
    SESSION_SECRET: 'x'.repeat(32),
    ...icontactSettings(sandbox.options),
  });
  const clock = { now: new Date('2026-12-01T12:00:00Z') };
  return {
    sandbox,
    config,
    later: (ms: number) => {
      clock.now = new Date(clock.now.getTime() + ms);
    },
    clock,
    async start() {
      const wordrise = await openWordrise(config, { now: () => clock.now, calls: { minIntervalMs: 0 } });
      onTestFinished(wordrise.close);
      const outcomesOfPass = async () => {
        const outcomes: string[] = [];
        await wordrise.processor.runPass({ onEvent: ({ outcome }) => outcomes.push(outcome) });
        return outcomes;
      };
      return { ...wordrise, outcomesOfPass };
    },
  };
}

describe.each(databaseKinds)('on %s', (kind) => {
  test('the Retry-After of the provider is obeyed by every process', async () => {
    const { sandbox, later, start } = await openShared(kind);
    const [one, other] = [await start(), await start()];
    await one.readers.signUp(ada, { address: undefined });
    sandbox.faults.next({ fault: { status: 503, headers: { 'Retry-After': '600' } } });
    expect(await one.outcomesOfPass()).toEqual(['waiting']);
    expect(sandbox.calls).toHaveLength(1);
    later(9 * minute);
    expect(await one.outcomesOfPass()).toEqual(['waiting']);
    expect(await other.outcomesOfPass()).toEqual(['waiting']);
    expect((await other.schedule.providerSends()).unreachable).toContain('60 seconds');
    expect(sandbox.calls).toHaveLength(1);
    later(minute + 1000);
    expect(await other.outcomesOfPass()).toEqual(['done']);
  });

  test('a rest written by a clock that was set ahead is not obeyed', async () => {
    const { sandbox, config, clock, start } = await openShared(kind);
    const wordrise = await start();
    const database = await openProductDatabase(config.database);
    onTestFinished(() => database.close());
    const until = new Date(clock.now.getTime() + restPolicy.longestMs + minute);
    await database.em().insert(ProviderBackoff, { name: 'icontact', until });
    await wordrise.readers.signUp(ada, { address: undefined });
    expect(await wordrise.outcomesOfPass()).toEqual(['done']);
    expect(sandbox.calls.length).toBeGreaterThan(0);
  });
});
