import { execFileSync } from 'node:child_process';
import { createHmac, createSign, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { databaseKinds } from '../../../../../test/databases.ts';
import { openTestDatabase } from '../../../../../test/open-test-database.ts';
import type { DeliveryReport } from '../../contract/delivery-hook.ts';
import { Registration } from '../reader-tables.ts';
import { uncheckedRelays } from './relay-events.ts';
import { type ReportDeliveriesDeps, reportDeliveries } from './report-deliveries.ts';

const topic = 'arn:aws:sns:us-east-1:123456789012:bounces';
const mailgunKey = 'k'.repeat(32);
const email = 'ada@example.com';
const noSignatures = { snsTopics: [], mailgunKey: undefined };

/** A key, and a certificate for it that is valid for a day from now. */
function newCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'wordrise-certificate-'));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-subj', '/CN=sns.amazonaws.com'];
  const options = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...subject];
  execFileSync('openssl', [...options, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  const made = { key: readFileSync(key, 'utf8'), certificate: readFileSync(certificate, 'utf8') };
  rmSync(folder, { recursive: true });
  return made;
}

let own: ReturnType<typeof newCertificate>;
beforeAll(() => {
  own = newCertificate();
});

// Each test has its own address, because certificates are cached.
const certificateUrl = (host = 'sns.us-east-1.amazonaws.com') =>
  `https://${host}/SimpleNotificationService-${randomBytes(16).toString('hex')}.pem`;

interface Message {
  [name: string]: string;
}

/** Signs as Amazon describes it: names and values in the order of the names. */
function signed(key: string, message: Message): Message {
  const { SignatureVersion = '1', SigningCertURL = certificateUrl(), ...fields } = message;
  const text = Object.keys(fields)
    .sort()
    .map((name) => `${name}\n${fields[name]}\n`)
    .join('');
  const sign = createSign(SignatureVersion === '2' ? 'RSA-SHA256' : 'RSA-SHA1').update(text);
  return { ...fields, SignatureVersion, SigningCertURL, Signature: sign.sign(key, 'base64') };
}

const bounce = JSON.stringify({
  notificationType: 'Bounce',
  bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: email, status: '5.1.1' }] },
});
const notification = {
  Type: 'Notification',
  Message: bounce,
  MessageId: 'aa-bb',
  Timestamp: '2026-12-01T12:00:00.000Z',
  TopicArn: topic,
};

describe.each(databaseKinds)('a signed event of a relay, on %s', (kind) => {
  async function start(given: Partial<ReportDeliveriesDeps> = {}) {
    const database = await openTestDatabase(kind);
    // Certificates begin in whole seconds.
    const clock = { now: new Date(Date.now() + 1000) };
    const now = () => clock.now;
    const { key, certificate } = own;
    const readCertificate = vi.fn(async (_url: string) => certificate);
    const createdAt = new Date(Date.parse('2026-11-01T00:00:00Z'));
    await database.em().insert(Registration, { email, firstName: 'Ada', createdAt, status: 'subscribed' });
    const signatures = { snsTopics: [topic], mailgunKey };
    const deps = { database, now, signatures, readCertificate, ...given };
    return {
      deps,
      key,
      readCertificate,
      later: (ms: number) => {
        clock.now = new Date(clock.now.getTime() + ms);
      },
      report: (body: object) => reportDeliveries(deps, body as DeliveryReport),
      async refused(body: object, why = /^The event is refused\. (?!The certificate)|^BOUNCE_SNS_TOPIC or/) {
        await expect(reportDeliveries(deps, body as DeliveryReport)).rejects.toMatchObject({
          code: 'auth.hook_signature',
          message: expect.stringMatching(why),
        });
        expect(await database.em().count(Registration, { status: 'subscribed' })).toBe(1);
      },
      status: async () => (await database.em().findOneOrFail(Registration, { email })).status,
      now,
    };
  }

  test.each([
    ['version 1', notification],
    ['version 2', { ...notification, SignatureVersion: '2' }],
    ['a subject', { ...notification, Subject: 'Amazon SES Email Event Notification' }],
  ])('of Amazon with %s counts, and its certificate is read once', async (_, message) => {
    const { key, report, status, readCertificate } = await start();
    const event = signed(key, message);
    for (let each = 0; each < 2; each += 1) expect(await report(event)).toEqual({ reports: 1 });
    expect(await status()).toBe('bounced');
    expect(readCertificate.mock.calls).toEqual([[event.SigningCertURL]]);
  });

  test('of Amazon counts from each of several topics, also in China', async () => {
    const china = 'arn:aws-cn:sns:cn-north-1:123456789012:bounces';
    const { key, report, status } = await start({
      signatures: { snsTopics: [topic, china], mailgunKey: undefined },
    });
    const SigningCertURL = certificateUrl('sns.cn-north-1.amazonaws.com.cn');
    await report(signed(key, { ...notification, TopicArn: china, SigningCertURL }));
    expect(await status()).toBe('bounced');
  });

  test.each<[string, (message: Message) => object]>([
    ['whose text was changed', (message) => ({ ...message, Message: `${message.Message} ` })],
    [
      'whose type was changed',
      (message) => ({ ...message, Type: 'SubscriptionConfirmation', SubscribeURL: '' }),
    ],
    ['with a subject that was added', (message) => ({ ...message, Subject: 'x' })],
    ['signed as if by the other version', (message) => ({ ...message, SignatureVersion: '2' })],
    ['of an unknown version', (message) => ({ ...message, SignatureVersion: '3' })],
    ['of the version "constructor"', (message) => ({ ...message, SignatureVersion: 'constructor' })],
    ['without a signature', ({ Signature, ...message }) => message],
    ['without an address of the certificate', ({ SigningCertURL, ...message }) => message],
    ['of Amazon SES, unwrapped', () => JSON.parse(bounce)],
    ['of Postmark', () => ({ RecordType: 'SpamComplaint', Email: email })],
    ['of our own format, by address', () => ({ event: 'complained', email })],
  ])('%s does not count', async (_, change) => {
    const { key, refused } = await start();
    await refused(change(signed(key, notification)));
  });

  test.each([
    'http://sns.us-east-1.amazonaws.com/a.pem',
    'https://sns.us-east-1.amazonaws.com.evil.example/a.pem',
    'https://sns.us-east-1.amazonaws.com@evil.example/a.pem',
    'https://evil.example/sns.us-east-1.amazonaws.com/a.pem',
    'https://s3.us-east-1.amazonaws.com/a.pem',
    'https://sns.us-east-1.amazonaws.com:8443/a.pem',
    'https://sns.us-east-1.amazonaws.com/a.pem?Action=x',
    'https://sns.us-east-1.amazonaws.com/a/b.pem',
    'https://sns.us-east-1.amazonaws.com/?Action=GetFile.pem',
    'https://sns.eu-west-1.amazonaws.com/a.pem',
    'https://sns.us-east-1.amazonaws.com.cn/a.pem',
    'https://sns..amazonaws.com/a.pem',
    'a.pem',
  ])('with a certificate at %s does not count, and nothing is read there', async (SigningCertURL) => {
    const { key, refused, readCertificate } = await start();
    await refused(signed(key, { ...notification, SigningCertURL }));
    expect(readCertificate).not.toHaveBeenCalled();
  });

  test('of another topic does not count, though Amazon signed it', async () => {
    const { key, refused, readCertificate } = await start();
    await refused(signed(key, { ...notification, TopicArn: topic.replace('12:', '13:') }));
    expect(readCertificate).not.toHaveBeenCalled();
  });

  test('that someone else signed does not count', async () => {
    const { refused } = await start();
    await refused(signed(newCertificate().key, notification));
  });

  test('whose certificate has expired does not count, also if it was cached', async () => {
    const { key, report, refused, later, deps } = await start();
    const event = signed(key, { ...notification, Message: '{}' });
    expect(await report(event)).toEqual({ reports: 0 });
    later(2 * 24 * 3_600_000);
    await refused(event, /certificate that signed it is not valid/);
    expect(deps.readCertificate).toHaveBeenCalledTimes(2);
  });

  test.each([
    ['cannot be read', async () => Promise.reject(new Error('refused'))],
    ['is none', async () => 'no certificate'],
  ])('whose certificate %s is repeated later', async (_, readCertificate) => {
    const { key, report } = await start({ readCertificate });
    await expect(report(signed(key, notification))).rejects.toMatchObject({
      code: 'email_provider.unreachable',
    });
  });

  test('a subscription is confirmed only for our topics', async () => {
    const { key, refused, report } = await start();
    const confirmation = {
      Type: 'SubscriptionConfirmation',
      Message: 'You have chosen to subscribe …',
      MessageId: 'aa',
      SubscribeURL: 'https://elsewhere.example/',
      Timestamp: '2026-12-01T12:00:00.000Z',
      Token: '1',
      TopicArn: topic,
    };
    await refused(signed(key, { ...confirmation, TopicArn: `${topic}2` }));
    // Signed, but at an address that is not visited.
    expect(await report(signed(key, confirmation))).toEqual({ reports: 0 });
    await refused({ ...signed(key, confirmation), SubscribeURL: 'https://sns.us-east-1.amazonaws.com/' });
  });

  function mailgun(at: Date, { key = mailgunKey, token = randomBytes(25).toString('hex') } = {}) {
    const timestamp = `${Math.floor(at.getTime() / 1000)}`;
    const signature = createHmac('sha256', key)
      .update(timestamp + token)
      .digest('hex');
    return {
      signature: { timestamp, token, signature },
      'event-data': { event: 'failed', severity: 'permanent', reason: 'bounce', recipient: email },
    };
  }

  test('of Mailgun counts once, also if its time is a number', async () => {
    const { report, status, now, deps } = await start();
    const event = mailgun(now());
    const { signature } = event;
    const numbered = { ...event, signature: { ...signature, timestamp: Number(signature.timestamp) } };
    expect(await report(numbered)).toEqual({ reports: 1 });
    expect(await status()).toBe('bounced');
    await deps.database.em().nativeUpdate(Registration, { email }, { status: 'subscribed' });
    // Mailgun signs no more than time and token, so another event might have them too.
    expect(await report(event)).toEqual({ reports: 0 });
    expect(await status()).toBe('subscribed');
  });

  test('of Mailgun counts once, even if it arrives several times at once', async () => {
    const { report, now } = await start();
    const event = mailgun(now());
    const answers = await Promise.all([report(event), report(event), report(event)]);
    expect(answers.map(({ reports }) => reports).sort()).toEqual([0, 0, 1]);
  });

  test('of Mailgun that failed counts when it is repeated', async () => {
    const { deps, report, status, now } = await start();
    const event = mailgun(now());
    const em = deps.database.em;
    let fails = true;
    deps.database.em = () => {
      const made = em();
      if (fails) made.transactional = () => Promise.reject(new Error('away'));
      return made;
    };
    await expect(report(event)).rejects.toThrow('away');
    fails = false;
    expect(await report(event)).toEqual({ reports: 1 });
    expect(await status()).toBe('bounced');
  });

  test('of Mailgun counts for the eight hours in which it is repeated, and no longer', async () => {
    const { report, refused, now, later, status } = await start();
    const [early, late, future] = [
      mailgun(now()),
      mailgun(now()),
      mailgun(new Date(now().getTime() + 3_600_000)),
    ];
    await refused(future);
    later(10 * 3_600_000);
    await refused(late);
    later(-2 * 3_600_000);
    await report(early);
    expect(await status()).toBe('bounced');
  });

  test.each<[string, (event: ReturnType<typeof mailgun>) => object]>([
    ['without a signature', ({ signature, ...event }) => event],
    ['with another time', (event) => ({ ...event, signature: { ...event.signature, timestamp: '1' } })],
    ['with another token', (event) => ({ ...event, signature: { ...event.signature, token: 'x' } })],
    ['with an empty token', (event) => ({ ...event, signature: { ...event.signature, token: '' } })],
    ['with half a signature', (event) => ({ ...event, signature: { ...event.signature, signature: 'ab' } })],
    ['with a list for a signature', (event) => ({ ...event, signature: ['ab'] })],
    ['signed with another key', () => mailgun(new Date(), { key: 'other' })],
    ['signed with no key', () => mailgun(new Date(), { key: '' })],
    ['with a time that is none', () => mailgun(new Date(Number.NaN))],
  ])('of Mailgun %s does not count', async (_, change) => {
    const { refused, now } = await start();
    await refused(change(mailgun(now())));
  });

  test('is not needed for a report that names the reader by token', async () => {
    const { deps, report, status } = await start();
    const mailToken = 'ab'.repeat(16);
    await deps.database.em().nativeUpdate(Registration, { email }, { mailToken });
    expect(await report({ event: 'complained', token: mailToken })).toEqual({ reports: 1 });
    expect(await status()).toBe('complained');
  });

  test('is not checked without the settings, and the owner can learn that it could be', async () => {
    const { deps, report, status, now, later } = await start({ signatures: noSignatures });
    const unchecked = () => uncheckedRelays({ ...deps, signatures: noSignatures });
    expect(await unchecked()).toEqual([]);
    await report({ Type: 'Notification', Message: bounce });
    expect(await status()).toBe('bounced');
    expect(await unchecked()).toEqual(['amazon']);
    await report({ ...mailgun(now()), signature: undefined });
    expect(await unchecked()).toEqual(['amazon', 'mailgun']);
    expect(await uncheckedRelays({ ...deps, signatures: { snsTopics: [topic], mailgunKey } })).toEqual([]);
    later(9 * 24 * 3_600_000);
    expect(await unchecked()).toEqual([]);
  });
});
