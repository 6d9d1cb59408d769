import { isPlaceholder } from '../../contract/placeholder.ts';
import type { WordFinding } from '../../contract/word-check.ts';
import { wordFields, wordFieldTable } from '../../contract/word-fields.ts';
import type { WordInput } from '../../contract/words.ts';
import { wordsOf } from './text.ts';

/** A minute of reading: adults read about 240 words a minute. */
const mostWords = 220;

/** Finds fields that are empty or contain a placeholder. */
export function checkFields(word: WordInput): WordFinding[] {
  return wordFields.flatMap((field): WordFinding[] => {
    const { label } = wordFieldTable[field];
    if (word[field].trim() === '') {
      return [{ code: 'field.missing', field, message: `${label} is missing. Fill it in.` }];
    }
    if (field === 'word' || !isPlaceholder(word[field])) return [];
    const message = `${label} is a placeholder: “${word[field]}”. Write a real text.`;
    return [{ code: 'field.placeholder', field, message }];
  });
}

export function checkLength(word: WordInput): WordFinding[] {
  const texts = wordFields.map((field) => ({ field, count: wordsOf(word[field]).length }));
  const count = texts.reduce((sum, text) => sum + text.count, 0);
  if (count <= mostWords) return [];
  const longest = texts.reduce((one, other) => (other.count > one.count ? other : one));
  const { label } = wordFieldTable[longest.field];
  const message = `The entry has ${count} words, more than the ${mostWords} of a one-minute read. Shorten it; ${label} is the longest part.`;
  return [{ code: 'entry.too_long', field: longest.field, message }];
}
