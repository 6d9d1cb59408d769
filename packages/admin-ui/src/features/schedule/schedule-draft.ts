import { unusedWordView } from '@wordrise/core/contract';
import { z } from 'zod';

/** What was chosen in the form. */
export const scheduleDraft = z.object({
  /** The day that was chosen before. */
  day: z.string().optional(),
  word: unusedWordView.optional(),
  /** The time, if it was changed. */
  local: z.string().optional(),
});
export type ScheduleDraft = z.infer<typeof scheduleDraft>;
