import { z } from 'zod';
import { limits } from './limits.ts';
import { messages } from './messages.ts';
import { isStorable, notStorable } from './text.ts';

const fitsBcrypt = (value: string) => new TextEncoder().encode(value).length <= limits.passwordMaxBytes;

export const credentials = z.object({
  username: z
    .string(messages.login.usernameRequired)
    .trim()
    .min(1, messages.login.usernameRequired)
    .refine(isStorable, notStorable('Username')),
  password: z.string(messages.login.passwordRequired).min(1, messages.login.passwordRequired),
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
});
export type SetupInput = z.infer<typeof setupInput>;

/** The setup form: the input and a second typing of the password. */
export const setupForm = setupInput
  .extend({
    confirmPassword: z
      .string(messages.setup.confirmRequired)
      .min(limits.passwordMinLength, messages.setup.confirmRequired),
  })
  .refine((form) => form.password === form.confirmPassword, {
    message: messages.setup.mismatch,
    path: ['confirmPassword'],
    // Shown together with the other fields' messages, not only after they are mended.
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
