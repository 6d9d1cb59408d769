import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../../test/databases.ts';
import { openTestSending } from '../../../../../test/smtp.ts';
import { readerLinks } from '../links.ts';
import { openSuppressions } from '../suppressions.ts';
import { reportDeliveries } from './report-deliveries.ts';

const day = 24 * 3_600_000;
const address = (nth: number) => `reader${nth}@example.com`;

describe.each(databaseKinds)('reports of a relay on %s', (kind) => {
  async function start(readers = 1) {
    const sending = await openTestSending(kind);
    const deps = { database: sending.db, now: sending.now, suppressions: openSuppressions(sending.db) };
    await sending.givenReaders(readers);
    return {
      ...sending,
      deps,
      report: (body: Parameters<typeof reportDeliveries>[1]) => reportDeliveries(deps, body),
      status: async (nth = 0) => (await sending.reader(address(nth))).status,
      async sendEmail() {
        await sending.schedule(0);
        await sending.pass();
      },
    };
  }

  test('take readers off the list, however often they arrive, and ignore unknown readers', async () => {
    const { report, status, reader } = await start(5);
    const batch = [
      {
        event: 'bounced' as const,
        kind: 'permanent' as const,
        email: address(0),
        reason: '550 no such user',
      },
      { event: 'complained' as const, email: address(1) },
      { event: 'bounced' as const, kind: 'permanent' as const, code: '5.7.1', email: address(2) },
      { event: 'complained' as const, email: 'nobody@example.com' },
      { event: 'unsubscribed' as const, email: address(3) },
      { event: 'delivered' as const, email: address(4) },
    ];
    for (let each = 0; each < 2; each += 1) {
      expect(await report(batch)).toEqual({ reports: 6 });
      expect(await Promise.all([0, 1, 2, 3, 4].map(status))).toEqual([
        'bounced',
        'complained',
        'subscribed',
        'unsubscribed',
        'subscribed',
      ]);
    }
    expect(await reader(address(0))).toMatchObject({ reason: '550 no such user' });
  });

  test('identify a reader by our Message-ID or by the bounce address, rather than by address', async () => {
    const { report, status, sendEmail, received, reader } = await start(4);
    await sendEmail();
    const raw = received.find(({ to }) => to === address(0))?.raw.toString() ?? '';
    const [messageId] = /(?<=^Message-ID: )<.+>/im.exec(raw) ?? [];
    await report({ event: 'complained', messageId });
    const { mailToken } = await reader(address(1));
    await report({ event: 'complained', token: `bounces+${mailToken}@example.com`, email: address(2) });
    await report({ event: 'complained', token: 'f'.repeat(32), email: address(2) });
    await report({ event: 'complained', token: `${(await reader(address(3))).mailToken}` });
    expect(await Promise.all([0, 1, 2, 3].map(status))).toEqual([
      'complained',
      'complained',
      'subscribed',
      'complained',
    ]);
  });

  test('of a full mailbox count once a day, although the relay accepts every email in between', async () => {
    const { report, status, sendEmail, later, now } = await start();
    const full = (at = now()) =>
      report({ event: 'bounced', kind: 'transient', email: address(0), at: at.toISOString() });
    const seen: string[] = [];
    for (let each = 0; each < 3; each += 1) {
      await sendEmail();
      const first = now();
      await full();
      later(day);
      // The relay repeats it on the next day.
      await full(first);
      seen.push(await status());
    }
    expect(seen).toEqual(['subscribed', 'subscribed', 'bounced']);
  });

  test('of a full mailbox are forgotten after an email that arrived, and after two weeks', async () => {
    const { report, status, later, reader } = await start();
    const full = () => report({ event: 'bounced', kind: 'transient', email: address(0) });
    for (let each = 0; each < 2; each += 1) {
      await full();
      later(day);
    }
    await report({ event: 'delivered', email: address(0) });
    expect(await reader(address(0))).toMatchObject({ softBounces: 0 });
    await full();
    later(day);
    await full();
    later(15 * day);
    await full();
    expect(await reader(address(0))).toMatchObject({ softBounces: 1 });
    expect(await status()).toBe('subscribed');
  });

  test('from before a reader came back change nothing', async () => {
    const { report, status, sendEmail, later, now, reader, deps, provider } = await start();
    await sendEmail();
    const complaint = { event: 'unsubscribed' as const, email: address(0), at: now().toISOString() };
    await report(complaint);
    expect(await status()).toBe('unsubscribed');
    later(day);
    const links = readerLinks({ ...deps, ownsList: true, provider: async () => provider });
    await links.undoUnsubscribe((await reader(address(0))).mailToken ?? '');
    await report(complaint);
    expect(await status()).toBe('subscribed');
    await report({ ...complaint, at: now().toISOString() });
    expect(await status()).toBe('unsubscribed');
  });

  test('of an event with many recipients are noted together', async () => {
    const { report, status, deps } = await start(3);
    const em = deps.database.em;
    let transactions = 0;
    deps.database.em = () => {
      const made = em();
      const { transactional } = made;
      made.transactional = ((...given: Parameters<typeof transactional>) => {
        transactions += 1;
        return transactional.apply(made, given);
      }) as typeof transactional;
      return made;
    };
    const recipients = (count: number) =>
      Array.from({ length: count }, (_, nth) => ({ emailAddress: address(nth), status: '5.1.1' }));
    const bounce = (count: number) => ({
      notificationType: 'Bounce',
      bounce: { bounceType: 'Permanent', bouncedRecipients: recipients(count) },
    });
    await expect(report(bounce(101))).rejects.toMatchObject({ code: 'input.invalid' });
    expect([await status(0), transactions]).toEqual(['subscribed', 0]);
    expect(await report(bounce(100))).toEqual({ reports: 100 });
    expect(transactions).toBe(1);
    expect(await Promise.all([0, 1, 2].map(status))).toEqual(['bounced', 'bounced', 'bounced']);
  });

  test('about one reader in one call add up', async () => {
    const { report, status, reader } = await start(1);
    const full = { event: 'bounced' as const, kind: 'transient' as const, email: address(0) };
    await report([full, full, { event: 'unsubscribed' as const, email: address(0) }, full]);
    expect(await status()).toBe('unsubscribed');
    expect(await reader(address(0))).toMatchObject({ softBounces: 1 });
  });

  test('with characters that cannot be stored stop nothing', async () => {
    const { report, status, reader } = await start(2);
    const failed = { event: 'failed', severity: 'permanent', recipient: `${address(0)}\0` };
    expect(await report({ 'event-data': failed })).toEqual({ reports: 1 });
    expect(await status(0)).toBe('subscribed');
    const bounce = {
      RecordType: 'Bounce',
      Type: 'HardBounce',
      Email: address(1),
      Details: 'no\0\ud800 user',
    };
    expect(await report(bounce)).toEqual({ reports: 1 });
    expect(await reader(address(1))).toMatchObject({ status: 'bounced', reason: 'no \ufffd user' });
  });

  test('that are invalid are refused', async () => {
    const { report } = await start();
    await expect(report({ some: 'thing' })).rejects.toMatchObject({ name: 'ZodError' });
  });
});
