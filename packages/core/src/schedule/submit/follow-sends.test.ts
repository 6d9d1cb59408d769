import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../../test/databases.ts';
import { hour, openTestSchedule } from '../../../../../test/schedule.ts';
import type { ProviderSends } from '../../mail/mail-provider.ts';
import { rawCall } from '../../mail/sandbox/testing.ts';
import { Word } from '../../words/word.ts';
import { cancelEmail } from '../cancel-email.ts';
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
