import { z } from 'zod';
import { emailAddress } from './email-address.ts';
import type { Endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { messages } from './messages.ts';
import { instant, message } from './paging.ts';
import { oneLine } from './text.ts';

export const signupInput = z.object({
  email: emailAddress,
  firstName: z
    .string(messages.signup.firstNameRequired)
    .overwrite(oneLine)
    .min(1, messages.signup.firstNameRequired)
    .max(limits.firstNameLength, `First name must be at most ${limits.firstNameLength} characters`),
  favoriteWord: z
    .string()
    .overwrite(oneLine)
    .max(limits.wordLength, `Favorite word must be at most ${limits.wordLength} characters`)
    .nullish()
    .transform((value) => value || undefined)
    .optional(),
  /** From the captcha service, action `submit`; needed only while the bot check is on. */
  recaptchaToken: z.string().max(8192).nullish(),
  /** Honeypot: people never see it, so only programs fill it in. */
  website: z.string().max(1000).nullish(),
});
export type SignupInput = z.infer<typeof signupInput>;
/** What a form sends. */
export type SignupBody = z.input<typeof signupInput>;

/** What the landing page and the widgets need to know about this installation. */
export const publicConfig = z.object({
  productName: z.string(),
  /** `null` while the bot check is off. */
  recaptchaSiteKey: z.string().nullable(),
  signupPath: z.string(),
  /** Whether nothing is sent until the reader opens a link in an email. */
  confirmSignups: z.boolean(),
});
export type PublicConfig = z.infer<typeof publicConfig>;

/** What a new reader wants to know. */
export const firstWord = z.object({
  /** When the next email goes out, or usually would; `null` if none will go out within a year. */
  at: instant.nullable(),
  /** Whether an email is scheduled for that time, or the autopilot will schedule one. */
  isPlanned: z.boolean(),
  /** IANA name. */
  timezone: z.string(),
  /** Whether nothing is sent until the reader opens a link in an email. */
  confirmFirst: z.boolean(),
  /** The address that emails come from; `null` if the email provider decides. */
  from: z.string().nullable(),
});
export type FirstWord = z.infer<typeof firstWord>;

export const signupsPerDay = z.object({
  /** Calendar day in the installation's time zone, `YYYY-MM-DD`. */
  day: z.iso.date(),
  count: z.number().int(),
});

export const signupEndpoints = {
  register: {
    method: 'POST',
    path: '/api/register',
    summary:
      'Sign up an address for the daily word. A repeated signup gets exactly the same answer and changes nothing.',
    access: 'embed',
    body: signupInput,
    status: 201,
    answer: message,
    errors: ['limit.too_many', 'bot_check.rejected', 'bot_check.unreachable'],
  },
  config: {
    method: 'GET',
    path: '/api/config',
    summary: 'What the landing page and the widgets need to know about this installation.',
    access: 'embed',
    answer: publicConfig,
  },
  firstWord: {
    method: 'GET',
    path: '/api/first-word',
    summary: 'When somebody who signs up now gets the first word, and from which address.',
    access: 'public',
    answer: firstWord,
  },
} as const satisfies Record<string, Endpoint>;
