import { z } from 'zod';
import type { DeliveryReport } from '../../contract/delivery-hook.ts';
import { limits } from '../../contract/limits.ts';
import { DomainError } from '../../platform/errors.ts';

/** What an Amazon SNS topic posts. */
const topicMessage = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  /** In a notification, the SES event as JSON text. */
  Message: z.string(),
  SubscribeURL: z.string().optional(),
  /** What Amazon signs besides, and how. Required only if signatures are checked. */
  MessageId: z.string().optional(),
  Subject: z.string().nullish(),
  Timestamp: z.string().optional(),
  Token: z.string().optional(),
  TopicArn: z.string().optional(),
  SignatureVersion: z.string().optional(),
  Signature: z.string().optional(),
  SigningCertURL: z.string().optional(),
});
export type TopicMessage = z.infer<typeof topicMessage>;

const recipient = z.object({
  emailAddress: z.string(),
  status: z.string().optional(),
  diagnosticCode: z.string().optional(),
});

const sesEvent = z
  .object({
    notificationType: z.string(),
    /** Its name if events are published by a configuration set. */
    eventType: z.string(),
    bounce: z.object({
      bounceType: z.string(),
      bounceSubType: z.string().optional(),
      bouncedRecipients: z.array(recipient),
      timestamp: z.string().optional(),
    }),
    complaint: z.object({
      complainedRecipients: z.array(recipient),
      complaintFeedbackType: z.string().nullish(),
      timestamp: z.string().optional(),
    }),
    delivery: z.object({ recipients: z.array(z.string()), timestamp: z.string().optional() }),
    /** Its headers are ours only if the identity or configuration set includes the original ones. */
    mail: z.object({
      destination: z.array(z.string()).optional(),
      timestamp: z.string().optional(),
      commonHeaders: z.object({ messageId: z.string().optional() }).optional(),
    }),
  })
  .partial();
type SesEvent = z.infer<typeof sesEvent>;

export function isTopicMessage(body: object): body is TopicMessage {
  return topicMessage.safeParse(body).success;
}

/**
 * Confirms a subscription by visiting its URL, so that the owner does not have to look for it.
 *
 * @throws DomainError `email_provider.unreachable`
 */
export async function confirmTopic(
  { Type, SubscribeURL = '' }: TopicMessage,
  visit: (url: string) => Promise<{ ok: boolean }> = visitOnce,
): Promise<void> {
  // Only Amazon's URLs are visited, even if the caller knows the token.
  if (Type !== 'SubscriptionConfirmation' || !isOfAmazon(SubscribeURL)) return;
  const answer = await visit(SubscribeURL).catch(() => undefined);
  if (answer?.ok) return;
  throw new DomainError('email_provider.unreachable', 'Amazon SNS did not confirm the subscription.');
}

const visitOnce = (url: string) => fetch(url, { redirect: 'error', signal: AbortSignal.timeout(10_000) });

function isOfAmazon(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url?.protocol === 'https:' && /^sns\.[a-z0-9-]{1,40}\.amazonaws\.com(\.cn)?$/.test(url.host);
}

/** Reads an Amazon SES event, in an SNS notification or unwrapped. */
export function amazonReports(body: object): DeliveryReport[] | undefined {
  if (isTopicMessage(body)) return sesReports(parseMessage(body.Message));
  const isEvent = 'notificationType' in body || 'eventType' in body;
  return isEvent ? sesReports(body) : undefined;
}

/** Some notifications are plain text, such as the one that tests a new topic. */
function parseMessage(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sesReports(event: unknown): DeliveryReport[] {
  const { data } = sesEvent.safeParse(event);
  if (!data) return [];
  const messageId = data.mail?.commonHeaders?.messageId?.slice(0, limits.emailLength);
  return eventReports(data).map((report) => ({ ...report, messageId }));
}

function eventReports({ bounce, complaint, delivery, mail, ...event }: SesEvent): DeliveryReport[] {
  const all = (name: 'delivered' | 'accepted', emails: readonly string[] = [], at?: string) =>
    emails.map((email): DeliveryReport => ({ event: name, email: email.toLowerCase(), at: timeOf(at) }));
  switch (event.notificationType ?? event.eventType) {
    case 'Bounce':
      return bounceReports(bounce);
    case 'Complaint':
      return complaintReports(complaint);
    case 'Delivery':
      return all('delivered', delivery?.recipients, delivery?.timestamp);
    case 'Send':
      return all('accepted', mail?.destination, mail?.timestamp);
    default:
      return [];
  }
}

/** Failures caused by the email, not by its reader. */
const aboutEmail = ['MessageTooLarge', 'ContentRejected', 'AttachmentRejected'];

function bounceReports(bounce: SesEvent['bounce']): DeliveryReport[] {
  if (!bounce || aboutEmail.includes(bounce.bounceSubType ?? '')) return [];
  return bounce.bouncedRecipients.map(({ emailAddress, status, diagnosticCode }) => ({
    event: 'bounced',
    kind: bounce.bounceType === 'Permanent' ? 'permanent' : 'transient',
    email: emailAddress.toLowerCase(),
    code: status,
    reason: (diagnosticCode ?? `${bounce.bounceType} ${bounce.bounceSubType ?? ''}`).trim().slice(0, 500),
    at: timeOf(bounce.timestamp),
  }));
}

function complaintReports(complaint: SesEvent['complaint']): DeliveryReport[] {
  if (!complaint || complaint.complaintFeedbackType === 'not-spam') return [];
  const at = timeOf(complaint.timestamp);
  return complaint.complainedRecipients.map(({ emailAddress }) => ({
    event: 'complained',
    email: emailAddress.toLowerCase(),
    at,
  }));
}

/** A time in the format of reports. @param given A date as relays write it, or seconds since 1970. */
function timeOf(given: string | number | undefined): string | undefined {
  const at = new Date(typeof given === 'number' ? given * 1000 : (given ?? Number.NaN));
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

const event = z.object({
  RecordType: z.string(),
  /** The type of a bounce. */
  Type: z.string().optional(),
  Email: z.string().optional(),
  Recipient: z.string().optional(),
  Description: z.string().nullish(),
  Details: z.string().nullish(),
  BouncedAt: z.string().optional(),
  DeliveredAt: z.string().optional(),
  ChangedAt: z.string().optional(),
  SuppressSending: z.boolean().optional(),
  SuppressionReason: z.string().nullish(),
  /** What our emails have in `X-PM-Metadata-message-id`; `MessageID` is a number of Postmark. */
  Metadata: z.object({ 'message-id': z.string().optional() }).nullish().catch(undefined),
});
type PostmarkEvent = z.infer<typeof event>;

/** What each type of bounce means. The other types concern the email or its sender, or need no action. */
const bounceTypes: Record<string, Pick<DeliveryReport, 'event' | 'kind'>> = {
  HardBounce: { event: 'bounced', kind: 'permanent' },
  BadEmailAddress: { event: 'bounced', kind: 'permanent' },
  ManuallyDeactivated: { event: 'bounced', kind: 'permanent' },
  SoftBounce: { event: 'bounced', kind: 'transient' },
  DnsError: { event: 'bounced', kind: 'transient' },
  Undeliverable: { event: 'bounced', kind: 'transient' },
  SpamComplaint: { event: 'complained' },
  Unsubscribe: { event: 'unsubscribed' },
};

const suppressionReasons: Record<string, Pick<DeliveryReport, 'event' | 'kind'>> = {
  HardBounce: { event: 'bounced', kind: 'permanent' },
  SpamComplaint: { event: 'complained' },
  ManualSuppression: { event: 'unsubscribed' },
};

/** Reads an event of Postmark. */
export function postmarkReports(body: object): DeliveryReport[] | undefined {
  const { data } = event.safeParse(body);
  if (!data) return undefined;
  const said = saidByPostmark(data);
  const email = (data.Email ?? data.Recipient)?.toLowerCase();
  if (!said || !email) return [];
  const reason = [data.Description, data.Details].filter(Boolean).join(' ').slice(0, 500);
  const at = timeOf(data.BouncedAt ?? data.DeliveredAt ?? data.ChangedAt);
  const messageId = data.Metadata?.['message-id']?.slice(0, limits.emailLength);
  return [{ ...said, email, reason, messageId, at }];
}

function saidByPostmark(data: PostmarkEvent): Pick<DeliveryReport, 'event' | 'kind'> | undefined {
  switch (data.RecordType) {
    case 'Bounce':
      return bounceTypes[data.Type ?? ''];
    case 'SpamComplaint':
      return { event: 'complained' };
    case 'Delivery':
      return { event: 'delivered' };
    case 'SubscriptionChange':
      return data.SuppressSending ? suppressionReasons[data.SuppressionReason ?? ''] : undefined;
    default:
      return undefined;
  }
}

const posted = z.object({
  signature: z
    .object({
      timestamp: z.coerce.string<string | number>(),
      token: z.string(),
      signature: z.string(),
    })
    .optional()
    .catch(undefined),
  'event-data': z.object({
    event: z.string(),
    /** For `failed`: after `temporary`, Mailgun tries again and reports the result later. */
    severity: z.string().optional(),
    reason: z.string().optional(),
    recipient: z.string().optional(),
    timestamp: z.number().optional(),
    'delivery-status': z
      .object({
        'enhanced-code': z.string().nullish(),
        message: z.string().nullish(),
        description: z.string().nullish(),
      })
      .optional(),
    message: z.object({ headers: z.object({ 'message-id': z.string().optional() }).optional() }).optional(),
  }),
});
type Posted = z.infer<typeof posted>;
type Event = Posted['event-data'];
export type MailgunSignature = NonNullable<Posted['signature']>;

/** Reads an event of Mailgun and its signature. */
export function mailgunEvent(
  body: object,
): { reports: DeliveryReport[]; signature: MailgunSignature | undefined } | undefined {
  const { data } = posted.safeParse(body);
  return data && { reports: reportsOf(data['event-data']), signature: data.signature };
}

function reportsOf(event: Event): DeliveryReport[] {
  const said = saidBy(event);
  if (!said || !event.recipient) return [];
  const { 'enhanced-code': code, message, description } = event['delivery-status'] ?? {};
  return [
    {
      ...said,
      email: event.recipient.toLowerCase(),
      messageId: event.message?.headers?.['message-id'],
      code: code || undefined,
      reason: (message || description || event.reason || '').slice(0, 500),
      at: timeOf(event.timestamp),
    },
  ];
}

function saidBy({ event, severity, reason }: Event): Pick<DeliveryReport, 'event' | 'kind'> | undefined {
  const isOurs = event === 'complained' || event === 'unsubscribed' || event === 'delivered';
  if (isOurs || event === 'accepted') return { event };
  if (event !== 'failed' || severity !== 'permanent') return undefined;
  switch (reason) {
    case 'suppress-complaint':
      return { event: 'complained' };
    case 'suppress-unsubscribe':
      return { event: 'unsubscribed' };
    case 'old':
      // Retried for hours without a final answer.
      return { event: 'bounced', kind: 'transient' };
    default:
      return { event: 'bounced', kind: 'permanent' };
  }
}
