import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../../test/databases.ts';
import { hour, openTestSchedule } from '../../../../../test/schedule.ts';
import type { ProviderReaders } from '../../mail/mail-provider.ts';
import { emailPolicy, readerPolicy } from '../../mail/policy.ts';
import { Registration } from '../reader-tables.ts';

describe.each(databaseKinds)('new readers on %s', (kind) => {
  test('are subscribed in batches, each once, even by two passes at the same time', async () => {
    const { countSubscribed, givenWaitingReaders, pass, schedule, later, outbox } =
      await openTestSchedule(kind);
    const emails = Array.from({ length: 120 }, (_, n) => `new${n}@example.com`);
    await givenWaitingReaders(emails);
    await Promise.all([pass(), pass()]);
    expect(await countSubscribed()).toBe(120);
    await schedule(1);
    later(hour + 1000);
    const delivered = (await outbox()).map(({ to }) => to).filter((to) => to.startsWith('new'));
    expect(delivered.toSorted()).toEqual(emails.toSorted());
  });

  test('are subscribed in spite of one bad address, which gets a reason', async () => {
    const { db, countSubscribed, givenWaitingReaders, pass } = await openTestSchedule(kind);
    await givenWaitingReaders(['good1@example.com', 'bad*@example.com', 'good2@example.com']);
    const report = await pass();
    expect(await countSubscribed()).toBe(2);
    const bad = await db.em().findOneOrFail(Registration, { email: 'bad*@example.com' });
    expect(bad).toMatchObject({ status: 'refused', reason: expect.any(String) });
    expect(report.events).toContainEqual(
      expect.objectContaining({ step: 'signups', outcome: 'failed', id: bad.id }),
    );
    expect(JSON.stringify(report.events)).not.toContain('@');
  });

  test('whose provider fails in the middle are subscribed by the next pass', async () => {
    const { countSubscribed, givenWaitingReaders, pass, sandbox } = await openTestSchedule(kind);
    await givenWaitingReaders(Array.from({ length: 530 }, (_, n) => `new${n}@example.com`));
    // The lookups of the second batch get no answer.
    sandbox.faults.next({ path: /new51\d/, fault: 'drop-before', times: 1000 });
    const broken = await pass();
    expect(broken.waiting).toBe(1);
    expect(await countSubscribed()).toBe(500);
    sandbox.faults.clear();
    await pass();
    expect(await countSubscribed()).toBe(530);
  });

  test('that have piled up cost two calls for every 500', async () => {
    const { countSubscribed, givenWaitingReaders, pass, sandbox } = await openTestSchedule(kind);
    for (let from = 0; from < 2000; from += 500) {
      await givenWaitingReaders(Array.from({ length: 500 }, (_, n) => `new${from + n}@example.com`));
    }
    const before = sandbox.calls.length;
    await pass();
    expect(await countSubscribed()).toBe(2000);
    expect(sandbox.calls.length - before).toBe(8);
  });

  test('that are too many for one pass do not delay the emails', async () => {
    const { countSubscribed, givenWaitingReaders, provider, later, schedule, sandbox, pass } =
      await openTestSchedule(kind);
    await givenWaitingReaders(Array.from({ length: 570 }, (_, n) => `new${n}@example.com`));
    sandbox.faults.next({ path: /./, fault: 'drop-before', times: 100 });
    const email = await schedule();
    sandbox.faults.clear();
    later(emailPolicy.leaseMs + 1000);
    const slow: ProviderReaders = {
      ...provider.readers,
      async subscribe(readers) {
        later(3 * 60_000);
        return provider.readers.subscribe(readers);
      },
    };
    const { events } = await pass({ provider: async () => ({ ...provider, readers: slow }) });
    expect(await countSubscribed()).toBe(500);
    expect(events).toMatchObject([
      { step: 'signups', outcome: 'done', count: 500 },
      { step: 'signups', outcome: 'waiting', count: 70 },
      { step: 'emails', outcome: 'done', id: email.id },
    ]);
  });

  test('stay on the list if a process that slept then gets a refusal', async () => {
    const { db, countSubscribed, givenWaitingReaders, provider, later, pass } = await openTestSchedule(kind);
    await givenWaitingReaders(['new@example.com']);
    const slow: ProviderReaders = {
      ...provider.readers,
      async subscribe(readers) {
        later(readerPolicy.leaseMs + 1000);
        await pass();
        return readers.map(({ id }) => ({ id, outcome: 'refused', reason: 'Not now.' }));
      },
    };
    await pass({ provider: async () => ({ ...provider, readers: slow }) });
    expect(await countSubscribed()).toBe(1);
    const reader = await db.em().findOneOrFail(Registration, { email: 'new@example.com' });
    expect(reader).toMatchObject({ status: 'subscribed', reason: null });
  });

  test('wait while the provider is unreachable, and none is lost', async () => {
    const { countSubscribed, givenWaitingReaders, pass, sandbox } = await openTestSchedule(kind);
    await givenWaitingReaders(['new@example.com']);
    sandbox.faults.next({ path: /./, fault: 'drop-before', times: 100 });
    const away = await pass();
    expect(away).toMatchObject({ failed: 0 });
    expect(away.waiting).toBeGreaterThan(0);
    sandbox.faults.clear();
    await pass();
    expect(await countSubscribed()).toBe(1);
  });
});
