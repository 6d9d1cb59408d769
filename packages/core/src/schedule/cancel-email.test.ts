import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { hour, openTestSchedule } from '../../../../test/schedule.ts';
import { emailPolicy } from '../mail/policy.ts';
import type { Fault } from '../mail/sandbox/icontact-server.ts';
import { cancelEmail, cancelSend } from './cancel-email.ts';
import { createProviderSends } from './provider-sends.ts';
import { restoreFailed, scheduleEmail } from './schedule-email.ts';

describe.each(databaseKinds)('canceling on %s', (kind) => {
  test('removes it at the provider, and the word can be scheduled again', async () => {
    const { deps, schedule, entry, sends, later, outbox } = await openTestSchedule(kind);
    const email = await schedule();
    await cancelSend(deps, email.sendId as string);
    expect(await entry(email.id)).toBeNull();
    expect(await sends()).not.toContainEqual(expect.objectContaining({ status: 'pending' }));
    const tomorrow = { wordId: email.wordId, scheduledDate: '2026-12-03T07:00', status: 'pending' as const };
    expect(await scheduleEmail(deps, tomorrow)).toMatchObject({ status: 'scheduled' });
    later(24 * hour + 1000);
    expect(await outbox()).toHaveLength(0);
  });

  test('is too late once it has been sent', async () => {
    const { deps, schedule, later, outbox, entry, pass } = await openTestSchedule(kind);
    const email = await schedule(1);
    later(2 * hour);
    await outbox();
    const released = { code: 'schedule.released' };
    await expect(cancelEmail(deps, email.id)).rejects.toMatchObject(released);
    await expect(cancelSend(deps, email.sendId as string)).rejects.toMatchObject(released);
    await pass();
    expect(await entry(email.id)).toMatchObject({ status: 'sent' });
    await expect(cancelEmail(deps, email.id)).rejects.toMatchObject(released);
  });

  test('an email that the provider does not have yet only removes it here', async () => {
    const { sandbox, deps, schedule, later, entry, sends, pass } = await openTestSchedule(kind);
    sandbox.faults.next({ path: /./, fault: 'drop-before', times: 100 });
    const email = await schedule();
    await expect(cancelEmail(deps, email.id)).rejects.toMatchObject({ code: 'schedule.busy' });
    later(emailPolicy.leaseMs + 1000);
    await cancelEmail(deps, email.id);
    sandbox.faults.clear();
    expect(await entry(email.id)).toBeNull();
    await pass();
    expect(await sends()).toEqual([]);
  });

  test('finds a send whose answer was lost, and cancels it', async () => {
    const { sandbox, deps, schedule, later, entry, outbox } = await openTestSchedule(kind);
    sandbox.faults.next({ method: 'POST', path: /sends$/, fault: 'drop-after', times: 4 });
    const email = await schedule();
    sandbox.faults.clear();
    later(emailPolicy.leaseMs + 1000);
    await cancelEmail(deps, email.id);
    expect(await entry(email.id)).toBeNull();
    later(48 * hour);
    expect(await outbox()).toHaveLength(0);
  });

  test.each<{ why: string; fault: Fault }>([
    { why: 'before', fault: 'drop-before' },
    { why: 'after', fault: 'drop-after' },
  ])('that is interrupted $why the call is done can be repeated', async ({ fault }) => {
    const { sandbox, deps, schedule, entry, later, outbox, pass } = await openTestSchedule(kind);
    const email = await schedule();
    sandbox.faults.next({ path: /sends\/\d+$/, fault, times: 10 });
    await expect(cancelEmail(deps, email.id)).rejects.toMatchObject({ code: 'email_provider.unreachable' });
    sandbox.faults.clear();
    expect(await entry(email.id)).not.toBeNull();
    await cancelEmail(deps, email.id).catch(async () => pass());
    expect(await entry(email.id)).toBeNull();
    later(48 * hour);
    expect(await outbox()).toHaveLength(0);
  });

  test('an email that does not exist is reported', async () => {
    const { deps } = await openTestSchedule(kind);
    const missing = { code: 'schedule.not_found' };
    await expect(cancelEmail(deps, 4711)).rejects.toMatchObject(missing);
    await expect(cancelSend(deps, '4711')).rejects.toMatchObject(missing);
  });

  test('works for a send that was made in the provider’s own pages', async () => {
    const { deps, sandbox, provider, sends, clock } = await openTestSchedule(kind);
    const { messageId } = await provider.sends.createMessage({
      name: 'by hand',
      subject: 's',
      html: '<p>x</p>',
      text: 'x',
    });
    const send = await provider.sends.schedule(messageId, new Date(clock.now.getTime() + hour));
    const list = createProviderSends(deps);
    expect((await list.list()).entries).toMatchObject([
      { id: null, sendId: send.sendId, messageName: 'by hand' },
    ]);
    await cancelSend(deps, send.sendId);
    list.forget();
    expect(await sends()).not.toContainEqual(expect.objectContaining({ status: 'pending' }));
    expect(sandbox.calls.length).toBeGreaterThan(0);
  });

  test('of a failed email is undone by restoring it, and nothing is sent', async () => {
    const { deps, provider, schedule, entry, later, pass, outbox } = await openTestSchedule(kind);
    const { id, wordId, sendId, scheduledDate } = await schedule(1);
    await provider.sends.cancel(sendId as string);
    later(2 * hour);
    await pass();
    const failed = await entry(id);
    expect(failed?.status).toBe('failed');
    await cancelEmail(deps, id);
    expect(await entry(id)).toBeNull();
    const removed = { wordId, scheduledDate, reason: failed?.reason ?? null };
    expect(await restoreFailed(deps, removed)).toMatchObject({ ...removed, status: 'failed' });
    await pass();
    expect(await outbox()).toEqual([]);
    await expect(restoreFailed(deps, { ...removed, wordId: 99 })).rejects.toMatchObject({
      code: 'word.not_found',
    });
  });
});
