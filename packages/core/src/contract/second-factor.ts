import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { messages } from './messages.ts';
import { instant, message } from './paging.ts';

/** Six digits from an authenticator app, or a recovery code. */
export const secondFactorCode = z
  .string(messages.secondFactor.needed)
  .trim()
  .min(1, messages.secondFactor.needed)
  .max(limits.codeLength, messages.secondFactor.wrong);

const currentPassword = z.string(messages.password.currentRequired).min(1, messages.password.currentRequired);

export const secondFactorView = z.object({
  isOn: z.boolean(),
  since: instant.nullable(),
  recoveryCodesLeft: z.number().int(),
});
export type SecondFactorView = z.infer<typeof secondFactorView>;

export const secondFactorKey = z.object({
  /** In Base32, to be typed into an app. */
  secret: z.string(),
  /** `otpauth://…`, to be shown as a QR code. */
  uri: z.string(),
});
export type SecondFactorKey = z.infer<typeof secondFactorKey>;

const recoveryCodes = z.object({
  /** Each can be used once instead of a code. They are shown only here. */
  recoveryCodes: z.array(z.string()),
});

export const beginSecondFactorInput = z.object({ currentPassword });
export const confirmSecondFactorInput = z.object({ code: secondFactorCode });
export const secondFactorProof = z.object({ currentPassword, code: secondFactorCode });
export type SecondFactorProof = z.infer<typeof secondFactorProof>;

const common = { access: 'session' } as const;
const refusals = ['auth.wrong_password', 'auth.wrong_code', 'limit.too_many'] as const;

export const secondFactorEndpoints = {
  secondFactor: {
    ...common,
    method: 'GET',
    path: '/api/auth/second-factor',
    summary: 'Whether signing in needs a code in addition to the password.',
    answer: secondFactorView,
  },
  beginSecondFactor: {
    ...common,
    method: 'POST',
    path: '/api/auth/second-factor',
    summary: 'A new key for an authenticator app. Nothing changes until a code confirms it.',
    body: beginSecondFactorInput,
    answer: secondFactorKey,
    errors: ['second_factor.on', 'auth.wrong_password', 'limit.too_many'],
  },
  confirmSecondFactor: {
    ...common,
    method: 'POST',
    path: '/api/auth/second-factor/confirm',
    summary: 'Turn two-step sign-in on with a code from the app; all other sessions end.',
    body: confirmSecondFactorInput,
    answer: recoveryCodes,
    errors: ['second_factor.on', 'second_factor.off', 'auth.wrong_code', 'limit.too_many'],
  },
  disableSecondFactor: {
    ...common,
    method: 'POST',
    path: '/api/auth/second-factor/disable',
    summary: 'Turn two-step sign-in off.',
    body: secondFactorProof,
    answer: message,
    errors: ['second_factor.off', ...refusals],
  },
  renewRecoveryCodes: {
    ...common,
    method: 'POST',
    path: '/api/auth/second-factor/recovery-codes',
    summary: 'New recovery codes; the old ones no longer work.',
    body: secondFactorProof,
    answer: recoveryCodes,
    errors: ['second_factor.off', ...refusals],
  },
} as const satisfies Record<string, Endpoint>;
