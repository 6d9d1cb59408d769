import { z } from 'zod';
import { mailCheckNames } from './choices.ts';
import type { Endpoint } from './endpoint.ts';

/** One thing that was checked about sending emails. */
export const mailCheck = z.object({
  name: z.enum(mailCheckNames),
  /** `warning`: something is missing, or could not be checked. `failed`: it is wrong. */
  status: z.enum(['ok', 'warning', 'failed']),
  /** What to do, unless it is ok. */
  detail: z.string(),
  /** The DNS record that would put it right, to be copied. */
  record: z.object({ type: z.literal('TXT'), name: z.string(), value: z.string() }).optional(),
});
export type MailCheck = z.infer<typeof mailCheck>;

export const mailChecks = z.object({ checks: z.array(mailCheck) });

export const mailCheckEndpoints = {
  checkMail: {
    method: 'GET',
    path: '/api/admin/mail-check',
    summary:
      'Whether the email provider can be used: the account or the mail server, and the DNS records of the domain.',
    access: 'session',
    answer: mailChecks,
  },
} as const satisfies Record<string, Endpoint>;
