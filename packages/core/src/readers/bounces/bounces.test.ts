import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../../test/databases.ts';
import { openTestSending } from '../../../../../test/smtp.ts';
import { Confirmation, Registration } from '../reader-tables.ts';
import { ingestReport } from './bounces.ts';

interface Dsn {
  to?: string;
  status?: string;
  action?: string;
  recipient?: string;
}

/** A report in the format of Postfix. */
function dsn({
  to = 'bounces@example.com',
  status = '5.1.1',
  action = 'failed',
  recipient = 'reader0@example.com',
}: Dsn) {
  return Buffer.from(
    `From: MAILER-DAEMON@mail.example.com (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: ${to}
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="B/mail.example.com"

--B/mail.example.com
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

This is the mail system at host mail.example.com.

--B/mail.example.com
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example.com
Arrival-Date: Tue,  1 Dec 2026 12:00:00 +0000 (UTC)

Final-Recipient: rfc822; ${recipient}
Action: ${action}
Status: ${status}
Diagnostic-Code: smtp; 550 ${status}
    No such user here

--B/mail.example.com--
`.replaceAll('\n', '\r\n'),
  );
}

const complaint = (about: string, type = 'abuse') =>
  Buffer.from(
    `From: <abuse@example.net>
To: <bounces@example.com>
Subject: Abuse report
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="part"

--part
Content-Type: text/plain

This is an email abuse report.

--part
Content-Type: message/feedback-report

Feedback-Type: ${type}
User-Agent: SomeGenerator/1.0
Version: 1
${about.startsWith('http') ? '' : `Original-Rcpt-To: <${about}>\n`}
--part
Content-Type: text/rfc822-headers

From: <word@example.com>
List-Unsubscribe: <${about}>

--part--
`.replaceAll('\n', '\r\n'),
  );

describe.each(databaseKinds)('a message to the bounce address on %s', (kind) => {
  async function start() {
    const sending = await openTestSending(kind);
    const { db: database, now } = sending;
    await sending.givenReaders(2);
    await sending.schedule(0);
    await sending.pass();
    return {
      ...sending,
      ingest: (raw: Buffer, options?: { dryRun: boolean }) => ingestReport({ database, now }, raw, options),
      /** Requires a token, as with `BOUNCE_ADDRESS`. */
      ingestReturned: (raw: Buffer) => ingestReport({ database, now, needsToken: true }, raw),
      status: async (nth: number) => (await sending.reader(`reader${nth}@example.com`)).status,
      token: async (nth: number) => (await sending.reader(`reader${nth}@example.com`)).mailToken ?? '',
    };
  }

  test('about an address that does not exist takes its reader off the list, once', async () => {
    const { ingest, status, reader } = await start();
    expect(await ingest(dsn({}), { dryRun: true })).toMatchObject({ outcome: 'bounced' });
    expect(await status(0)).toBe('subscribed');
    for (let each = 0; each < 2; each += 1)
      expect(await ingest(dsn({}))).toMatchObject({ outcome: 'bounced' });
    expect(await reader('reader0@example.com')).toMatchObject({
      status: 'bounced',
      reason: '5.1.1 550 5.1.1 No such user here',
    });
    expect(await status(1)).toBe('subscribed');
  });

  test('identifies its reader by the token in its address, regardless of its text', async () => {
    const { ingest, status, token } = await start();
    const to = `bounces+${(await token(1)).toUpperCase()}@example.com`;
    await ingest(dsn({ to, recipient: 'reader0@example.com' }));
    expect([await status(0), await status(1)]).toEqual(['subscribed', 'bounced']);
    const gone = `bounces+${'0'.repeat(32)}@example.com`;
    expect(await ingest(dsn({ to: gone }))).toEqual({ outcome: 'unknown' });
    expect(await status(0)).toBe('subscribed');
  });

  test('about a full mailbox counts once a day, and the third day ends the subscription', async () => {
    const { ingest, status, later } = await start();
    const seen: string[] = [];
    for (let day = 0; day < 3; day += 1) {
      for (let each = 0; each < 2; each += 1) seen.push((await ingest(dsn({ status: '5.2.2' }))).outcome);
      later(24 * 3_600_000);
    }
    expect(seen).toEqual(['counted', 'counted', 'counted', 'counted', 'bounced', 'bounced']);
    expect(await status(0)).toBe('bounced');
  });

  test.each([
    ['a delay', dsn({ action: 'delayed', status: '4.4.1' })],
    ['a refusal for policy', dsn({ status: '5.7.26' })],
    ['an automatic reply', Buffer.from('Subject: Out of office\r\n\r\nBack on Monday.')],
    ['an email taken out of the spam folder', complaint('reader0@example.com', 'not-spam')],
    ['nothing', Buffer.from('')],
  ])('that is %s changes nothing', async (_, raw) => {
    const { ingest, status } = await start();
    expect(await ingest(raw)).toMatchObject({ outcome: 'other' });
    expect(await status(0)).toBe('subscribed');
  });

  test('that names a reader only by address changes nothing if every email has its own return address', async () => {
    const { ingestReturned, status, token } = await start();
    for (const forged of [dsn({}), complaint('reader0@example.com')])
      expect(await ingestReturned(forged)).toMatchObject({ outcome: 'unknown' });
    expect(await status(0)).toBe('subscribed');
    const to = `bounces+${await token(0)}@example.com`;
    expect(await ingestReturned(dsn({ to }))).toMatchObject({ outcome: 'bounced' });
  });

  test('that is a complaint takes the reader off the list, by address or by link', async () => {
    const { ingest, status, token } = await start();
    expect(await ingest(complaint('reader0@example.com'))).toMatchObject({ outcome: 'complained' });
    await ingest(complaint(`https://words.example.com/unsubscribe/${await token(1)}`));
    expect([await status(0), await status(1)]).toEqual(['complained', 'complained']);
  });
});

describe.each(databaseKinds)('an email to the bounce address on %s', (kind) => {
  const message = (fields: string[]) => Buffer.from(`${fields.join('\r\n')}\r\n\r\nSee the subject.\r\n`);

  test('that the mailto link of an email wrote unsubscribes its reader', async () => {
    const { db, now, givenReaders, schedule, pass, later, received, reader } = await openTestSending(kind, {
      readsBounces: true,
    });
    await givenReaders(1);
    await schedule(1000);
    later(1000);
    await pass();
    const fields = received[0]?.raw.toString().replace(/\r\n[ \t]+/g, ' ') ?? '';
    const [, to = '', subject = ''] = /<mailto:([^?>]+)\?subject=(\w+)>/.exec(fields) ?? [];
    expect(fields).toMatch(/List-Unsubscribe: <https:[^>]+>, <mailto:/);
    const deps = { database: db, now };
    const from = 'From: reader0@example.com';
    const replies = [
      [from, `To: ${to}`, 'Subject: Automatic reply: unsubscribe'],
      [from, `To: ${to}`, 'Subject: unsubscribe', 'Auto-Submitted: auto-replied'],
      [from, 'To: bounces@example.com', 'Subject: unsubscribe'],
    ];
    for (const reply of replies)
      expect(await ingestReport(deps, message(reply))).toMatchObject({ outcome: 'other' });
    expect(await reader('reader0@example.com')).toMatchObject({ status: 'subscribed' });
    const asked = message([from, `To: ${to}`, `Subject: ${subject}`]);
    expect(await ingestReport(deps, asked)).toMatchObject({ outcome: 'unsubscribed' });
    expect(await reader('reader0@example.com')).toMatchObject({ status: 'unsubscribed' });
  });

  test('about a confirmation email marks the signup as bounced, and nobody else', async () => {
    const { db, now, provider, received, reader } = await openTestSending(kind);
    const token = 'c'.repeat(32);
    const readers = [
      { email: 'new@example.com', status: 'unconfirmed', of: { token } },
      { email: 'left@example.com', status: 'unsubscribed', of: { token: 'd'.repeat(32) } },
      { email: 'confirmed@example.com', status: 'subscribed', of: { token: 'e'.repeat(32), sentAt: now() } },
    ] as const;
    for (const { email, status, of } of readers) {
      await db.em().insert(Registration, { email, firstName: 'Ada', createdAt: now(), status });
      await db.em().insert(Confirmation, { email, ...of, requestedAt: now() });
    }
    await provider.service.send({
      to: 'new@example.com',
      subject: 'Confirm',
      text: 'x',
      html: 'x',
      returnToken: token,
    });
    expect(received[0]?.from).toBe(`bounces+${token}@example.com`);
    const deps = { database: db, now, needsToken: true };
    expect(await ingestReport(deps, dsn({ to: received[0]?.from ?? '' }))).toMatchObject({
      outcome: 'bounced',
    });
    expect(await reader('new@example.com')).toMatchObject({ status: 'bounced' });
    await ingestReport(deps, dsn({ to: `bounces+${'d'.repeat(32)}@example.com` }));
    expect(await reader('left@example.com')).toMatchObject({ status: 'unsubscribed' });
    const afterUse = await ingestReport(deps, dsn({ to: `bounces+${'e'.repeat(32)}@example.com` }));
    expect(afterUse).toEqual({ outcome: 'unknown' });
    expect(await reader('confirmed@example.com')).toMatchObject({ status: 'subscribed' });
  });
});
