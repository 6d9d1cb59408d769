import { z } from 'zod';
import { botCheckKinds, type FirstNameMode, firstNameModes } from './choices.ts';
import { emailAddress } from './email-address.ts';
import type { Endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { messages } from './messages.ts';
import { instant, message } from './paging.ts';
import { oneLine, shortLine } from './text.ts';

const firstName = z
  .string(messages.signup.firstNameRequired)
  .overwrite(oneLine)
  .max(limits.firstNameLength, `First name must be at most ${limits.firstNameLength} characters`);

/** What a form adds on its own: it is shortened, not refused, because the visitor could not correct it. */
const added = (most: number) =>
  z
    .string()
    .overwrite((text) => shortLine(text, most))
    .nullish()
    .transform((text) => text || undefined)
    .optional();

/** The visitor's time zone as the browser names it, such as `Europe/Berlin`. An unknown one is ignored. */
const visitorZone = added(limits.timezoneLength);

/** The campaign of a link to the page with the form, as newsletters and advertisements name it; empty without one. */
export function campaignOf(query: URLSearchParams): string {
  return shortLine(query.get('campaign') || query.get('utm_campaign') || '', limits.campaignLength);
}

/** What any installation accepts; `signupInputFor` is what one with that setting does. */
export const signupInput = z.object({
  email: emailAddress,
  /** Empty if the reader gave none. */
  firstName: firstName
    .nullish()
    .transform((value) => value ?? '')
    .optional()
    .default('')
    .describe('Required, unless the installation says otherwise: see `firstName` of `GET /api/config`'),
  favoriteWord: z
    .string()
    .overwrite(oneLine)
    .max(limits.wordLength, `Favorite word must be at most ${limits.wordLength} characters`)
    .nullish()
    .transform((value) => value || undefined)
    .optional(),
  /** Whether the first name may be shown beside the favorite word; any value of a form's checkbox is a yes. */
  creditName: z
    .union([z.boolean(), z.string().max(20)])
    .nullish()
    .transform((given) =>
      typeof given === 'string' ? !['', 'false', 'off', '0'].includes(given) : given === true,
    )
    .optional(),
  /** Stored only if readers can have their own local times. */
  timezone: visitorZone,
  /** The campaign of the link that led to the form, such as `spring-2026`. A longer one is cut. */
  campaign: added(limits.campaignLength),
  /** What the form says about consent and privacy, as its visitor saw it. A longer text is cut. */
  consent: added(limits.consentLength),
  /** From the bot check that `GET /api/config` names; needed only while there is one. */
  botCheckToken: z.string().max(8192).nullish(),
  /** The same from reCAPTCHA, action `submit`. */
  recaptchaToken: z.string().max(8192).nullish(),
  /** Honeypot: people never see it, so only programs fill it in. */
  website: z.string().max(1000).nullish(),
});
export type SignupInput = z.infer<typeof signupInput>;
/** What a form sends. */
export type SignupBody = z.input<typeof signupInput>;

/** A signup, by whether the installation asks for a first name. One that was sent although nobody asked is dropped. */
export const signupInputFor = {
  required: signupInput.extend({ firstName: firstName.min(1, messages.signup.firstNameRequired) }),
  optional: signupInput,
  off: signupInput.extend({ firstName: z.unknown().transform(() => '') }),
} satisfies Record<FirstNameMode, z.ZodType>;

/** What the landing page and the widgets need to know about this installation. */
export const publicConfig = z.object({
  productName: z.string(),
  /** `null` without reCAPTCHA. `botCheck` says the same for every kind of check. */
  recaptchaSiteKey: z.string().nullable(),
  /** The check that a form gets a token from; `null` if there is none. */
  botCheck: z
    .object({
      kind: z.enum(botCheckKinds),
      /** `null` for a check of our own. */
      siteKey: z.string().nullable(),
    })
    .nullable(),
  signupPath: z.string(),
  /** Whether nothing is sent until the reader opens a link in an email. */
  confirmSignups: z.boolean(),
  /** Whether the form asks for a first name. */
  firstName: z.enum(firstNameModes),
  /** The owner's colors, if they are not the built-in ones. The widgets' script has them already. */
  theme: z
    .object({
      light: z.object({ accent: z.string(), onAccent: z.string() }),
      dark: z.object({ accent: z.string(), onAccent: z.string() }),
    })
    .optional(),
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

/** A challenge in the format of ALTCHA, version 2. The browser that solves it sends it back with the solution, in Base64. */
export const botChallenge = z.object({
  parameters: z.object({
    algorithm: z.literal('PBKDF2/SHA-256'),
    nonce: z.string().regex(/^[0-9a-f]{32}$/),
    salt: z.string().regex(/^[0-9a-f]{32}$/),
    cost: z.number().int(),
    keyLength: z.literal(32),
    keyPrefix: z.string().regex(/^[0-9a-f]{1,16}$/),
    /** In seconds since 1970. */
    expiresAt: z.number().int(),
    data: z.strictObject({ caller: z.string().max(100) }),
  }),
  signature: z.string().regex(/^[0-9a-f]{64}$/),
});
export type BotChallenge = z.infer<typeof botChallenge>;

export const signupAnswer = message.extend({
  /** Whether nothing is sent until the reader opens a link in an email. The same for everyone who signs up. */
  confirmFirst: z.boolean(),
});
export type SignupAnswer = z.infer<typeof signupAnswer>;

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
    formTypes: ['application/x-www-form-urlencoded', 'multipart/form-data'],
    status: 201,
    answer: signupAnswer,
    errors: ['limit.too_many', 'signup.blocked_domain', 'bot_check.rejected', 'bot_check.unreachable'],
  },
  config: {
    method: 'GET',
    path: '/api/config',
    summary: 'What the landing page and the widgets need to know about this installation.',
    access: 'embed',
    answer: publicConfig,
  },
  challenge: {
    method: 'GET',
    path: '/api/challenge',
    summary:
      'A challenge for a browser, if the bot check is ALTCHA. It counts for one signup within ten minutes.',
    access: 'embed',
    answer: botChallenge,
    errors: ['request.not_found'],
  },
  firstWord: {
    method: 'GET',
    path: '/api/first-word',
    summary:
      'When someone who signs up now gets the first word, and from which address. With a time zone, for someone whose browser names it.',
    access: 'public',
    query: z.object({ timezone: visitorZone }),
    answer: firstWord,
  },
} as const satisfies Record<string, Endpoint>;
