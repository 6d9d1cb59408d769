import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { messages } from './messages.ts';
import { instant, message } from './paging.ts';
import { secondFactorCode } from './second-factor.ts';
import { isStorable, notStorable } from './text.ts';

const fitsBcrypt = (value: string) => new TextEncoder().encode(value).length <= limits.passwordMaxBytes;

export const credentials = z.object({
  username: z
    .string(messages.login.usernameRequired)
    .trim()
    .min(1, messages.login.usernameRequired)
    .refine(isStorable, notStorable('Username')),
  password: z.string(messages.login.passwordRequired).min(1, messages.login.passwordRequired),
  /** A code from the authenticator app, or a recovery code. Needed only while the second factor is on. */
  code: secondFactorCode.optional(),
});
export type Credentials = z.infer<typeof credentials>;

export const setupInput = z.object({
  username: z
    .string(messages.setup.usernameShort)
    .trim()
    .min(limits.usernameMinLength, messages.setup.usernameShort)
    .max(limits.usernameLength, `Username must be at most ${limits.usernameLength} characters`)
    .refine(isStorable, notStorable('Username')),
  password: z
    .string(messages.setup.passwordShort)
    .min(limits.passwordMinLength, messages.setup.passwordShort)
    .refine(fitsBcrypt, messages.password.tooLong),
  /** From the setup link. Only on a computer where the product is tried out, a local call needs none. */
  token: z.string().max(200).optional(),
});
export type SetupInput = z.infer<typeof setupInput>;

/** The setup form: the input, with the password typed twice. */
export const setupForm = setupInput
  .extend({
    confirmPassword: z
      .string(messages.setup.confirmRequired)
      .min(limits.passwordMinLength, messages.setup.confirmRequired),
  })
  .refine((form) => form.password === form.confirmPassword, {
    message: messages.setup.mismatch,
    path: ['confirmPassword'],
    // Shown together with the other fields' messages, not only after they are fixed.
    when: ({ value }) => {
      const form = value as { password?: unknown; confirmPassword?: unknown } | undefined;
      return (
        typeof form?.confirmPassword === 'string' && form.confirmPassword.length >= limits.passwordMinLength
      );
    },
  });

export const changePasswordInput = z.object({
  currentPassword: z.string(messages.password.currentRequired).min(1, messages.password.currentRequired),
  newPassword: z
    .string(messages.password.short)
    .min(limits.passwordMinLength, messages.password.short)
    .refine(fitsBcrypt, messages.password.tooLong),
});
export type ChangePasswordInput = z.infer<typeof changePasswordInput>;

export const userView = z.object({ id: z.number().int(), username: z.string() });
export type UserView = z.infer<typeof userView>;
export const userAnswer = z.object({ user: userView });
export const needsSetupAnswer = z.object({ needsSetup: z.boolean() });

export const sessionView = z.object({
  /** Identifies the session in calls. It cannot be used to sign in. */
  id: z.string(),
  /** The family of the browser and its system, such as `Firefox on Linux`. */
  browser: z.string(),
  /** The network of the sign-in: an IPv4 address, or the /64 network of an IPv6 address. */
  address: z.string().nullable(),
  signedInAt: instant,
  /** Accurate to about ten minutes. */
  usedAt: instant,
  /** Whether it is the caller's own session. */
  isCurrent: z.boolean(),
});
export type SessionView = z.infer<typeof sessionView>;

const sessionParams = z.object({
  id: z
    .string()
    .min(1, 'Give the id of a session')
    .max(100, 'Give the id of a session')
    .refine(isStorable, notStorable('The id')),
});

export const accountEndpoints = {
  currentUser: {
    method: 'GET',
    path: '/api/auth/user',
    summary: 'Who is signed in.',
    access: 'session',
    answer: userView,
  },
  needsSetup: {
    method: 'GET',
    path: '/api/auth/needs-setup',
    summary: 'Whether the admin account still has to be created.',
    access: 'public',
    answer: needsSetupAnswer,
  },
  login: {
    method: 'POST',
    path: '/api/login',
    summary: 'Sign in; sets the session cookie.',
    access: 'public',
    body: credentials,
    answer: userAnswer,
    errors: ['auth.invalid_credentials', 'auth.code_required', 'auth.wrong_code', 'limit.too_many'],
  },
  setupAdmin: {
    method: 'POST',
    path: '/api/setup-admin',
    summary: 'Create the one admin account; refused once it exists.',
    access: 'public',
    body: setupInput,
    status: 201,
    answer: userAnswer,
    errors: ['auth.setup_done', 'auth.setup_token', 'limit.too_many'],
  },
  logout: {
    method: 'POST',
    path: '/api/logout',
    summary: 'Sign out; ends the session.',
    access: 'public',
    answer: message,
  },
  changePassword: {
    method: 'POST',
    path: '/api/auth/change-password',
    summary: 'Change your password; all other sessions end.',
    access: 'session',
    body: changePasswordInput,
    answer: message,
    errors: ['auth.wrong_password', 'limit.too_many'],
  },
  listSessions: {
    method: 'GET',
    path: '/api/auth/sessions',
    summary: 'Where you are signed in, most recently used first.',
    access: 'session',
    answer: z.object({ sessions: z.array(sessionView) }),
  },
  endSession: {
    method: 'DELETE',
    path: '/api/auth/sessions/{id}',
    summary: 'Sign out one session.',
    access: 'session',
    params: sessionParams,
    answer: message,
    errors: ['session.not_found'],
  },
  endSessions: {
    method: 'DELETE',
    path: '/api/auth/sessions',
    summary: 'Sign out everywhere; this session ends too.',
    access: 'session',
    answer: message,
  },
} as const satisfies Record<string, Endpoint>;
