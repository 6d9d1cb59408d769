import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { limits } from './limits.ts';

const text = (most: number) => z.string().trim().max(most, `Must be at most ${most} characters`);

/** What a relay reports about one email. */
export const deliveryReport = z
  .object({
    /** `delivered`: the server of the reader's mailbox accepted it. */
    event: z.enum(
      ['bounced', 'complained', 'unsubscribed', 'delivered'],
      'Must be one of bounced, complained, unsubscribed, delivered',
    ),
    /** Of `bounced`: `permanent` if the address takes no mail, `transient` if that may pass. */
    kind: z.enum(['permanent', 'transient'], 'Must be permanent or transient').optional(),
    /** The enhanced status code (RFC 3463), such as `5.1.1`. A policy or content code spares the reader. */
    code: text(20).optional(),
    /** The reader's address. */
    email: text(limits.emailLength).toLowerCase().optional(),
    /** The `Message-ID` of our email, with or without brackets. */
    messageId: text(limits.emailLength).optional(),
    /** What stands after the `+` in the address that a bounce was sent to. Beats the address. */
    token: text(limits.emailLength).optional(),
    /** In the mail server's words. */
    reason: text(500).optional(),
    /** When it happened; otherwise now. A report from before the reader joined changes nothing. */
    at: z.iso.datetime({ offset: true, error: 'Must be a time such as 2026-12-01T07:00:00Z' }).optional(),
  })
  .refine(({ event, kind }) => event !== 'bounced' || kind, {
    path: ['kind'],
    error: 'A bounce is permanent or transient',
  })
  .refine(({ email, messageId, token }) => email || messageId || token, {
    path: ['email'],
    error: 'Give email, messageId or token',
  });
export type DeliveryReport = z.infer<typeof deliveryReport>;

/** What a relay may post: one report, several, or an event in its own format, which is read when it has arrived. */
const hookBody = z.union([
  deliveryReport,
  z.array(deliveryReport).min(1).max(100),
  z.record(z.string(), z.unknown()).describe('An event of Amazon SES (SNS), Postmark or Mailgun'),
]);
export type HookBody = z.infer<typeof hookBody>;

export const deliveryHookEndpoints = {
  reportDeliveries: {
    method: 'POST',
    path: '/api/hooks/deliveries',
    summary:
      'What a relay reports about emails that were sent: in this format, or as Amazon SES (SNS), Postmark and Mailgun post it. Only with DELIVERY_HOOK_TOKEN, as bearer token or as the password of basic authentication. Safe to repeat; unknown readers are left out without a word.',
    access: 'token',
    body: hookBody,
    answer: z.object({
      /** Reports that were read, about readers and others alike. */
      reports: z.number().int(),
    }),
    errors: ['auth.hook_token', 'request.not_found', 'email_provider.unreachable'],
  },
} as const satisfies Record<string, Endpoint>;
