import { z } from 'zod';
import type { DeliveryReport } from '../../contract/delivery-hook.ts';
import { timeOf } from './event-time.ts';

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
});
type Event = z.infer<typeof event>;

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
  const said = saidBy(data);
  const email = (data.Email ?? data.Recipient)?.toLowerCase();
  if (!said || !email) return [];
  const reason = [data.Description, data.Details].filter(Boolean).join(' ').slice(0, 500);
  return [{ ...said, email, reason, at: timeOf(data.BouncedAt ?? data.DeliveredAt ?? data.ChangedAt) }];
}

function saidBy(data: Event): Pick<DeliveryReport, 'event' | 'kind'> | undefined {
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
