import { describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../../../test/open-test-database.ts';
import type { DeliveryReport } from '../../contract/delivery-hook.ts';
import { readRelayEvent } from './relay-events.ts';
import { confirmTopic } from './relay-formats.ts';

// With the field names from each relay's documentation.
const at = '2026-12-01T07:00:00.000Z';
const ses = (event: object) => ({
  Type: 'Notification',
  TopicArn: 'arn:aws:sns:us-east-1:1:bounces',
  Message: JSON.stringify(event),
});
const sesBounce = (bounceType: string, bounceSubType: string, status?: string) => ({
  notificationType: 'Bounce',
  bounce: {
    bounceType,
    bounceSubType,
    timestamp: '2026-12-01T07:00:00.000Z',
    bouncedRecipients: [{ emailAddress: 'Ada@example.com', status, diagnosticCode: 'smtp; 550 no' }],
  },
});
const postmark = (event: object) => ({ MessageID: 'x', ServerID: 1, ...event });
const mailgun = (event: object) => ({
  signature: { timestamp: '1', token: 't', signature: 's' },
  'event-data': { recipient: 'Ada@example.com', timestamp: Date.parse(at) / 1000, ...event },
});
const bounced = (kind: string, more: object = {}) => [{ event: 'bounced', kind, email, at, ...more }];
const email = 'ada@example.com';

/** Reads an event without a check of its signature. */
async function readUnchecked(body: object) {
  const database = await openTestDatabase('sqlite');
  const signatures = { snsTopics: [], mailgunKey: undefined };
  const reports: DeliveryReport[] = [];
  const count = await readRelayEvent({ database, now: () => new Date(at), signatures }, body, async (event) =>
    reports.push(...event.reports),
  );
  return { count, reports };
}

describe('the event of a relay', () => {
  test.each([
    ['SES: no such address', ses(sesBounce('Permanent', 'General', '5.1.1')), bounced('permanent')],
    [
      'SES: full',
      ses(sesBounce('Transient', 'MailboxFull')),
      bounced('transient', { reason: 'smtp; 550 no' }),
    ],
    ['SES: too large', ses(sesBounce('Transient', 'MessageTooLarge')), []],
    ['SES: unwrapped', sesBounce('Undetermined', 'Undetermined'), bounced('transient')],
    [
      'SES: complaint of an event destination',
      ses({
        eventType: 'Complaint',
        complaint: { complainedRecipients: [{ emailAddress: email }], timestamp: at },
      }),
      [{ event: 'complained', email, at }],
    ],
    [
      'SES: taken out of the spam folder',
      ses({
        notificationType: 'Complaint',
        complaint: { complainedRecipients: [{ emailAddress: email }], complaintFeedbackType: 'not-spam' },
      }),
      [],
    ],
    [
      'SES: delivered',
      ses({ notificationType: 'Delivery', delivery: { recipients: [email], timestamp: at } }),
      [{ event: 'delivered', email, at }],
    ],
    ['SES: a topic is tried', { Type: 'Notification', Message: 'Successfully validated SNS topic.' }, []],
    [
      'Postmark: no such address',
      postmark({ RecordType: 'Bounce', Type: 'HardBounce', Email: email, Details: '550', BouncedAt: at }),
      bounced('permanent', { reason: '550' }),
    ],
    [
      'Postmark: full',
      postmark({ RecordType: 'Bounce', Type: 'SoftBounce', Email: email, BouncedAt: at }),
      bounced('transient'),
    ],
    ['Postmark: blocked', postmark({ RecordType: 'Bounce', Type: 'Blocked', Email: email }), []],
    [
      'Postmark: complaint',
      postmark({ RecordType: 'SpamComplaint', Type: 'SpamComplaint', Email: email, BouncedAt: at }),
      [{ event: 'complained', email, at, reason: '' }],
    ],
    [
      'Postmark: unsubscribed',
      postmark({
        RecordType: 'SubscriptionChange',
        Recipient: email,
        ChangedAt: at,
        SuppressSending: true,
        SuppressionReason: 'ManualSuppression',
      }),
      [{ event: 'unsubscribed', email, at, reason: '' }],
    ],
    [
      'Postmark: back',
      postmark({ RecordType: 'SubscriptionChange', Recipient: email, SuppressSending: false }),
      [],
    ],
    [
      'Postmark: delivered',
      postmark({ RecordType: 'Delivery', Recipient: email, DeliveredAt: at }),
      [{ event: 'delivered', email, at, reason: '' }],
    ],
    ['Postmark: opened', postmark({ RecordType: 'Open', Recipient: email }), []],
    [
      'Mailgun: no such address',
      mailgun({
        event: 'failed',
        severity: 'permanent',
        reason: 'bounce',
        'delivery-status': { code: 550, 'enhanced-code': '5.1.1', message: 'No such user' },
        message: { headers: { 'message-id': 'id@example.com' } },
      }),
      bounced('permanent', { code: '5.1.1', reason: 'No such user', messageId: 'id@example.com' }),
    ],
    ['Mailgun: tried again', mailgun({ event: 'failed', severity: 'temporary', reason: 'generic' }), []],
    [
      'Mailgun: tried for too long',
      mailgun({ event: 'failed', severity: 'permanent', reason: 'old' }),
      bounced('transient'),
    ],
    [
      'Mailgun: unsubscribed earlier',
      mailgun({ event: 'failed', severity: 'permanent', reason: 'suppress-unsubscribe' }),
      [{ event: 'unsubscribed' }],
    ],
    ['Mailgun: complaint', mailgun({ event: 'complained' }), [{ event: 'complained', email, at }]],
    ['Mailgun: opened', mailgun({ event: 'opened' }), []],
  ])('%s', async (_, body, expected) => {
    const { reports } = await readUnchecked(body);
    expect(reports).toMatchObject(expected);
    expect(reports).toHaveLength(expected.length);
  });

  test.each([[{}], [{ event: 'bounced' }], [{ RecordType: 7 }], [{ Type: 'Other', Message: '{}' }]])(
    'of no relay: %j',
    async (body) => expect((await readUnchecked(body)).count).toBeUndefined(),
  );
});

describe('a subscription of Amazon SNS', () => {
  const confirmation = (SubscribeURL: string) => ({
    Type: 'SubscriptionConfirmation' as const,
    Message: 'Visit …',
    SubscribeURL,
  });
  const own = 'https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&Token=1';

  test('is confirmed once, at Amazon and nowhere else', async () => {
    const visited: string[] = [];
    const visit = async (url: string) => ({ ok: visited.push(url) > 0 });
    for (const url of [
      own,
      'http://sns.us-east-1.amazonaws.com/',
      'https://sns.us-east-1.amazonaws.com.evil.example/',
      'https://evil.example/sns.us-east-1.amazonaws.com',
      'https://sns.us-east-1.amazonaws.com:444/',
      'nonsense',
    ])
      await confirmTopic(confirmation(url), visit);
    await confirmTopic({ Type: 'Notification', Message: '{}', SubscribeURL: own }, visit);
    expect(visited).toEqual([own]);
  });

  test('that Amazon does not confirm is retried later', async () => {
    const trying = confirmTopic(confirmation(own), async () => ({ ok: false }));
    await expect(trying).rejects.toMatchObject({ code: 'email_provider.unreachable' });
  });
});
