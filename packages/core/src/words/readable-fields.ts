import { isPlaceholder } from '../contract/placeholder.ts';
import { type WordField, wordFields } from '../contract/word-fields.ts';
import type { WordDraft } from '../contract/words.ts';
import { respell } from '../text/respelling.ts';

export type ReadableFields = Record<WordField | 'respelling', string>;

/** The fields of a word as readers see them: a missing field or a placeholder is an empty text. */
export function readableFields(word: WordDraft): ReadableFields {
  const fields = Object.fromEntries(
    wordFields.map((field) => [field, withoutControls(word[field] ?? '').trim()]),
  ) as Record<WordField, string>;
  for (const field of wordFields) {
    // A headword may itself be "unknown".
    if (field !== 'word' && isPlaceholder(fields[field])) fields[field] = '';
  }
  return { ...fields, respelling: respell(fields.phoneticPronunciation) };
}

/** Removes invisible characters that HTML and mail do not allow: controls and half surrogates. */
function withoutControls(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\t\n]/gu, '');
}
