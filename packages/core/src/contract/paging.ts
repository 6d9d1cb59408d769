import { z } from 'zod';
import { limits } from './limits.ts';
import { isStorable, notStorable } from './text.ts';

/**
 * A whole number that may arrive as text, in plain digits: `1e3` or `0x10` must not be another way to write an id. Set
 * a default with `prefault`; one set with `default` would be missing from the OpenAPI document.
 */
export function wholeNumber(label: string, min: number, max: number) {
  // Built only when needed: grouping digits for the first time takes longer than all schemas here.
  const error = () =>
    `${label} must be a whole number from ${min}${max < Number.MAX_SAFE_INTEGER ? ` to ${max.toLocaleString('en-US')}` : ''}`;
  const read = (value: unknown) =>
    typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
  return z.preprocess(read, z.number({ error }).int({ error }).min(min, { error }).max(max, { error }));
}

/** Yes or no in a query, where everything is text; no if left out. */
export const flag = z
  .enum(['', '0', '1', 'false', 'true'])
  .default('false')
  .transform((value) => value === '1' || value === 'true');

/** The search text of a list. */
export const searchText = z
  .string('Search for one text')
  .trim()
  .max(200, 'The text to search for must be at most 200 characters')
  .refine(isStorable, notStorable('The text to search for'))
  .default('');

/** Query of a paged list; everything arrives as text. */
export function pageQuery(defaultLimit: number) {
  return z.object({
    page: wholeNumber('Page', 1, 1_000_000).prefault(1),
    limit: wholeNumber('Limit', 1, limits.pageSizeMax).prefault(defaultLimit),
    search: searchText,
    /** First letter of the word, or empty for all. Accents are ignored: `e` finds "éclat". */
    letter: z
      .string('Choose one letter from a to z, or none')
      .trim()
      .toLowerCase()
      .regex(/^[a-z]?$/, 'Choose one letter from a to z, or none')
      .default(''),
  });
}

export const idParams = z.object({ id: wholeNumber('Id', 1, Number.MAX_SAFE_INTEGER) });
export const message = z.object({ message: z.string() });
/** An instant, ISO 8601 in UTC. */
export const instant = z.iso.datetime();
