import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../../test/databases.ts';
import { passingFaults } from '../../../../../test/provider-faults.ts';
import { hour, openTestSchedule } from '../../../../../test/schedule.ts';
import type { ProviderSends } from '../../mail/mail-provider.ts';
import { emailPolicy } from '../../mail/policy.ts';
import { DomainError } from '../../platform/errors.ts';
import { ScheduledEmail } from '../scheduled-email.ts';
import { submitEmail } from './submit-email.ts';

describe.each(databaseKinds)('a submitted email on %s', (kind) => {
  describe.each(passingFaults)('when the provider $why', ({ fault }) => {
    test.each(['messages', 'sends'])('at POST %s, it is still sent exactly once', async (resource) => {
      const { sandbox, schedule, later, pass, outbox, entry, sends } = await openTestSchedule(kind);
      sandbox.faults.next({ method: 'POST', path: new RegExp(`/${resource}$`), fault, times: 4 });
      const email = await schedule();
      expect(email.status).toBe('pending');
      expect(email.reason).toMatch(/\w/);
      sandbox.faults.clear();
      // Another pass right away leaves it alone: the lost call may still be under way.
      await pass();
      later(emailPolicy.leaseMs + 1000);
      await pass();
      expect(await entry(email.id)).toMatchObject({ status: 'scheduled', reason: null });
      expect(await sends()).toHaveLength(1);
      later(24 * hour);
      expect(await outbox()).toHaveLength(2);
      await pass();
      expect(await entry(email.id)).toMatchObject({ status: 'sent' });
    });
  });

  test('is retried while the provider is unreachable, and while it refuses the account, until it gets through', async () => {
    const { sandbox, schedule, later, pass, entry } = await openTestSchedule(kind);
    sandbox.faults.next({ path: /./, fault: 'drop-before', times: 100 });
    const email = await schedule();
    sandbox.faults.clear();
    later(emailPolicy.leaseMs + 1000);
    sandbox.faults.next({
      path: /./,
      fault: { status: 402, body: { errors: ['Payment required'] } },
      times: 100,
    });
    const refused = await pass();
    expect(refused.failed).toBeGreaterThan(0);
    expect(await entry(email.id)).toMatchObject({
      status: 'pending',
      reason: expect.stringContaining('Payment'),
    });
    sandbox.faults.clear();
    later(emailPolicy.leaseMs + 1000);
    expect(await pass()).toMatchObject({ failed: 0 });
    expect(await entry(email.id)).toMatchObject({ status: 'scheduled', reason: null });
  });

  test('that cannot be rendered fails with the reason, and the others go out', async () => {
    const { deps, sandbox, schedule, later, pass, entry, outbox } = await openTestSchedule(kind);
    sandbox.faults.next({ path: /./, fault: 'drop-before', times: 100 });
    const [large, other] = [await schedule(1), await schedule(2)];
    sandbox.faults.clear();
    later(emailPolicy.leaseMs + 1000);
    const reason = 'The email for “word 1” would be 36.8 MB; at most 1 MB is sent.';
    const { render } = deps;
    await pass({
      async render(word) {
        if (word.word === 'word 1') throw new DomainError('template.too_large', reason);
        return render(word);
      },
    });
    expect(await entry(large.id)).toMatchObject({ status: 'failed', reason });
    expect(await entry(other.id)).toMatchObject({ status: 'scheduled', reason: null });
    later(24 * hour);
    expect(await outbox()).toHaveLength(2);
  });

  test('is sent up to six hours late, and fails and is reported after that', async () => {
    const { db, clock, sandbox, schedule, later, pass, entry, outbox, sends } = await openTestSchedule(kind);
    sandbox.faults.next({ path: /./, fault: 'drop-before', times: 1000 });
    const late = await schedule(1);
    const missed = await schedule(1);
    sandbox.faults.clear();
    later(2 * hour);
    // The second is leased by a process that hangs.
    const leaseUntil = new Date(clock.now.getTime() + emailPolicy.leaseMs);
    const held = { leaseUntil, leaseToken: crypto.randomUUID() };
    await db.em().nativeUpdate(ScheduledEmail, { id: missed.id }, held);
    await pass();
    // The sandbox sends it right away, which the same pass may see already.
    expect(['scheduled', 'sent']).toContain((await entry(late.id))?.status);
    expect(await outbox()).toHaveLength(2);
    later(5.5 * hour);
    const report = await pass();
    expect(report.events).toContainEqual(expect.objectContaining({ id: missed.id, outcome: 'failed' }));
    expect(await entry(missed.id)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('6 hours'),
    });
    expect(await sends()).toHaveLength(1);
  });

  test('that was missed because nothing ran says so', async () => {
    const { db, schedule, later, pass, entry } = await openTestSchedule(kind);
    const { id } = await schedule(1);
    const untried = { status: 'pending' as const, messageId: null, sendId: null, messageAttemptedAt: null };
    await db.em().nativeUpdate(ScheduledEmail, { id }, { ...untried, sendAttemptedAt: null, textKey: null });
    later(8 * hour);
    await pass();
    expect(await entry(id)).toMatchObject({
      status: 'failed',
      reason:
        'It was not tried within 6 hours of its time: Wordrise was not running, or sending was on hold.',
    });
  });

  test('whose answer was lost does not fail for being late: it has been sent', async () => {
    const { sandbox, schedule, later, pass, entry, outbox } = await openTestSchedule(kind);
    sandbox.faults.next({ method: 'POST', path: /sends$/, fault: 'drop-after', times: 4 });
    const email = await schedule(1);
    expect(email.status).toBe('pending');
    sandbox.faults.clear();
    later(9 * hour);
    expect(await outbox()).toHaveLength(2);
    await pass();
    expect(await entry(email.id)).toMatchObject({ status: 'sent' });
  });

  test('on a machine that slept in the meantime is left to the next pass', async () => {
    const { deps, provider, sandbox, schedule, later, pass, entry, sends } = await openTestSchedule(kind);
    const slow: ProviderSends = {
      ...provider.sends,
      async createMessage(message) {
        later(emailPolicy.leaseMs + 1000);
        sandbox.faults.next({ method: 'POST', path: /messages$/, fault: 'drop-after' });
        return provider.sends.createMessage(message);
      },
    };
    deps.provider = async () => ({ ...provider, sends: slow });
    const email = await schedule();
    expect(email).toMatchObject({ status: 'pending' });
    await pass();
    expect(await entry(email.id)).toMatchObject({ status: 'scheduled' });
    expect(await sends()).toHaveLength(1);
  });

  test('by several processes at once is submitted by one', async () => {
    const { sandbox, deps, schedule, later, sends, entry } = await openTestSchedule(kind);
    sandbox.faults.next({ path: /./, fault: { status: 503 }, times: 100 });
    const email = await schedule();
    sandbox.faults.clear();
    later(emailPolicy.leaseMs + 1000);
    const before = sandbox.calls.length;
    const results = await Promise.all(Array.from({ length: 5 }, () => submitEmail(deps, email.id)));
    expect(results.map(({ outcome }) => outcome).toSorted()).toEqual([
      'busy',
      'busy',
      'busy',
      'busy',
      'scheduled',
    ]);
    const posts = sandbox.calls.slice(before).filter(({ method }) => method === 'POST');
    expect(posts.map(({ path }) => path.split('/').at(-1))).toEqual(['messages', 'sends']);
    expect(await sends()).toHaveLength(1);
    expect(await entry(email.id)).toMatchObject({ status: 'scheduled' });
  });
});
