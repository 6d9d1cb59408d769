import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../../test/databases.ts';
import { hour, openTestSchedule } from '../../../../../test/schedule.ts';
import type { ProviderSends } from '../../mail/mail-provider.ts';
import { clientOf, rawCall, startTestSandbox } from '../../mail/sandbox/testing.ts';
import { Word } from '../../words/word.ts';
import { cancelEmail } from '../cancel-email.ts';
import { moveEmail } from '../move-email.ts';
import { followSends } from './follow-sends.ts';

describe.each(databaseKinds)('a scheduled email on %s', (kind) => {
  test('whose time comes while the provider is asked is noticed anyway', async () => {
    const { deps, schedule, later, outbox, entry } = await openTestSchedule(kind);
    const { id } = await schedule(1);
    // The provider uses whole seconds, and may be early by a fraction of one.
    later(hour);
    await outbox();
    const scheduledDate = deps.now();
    expect((await entry(id))?.scheduledDate).toEqual(scheduledDate);
    let ms = scheduledDate.getTime() - 1;
    const ticking = () => new Date(ms++);
    await followSends({ ...deps, now: ticking }, { onEvent: () => {} });
    expect(await entry(id)).toMatchObject({ status: 'sent' });
  });

  test('that is canceled in the provider’s own pages fails with the reason', async () => {
    const { db, schedule, sandbox, pass, entry, deps } = await openTestSchedule(kind);
    const email = await schedule();
    await rawCall(sandbox, 'DELETE', `{base}/sends/${email.sendId}`);
    const report = await pass();
    expect(report).toMatchObject({ failed: 1 });
    expect(await entry(email.id)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('canceled'),
    });
    expect((await db.em().findOneOrFail(Word, { id: email.wordId })).usedCount).toBe(0);
    await cancelEmail(deps, email.id);
    expect(await entry(email.id)).toBeNull();
  });

  test('at iContact is neither given up nor canceled while iContact’s sandbox is set', async () => {
    const { deps, schedule, later, outbox, pass, entry } = await openTestSchedule(kind);
    const { now } = deps;
    const { id } = await schedule(1);
    const sandbox = clientOf(await startTestSandbox({ now }), { now });
    const visit = { provider: async () => sandbox };
    const waits = { code: 'email_provider.refused', message: expect.stringContaining('EMAIL_PROVIDER') };
    await expect(cancelEmail({ ...deps, ...visit }, id)).rejects.toMatchObject(waits);
    const scheduledDate = new Date(now().getTime() + 3 * hour).toISOString();
    await expect(moveEmail({ ...deps, ...visit }, id, { scheduledDate })).rejects.toMatchObject(waits);
    later(hour);
    expect(await pass(visit)).toMatchObject({ failed: 0 });
    expect(await entry(id)).toMatchObject({ status: 'scheduled', cancelRequestedAt: null });
    await outbox();
    await pass();
    expect(await entry(id)).toMatchObject({ status: 'sent' });
  });

  test('at iContact is given up long after its time while iContact’s sandbox is set', async () => {
    const { deps, schedule, later, pass, entry } = await openTestSchedule(kind);
    const { now } = deps;
    const { id } = await schedule(1);
    const sandbox = clientOf(await startTestSandbox({ now }), { now });
    later(8 * hour);
    await pass({ provider: async () => sandbox });
    const reason = expect.stringContaining('Look there whether it was sent.');
    expect(await entry(id)).toMatchObject({ status: 'failed', reason });
  });

  test('that the provider holds back is reported once, and is sent when the provider sends it', async () => {
    const { provider, schedule, later, outbox, pass, entry } = await openTestSchedule(kind);
    const email = await schedule(1);
    later(2.5 * hour);
    const sends: ProviderSends = {
      ...provider.sends,
      async get(sendId) {
        const send = await provider.sends.get(sendId);
        return send && { ...send, status: 'pending', releasedTime: null };
      },
    };
    const holding = { provider: async () => ({ ...provider, sends }) };
    const passWhileHeld = async () => (await pass(holding)).events;
    expect(await passWhileHeld()).toMatchObject([{ step: 'sent', outcome: 'failed', id: email.id }]);
    expect(await passWhileHeld()).toEqual([]);
    const reason = expect.stringContaining('has not sent it');
    expect(await entry(email.id)).toMatchObject({ status: 'scheduled', reason });
    await outbox();
    await pass();
    expect(await entry(email.id)).toMatchObject({ status: 'sent', reason: null });
  });
});
