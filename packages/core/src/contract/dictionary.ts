import { z } from 'zod';
import { wordSources } from './choices.ts';
import type { Endpoint } from './endpoint.ts';
import { errorCodes } from './error-codes.ts';
import { limits } from './limits.ts';
import { wordInput, wordShape } from './words.ts';

const headword = z
  .string()
  .trim()
  .min(1, 'Word is required')
  .max(limits.wordLength, `Word must be at most ${limits.wordLength} characters`);

export const lookupInput = z.object({ word: headword });

const entryShape = wordShape(
  () => z.string(),
  () => z.string().optional(),
);

/** The word as the dictionary writes it; an example is `Example not available` if the dictionary has none. */
const foundWord = z.object({
  success: z.literal(true),
  ...entryShape,
  source: z.enum(wordSources),
  /** All meanings to choose from, best first, if there are several; the first is this one. */
  senses: z.array(z.object(entryShape)).optional(),
  /** Saving would skip it. */
  inLibrary: z.boolean().optional(),
});

const failedLookup = z.object({
  success: z.literal(false),
  /** The word as it was looked up. */
  word: z.string(),
  error: z.string(),
  /** Distinguishes an unknown word from a dictionary that cannot answer. */
  code: z.enum(errorCodes).optional(),
  /** The dictionary does not know it, but the library has it. */
  inLibrary: z.boolean().optional(),
});

/** One word looked up. */
export const lookupResult = z.discriminatedUnion('success', [foundWord, failedLookup]);
export type LookupResult = z.infer<typeof lookupResult>;

/**
 * A looked-up word with another of its senses.
 *
 * @param number From 1, the best; it fails if there is no such sense.
 */
export function withSense(result: LookupResult, number: number): LookupResult {
  if (!result.success || number === 1) return result;
  const { senses = [result] } = result;
  const sense = senses[number - 1];
  if (sense !== undefined) return { ...result, ...sense };
  const count = senses.length === 1 ? 'only one sense' : `${senses.length} senses`;
  return {
    success: false,
    word: result.word,
    error: `“${result.word}” has ${count}: there is no sense ${number}.`,
    code: 'dictionary.not_found',
  };
}

export const bulkLookupInput = z.object({
  words: z
    .array(z.string().trim())
    .transform((words, context) => {
      const filled = words.filter((word) => word !== '');
      // Checked before the words are validated: a list that is far too long would get a message for each word.
      if (filled.length <= limits.bulkWords) return filled;
      context.addIssue(`At most ${limits.bulkWords} words can be looked up at a time`);
      return z.NEVER;
    })
    .pipe(z.array(headword).min(1, 'Please enter at least one word to process')),
});

export const wordToSave = wordInput.extend({ source: z.enum(wordSources).optional() });

export const bulkSaveInput = z.object({
  wordData: z.preprocess((value, context) => {
    if (!Array.isArray(value) || value.length <= limits.bulkWords) return value;
    context.addIssue(`At most ${limits.bulkWords} words can be saved at a time`);
    return z.NEVER;
  }, z.array(wordToSave).min(1, 'No successfully processed words found.').max(limits.bulkWords)),
});
export type BulkSaveInput = z.infer<typeof bulkSaveInput>;

export const bulkSaveAnswer = z.object({
  message: z.string(),
  saved: z.number().int(),
  skipped: z.number().int(),
});
export type BulkSaveAnswer = z.infer<typeof bulkSaveAnswer>;

export const dictionaryEndpoints = {
  lookUpWord: {
    method: 'POST',
    path: '/api/admin/words/mw-lookup',
    summary: 'Look up one word in the dictionary.',
    access: 'session',
    body: lookupInput,
    answer: lookupResult,
    errors: ['dictionary.quota', 'dictionary.refused', 'dictionary.unreachable'],
  },
  lookUpWords: {
    method: 'POST',
    path: '/api/admin/words/mw-bulk',
    summary: 'Look up words, in the order given; as JSON lines, each as soon as its result is known.',
    access: 'session',
    body: bulkLookupInput,
    answer: z.array(lookupResult),
    answerTypes: ['application/json', 'application/x-ndjson'],
  },
  saveLookedUpWords: {
    method: 'POST',
    path: '/api/admin/words/mw-bulk-save',
    summary: 'Save looked-up words; existing ones stay unchanged.',
    access: 'session',
    body: bulkSaveInput,
    answer: bulkSaveAnswer,
  },
} as const satisfies Record<string, Endpoint>;
