import { z } from 'zod';
import type { DeliveryReport } from '../../contract/delivery-hook.ts';
import { timeOf } from './event-time.ts';

const posted = z.object({
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
type Event = z.infer<typeof posted>['event-data'];

/** Reads an event of Mailgun. */
export function mailgunReports(body: object): DeliveryReport[] | undefined {
  const { data } = posted.safeParse(body);
  if (!data) return undefined;
  const event = data['event-data'];
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
  if (event === 'complained' || event === 'unsubscribed' || event === 'delivered') return { event };
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
