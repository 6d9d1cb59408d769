import { describe, expect, test } from 'vitest';
import { type DatabaseKind, databaseKinds } from '../../../../test/databases.ts';
import { openTestDatabase } from '../../../../test/open-test-database.ts';
import { statement } from '../../../../test/statement.ts';
import { auditText } from '../contract/audit-texts.ts';
import { auditActions, auditOutcomes } from '../contract/choices.ts';
import { DomainError } from '../platform/errors.ts';
import { type Actor, audited, keepDays, mostRefusalsPerDay, openAudit } from './audit.ts';

const day = 86_400_000;
const page = { page: 1, limit: 100 };
const stranger: Actor = { via: 'web', address: '198.51.100.7' };
const admin: Actor = { via: 'web', address: '2001:db8:1:2:3:4:5:6', account: 'admin' };

async function openTestAudit(kind: DatabaseKind, keepAddressDays = 30) {
  const database = await openTestDatabase(kind);
  const clock = { now: new Date('2026-07-01T12:00:00Z') };
  const audit = openAudit({ database, now: () => clock.now, keepAddressDays });
  return {
    audit,
    database,
    pass: (ms: number) => {
      clock.now = new Date(clock.now.getTime() + ms);
    },
    entries: async () => (await audit.list(page)).entries,
    refuse: (actor: Actor, detail = 'wrong username or password') =>
      audit.record({ action: 'login', outcome: 'refused', actor, detail }),
  };
}

describe.each(databaseKinds)('the activity log on %s', (kind) => {
  test('shows who did what, from where and when, newest first', async () => {
    const { audit, pass, entries } = await openTestAudit(kind);
    await audit.record({ action: 'login', actor: admin });
    pass(1000);
    await audit.record({ action: 'reader.remove', actor: { via: 'cli' }, detail: 'reader 12' });
    expect(await entries()).toEqual([
      {
        id: 2,
        at: '2026-07-01T12:00:01.000Z',
        action: 'reader.remove',
        outcome: 'done',
        via: 'cli',
        account: null,
        address: null,
        detail: 'reader 12',
        count: 1,
      },
      {
        id: 1,
        at: '2026-07-01T12:00:00.000Z',
        action: 'login',
        outcome: 'done',
        via: 'web',
        account: 'admin',
        address: '2001:db8:1:2::/64',
        detail: null,
        count: 1,
      },
    ]);
    expect(await audit.list({ page: 2, limit: 1 })).toMatchObject({
      entries: [{ id: 1 }],
      total: 2,
      hasMore: false,
    });
  });

  test('counts refusals repeated within an hour, for each network and reason', async () => {
    const { audit, pass, entries, refuse } = await openTestAudit(kind);
    for (let n = 0; n < 50; n += 1) await refuse(stranger);
    await Promise.all([1, 2, 3].map(() => refuse(stranger)));
    pass(1000);
    await refuse(stranger);
    await refuse(stranger, 'too many attempts');
    await refuse({ ...stranger, address: '198.51.100.8' });
    await audit.record({ action: 'login', actor: admin });
    await audit.record({ action: 'login', actor: admin });
    pass(3_600_000);
    await refuse(stranger);
    const counts = (await entries()).map(({ detail, address, count }) => [detail, address, count]);
    const wrong = 'wrong username or password';
    expect(counts).toEqual([
      [wrong, '198.51.100.7', 1],
      [null, '2001:db8:1:2::/64', 1],
      [null, '2001:db8:1:2::/64', 1],
      [wrong, '198.51.100.8', 1],
      ['too many attempts', '198.51.100.7', 1],
      [wrong, '198.51.100.7', 54],
    ]);
    expect((await entries()).at(-1)?.at).toBe('2026-07-01T12:00:01.000Z');
  });

  test('grows by a bounded number of entries a day, however many attempts are made', async () => {
    const { audit, pass, entries, refuse } = await openTestAudit(kind);
    const from = (n: number): Actor => ({ via: 'web', address: `2001:db8:${n.toString(16)}::1` });
    for (let n = 0; n < mostRefusalsPerDay + 200; n += 1) await refuse(from(n));
    expect(await entries()).toContainEqual(expect.objectContaining({ address: null, count: 200 }));
    expect((await audit.list(page)).total).toBe(mostRefusalsPerDay + 1);
    // Actions that were done are never lost.
    await audit.record({ action: 'login', actor: admin });
    expect((await entries())[0]).toMatchObject({ action: 'login', outcome: 'done', account: 'admin' });
    pass(day);
    await refuse(from(1));
    expect((await entries())[0]).toMatchObject({ address: '2001:db8:1:0::/64', count: 1 });
  });

  test('keeps addresses as long as those of signups, and entries for 180 days', async () => {
    const { audit, pass, entries, refuse, database } = await openTestAudit(kind, 7);
    await audit.record({ action: 'login', actor: admin });
    await refuse(stranger);
    pass(7 * day - 1);
    expect(await audit.clearOld()).toBe(0);
    expect((await entries()).map(({ address }) => address)).not.toContain(null);
    pass(1);
    expect(await audit.clearOld()).toBe(0);
    expect((await entries()).map(({ address }) => address)).toEqual([null, null]);
    expect(JSON.stringify(await database.read(statement('select * from audit_entries')))).not.toMatch(
      /198\.51|2001:db8/,
    );
    pass((keepDays - 7) * day);
    await refuse(stranger);
    expect(await audit.clearOld()).toBe(2);
    expect(await entries()).toHaveLength(1);
  });

  test('stores no address if those of signups are not stored', async () => {
    const { audit, entries, refuse, database } = await openTestAudit(kind, 0);
    await audit.record({ action: 'login', actor: admin });
    await refuse(stranger);
    expect((await entries()).map(({ address }) => address)).toEqual([null, null]);
    expect(JSON.stringify(await database.read(statement('select * from audit_entries')))).not.toMatch(
      /198\.51|2001:db8/,
    );
  });
});

test('a refusal is recorded with its reason, and the error is still thrown', async () => {
  const { audit, entries } = await openTestAudit('sqlite');
  const refusal = new DomainError('auth.invalid_credentials', 'Invalid username or password');
  const bug = new Error('a bug');
  const fail = (error: Error) => () => Promise.reject(error);
  await expect(audited(audit, 'login', stranger, fail(refusal))).rejects.toBe(refusal);
  await expect(audited(audit, 'login', stranger, fail(bug))).rejects.toBe(bug);
  expect(await audited(audit, 'login', admin, async () => 'in')).toBe('in');
  expect((await entries()).map(auditText)).toEqual([
    'Signed in',
    'Sign-in refused: wrong username or password',
  ]);
});

test('every action has its own text', () => {
  const all = auditActions.flatMap((action) =>
    auditOutcomes.map((outcome) => auditText({ action, outcome, detail: null })),
  );
  expect(new Set(all).size).toBe(all.length);
});
