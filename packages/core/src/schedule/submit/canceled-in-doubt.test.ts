import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../../test/databases.ts';
import { hour, openTestSchedule } from '../../../../../test/schedule.ts';
import type { ProviderSends } from '../../mail/mail-provider.ts';
import { emailPolicy } from '../../mail/policy.ts';
import { clientOf, rawCall } from '../../mail/sandbox/testing.ts';
import { cancelEmail } from '../cancel-email.ts';
import { CanceledSend, ScheduledEmail } from '../scheduled-email.ts';

type Opened = Awaited<ReturnType<typeof openTestSchedule>>;

const leaseMs = emailPolicy.leaseMs + 1000;

/** The scheduling process sleeps until `work` is done, either before or after its send is made. */
function sleeping({ deps, provider }: Opened, when: 'before' | 'after', work: () => Promise<unknown>) {
  const sends: ProviderSends = {
    ...provider.sends,
    async schedule(messageId, at, options = {}) {
      if (when === 'before') {
        const beforeChange = async () => {
          await work();
          await options.beforeChange?.();
        };
        return provider.sends.schedule(messageId, at, { ...options, beforeChange });
      }
      const send = await provider.sends.schedule(messageId, at, options);
      await work();
      return send;
    },
  };
  deps.provider = async () => ({ ...provider, sends });
}

async function onlyEmail({ db }: Opened): Promise<ScheduledEmail> {
  return db.em().findOneOrFail(ScheduledEmail, { sendAttemptedAt: { $ne: null } });
}

async function liveSends({ sends }: Opened) {
  return (await sends()).filter(({ status }) => status !== 'canceled');
}

describe.each(databaseKinds)('an email on %s that is canceled', (kind) => {
  test('while its process sleeps in the pause before the send: nothing is posted', async () => {
    const opened = await openTestSchedule(kind);
    const { deps, provider, later, schedule, sandbox } = opened;
    sleeping(opened, 'before', async () => {
      later(leaseMs);
      await cancelEmail({ ...deps, provider: async () => provider }, (await onlyEmail(opened)).id);
    });
    await expect(schedule()).rejects.toMatchObject({ code: 'schedule.not_found' });
    expect(await opened.sends()).toEqual([]);
    expect(sandbox.calls.filter(({ method, path }) => method === 'POST' && /sends$/.test(path))).toEqual([]);
  });

  test('by a separate process after the send was made: the send is canceled', async () => {
    const opened = await openTestSchedule(kind);
    const { db, later, schedule, outbox } = opened;
    // The row is gone although its send exists: the provider did not list it yet.
    sleeping(opened, 'after', async () => {
      later(leaseMs);
      await db.em().nativeDelete(ScheduledEmail, { id: (await onlyEmail(opened)).id });
    });
    await expect(schedule()).rejects.toMatchObject({ code: 'schedule.not_found' });
    expect(await liveSends(opened)).toEqual([]);
    later(48 * hour);
    expect(await outbox()).toEqual([]);
  });

  test('while the provider works on its send: the send is canceled by a later pass', async () => {
    const opened = await openTestSchedule(kind);
    const { db, deps, sandbox, schedule, later, pass, outbox, clock } = opened;
    sandbox.faults.next({ method: 'POST', path: /sends$/, fault: 'timeout' });
    const { id } = await schedule();
    const { messageId } = await onlyEmail(opened);
    later(leaseMs);
    await cancelEmail(deps, id);
    expect((await pass()).events).toEqual([]);
    // Only now does the provider make the send.
    const scheduledTime = new Date(clock.now.getTime() + hour);
    await clientOf(sandbox).sends.schedule(messageId ?? '', scheduledTime);
    expect((await pass()).events).toMatchObject([{ step: 'emails', outcome: 'done' }]);
    expect(await liveSends(opened)).toEqual([]);
    later(emailPolicy.settledAfterMs + 1000);
    expect((await pass()).events).toEqual([]);
    expect(await db.em().count(CanceledSend)).toBe(0);
    later(48 * hour);
    expect(await outbox()).toEqual([]);
  });

  test('too late to be canceled at the provider: a pass reports it, once', async () => {
    const opened = await openTestSchedule(kind);
    const { deps, sandbox, schedule, later, pass, outbox } = opened;
    sandbox.faults.next({ method: 'POST', path: /sends$/, fault: 'timeout' });
    const { id } = await schedule();
    const { messageId } = await onlyEmail(opened);
    later(leaseMs);
    await cancelEmail(deps, id);
    await clientOf(sandbox).sends.schedule(messageId ?? '', undefined);
    await outbox();
    expect((await pass()).events).toMatchObject([{ step: 'emails', outcome: 'failed' }]);
    expect((await pass()).events).toEqual([]);
  });

  test('and whose send was never attempted leaves nothing to look for', async () => {
    const opened = await openTestSchedule(kind);
    const { db, deps, sandbox, schedule, later } = opened;
    sandbox.faults.next({ method: 'POST', path: /messages$/, fault: 'timeout' });
    const { id } = await schedule();
    later(leaseMs);
    await cancelEmail(deps, id);
    expect(await db.em().count(CanceledSend)).toBe(0);
  });

  test('at the moment a pass asks about it is removed, not failed', async () => {
    const { db, deps, provider, schedule, sandbox, pass, entry, clock } = await openTestSchedule(kind);
    const { id, sendId } = await schedule();
    const sends: ProviderSends = {
      ...provider.sends,
      async *list(options) {
        await db.em().nativeUpdate(ScheduledEmail, { id }, { cancelRequestedAt: clock.now });
        await rawCall(sandbox, 'DELETE', `{base}/sends/${sendId}`);
        yield* provider.sends.list(options);
      },
    };
    const asking = { ...deps, provider: async () => ({ ...provider, sends }) };
    expect((await pass(asking)).events).toMatchObject([{ step: 'sent', outcome: 'done', id }]);
    expect(await entry(id)).toBeNull();
  });
});

describe.each(databaseKinds)('an email on %s that the account refuses as it is scheduled', (kind) => {
  test('is never free for another pass before it is removed', async () => {
    const { db, deps, sandbox, schedule, pass } = await openTestSchedule(kind);
    const refusal = { status: 402, body: { errors: ['Unpaid'] } };
    sandbox.faults.next({ method: 'POST', path: /messages$/, fault: refusal });
    const { claim } = deps.emails;
    let claims = 0;
    deps.emails.claim = async (...args) => {
      const lease = await claim(...args);
      if (!lease) return undefined;
      const freeing =
        <A extends unknown[]>(end: (...given: A) => Promise<void>) =>
        async (...given: A) => {
          await end(...given);
          claims += (await claim(args[0], ['pending'])) ? 1 : 0;
        };
      return { ...lease, finish: freeing(lease.finish), remove: freeing(lease.remove) };
    };
    await expect(schedule()).rejects.toMatchObject({ code: 'email_provider.refused' });
    expect(claims).toBe(0);
    expect(await db.em().count(ScheduledEmail)).toBe(0);
    await pass();
    expect(sandbox.calls.filter(({ path }) => /sends$/.test(path))).toEqual([]);
  });
});
