import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../../test/databases.ts';
import { openTestSending } from '../../../../../test/smtp.ts';
import { Registration } from '../../readers/reader-tables.ts';
import type { SmtpFault } from '../sandbox/smtp-server.ts';

const unknown: SmtpFault = { at: 'rcpt', code: 550, text: '5.1.1 No such user' };
const unwanted: SmtpFault = { at: 'rcpt', code: 550, text: '5.7.1 Not from you' };
const isDead = (to = '') => to.endsWith('@dead.example');

/** An email that is due, to readers at some domains in this order. */
async function openDue(
  kind: (typeof databaseKinds)[number],
  domains: [count: number, domain: string][],
  given: Parameters<typeof openTestSending>[1] = {},
) {
  const sending = await openTestSending(kind, given);
  for (const [nth, [count, domain]] of domains.entries())
    await sending.givenReaders(count, `reader${nth}-`, domain);
  await sending.schedule(1000);
  sending.later(1000);
  return {
    ...sending,
    bounced: () => sending.db.em().count(Registration, { status: 'bounced' }),
    progress: () => sending.provider.deliveries.progress('1'),
  };
}

const oneByOne = { smtp: { connections: 1 }, policy: { inFlightPerConnection: 1 } };

describe.each(databaseKinds)('refusals of an email on %s', (kind) => {
  test.each([
    {
      where: 'first',
      domains: [
        [60, 'dead.example'],
        [20, 'example.com'],
      ],
    },
    {
      where: 'in the middle',
      domains: [
        [20, 'example.com'],
        [60, 'dead.example'],
        [20, 'example.org'],
      ],
    },
    {
      where: 'last',
      domains: [
        [20, 'example.com'],
        [60, 'dead.example'],
      ],
    },
  ] as { where: string; domains: [number, string][] }[])(
    'by one dead domain, $where, do not keep the email from others',
    async ({ domains }) => {
      const { setFault, pass, states, bounced, progress } = await openDue(kind, domains);
      setFault(({ to }) => (isDead(to) ? unknown : undefined));
      await pass();
      const sent = 20 * (domains.length - 1);
      expect(await states()).toEqual({ sent, failed: 60 });
      expect(await progress()).toMatchObject({ status: 'sent', reason: null });
      expect(await bounced()).toBe(60);
    },
  );

  test('by one domain that rejects our mail do not keep the email from others, and blame nobody', async () => {
    const { setFault, pass, states, bounced, progress } = await openDue(kind, [
      [60, 'dead.example'],
      [20, 'example.com'],
    ]);
    setFault(({ to }) => (isDead(to) ? unwanted : undefined));
    await pass();
    expect(await states()).toEqual({ sent: 20, failed: 60 });
    expect(await progress()).toMatchObject({ status: 'sent', reason: null });
    expect(await bounced()).toBe(0);
  });

  test.each([
    ['addresses', unknown],
    ['emails', unwanted],
  ])(
    'by the mail server itself, of all %s, pause the email after readers elsewhere were tried',
    async (_, fault) => {
      const { setFault, pass, states, bounced, progress } = await openDue(kind, [
        [60, 'dead.example'],
        [60, 'example.com'],
        [60, 'example.org'],
      ]);
      setFault(() => fault);
      await pass();
      const { failed = 0, queued = 0 } = await states();
      expect(failed + queued).toBe(180);
      expect(failed).toBeLessThan(100);
      expect(await progress()).toMatchObject({ status: 'paused' });
      expect(await bounced()).toBe(0);
    },
  );

  test('by a domain that accepted emails before count as the mail server’s own', async () => {
    const { setFault, pass, received, bounced, progress } = await openDue(kind, [
      [10, 'example.com'],
      [80, 'dead.example'],
    ]);
    setFault(({ at }) => (at === 'rcpt' && received.length >= 20 ? unknown : undefined));
    await pass();
    expect(await progress()).toMatchObject({ status: 'paused' });
    expect(await bounced()).toBe(0);
  });

  test('before an email is accepted that was under way already do not count as trusted', async () => {
    const { setFault, pass, bounced, progress } = await openDue(kind, [[60, 'example.com']]);
    setFault(({ at, to }) => {
      if (to?.startsWith('reader0-0@')) return at === 'data' ? { slowMs: 300 } : undefined;
      return at === 'rcpt' ? unknown : undefined;
    });
    await pass();
    expect(await progress()).toMatchObject({ status: 'paused' });
    expect(await bounced()).toBe(0);
  });

  test('by an address that is gone are acted on, though the process that learned of them has ended', async () => {
    const { setFault, pass, later, openProvider, reader, bounced } = await openDue(
      kind,
      [
        [2, 'example.com'],
        [1, 'dead.example'],
      ],
      oneByOne,
    );
    const greylisted: SmtpFault = { at: 'rcpt', code: 450, text: '4.2.0 Try again later' };
    setFault(({ to }) => (isDead(to) ? unknown : to?.startsWith('reader0-1@') ? greylisted : undefined));
    const first = openProvider();
    await pass(first);
    first.close();
    setFault(() => undefined);
    later(3_600_000);
    await pass(openProvider());
    expect(await reader('reader1-0@dead.example')).toMatchObject({ status: 'bounced' });
    expect(await bounced()).toBe(1);
  });

  test('that arrive slowly count together', async () => {
    const { setFault, pass, later, bounced, progress } = await openDue(kind, [[40, 'example.com']], oneByOne);
    setFault(({ at }) => {
      // Each takes as long as a run may.
      if (at === 'rcpt') later(10_000);
      return at === 'rcpt' ? unknown : undefined;
    });
    for (let each = 0; each < 12; each += 1) await pass();
    expect(await bounced()).toBe(0);
    // A sentence: others follow it, such as what to do.
    const reason = expect.stringMatching(
      /^The mail server does not accept these emails\. It says: 550 5\.1\.1 .*\w\.$/,
    );
    expect(await progress()).toMatchObject({ status: 'paused', reason });
  });
});
