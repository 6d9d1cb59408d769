import { z } from 'zod';
import { wordFields } from './word-fields.ts';

/** The problems that the check of a word can find. Stable: scripts match on them. */
export const wordFindingCodes = [
  'field.missing',
  'field.placeholder',
  'field.too_short',
  'field.too_long',
  'definition.circular',
  'definition.duplicate',
  'definition.part_of_speech',
  'example.without_word',
  'example.duplicate',
  'example.fragment',
  'tip.repeats_definition',
  'part_of_speech.unknown',
  'pronunciation.malformed',
  'pronunciation.other_word',
  'text.misspelled',
  'text.offensive',
  'text.repeated_word',
  'text.markup',
  'text.contact',
  'text.characters',
  'text.capitals',
  'text.sentence',
  'text.quotes',
  'text.british',
  'entry.too_long',
  'teaser.repeats',
  'quotation.without_word',
  'quotation.source',
  'quotation.year',
  'word.duplicate',
  'word.misspelled',
  'word.too_easy',
  'word.offensive',
] as const;
export type WordFindingCode = (typeof wordFindingCodes)[number];

/** Problems that no reader is misled by. They are shown, but a word with only these is still chosen for an email. */
const matterOfStyle = new Set<WordFindingCode>(['text.sentence', 'text.quotes', 'text.british']);

export function isMatterOfStyle({ code }: { code: WordFindingCode }): boolean {
  return matterOfStyle.has(code);
}

export const wordFinding = z.object({
  code: z.enum(wordFindingCodes),
  field: z.enum(wordFields),
  /** What is wrong and what to do about it; can be shown to people. */
  message: z.string(),
  /** Only where the right text is certain. */
  fix: z
    .object({
      /** What it does, such as “Remove the second ‘the’”. */
      label: z.string(),
      /** What the whole field should say. */
      text: z.string(),
    })
    .optional(),
});
export type WordFinding = z.infer<typeof wordFinding>;

/** What a list calls them. */
export const findingLabels: Readonly<Record<WordFindingCode, string>> = {
  'field.missing': 'Field missing',
  'field.placeholder': 'Placeholder left',
  'field.too_short': 'Says too little',
  'field.too_long': 'Long field',
  'definition.circular': 'Circular definition',
  'definition.duplicate': 'Same definition as another',
  'definition.part_of_speech': 'Definition of another part of speech',
  'example.without_word': 'Example without the word',
  'example.duplicate': 'Examples alike',
  'example.fragment': 'Example is no sentence',
  'tip.repeats_definition': 'Tip repeats the definition',
  'part_of_speech.unknown': 'Unknown part of speech',
  'pronunciation.malformed': 'Pronunciation',
  'pronunciation.other_word': 'Pronunciation of another word',
  'text.misspelled': 'Misspelled',
  'text.offensive': 'Offensive text',
  'text.repeated_word': 'Repeated word',
  'text.markup': 'Markup',
  'text.contact': 'Link or number',
  'text.characters': 'Emoji or invisible character',
  'text.capitals': 'All capitals',
  'text.sentence': 'Capital or period missing',
  'text.quotes': 'Straight quotes',
  'text.british': 'British spelling',
  'entry.too_long': 'Too long',
  'teaser.repeats': 'Teaser with the word',
  'quotation.without_word': 'Quotation without the word',
  'quotation.source': 'Quotation without a source',
  'quotation.year': 'Year of the quotation',
  'word.duplicate': 'Word twice',
  'word.misspelled': 'Misspelled word',
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
