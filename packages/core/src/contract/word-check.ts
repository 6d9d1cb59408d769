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

/** What a list calls them. */
export const findingLabels: Readonly<Record<WordFindingCode, string>> = {
  'field.missing': 'Field missing',
  'field.placeholder': 'Placeholder left',
  'definition.circular': 'Circular definition',
  'definition.duplicate': 'Same definition as another',
  'example.without_word': 'Example without the word',
  'example.duplicate': 'Examples alike',
  'pronunciation.malformed': 'Pronunciation',
  'entry.too_long': 'Too long',
  'word.duplicate': 'Word twice',
  'word.too_easy': 'Common word',
  'word.offensive': 'Can offend',
};

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
