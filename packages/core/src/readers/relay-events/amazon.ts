import { z } from 'zod';
import type { DeliveryReport } from '../../contract/delivery-hook.ts';
import { DomainError } from '../../errors.ts';
import { timeOf } from './event-time.ts';

/** What an Amazon SNS topic posts. */
const topicMessage = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  /** In a notification, the SES event as JSON text. */
  Message: z.string(),
  SubscribeURL: z.string().optional(),
});
type TopicMessage = z.infer<typeof topicMessage>;

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
  switch (data.notificationType ?? data.eventType) {
    case 'Bounce':
      return bounceReports(data.bounce);
    case 'Complaint':
      return complaintReports(data.complaint);
    case 'Delivery':
      return (data.delivery?.recipients ?? []).map((email) => ({
        ...{ event: 'delivered', email: email.toLowerCase() },
        at: timeOf(data.delivery?.timestamp),
      }));
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
    ...{ event: 'complained', email: emailAddress.toLowerCase(), at },
  }));
}
