import { z } from 'zod';

/** Stable: clients and scripts match on these. Codes are added, never renamed. */
export const errorCodes = [
  'input.invalid',
  'request.unreadable',
  'request.not_found',
  'request.method_not_allowed',
  'request.too_large',
  'request.content_type',
  'request.origin',
  'auth.required',
  'auth.invalid_credentials',
  'auth.setup_done',
  'auth.setup_needed',
  'auth.wrong_password',
  'limit.too_many',
  'bot_check.rejected',
  'bot_check.unreachable',
  'signup.not_found',
  'word.not_found',
  'word.exists',
  'word.waiting',
  'import.unreadable',
  'import.conflict',
  'schedule.not_found',
  'schedule.in_past',
  'schedule.word_waiting',
  'schedule.released',
  'schedule.busy',
  'template.syntax',
  'dictionary.not_found',
  'dictionary.quota',
  'dictionary.refused',
  'dictionary.unreachable',
  'email_provider.refused',
  'email_provider.unreachable',
  'outbox.not_found',
  'config.invalid',
  'database.unreachable',
  'internal',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** The body of every answer that is not a success. `message` is fit to show to a person. */
export const errorAnswer = z.object({
  message: z.string(),
  code: z.enum(errorCodes),
  /** Messages by field, for forms. */
  fields: z.record(z.string(), z.array(z.string())).optional(),
});
export type ErrorAnswer = z.infer<typeof errorAnswer>;
export type FieldErrors = NonNullable<ErrorAnswer['fields']>;
