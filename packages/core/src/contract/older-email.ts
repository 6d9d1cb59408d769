import { z } from 'zod';
import { instant } from './paging.ts';

/** An email waiting to be sent with text older than the last edit of its word or the template. */
export const olderEmail = z.object({
  id: z.number().int(),
  wordId: z.number().int(),
  word: z.string(),
  scheduledDate: instant,
});
export type OlderEmail = z.infer<typeof olderEmail>;
export const olderEmails = z.array(olderEmail);
