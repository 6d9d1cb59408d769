import { z } from 'zod';
import { limits } from './limits.ts';

/** Query of a paged list; everything arrives as text. */
export function pageQuery(defaultLimit: number) {
  return z.object({
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    limit: z.coerce.number().int().min(1).max(limits.pageSizeMax).default(defaultLimit),
    search: z.string().trim().max(200).default(''),
    /** First letter of the word, or empty for all. Accents are ignored: `e` finds "éclat". */
    letter: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^[a-z]?$/, 'Choose one letter from a to z, or none')
      .default(''),
  });
}

export const idParams = z.object({ id: z.coerce.number().int().positive() });
export const message = z.object({ message: z.string() });
/** An instant, ISO 8601 in UTC. */
export const instant = z.iso.datetime();
