import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { hour, openTestSchedule } from '../../../../test/schedule.ts';
import type { ProviderSends } from '../mail/mail-provider.ts';
import { emailPolicy } from '../mail/policy.ts';
import type { Fault } from '../mail/sandbox/icontact-server.ts';
import { removeWord } from '../words/save-word.ts';
import { cancelEmail, cancelSend } from './cancel-email.ts';
import { moveEmail } from './move-email.ts';
import { createProviderSends } from './provider-sends.ts';
import { scheduleEmail } from './schedule-email.ts';

type Opened = Awaited<ReturnType<typeof openTestSchedule>>;

const nextDay = { scheduledDate: '2026-12-03T12:00:00.000Z' };
const leaseMs = emailPolicy.leaseMs + 1000;

async function liveSends({ sends }: Opened) {
  return (await sends()).filter(({ status }) => status !== 'canceled');
}

describe.each(databaseKinds)('moving an email on %s', (kind) => {
  test('sends it at the new time, and only then', async () => {
    const opened = await openTestSchedule(kind);
    const { deps, schedule, later, outbox, pass, entry } = opened;
    const { id, sendId } = await schedule();
    const moved = await moveEmail(deps, id, nextDay);
    expect(moved).toMatchObject({ id, status: 'scheduled', reason: null, ...nextDay });
    expect(moved.sendId).not.toBe(sendId);
    expect(await liveSends(opened)).toMatchObject([{ scheduledTime: '2026-12-03T07:00:00-05:00' }]);
    expect(await entry(id)).toMatchObject({
      replaced: null,
      messageName: expect.stringContaining('2026-12-03'),
    });
    later(47 * hour);
    expect(await outbox()).toEqual([]);
    later(2 * hour);
    expect(await outbox()).toHaveLength(2);
    await pass();
    expect(await entry(id)).toMatchObject({ status: 'sent' });
  });

  test('to the time that it already has does not call the provider', async () => {
    const { deps, sandbox, schedule } = await openTestSchedule(kind);
    const email = await schedule();
    const before = sandbox.calls.length;
    expect(await moveEmail(deps, email.id, email)).toEqual(email);
    expect(sandbox.calls).toHaveLength(before);
  });

  test.each([
    { why: 'has passed', scheduledDate: '2026-11-30T07:00', code: 'schedule.in_past' },
    { why: 'is not a time', scheduledDate: 'soon', code: 'input.invalid' },
  ])('to a time that $why changes nothing', async ({ scheduledDate, code }) => {
    const opened = await openTestSchedule(kind);
    const { deps, schedule, entry } = opened;
    const email = await schedule();
    await expect(moveEmail(deps, email.id, { scheduledDate })).rejects.toMatchObject({ code });
    expect(await entry(email.id)).toMatchObject({ sendId: email.sendId, status: 'scheduled' });
    expect(await liveSends(opened)).toHaveLength(1);
  });

  test('is too late once it has been sent, before and after a pass has seen that', async () => {
    const opened = await openTestSchedule(kind);
    const { deps, schedule, later, outbox, pass, entry } = opened;
    const email = await schedule(1);
    later(2 * hour);
    expect(await outbox()).toHaveLength(2);
    const released = { code: 'schedule.released' };
    await expect(moveEmail(deps, email.id, nextDay)).rejects.toMatchObject(released);
    expect(await entry(email.id)).toMatchObject({
      status: 'scheduled',
      sendId: email.sendId,
      scheduledDate: new Date(email.scheduledDate),
    });
    await pass();
    expect(await entry(email.id)).toMatchObject({ status: 'sent' });
    await expect(moveEmail(deps, email.id, nextDay)).rejects.toMatchObject(released);
    later(48 * hour);
    expect(await outbox()).toHaveLength(2);
  });

  test('is stored while the provider is down, and completed by the next pass', async () => {
    const opened = await openTestSchedule(kind);
    const { deps, sandbox, schedule, later, pass, entry } = opened;
    const { id } = await schedule();
    sandbox.faults.next({ path: /./, fault: { status: 503 }, times: 100 });
    const moved = await moveEmail(deps, id, nextDay);
    expect(moved).toMatchObject({ status: 'pending', reason: expect.stringMatching(/\w/), ...nextDay });
    sandbox.faults.clear();
    later(leaseMs);
    expect((await pass()).events).toMatchObject([{ step: 'emails', outcome: 'done', id }]);
    expect(await entry(id)).toMatchObject({ status: 'scheduled', replaced: null });
    expect(await liveSends(opened)).toMatchObject([{ scheduledTime: '2026-12-03T07:00:00-05:00' }]);
  });

  test('whose old time comes while the provider is down was sent then, and not again', async () => {
    const opened = await openTestSchedule(kind);
    const { deps, sandbox, schedule, later, pass, entry, outbox } = opened;
    const email = await schedule();
    sandbox.faults.next({ path: /./, fault: { status: 503 }, times: 100 });
    await moveEmail(deps, email.id, nextDay);
    sandbox.faults.clear();
    later(25 * hour);
    expect(await outbox()).toHaveLength(2);
    const { events } = await pass();
    expect(events).toMatchObject([
      { step: 'emails', outcome: 'failed', id: email.id },
      { step: 'sent', outcome: 'done', id: email.id },
    ]);
    expect(await entry(email.id)).toMatchObject({
      status: 'sent',
      scheduledDate: new Date(email.scheduledDate),
      replaced: null,
    });
    later(48 * hour);
    expect(await outbox()).toHaveLength(2);
  });

  test('keeps the old time if the provider refuses the new message', async () => {
    const opened = await openTestSchedule(kind);
    const { deps, sandbox, schedule, entry } = opened;
    const email = await schedule();
    const fault: Fault = { status: 400, body: { errors: ['No such campaign'] } };
    sandbox.faults.next({ method: 'POST', path: /messages$/, fault });
    await expect(moveEmail(deps, email.id, nextDay)).rejects.toMatchObject({
      code: 'email_provider.refused',
      message: expect.stringContaining('keeps'),
    });
    expect(await entry(email.id)).toMatchObject({
      status: 'scheduled',
      sendId: email.sendId,
      scheduledDate: new Date(email.scheduledDate),
      reason: expect.stringContaining('No such campaign'),
      replaced: null,
    });
    expect(await liveSends(opened)).toMatchObject([{ sendId: email.sendId }]);
  });

  test('fails with a reason if the provider refuses the new send', async () => {
    const opened = await openTestSchedule(kind);
    const { deps, sandbox, schedule, entry } = opened;
    const { id } = await schedule();
    sandbox.faults.next({ method: 'POST', path: /sends$/, fault: 'warning' });
    await expect(moveEmail(deps, id, nextDay)).rejects.toMatchObject({ code: 'email_provider.refused' });
    expect(await entry(id)).toMatchObject({ status: 'failed', reason: expect.stringMatching(/\w/) });
    expect(await liveSends(opened)).toEqual([]);
  });

  test('again and again while the provider is down applies the last time', async () => {
    const opened = await openTestSchedule(kind);
    const { deps, sandbox, schedule, later, pass, outbox } = opened;
    const { id } = await schedule();
    sandbox.faults.next({ path: /./, fault: { status: 503 }, times: 1000 });
    for (const day of ['04', '05', '06']) {
      await moveEmail(deps, id, { scheduledDate: `2026-12-${day}T12:00:00Z` });
      later(leaseMs);
    }
    sandbox.faults.clear();
    await pass();
    expect(await liveSends(opened)).toMatchObject([{ scheduledTime: '2026-12-06T07:00:00-05:00' }]);
    later(10 * 24 * hour);
    expect(await outbox()).toHaveLength(2);
  });

  test('that the provider may still be making at its old time waits until that is settled', async () => {
    const opened = await openTestSchedule(kind);
    const { deps, provider, sandbox, schedule, later, pass, entry } = opened;
    sandbox.faults.next({ method: 'POST', path: /sends$/, fault: 'timeout' });
    const { id, scheduledDate } = await schedule();
    const messageId = (await entry(id))?.messageId ?? '';
    later(leaseMs);
    expect(await moveEmail(deps, id, nextDay)).toMatchObject({ status: 'pending' });
    expect((await pass()).events).toMatchObject([{ step: 'emails', outcome: 'waiting', id }]);
    // Only now does the provider make the send.
    await provider.sends.schedule(messageId, new Date(scheduledDate));
    await pass();
    expect(await entry(id)).toMatchObject({ status: 'scheduled', replaced: null });
    expect(await liveSends(opened)).toMatchObject([{ scheduledTime: '2026-12-03T07:00:00-05:00' }]);
  });

  test('whose first submission left nothing at the provider is submitted once that is certain', async () => {
    const opened = await openTestSchedule(kind);
    const { deps, sandbox, schedule, later, pass } = opened;
    sandbox.faults.next({ method: 'POST', path: /sends$/, fault: 'timeout' });
    const { id } = await schedule();
    later(leaseMs);
    await moveEmail(deps, id, nextDay);
    later(emailPolicy.settledAfterMs + 1000);
    await pass();
    expect(await liveSends(opened)).toMatchObject([{ scheduledTime: '2026-12-03T07:00:00-05:00' }]);
  });

  test('while a pass asks about the old send leaves the new one alone', async () => {
    const opened = await openTestSchedule(kind);
    const { deps, provider, schedule, pass, entry } = opened;
    const { id } = await schedule();
    const sends: ProviderSends = {
      ...provider.sends,
      async *list(options) {
        await moveEmail(deps, id, nextDay);
        yield* provider.sends.list(options);
      },
      async get(sendId, options) {
        await moveEmail(deps, id, nextDay);
        return provider.sends.get(sendId, options);
      },
    };
    const upcoming = deps.emails.upcoming;
    const stale = await upcoming(deps.now(), [(await entry(id))?.sendId ?? '']);
    const emails = { ...deps.emails, upcoming: async () => stale };
    await pass({ emails, provider: async () => ({ ...provider, sends }) });
    expect(await entry(id)).toMatchObject({ status: 'scheduled' });
    expect(await liveSends(opened)).toHaveLength(1);
  });

  test('and canceling it before the provider knows cancels what the provider has', async () => {
    const opened = await openTestSchedule(kind);
    const { deps, sandbox, schedule, later, entry, outbox, pass } = opened;
    for (const cancel of [
      cancelEmail,
      (_: unknown, __: unknown, sendId: string) => cancelSend(deps, sendId),
    ]) {
      const { id, sendId } = await schedule();
      sandbox.faults.next({ path: /./, fault: { status: 503 }, times: 100 });
      await moveEmail(deps, id, nextDay);
      sandbox.faults.clear();
      later(leaseMs);
      await cancel(deps, id, sendId ?? '');
      expect(await entry(id)).toBeNull();
    }
    expect(await liveSends(opened)).toEqual([]);
    later(72 * hour);
    await pass();
    expect(await outbox()).toEqual([]);
  });

  test('and a cancellation that is interrupted is completed by a pass', async () => {
    const opened = await openTestSchedule(kind);
    const { deps, sandbox, schedule, later, entry, pass } = opened;
    const { id } = await schedule();
    sandbox.faults.next({ path: /./, fault: { status: 503 }, times: 100 });
    await moveEmail(deps, id, nextDay);
    later(leaseMs);
    await expect(cancelEmail(deps, id)).rejects.toMatchObject({ code: 'email_provider.unreachable' });
    sandbox.faults.clear();
    later(leaseMs);
    expect((await pass()).events).toMatchObject([{ step: 'emails', outcome: 'done', id }]);
    expect(await entry(id)).toBeNull();
    expect(await liveSends(opened)).toEqual([]);
  });

  test('shows one entry in the list, with the new time, while the provider has the old one', async () => {
    const { deps, sandbox, schedule } = await openTestSchedule(kind);
    const { id } = await schedule();
    sandbox.faults.next({ method: 'POST', path: /messages$/, fault: { status: 503 } });
    await moveEmail(deps, id, nextDay);
    const { entries } = await createProviderSends(deps).list();
    expect(entries).toMatchObject([
      { id, sendId: null, status: 'pending', scheduledTime: nextDay.scheduledDate },
    ]);
  });

  test('reschedules a failed one', async () => {
    const opened = await openTestSchedule(kind);
    const { deps, schedule, provider, pass, later, entry, outbox } = opened;
    const { id, sendId } = await schedule();
    await provider.sends.cancel(sendId ?? '');
    await pass();
    expect(await entry(id)).toMatchObject({ status: 'failed' });
    expect(await moveEmail(deps, id, nextDay)).toMatchObject({ status: 'scheduled', reason: null });
    later(72 * hour);
    expect(await outbox()).toHaveLength(2);
  });

  test('does not reschedule a failed one whose word is already waiting, or is gone', async () => {
    const { db, deps, schedule, provider, pass, entry, later } = await openTestSchedule(kind);
    const failed = await schedule();
    await provider.sends.cancel(failed.sendId ?? '');
    await pass();
    const { wordId } = failed;
    const other = await scheduleEmail(deps, { ...nextDay, wordId, status: 'pending' });
    await expect(moveEmail(deps, failed.id, nextDay)).rejects.toMatchObject({
      code: 'schedule.word_waiting',
    });
    await cancelEmail(deps, other.id);
    await removeWord({ database: db, now: deps.now }, wordId);
    await expect(moveEmail(deps, failed.id, nextDay)).rejects.toMatchObject({ code: 'word.not_found' });
    later(1);
    expect(await entry(failed.id)).toMatchObject({ status: 'failed', leaseToken: null });
  });

  test('that does not exist is reported', async () => {
    const { deps } = await openTestSchedule(kind);
    await expect(moveEmail(deps, 4711, nextDay)).rejects.toMatchObject({ code: 'schedule.not_found' });
  });
});
