import { z } from 'zod';
import { errorCodes } from './error-codes.ts';

/** The body of every answer that is not a success. `message` is user-facing. */
export const errorAnswer = z.object({
  message: z.string(),
  code: z.enum(errorCodes),
  /** Messages by field, for forms. */
  fields: z.record(z.string(), z.array(z.string())).optional(),
});
export type ErrorAnswer = z.infer<typeof errorAnswer>;
export type FieldErrors = NonNullable<ErrorAnswer['fields']>;
