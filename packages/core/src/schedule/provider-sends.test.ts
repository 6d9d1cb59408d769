import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { openTestSchedule } from '../../../../test/schedule.ts';
import type { ProviderSends } from '../mail/mail-provider.ts';
import { emailPolicy, listPolicy } from '../mail/policy.ts';
import type { Sandbox } from '../mail/sandbox/icontact-server.ts';
import { changeRecords, givenSends } from '../mail/sandbox/testing.ts';
import { openAudit } from '../owner/audit.ts';
import { Word } from '../words/word.ts';
import { emailTime } from './email-time.ts';
import { openSchedule } from './open-schedule.ts';
import { createProviderSends } from './provider-sends.ts';
import { ScheduledEmail } from './scheduled-email.ts';

/** Sends of an earlier morning. Nobody got them: composing emails would take most of the time. */
async function givenReleasedSends(sandbox: Sandbox, count: number): Promise<void> {
  const ids = await givenSends(sandbox, count);
  const released = "UPDATE sends SET status = 'released', releasedTime = dueAt, recipientCount = 2";
  changeRecords(sandbox, `${released} WHERE sendId IN (${ids.join()})`);
}

describe.each(databaseKinds)("the provider's list on %s", (kind) => {
  test('contains the emails waiting there and here, and is fetched once in a while', async () => {
    const { sandbox, deps, schedule } = await openTestSchedule(kind);
    const there = await schedule();
    sandbox.faults.next({ path: /./, fault: 'drop-before', times: 100 });
    const here = await schedule();
    sandbox.faults.clear();
    const list = createProviderSends(deps);
    const before = sandbox.calls.length;
    const [first] = await Promise.all([list.list(), list.list(), list.list()]);
    const asked = sandbox.calls.length - before;
    await list.list();
    expect(sandbox.calls.length - before).toBe(asked);
    expect(first.entries).toMatchObject([
      { id: there.id, sendId: there.sendId, status: 'pending', recipientCount: 2 },
      { id: here.id, sendId: null, status: 'pending', reason: expect.any(String) },
    ]);
    list.forget();
    await list.list();
    expect(sandbox.calls.length - before).toBeGreaterThan(asked);
  });

  test('costs one call, no matter how many were sent before', async () => {
    const { sandbox, deps, schedule } = await openTestSchedule(kind);
    await givenReleasedSends(sandbox, 250);
    const email = await schedule();
    const before = sandbox.calls.length;
    const { entries } = await createProviderSends(deps).list();
    const asked = sandbox.calls.slice(before).map(({ path }) => path.split('/').at(-1));
    expect(asked.filter((name) => name === 'sends')).toHaveLength(1);
    expect(entries.filter(({ status }) => status === 'pending')).toMatchObject([{ id: email.id }]);
  });

  test('continues to the last send that is waiting', async () => {
    const { sandbox, deps, schedule } = await openTestSchedule(kind);
    const email = await schedule();
    await givenReleasedSends(sandbox, 250);
    const { entries } = await createProviderSends(deps).list();
    expect(entries).toContainEqual(expect.objectContaining({ id: email.id, recipientCount: 2 }));
  });

  test('comes from our own records while the provider does not answer', async () => {
    const { sandbox, deps, schedule } = await openTestSchedule(kind);
    const email = await schedule();
    sandbox.faults.next({ path: /./, fault: 'drop-before', times: 100 });
    const { entries, unreachable } = await createProviderSends(deps).list();
    expect(unreachable).toMatch(/\w/);
    expect(entries).toMatchObject([{ id: email.id, sendId: email.sendId, status: 'pending' }]);
  });

  test('is fetched again after each change, including those by a pass', async () => {
    const { sandbox, deps, schedule, later, pass } = await openTestSchedule(kind);
    const { schedule: door, emails } = openSchedule({
      ...deps,
      audit: openAudit({ ...deps, keepAddressDays: 0 }),
    });
    sandbox.faults.next({ path: /./, fault: 'drop-before', times: 100 });
    const { id } = await schedule();
    sandbox.faults.clear();
    later(emailPolicy.leaseMs + 1000);
    expect((await door.providerSends()).entries).toMatchObject([{ id, sendId: null }]);
    await pass({ emails });
    const { entries } = await door.providerSends();
    expect(entries).toMatchObject([{ id, sendId: expect.any(String), status: 'pending' }]);
    await door.cancel(id);
    const after = (await door.providerSends()).entries;
    expect(after).toMatchObject([{ id: null, sendId: entries[0]?.sendId, status: 'cancelled' }]);
  });

  test('costs as few calls and is as long with any number of emails', async () => {
    const { db, sandbox, deps, schedule, clock } = await openTestSchedule(kind);
    const { wordId } = await schedule();
    const word = await db.em().findOneOrFail(Word, { id: wordId });
    const words = Array.from({ length: listPolicy.mostSends + 50 }, (_, nth) => {
      const { id: _id, ...fields } = { ...word };
      return { ...fields, word: `w${nth}`, wordKey: `w${nth}`, sortKey: `w${nth}`, slug: `w${nth}` };
    });
    await db.em().insertMany(Word, words);
    const ids = await db.em().find(Word, { id: { $gt: wordId } }, { fields: ['id'] });
    const emails = ids.map(({ id }, nth) => ({
      word: id,
      ...emailTime(new Date(clock.now.getTime() + nth * 3_600_000), 'America/New_York'),
      status: 'scheduled' as const,
      // The provider does not have them, so looking for them would never end.
      sendId: `${1_000_000 + nth}`,
      createdAt: clock.now,
      messageName: `m${nth}`,
    }));
    await db.em().insertMany(ScheduledEmail, emails);
    await givenSends(sandbox, 1500);
    const before = sandbox.calls.length;
    const { entries } = await createProviderSends(deps).list();
    const asked = sandbox.calls.slice(before).filter(({ path }) => path.endsWith('/sends'));
    expect(asked.length).toBeLessThanOrEqual(listPolicy.mostPages);
    expect(entries.length).toBeLessThanOrEqual(2 * listPolicy.mostSends);
  });

  test('is bounded in a pass too, even if the provider has lost an email', async () => {
    const { sandbox, schedule, pass, provider } = await openTestSchedule(kind);
    await schedule();
    let pages = 0;
    const sends: ProviderSends = {
      ...provider.sends,
      async *list() {
        for (let id = 1_000_000; ; id -= 1) {
          pages += 1;
          const send = { sendId: `${id}`, messageId: '1', status: 'released' as const };
          yield [{ ...send, scheduledTime: null, releasedTime: null, recipientCount: null }];
        }
      },
    };
    await pass({ provider: async () => ({ ...provider, sends }) });
    expect(pages).toBe(listPolicy.mostPages);
    expect(sandbox.calls.length).toBeGreaterThan(0);
  });
});
