import { isPlaceholder } from '../contract/placeholder.ts';
import { type EntryField, entryFields, type WordField, wordFields } from '../contract/word-fields.ts';
import type { WordDraft } from '../contract/words.ts';
import { respell } from './respelling.ts';

/** The fields of a word as readers see them: a missing field or a placeholder is an empty text. */
export function readableFields(word: WordDraft): Record<WordField | 'respelling', string> {
  return withRespelling(readable(word, wordFields));
}

/** The same, without the fields that are about the entry. */
export function readableEntry(word: Pick<WordDraft, EntryField>): Record<EntryField | 'respelling', string> {
  return withRespelling(readable(word, entryFields));
}

function withRespelling<Fields extends Record<'word' | 'phoneticPronunciation', string>>(fields: Fields) {
  return { ...fields, respelling: respell(fields.phoneticPronunciation, fields.word) };
}

/** Some of those fields, for a list. */
export function readable<Field extends WordField>(
  word: Pick<WordDraft, Field>,
  fields: readonly Field[],
): Record<Field, string> {
  const texts = {} as Record<Field, string>;
  for (const field of fields) {
    const text = withoutControls(word[field] ?? '').trim();
    // A headword may itself be "unknown".
    texts[field] = field !== 'word' && isPlaceholder(text) ? '' : text;
  }
  return texts;
}

/** Removes invisible characters that HTML and mail do not allow: controls and half surrogates. */
function withoutControls(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\t\n]/gu, '');
}
