import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { isStorable } from './text.ts';

const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `Must be at most ${most} characters`)
    .refine(isStorable, 'Holds a character that cannot be stored');

/** What a relay reports about one email. */
export const deliveryReport = z
  .object({
    /**
     * `delivered`: the server of the reader's mailbox accepted it. `accepted`: the relay has it. `absent`: the relay never
     * had it, so it is sent again if its answer was lost. The last two need the `messageId`.
     */
    event: z.enum(
      ['bounced', 'complained', 'unsubscribed', 'delivered', 'accepted', 'absent'],
      'Must be one of bounced, complained, unsubscribed, delivered, accepted, absent',
    ),
    /** For `bounced`: `permanent` if the address takes no mail, `transient` if the problem may pass. */
    kind: z.enum(['permanent', 'transient'], 'Must be permanent or transient').optional(),
    /**
     * The enhanced status code (RFC 3463), such as `5.1.1`. A policy or content code does not count against the reader.
     */
    code: text(20).optional(),
    /** The reader's address. */
    email: text(limits.emailLength).toLowerCase().optional(),
    /** The `Message-ID` of our email, with or without brackets. */
    messageId: text(limits.emailLength).optional(),
    /** The text after the `+` in the address that a bounce was sent to. Takes precedence over the reader's address. */
    token: text(limits.emailLength).optional(),
    /** The mail server's answer. */
    reason: text(500).optional(),
    /** When it happened; now by default. A report from before the reader joined changes nothing. */
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

/** What a relay may post: one report, several, or an event in its own format, which is parsed later. */
const hookBody = z.union([
  deliveryReport,
  z.array(deliveryReport).min(1).max(limits.deliveryReports),
  z.record(z.string(), z.unknown()).describe('An event of Amazon SES (SNS), Postmark or Mailgun'),
]);
export type HookBody = z.infer<typeof hookBody>;

export const deliveryHookEndpoints = {
  reportDeliveries: {
    method: 'POST',
    path: '/api/hooks/deliveries',
    summary:
      'Reports from a relay about emails that were sent, in this format or as Amazon SES (SNS), Postmark and Mailgun post them. Requires DELIVERY_HOOK_TOKEN, as bearer token or as the password of basic authentication. Safe to repeat; unknown readers are silently ignored.',
    access: 'token',
    body: hookBody,
    answer: z.object({
      /** Reports that were read, including those about unknown readers. */
      reports: z.number().int(),
    }),
    errors: ['auth.hook_token', 'auth.hook_signature', 'request.not_found', 'email_provider.unreachable'],
  },
} as const satisfies Record<string, Endpoint>;
