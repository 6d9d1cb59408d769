import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../../test/databases.ts';
import { openTestSending } from '../../../../../test/smtp.ts';
import { statement } from '../../../../../test/statement.ts';
import type { HookBody } from '../../contract/delivery-hook.ts';
import { reportDeliveries } from './report-deliveries.ts';

const minute = 60_000;
const address = (nth: number) => `reader${nth}@example.com`;

/** An email whose answers are lost for everybody, so that they are in doubt. */
async function openInDoubt(
  kind: (typeof databaseKinds)[number],
  readers: number,
  given: Parameters<typeof openTestSending>[1] = {},
) {
  const sending = await openTestSending(kind, given);
  const { givenReaders, schedule, later, setFault, pass, received, db, now, provider } = sending;
  await givenReaders(readers);
  await schedule(1000);
  later(1000);
  setFault(({ at }) => (at === 'data' ? 'drop-after' : undefined));
  await pass();
  setFault(() => undefined);
  const rawFor = (nth: number) => received.find(({ to }) => to === address(nth))?.raw.toString() ?? '';
  return {
    ...sending,
    rawFor,
    messageId: (nth: number) => /(?<=^Message-ID: <).+(?=>)/im.exec(rawFor(nth))?.[0] ?? '',
    report: (body: HookBody) => reportDeliveries({ database: db, now }, body),
    progress: () => provider.deliveries.progress('1'),
  };
}

const mailgun = (event: string, messageId: string, recipient: string, more: object = {}) => ({
  signature: { timestamp: '1', token: 't', signature: 's' },
  'event-data': { event, recipient, message: { headers: { 'message-id': messageId } }, ...more },
});

const ses = (type: string, messageId: string, more: object) => ({
  notificationType: type,
  mail: { destination: [address(0)], commonHeaders: { messageId: `<${messageId}>` } },
  ...more,
});

describe.each(databaseKinds)('emails without an answer on %s', (kind) => {
  test('are settled by what the relay reports, and nobody gets a second one', async () => {
    const { states, report, messageId, progress, pass, later, received, db } = await openInDoubt(kind, 6);
    expect(await states()).toEqual({ unknown: 6 });
    await report([
      { event: 'delivered', messageId: messageId(0) },
      { event: 'accepted', messageId: `<${messageId(1)}>` },
      { event: 'bounced', kind: 'permanent', code: '5.1.1', reason: 'No such user', messageId: messageId(2) },
      { event: 'complained', messageId: messageId(3) },
    ]);
    expect(await states()).toEqual({ sent: 3, failed: 1, unknown: 2 });
    expect(await progress()).toMatchObject({ sent: 3, failed: 1, unknown: 2, undecided: 2 });
    const [bounced] = await db.read(
      statement("select failure, answer from deliveries where state = 'failed'"),
    );
    expect(bounced).toEqual({
      failure: 'address',
      answer: 'The mail service reported it as bounced: No such user.',
    });
    // Repeated, contradicted, or about nobody: what is settled stays.
    await report([
      { event: 'absent', messageId: messageId(0) },
      { event: 'delivered', messageId: messageId(2) },
      { event: 'delivered', messageId: `${'0'.repeat(16)}.${'0'.repeat(32)}@example.com` },
      { event: 'delivered', email: address(4) },
    ]);
    expect(await states()).toEqual({ sent: 3, failed: 1, unknown: 2 });
    later(minute);
    await pass();
    expect(received).toHaveLength(6);
  });

  test('are settled by the reports of a second mail server too, as those of the first', async () => {
    const sending = await openTestSending(kind, { second: { carries: 'failover' } });
    const { givenReaders, schedule, later, pass, states, first, second, db, now, provider } = sending;
    if (!second) throw new Error('There is no second server.');
    await givenReaders(6);
    await schedule(1000);
    later(1000);
    await first.stop();
    second.setFault(({ at }) => (at === 'data' ? 'drop-after' : undefined));
    await pass();
    expect(await states()).toEqual({ unknown: 6 });
    second.setFault(() => undefined);
    const messageId = (nth: number) => {
      const raw = second.received.find(({ to }) => to === address(nth))?.raw.toString() ?? '';
      return /(?<=^Message-ID: <).+(?=>)/im.exec(raw)?.[0] ?? '';
    };
    const report = (body: HookBody) => reportDeliveries({ database: db, now }, body);
    later(11 * minute);
    await report([
      { event: 'delivered', messageId: messageId(0) },
      { event: 'bounced', kind: 'permanent', code: '5.1.1', reason: 'No such user', messageId: messageId(1) },
      { event: 'absent', messageId: messageId(2) },
    ]);
    expect(await states()).toEqual({ sent: 1, failed: 1, unknown: 3, queued: 1 });
    // Only what the second server never had is sent again, through whichever is up.
    await first.restart();
    await pass();
    expect(await states()).toEqual({ sent: 2, failed: 1, unknown: 3 });
    expect(first.received.map(({ to }) => to)).toEqual([address(2)]);
    expect(second.received).toHaveLength(6);
    expect(await provider.deliveries.progress('1')).toMatchObject({ sent: 2, failed: 1, undecided: 3 });
  });

  test('are sent again only if the relay never had them', async () => {
    const { states, report, messageId, pass, later, received, progress } = await openInDoubt(kind, 3);
    expect(await progress()).toMatchObject({ status: 'sent' });
    // The relay may still be about to accept it.
    later(9 * minute);
    await report({ event: 'absent', messageId: messageId(1) });
    expect(await states()).toEqual({ unknown: 3 });
    later(minute);
    await report({ event: 'absent', messageId: messageId(1) });
    expect(await states()).toEqual({ unknown: 2, queued: 1 });
    expect(await progress()).toMatchObject({ status: 'sending', unknown: 2 });
    later(minute);
    await pass();
    expect(await states()).toEqual({ unknown: 2, sent: 1 });
    expect(received.filter(({ to }) => to === address(1))).toHaveLength(2);
    expect(received).toHaveLength(4);
    expect(await progress()).toMatchObject({ status: 'sent', sent: 1, unknown: 2 });
  });

  test('are not sent again by a report that is repeated or contradicted', async () => {
    const { states, report, messageId, pass, later, received, setFault } = await openInDoubt(kind, 2);
    later(10 * minute);
    await report([
      { event: 'delivered', messageId: messageId(0) },
      { event: 'absent', messageId: messageId(0) },
      { event: 'absent', messageId: messageId(1) },
    ]);
    expect(await states()).toEqual({ sent: 1, queued: 1 });
    later(minute);
    setFault(({ at }) => (at === 'data' ? 'drop-after' : undefined));
    await pass();
    setFault(() => undefined);
    expect(await states()).toEqual({ sent: 1, unknown: 1 });
    // Such as when the script that posted it got no response.
    later(10 * minute);
    await report({ event: 'absent', messageId: messageId(1) });
    later(minute);
    await pass();
    expect(await states()).toEqual({ sent: 1, unknown: 1 });
    expect(received).toHaveLength(3);
    await report({ event: 'delivered', messageId: messageId(1) });
    expect(await states()).toEqual({ sent: 2 });
  });

  test('that the owner has left as they are do not count as left once they are settled', async () => {
    const { report, messageId, provider, progress } = await openInDoubt(kind, 2);
    await provider.deliveries.change('1', 'leave');
    await report({ event: 'delivered', messageId: messageId(0) });
    expect(await progress()).toMatchObject({ unknown: 1, undecided: 0, sent: 1 });
    await report({ event: 'delivered', messageId: messageId(1) });
    expect(await progress()).toMatchObject({ unknown: 0, undecided: 0, sent: 2 });
  });

  test.each<[string, (messageId: string) => HookBody, object]>([
    [
      'Amazon SES: delivered',
      (id) => ses('Delivery', id, { delivery: { recipients: [address(0)] } }),
      { sent: 1 },
    ],
    ['Amazon SES: accepted', (id) => ses('Send', id, {}), { sent: 1 }],
    [
      'Amazon SES: bounced',
      (id) =>
        ses('Bounce', id, {
          bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: address(0) }] },
        }),
      { failed: 1 },
    ],
    ['Mailgun: delivered', (id) => mailgun('delivered', id, address(0)), { sent: 1 }],
    ['Mailgun: accepted', (id) => mailgun('accepted', id, address(0)), { sent: 1 }],
    ['Mailgun: failed', (id) => mailgun('failed', id, address(0), { severity: 'permanent' }), { failed: 1 }],
    ['Mailgun: an opened email', (id) => mailgun('opened', id, address(0)), { unknown: 1 }],
    [
      'Postmark: delivered',
      (id) => ({
        RecordType: 'Delivery',
        Recipient: address(0),
        MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
        Metadata: { 'message-id': id.replace(/@.*/, '') },
      }),
      { sent: 1 },
    ],
    [
      'Postmark, without our field',
      () => ({ RecordType: 'Delivery', Recipient: address(0), Metadata: {} }),
      { unknown: 1 },
    ],
  ])('are settled by an event of %s', async (_, body, expected) => {
    const { report, messageId, states } = await openInDoubt(kind, 1);
    await report(body(messageId(0)));
    expect(await states()).toEqual(expected);
  });

  test('are not sent again once the owner has stopped the email', async () => {
    const { report, messageId, states, later, pass, progress, received, db } = await openInDoubt(kind, 2);
    await db.writeTogether((run) => run(statement("update smtp_sends set reason = 'You stopped it.'")));
    later(10 * minute);
    await report({ event: 'absent', messageId: messageId(0) });
    expect(await states()).toEqual({ unknown: 1, skipped: 1 });
    expect(await progress()).toMatchObject({ status: 'sent', unknown: 1, skipped: 1 });
    later(minute);
    await pass();
    expect(received).toHaveLength(2);
  });

  test('are given up instead of sent again if the relay says too late that it never had them', async () => {
    const { report, messageId, states, later, pass, progress, received } = await openInDoubt(kind, 2);
    later(7 * 60 * minute);
    await report({ event: 'absent', messageId: messageId(0) });
    await pass();
    expect(await states()).toEqual({ unknown: 1, failed: 1 });
    expect(await progress()).toMatchObject({ status: 'sent', unknown: 1, failed: 1 });
    expect(received).toHaveLength(2);
  });

  test.each([
    // As a process leaves them that was killed at this moment, before or after it recorded the results.
    [
      'before its result was recorded',
      "update deliveries set state = 'queued', problem = null, ended_at = null",
    ],
    ['before its result was counted', 'update deliveries set attempts = 1'],
  ])('are settled by a report that came while the email was sent, %s', async (_, left) => {
    const { report, messageId, states, later, pass, db, received, progress } = await openInDoubt(kind, 3);
    const update = (text: string) => db.writeTogether((run) => run(statement(text)));
    await update(left);
    await update("update smtp_sends set status = 'sending', recipients = 0, unknown = 0, finished_at = null");
    await update(
      `insert into smtp_ranges (send_id, nth, worker, claimed, readers) values (1, 0, 'dead', '[1,2,3]', 3)`,
    );
    await update(
      `insert into smtp_workers (token, lease_until, submitting) values ('dead', ${
        kind === 'sqlite' ? '1796126520000' : "'2026-12-01T12:02:00Z'"
      }, '[1,2,3]')`,
    );
    const before = await states();
    await report([
      { event: 'delivered', messageId: messageId(0) },
      { event: 'absent', messageId: messageId(1) },
    ]);
    expect(await states()).toEqual(before);
    later(5 * minute);
    await pass();
    // The relay may have got it after it said that it never had it.
    expect(await states()).toEqual({ sent: 1, unknown: 2 });
    expect(await progress()).toMatchObject({ status: 'sent', recipients: 3, sent: 1, unknown: 2 });
    later(minute);
    await pass();
    expect(received).toHaveLength(3);
    expect(await db.read(statement('select * from relay_verdicts'))).toEqual([]);
  });

  test('are settled and counted once by reports that come while the email is sent', async () => {
    const sending = await openTestSending(kind, { smtp: { connections: 4 } });
    const { givenReaders, schedule, later, setFault, pass, received, db, now, provider, openProvider } =
      sending;
    await givenReaders(300);
    await schedule(1000);
    later(1000);
    // Every tenth answer is lost.
    let nth = 0;
    setFault(({ at }) => {
      if (at === 'data') nth += 1;
      return at === 'data' && nth % 10 === 0 ? 'drop-after' : undefined;
    });
    let isSending = true;
    const passes = Promise.all([pass(), pass(openProvider())]).finally(() => (isSending = false));
    let reported = 0;
    const reportAll = async () => {
      const fresh = received.slice(reported);
      reported += fresh.length;
      const idOf = (raw: Buffer) => /(?<=^Message-ID: <).+(?=>)/im.exec(raw.toString())?.[0] ?? '';
      const body = fresh.map(({ raw }) => ({ event: 'accepted' as const, messageId: idOf(raw) }));
      if (body.length > 0) await reportDeliveries({ database: db, now }, body);
    };
    while (isSending) {
      await reportAll();
      await setImmediate();
    }
    await passes;
    await reportAll();
    later(minute);
    await pass();
    expect(await sending.states()).toEqual({ sent: 300 });
    expect(await provider.deliveries.progress('1')).toMatchObject({ recipients: 300, sent: 300, unknown: 0 });
    expect(new Set(received.map(({ to }) => to)).size).toBe(300);
    expect(received).toHaveLength(300);
    expect(await db.read(statement('select * from relay_verdicts'))).toEqual([]);
  });

  test('a late report of an email that was sent is not kept', async () => {
    const { report, messageId, db } = await openInDoubt(kind, 1);
    await report({ event: 'delivered', messageId: messageId(0) });
    await report({ event: 'delivered', messageId: messageId(0) });
    expect(await db.read(statement('select * from relay_verdicts'))).toEqual([]);
  });
});
