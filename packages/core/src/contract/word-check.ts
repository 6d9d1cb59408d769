import { z } from 'zod';
import { wordFields } from './word-fields.ts';

/** The problems that the check of a word can find. Stable: scripts match on them. */
export const wordFindingCodes = [
  'field.missing',
  'field.placeholder',
  'definition.circular',
  'definition.duplicate',
  'example.without_word',
  'example.duplicate',
  'pronunciation.malformed',
  'entry.too_long',
  'word.duplicate',
  'word.too_easy',
  'word.offensive',
] as const;
export type WordFindingCode = (typeof wordFindingCodes)[number];

export const wordFinding = z.object({
  code: z.enum(wordFindingCodes),
  field: z.enum(wordFields),
  /** What is wrong and what to do about it; fit to show to a person. */
  message: z.string(),
});
export type WordFinding = z.infer<typeof wordFinding>;

/** A word with its findings, none if it passes. */
export const checkedWord = z.object({
  id: z.number().int(),
  word: z.string(),
  findings: z.array(wordFinding),
});
export type CheckedWord = z.infer<typeof checkedWord>;

export const checkedWordsPage = z.object({
  words: z.array(checkedWord),
  total: z.number().int(),
  hasMore: z.boolean(),
});
export type CheckedWordsPage = z.infer<typeof checkedWordsPage>;
