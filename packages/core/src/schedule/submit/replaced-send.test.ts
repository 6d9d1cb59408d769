import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { changeCalls as calls } from '../../../../../test/change-calls.ts';
import { databaseKinds } from '../../../../../test/databases.ts';
import { eventually } from '../../../../../test/eventually.ts';
import { passDeps } from '../../../../../test/pass-deps.ts';
import { passingFaults } from '../../../../../test/provider-faults.ts';
import { hour, openTestSchedule } from '../../../../../test/schedule.ts';
import { startPass } from '../../../../../test/start-pass.ts';
import type { CallOptions, ProviderSends } from '../../mail/mail-provider.ts';
import { emailPolicy } from '../../mail/policy.ts';
import { runPass } from '../../processor/pass.ts';
import { cancelEmail } from '../cancel-email.ts';
import { moveEmail } from '../move-email.ts';

type Opened = Awaited<ReturnType<typeof openTestSchedule>>;
type Kind = (typeof databaseKinds)[number];

const leaseMs = emailPolicy.leaseMs + 1000;
const settledMs = emailPolicy.settledAfterMs + 1000;

async function liveSends({ sends }: Pick<Opened, 'sends'>) {
  return (await sends()).filter(({ status }) => status !== 'canceled');
}

/** One send at the provider, at the given time, and each of the two readers gets it once. */
async function expectOnce(opened: Opened, id: number, scheduledDate: Date): Promise<void> {
  const { entry, later, outbox, pass, clock } = opened;
  expect(await entry(id)).toMatchObject({
    status: 'scheduled',
    scheduledDate,
    replaced: null,
    leaseUntil: null,
  });
  const live = await liveSends(opened);
  expect(live.map((send) => new Date(send.scheduledTime))).toEqual([scheduledDate]);
  later(scheduledDate.getTime() - clock.now.getTime() - 1000);
  expect(await outbox()).toEqual([]);
  later(10 * 24 * hour);
  expect(await outbox()).toHaveLength(2);
  await pass();
  expect(await entry(id)).toMatchObject({ status: 'sent' });
  expect(await outbox()).toHaveLength(2);
}

describe.each(databaseKinds)('an email on %s that gets another time', (kind) => {
  const faults: typeof passingFaults = [
    ...passingFaults,
    { why: 'refuses the account', fault: { status: 402, body: { errors: ['Unpaid'] } } },
  ];

  describe.each(faults)('while the provider $why', ({ fault }) => {
    test.each(calls)('as $what, goes out once', async ({ method, path }) => {
      const opened = await openTestSchedule(kind);
      const { deps, sandbox, schedule, later, pass, clock } = opened;
      const { id } = await schedule();
      const scheduledDate = new Date(clock.now.getTime() + 48 * hour);
      sandbox.faults.next({ method, path, fault, times: 4 });
      await moveEmail(deps, id, { scheduledDate: scheduledDate.toISOString() });
      sandbox.faults.clear();
      await pass();
      later(leaseMs);
      await pass();
      await expectOnce(opened, id, scheduledDate);
    });
  });

  const rivals: Record<string, (opened: Opened, id: number) => Promise<unknown>> = {
    'a pass': ({ pass, provider }) => pass({ provider: async () => provider }),
    'another change': ({ deps, provider, clock }, id) =>
      moveEmail({ ...deps, provider: async () => provider }, id, {
        scheduledDate: new Date(clock.now.getTime() + 72 * hour).toISOString(),
      }),
  };
  const asleep = ['createMessage', 'cancel', 'schedule'] as const;

  describe.each(asleep)('whose process sleeps before it calls %s', (name) => {
    test.each(Object.entries(rivals))('while %s takes over, goes out once', async (_what, rival) => {
      const opened = await openTestSchedule(kind);
      const { schedule, later, entry, pass } = opened;
      const { id } = await schedule();
      await moveAsleep(opened, id, name, async () => {
        later(leaseMs);
        await rival(opened, id);
      });
      later(settledMs);
      await pass();
      const { scheduledDate } = (await entry(id)) ?? {};
      await expectOnce(opened, id, scheduledDate ?? new Date(0));
    });

    test('while it is canceled, does not go out', async () => {
      const opened = await openTestSchedule(kind);
      const { deps, provider, schedule, later, entry, outbox, pass } = opened;
      const { id } = await schedule();
      await moveAsleep(opened, id, name, async () => {
        later(leaseMs);
        await cancelEmail({ ...deps, provider: async () => provider }, id);
      });
      later(settledMs);
      await pass();
      expect(await entry(id)).toBeNull();
      expect(await liveSends(opened)).toEqual([]);
      later(10 * 24 * hour);
      expect(await outbox()).toEqual([]);
    });
  });

  test.each(
    calls.flatMap((call) => (['timeout', 'timeout-after'] as const).map((fault) => ({ ...call, fault }))),
  )('by a process that is killed $fault as $what, goes out once', async ({ method, path, fault }) => {
    const { db, sandbox, id, scheduledDate, passLater, sends } = await openRealTime(kind);
    sandbox.faults.next({ method, path, fault });
    const before = sandbox.calls.length;
    const move = { id, scheduledDate: scheduledDate.toISOString() };
    const child = await startPass(db.url, sandbox, { move });
    const isCalled = () =>
      sandbox.calls.slice(before).some((call) => call.method === method && path.test(call.path));
    await eventually(() => expect(isCalled()).toBe(true));
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await passLater()).toMatchObject({ failed: 0 });
    const live = await liveSends({ sends });
    expect(live.map((send) => new Date(send.scheduledTime))).toEqual([scheduledDate]);
  });
});

/** Moves an email in a process that sleeps right before it makes a call, until the work is done. */
async function moveAsleep(
  { deps, provider, clock }: Opened,
  id: number,
  name: 'createMessage' | 'cancel' | 'schedule',
  work: () => Promise<unknown>,
): Promise<void> {
  let hasSlept = false;
  const sleeping = {
    ...provider.sends,
    async [name](...args: unknown[]) {
      const options = args.at(-1) as CallOptions;
      const beforeChange = async () => {
        if (!hasSlept) {
          hasSlept = true;
          await work();
        }
        await options.beforeChange?.();
      };
      return Reflect.apply(provider.sends[name], provider.sends, [
        ...args.slice(0, -1),
        { ...options, beforeChange },
      ]);
    },
  } as unknown as ProviderSends;
  const scheduledDate = new Date(clock.now.getTime() + 48 * hour).toISOString();
  const moving = { ...deps, provider: async () => ({ ...provider, sends: sleeping }) };
  await moveEmail(moving, id, { scheduledDate }).catch((error) => {
    if (error.code !== 'schedule.busy' && error.code !== 'schedule.not_found') throw error;
  });
  expect(hasSlept).toBe(true);
}

/** A scheduled email, on the real clock that the killed processes use. */
async function openRealTime(kind: Kind) {
  const opened = await openTestSchedule(kind);
  const { db, sandbox, clock, schedule, provider, sends } = opened;
  clock.now = new Date();
  const { id } = await schedule();
  // Whole seconds: the provider has no fractions.
  const scheduledDate = new Date(Math.floor(clock.now.getTime() / 1000 + 2 * 86_400) * 1000);
  return {
    db,
    sandbox,
    id,
    scheduledDate,
    sends,
    passLater: () => {
      const now = () => new Date(Date.now() + leaseMs + settledMs);
      return runPass(passDeps({ database: db, provider, now }));
    },
  };
}
