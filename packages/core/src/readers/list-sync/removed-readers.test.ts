import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../../test/databases.ts';
import { openTestSchedule } from '../../../../../test/schedule.ts';
import type { ProviderReaders } from '../../mail/mail-provider.ts';
import { readerPolicy } from '../../mail/policy.ts';
import { addressesOnList } from '../../mail/sandbox/testing.ts';
import { noteReport } from '../bounces/note-report.ts';
import { Registration, RemovedReader } from '../reader-tables.ts';
import { removeReader } from '../remove-reader.ts';
import { openSuppressions } from '../suppressions.ts';
import { claimReaders } from './claim-readers.ts';

const email = 'new@example.com';
const leaseMs = readerPolicy.leaseMs + 1000;

/** One waiting reader, and a pass during whose calls something else happens. */
async function openWithReader(kind: (typeof databaseKinds)[number]) {
  const opened = await openTestSchedule(kind);
  const { db, deps, provider, sandbox, givenWaitingReaders, pass } = opened;
  await givenWaitingReaders([email]);
  return {
    ...opened,
    remove: () =>
      removeReader({ ...deps, provider: async () => provider, suppressions: openSuppressions(db) }, email),
    async unsubscribe() {
      const { id } = await db.em().findOneOrFail(Registration, { email });
      await noteReport(deps, id, { kind: 'unsubscribe' });
    },
    isOnList: async () => (await addressesOnList(sandbox)).includes(email),
    rows: () => db.em().count(Registration, { email }),
    leaving: () => db.em().count(RemovedReader),
    passDuring(work: { before?: () => Promise<unknown>; after?: () => Promise<unknown> }) {
      const readers: ProviderReaders = {
        ...provider.readers,
        async subscribe(batch, options) {
          await work.before?.();
          const results = await provider.readers.subscribe(batch, options);
          await work.after?.();
          return results;
        },
      };
      return pass({ provider: async () => ({ ...provider, readers }) });
    },
  };
}

describe.each(databaseKinds)('a reader on %s who is removed', (kind) => {
  test('before anybody tried to subscribe them is removed without a call', async () => {
    const { sandbox, remove, rows, leaving } = await openWithReader(kind);
    const before = sandbox.calls.length;
    await remove();
    expect([await rows(), await leaving(), sandbox.calls.length]).toEqual([0, 0, before]);
  });

  test.each(['before', 'after'] as const)(
    '%s the calls of a pass: the next one takes care of it',
    async (when) => {
      const { remove, passDuring, pass, later, isOnList, rows, leaving } = await openWithReader(kind);
      await passDuring({ [when]: remove });
      expect(await rows()).toBe(0);
      expect(await isOnList()).toBe(true);
      later(leaseMs);
      await pass();
      expect(await isOnList()).toBe(false);
      expect(await leaving()).toBe(0);
    },
  );

  test.each(['before', 'after'] as const)(
    '%s the calls of a pass, by a link: the next one unsubscribes them at the provider too',
    async (when) => {
      const { db, unsubscribe, passDuring, pass, later, isOnList, leaving } = await openWithReader(kind);
      await passDuring({ [when]: unsubscribe });
      later(leaseMs);
      await pass();
      expect(await isOnList()).toBe(false);
      expect(await leaving()).toBe(0);
      expect(await db.em().findOne(Registration, { email })).toMatchObject({ status: 'unsubscribed' });
    },
  );

  test('while a process that was then killed was subscribing them', async () => {
    const { deps, provider, remove, pass, later, isOnList, rows } = await openWithReader(kind);
    const batch = await claimReaders(deps, 10);
    await remove();
    expect(await rows()).toBe(0);
    await pass();
    await provider.readers.subscribe(batch);
    expect(await isOnList()).toBe(true);
    later(leaseMs);
    await pass();
    expect(await isOnList()).toBe(false);
  });

  test('while the process about to subscribe them slept: it does not subscribe them', async () => {
    const { remove, passDuring, pass, later, isOnList, leaving } = await openWithReader(kind);
    await passDuring({
      async before() {
        await remove();
        later(leaseMs);
        await pass();
      },
    });
    expect(await isOnList()).toBe(false);
    expect(await leaving()).toBe(0);
  });

  test('while the process that had subscribed them slept', async () => {
    const { remove, passDuring, pass, later, isOnList, leaving } = await openWithReader(kind);
    await passDuring({
      async after() {
        later(leaseMs);
        await remove();
      },
    });
    await pass();
    expect(await isOnList()).toBe(false);
    expect(await leaving()).toBe(0);
  });

  test.each([/contacts$/, /subscriptions$/])('after the answer at %s was lost', async (path) => {
    const { sandbox, remove, pass, isOnList, rows, leaving } = await openWithReader(kind);
    sandbox.faults.next({ method: 'POST', path, fault: 'timeout-after' });
    await pass();
    expect(await rows()).toBe(1);
    await remove();
    expect(await isOnList()).toBe(false);
    expect([await rows(), await leaving()]).toEqual([0, 0]);
  });

  test.each([
    { why: 'does not answer', fault: 'drop-before' as const },
    { why: 'is overloaded', fault: { status: 503 } },
    { why: 'refuses our credentials', fault: { status: 401 } },
  ])(
    'with a lost answer, while the provider $why, is removed here, and by a pass there',
    async ({ fault }) => {
      const { db, sandbox, remove, pass, later, isOnList, rows, leaving } = await openWithReader(kind);
      sandbox.faults.next({ method: 'POST', path: /subscriptions$/, fault: 'drop-after' });
      await pass();
      expect(await isOnList()).toBe(true);
      sandbox.faults.next({ path: /./, fault, times: 100 });
      expect(await remove()).toBe('pending');
      expect([await rows(), await leaving()]).toEqual([0, 1]);
      expect((await openSuppressions(db).among([email])).size).toBe(1);
      await pass();
      expect(await leaving()).toBe(1);
      sandbox.faults.clear();
      later(2 * 3_600_000);
      await pass();
      expect(await isOnList()).toBe(false);
      expect(await leaving()).toBe(0);
    },
  );

  test('while the provider refuses only this reader, stays: no pass could finish it', async () => {
    const { sandbox, remove, pass, rows } = await openWithReader(kind);
    await pass();
    sandbox.faults.next({ path: /subscriptions/, fault: { status: 400 }, times: 100 });
    await expect(remove()).rejects.toMatchObject({ code: 'email_provider.refused' });
    expect(await rows()).toBe(1);
    sandbox.faults.clear();
    expect(await remove()).toBe('done');
  });

  test('by a link again and again is noted once, with the id at the provider', async () => {
    const { db, unsubscribe, pass, leaving, isOnList } = await openWithReader(kind);
    await pass();
    for (let clicks = 0; clicks < 60; clicks += 1) {
      await unsubscribe();
      if (clicks < 59) await db.em().nativeUpdate(Registration, { email }, { status: 'subscribed' });
    }
    expect(await leaving()).toBe(1);
    expect(await db.em().findOne(RemovedReader, { email })).toMatchObject({
      subscriberId: expect.any(String),
    });
    await pass();
    expect(await isOnList()).toBe(false);
  });

  test('and signs up again before a pass handled the removal stays on the list', async () => {
    const opened = await openWithReader(kind);
    const { db, remove, passDuring, pass, later, isOnList, givenWaitingReaders, leaving } = opened;
    await passDuring({ before: remove });
    await givenWaitingReaders([email]);
    await pass();
    later(leaseMs);
    await pass();
    expect(await isOnList()).toBe(true);
    expect(await db.em().count(Registration, { email, status: 'subscribed' })).toBe(1);
    expect(await leaving()).toBe(0);
  });

  test('whose removal was interrupted by a crash can be removed again', async () => {
    const { db, clock, remove, pass, later, isOnList, rows } = await openWithReader(kind);
    await pass();
    const leaseUntil = new Date(clock.now.getTime() + readerPolicy.leaseMs);
    await db.em().nativeUpdate(Registration, { email }, { leaseUntil });
    await remove();
    expect(await rows()).toBe(0);
    later(leaseMs);
    await pass();
    expect(await isOnList()).toBe(false);
  });
});

describe.each(databaseKinds)('a clock that was ahead, on %s', (kind) => {
  const ahead = 30 * 24 * 3_600_000;

  test('does not keep readers from being subscribed', async () => {
    const { clock, deps, later, pass, countSubscribed } = await openWithReader(kind);
    later(ahead);
    await claimReaders(deps, 10);
    clock.now = new Date(clock.now.getTime() - ahead);
    await pass();
    expect(await countSubscribed()).toBe(1);
  });

  test('does not keep an email from being sent or canceled', async () => {
    const { clock, deps, sandbox, schedule, later, pass, entry } = await openTestSchedule(kind);
    sandbox.faults.next({ path: /./, fault: { status: 503 }, times: 100 });
    const { id } = await schedule(24);
    sandbox.faults.clear();
    later(ahead);
    expect(await deps.emails.claim(id, ['pending'])).toBeDefined();
    clock.now = new Date(clock.now.getTime() - ahead);
    await pass();
    expect((await entry(id))?.status).toBe('scheduled');
  });
});
