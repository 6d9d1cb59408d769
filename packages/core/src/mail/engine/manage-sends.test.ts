import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../../test/databases.ts';
import { hour } from '../../../../../test/schedule.ts';
import { openTestSending } from '../../../../../test/smtp.ts';
import { listUnreceived } from '../../schedule/email-delivery.ts';
import { readLastPass } from '../../watch/last-pass.ts';

describe.each(databaseKinds)('an email sent by SMTP on %s', (kind) => {
  test('is paused, resumed and stopped by its owner', async () => {
    const { givenReaders, schedule, pass, later, received, provider, setFault, entry } =
      await openTestSending(kind);
    await givenReaders(5);
    const { id } = await schedule(hour);
    const sendId = (await entry(id)).sendId ?? '';
    expect(await provider.deliveries.progress(sendId)).toBeUndefined();
    later(hour);
    setFault(({ at, to }) =>
      at === 'rcpt' && to !== 'reader0@example.com' ? { at, code: 450, text: '4.2.0 later' } : undefined,
    );
    await pass();
    expect(await provider.deliveries.progress(sendId)).toMatchObject({
      status: 'sending',
      recipients: 5,
      sent: 1,
      deferred: 4,
      queued: 0,
      inFlight: 0,
      failed: 0,
    });
    setFault(() => undefined);
    expect(await provider.deliveries.change(sendId, 'pause')).toBe(true);
    expect(await provider.deliveries.change(sendId, 'pause')).toBe(false);
    later(hour);
    await pass();
    expect(received).toHaveLength(1);
    expect(await provider.deliveries.isDue()).toBe(false);
    expect(await provider.deliveries.change(sendId, 'resume')).toBe(true);
    setFault(({ at, to }) =>
      at === 'rcpt' && to === 'reader4@example.com' ? { at, code: 450, text: '4.2.0 later' } : undefined,
    );
    await pass();
    expect(received).toHaveLength(4);
    expect(await provider.deliveries.change(sendId, 'stop')).toBe(true);
    later(hour);
    await pass();
    expect(received).toHaveLength(4);
    expect(await provider.deliveries.progress(sendId)).toMatchObject({ status: 'sent', sent: 4, skipped: 1 });
    expect((await entry(id)).status).toBe('sent');
  });

  test('is stopped while some of it is under way: the counts add up, also before the last answers', async () => {
    const { givenReaders, schedule, pass, later, provider, setFault, entry } = await openTestSending(kind);
    await givenReaders(12);
    const { id } = await schedule(hour);
    const sendId = (await entry(id)).sendId ?? '';
    later(hour);
    setFault(({ at }) => (at === 'data' ? { slowMs: 1500 } : undefined));
    const passing = pass();
    const progress = async () => await provider.deliveries.progress(sendId);
    await expect.poll(async () => (await progress())?.inFlight ?? 0).toBeGreaterThan(0);
    expect(await provider.deliveries.change(sendId, 'stop')).toBe(true);
    const stopped = await progress();
    expect(stopped?.inFlight).toBeGreaterThan(0);
    const { recipients = 0, sent = 0, failed = 0, unknown = 0, inFlight = 0, skipped = 0 } = stopped ?? {};
    expect(sent + failed + unknown + inFlight + skipped).toBe(recipients);
    await passing;
  });

  test('whose answer was lost is resent only if the owner asks for it', async () => {
    const { givenReaders, schedule, pass, later, received, provider, setFault, entry } =
      await openTestSending(kind);
    await givenReaders(3);
    const { id } = await schedule(hour);
    later(hour);
    setFault(({ at, to }) => (at === 'data' && to === 'reader1@example.com' ? 'drop-after' : undefined));
    await pass();
    setFault(() => undefined);
    later(hour);
    await pass();
    expect(received).toHaveLength(3);
    const sendId = (await entry(id)).sendId ?? '';
    const since = new Date(0);
    expect(await provider.deliveries.doubts(since)).toMatchObject([{ readers: 1 }]);
    expect(await provider.deliveries.change(sendId, 'leave')).toBe(true);
    expect(await provider.deliveries.doubts(since)).toEqual([]);
    expect(await provider.deliveries.progress(sendId)).toMatchObject({ unknown: 1, undecided: 0 });
    expect(await provider.deliveries.change(sendId, 'leave')).toBe(false);
    // Left readers can still get it again.
    expect(await provider.deliveries.change(sendId, 'again')).toBe(true);
    await pass();
    const again = received.filter(({ to }) => to === 'reader1@example.com');
    const ids = await Promise.all(again.map(async ({ raw }) => (await PostalMime.parse(raw)).messageId));
    // The same id, so that a mailbox can recognize the duplicate.
    expect(ids).toEqual([ids[0], ids[0]]);
    expect(await provider.deliveries.progress(sendId)).toMatchObject({ status: 'sent', sent: 3, unknown: 0 });
    expect(await provider.deliveries.change(sendId, 'again')).toBe(false);
  });

  test('whose answers were lost reached nobody once they all turn out to be refusals', async () => {
    const { givenReaders, schedule, pass, later, setFault, entry, deps, provider } =
      await openTestSending(kind);
    await givenReaders(2);
    const { id } = await schedule(hour);
    later(hour);
    setFault(({ at }) => (at === 'data' ? 'drop-after' : undefined));
    await pass();
    expect(await entry(id)).toMatchObject({ status: 'sent', reason: null });

    setFault(({ at }) => (at === 'rcpt' ? { at, code: 550, text: '5.1.1 No such mailbox' } : undefined));
    await provider.deliveries.change((await entry(id)).sendId ?? '', 'again');
    const events = (await pass()).filter(({ step }) => step === 'sent');
    expect(events).toEqual([
      { step: 'sent', id, outcome: 'failed', message: '“word 1” reached nobody. No reader got it.' },
    ]);
    expect(await entry(id)).toMatchObject({ status: 'sent', reason: 'No reader got it.' });
    expect(await listUnreceived(deps)).toMatchObject([{ id }]);
    expect((await pass()).filter(({ step }) => step === 'sent')).toEqual([]);
  });

  test('that was paused and lost an answer continues with all of them at once', async () => {
    const { givenReaders, schedule, pass, later, states, provider, setFault, entry } = await openTestSending(
      kind,
      { policy: { policyRefusalsTolerated: 1 } },
    );
    await givenReaders(2);
    const { id } = await schedule(hour);
    later(hour);
    const refused = { at: 'data', code: 550, text: '5.7.1 Not from you' } as const;
    setFault(({ at, to }) =>
      at !== 'data' ? undefined : to === 'reader0@example.com' ? refused : 'drop-after',
    );
    await pass();
    expect(await states()).toEqual({ failed: 1, unknown: 1 });
    setFault(() => undefined);
    expect(await provider.deliveries.change((await entry(id)).sendId ?? '', 'again')).toBe(true);
    await pass();
    expect(await states()).toEqual({ sent: 2 });
  });

  test('that was paused because it was refused continues once the cause is gone', async () => {
    const { db, givenReaders, schedule, pass, later, received, provider, setFault, entry } =
      await openTestSending(kind);
    await givenReaders(4);
    const { id } = await schedule(hour);
    later(hour);
    setFault(({ at }) => (at === 'data' ? { at, code: 550, text: '5.7.1 Not from you' } : undefined));
    const events = await pass();
    expect(events).toContainEqual(
      expect.objectContaining({ outcome: 'failed', message: expect.stringContaining('was paused') }),
    );
    // The email says so; the pass itself is fine.
    expect(await readLastPass(db)).toMatchObject({ failures: 0 });
    const sendId = (await entry(id)).sendId ?? '';
    expect(await provider.deliveries.progress(sendId)).toMatchObject({ status: 'paused', failed: 4 });
    setFault(() => undefined);
    await provider.deliveries.change(sendId, 'resume');
    await pass();
    expect(received).toHaveLength(4);
    expect(await provider.deliveries.progress(sendId)).toMatchObject({ status: 'sent', sent: 4, failed: 0 });
  });
});
