import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { noAudit } from '../../../../test/no-audit.ts';
import { openTestDatabase } from '../../../../test/open-test-database.ts';
import { passDeps } from '../../../../test/pass-deps.ts';
import { statement } from '../../../../test/statement.ts';
import type { PassEvent } from '../mail/pass-event.ts';
import { clientOf, startTestSandbox } from '../mail/sandbox/testing.ts';
import { openAttemptLimits } from '../platform/rate-limits/attempt-limits.ts';
import { runPass } from '../processor/pass.ts';
import { openReaders } from './open-readers.ts';
import { Registration } from './reader-tables.ts';
import { openReminders } from './reminders.ts';

const day = 86_400_000;

async function openTestReaders(kind: (typeof databaseKinds)[number], keepAddressDays: number) {
  const database = await openTestDatabase(kind);
  const clock = { now: new Date('2026-07-01T12:00:00Z') };
  const now = () => clock.now;
  const client = clientOf(await startTestSandbox({ now }), { now });
  const provider = async () => client;
  const readers = openReaders({
    audit: noAudit,
    localTimes: false,
    reminders: openReminders({ database, now, timezone: 'UTC', ownsList: true }),
    eraseTraces: async () => {},
    emailsTo: async () => [],
    database,
    now,
    provider,
    keepAddressDays,
    privacy: async () => ({ version: 'v1', text: '# Privacy' }),
    timezone: 'UTC',
    ownsList: false,
    botCheck: undefined,
    blockedDomains: { blocked: [], refusesDisposable: false },
    firstName: 'required',
    limits: openAttemptLimits({ database, now }),
  });
  return {
    database,
    clock,
    signUp: (email: string) =>
      readers.signUp({ email, firstName: 'Ada', favoriteWord: undefined }, { address: '192.0.2.1' }),
    async pass() {
      const events: PassEvent[] = [];
      const deps = { ...passDeps({ database, now, provider: client }), readers };
      await runPass(deps, { onEvent: (event) => events.push(event) });
      return events.filter(({ step }) => step === 'addresses');
    },
    addresses: async () => {
      const rows = await database.em().find(Registration, {}, { orderBy: { id: 'asc' } });
      return rows.map(({ ipAddress }) => ipAddress);
    },
  };
}

describe.each(databaseKinds)('the IP address of a signup on %s', (kind) => {
  test('is cleared by the first pass after its retention period, and no earlier', async () => {
    const { clock, signUp, pass, addresses } = await openTestReaders(kind, 30);
    await signUp('old@example.com');
    clock.now = new Date(clock.now.getTime() + day);
    await signUp('new@example.com');
    clock.now = new Date(clock.now.getTime() + 29 * day - 1);
    expect(await pass()).toEqual([]);
    expect(await addresses()).toEqual(['192.0.2.1', '192.0.2.1']);
    clock.now = new Date(clock.now.getTime() + 1);
    expect(await pass()).toMatchObject([{ outcome: 'done', count: 1 }]);
    expect(await addresses()).toEqual([null, '192.0.2.1']);
    expect(await pass()).toEqual([]);
  });

  test('is not stored with 0 days, and a pass clears older ones', async () => {
    const { database, clock, signUp, pass, addresses } = await openTestReaders(kind, 0);
    const earlier = { firstName: 'Ada', ipAddress: '192.0.2.9', createdAt: clock.now };
    await database.em().insert(Registration, { ...earlier, email: 'earlier@example.com' });
    await signUp('new@example.com');
    expect(await addresses()).toEqual(['192.0.2.9', null]);
    expect(await pass()).toMatchObject([{ outcome: 'done', count: 1 }]);
    expect(await addresses()).toEqual([null, null]);
  });

  test('is found with an index, a batch at a time', async () => {
    const { database, clock, pass, addresses } = await openTestReaders(kind, 30);
    const createdAt = new Date(clock.now.getTime() - 40 * day);
    const rows = Array.from({ length: 5001 }, (_, n) => ({
      firstName: 'Ada',
      ipAddress: '192.0.2.9',
      status: 'subscribed' as const,
      createdAt: new Date(createdAt.getTime() + n),
      email: `r${n}@example.com`,
    }));
    await database.em().insertMany(Registration, rows);
    expect(await pass()).toMatchObject([{ count: 5000 }]);
    expect((await addresses()).at(-1)).toBe('192.0.2.9');
    expect(await pass()).toMatchObject([{ count: 1 }]);
    await database.em().execute('analyze registrations');
    const explain = kind === 'sqlite' ? 'explain query plan' : 'explain';
    const cleared = 'ip_address is not null and created_at <= ?';
    const sql = `${explain} select id from registrations where ${cleared} order by created_at limit 5000`;
    expect(JSON.stringify(await database.read(statement(sql, [clock.now])))).toContain(
      'registrations_with_address',
    );
  });
});
