import { type WordDraft, type WordField, wordFields, wordFieldTable } from '@wordrise/core/contract';
import { UsageError } from '../command-line/usage-error.ts';
import { askEditor } from '../terminal/questions.ts';

const headingOf = (field: WordField) => `## ${wordFieldTable[field].label}`;

/** A word as text for an editor: each field under a heading. */
export function toText(word: Partial<WordDraft>): string {
  return wordFields.map((field) => `${headingOf(field)}\n\n${word[field] ?? ''}\n`).join('\n');
}

/**
 * The word from an edited `toText`.
 *
 * @throws UsageError for a heading that is missing, twice there or unknown
 */
export function fromText(text: string): Partial<WordDraft> {
  const [before = '', ...parts] = text.replaceAll('\r\n', '\n').split(/^(?=## )/m);
  const word: Partial<WordDraft> = {};
  for (const part of before.trim() === '' ? parts : [before, ...parts]) {
    const end = part.indexOf('\n');
    const heading = end < 0 ? part : part.slice(0, end);
    const field = wordFields.find((each) => headingOf(each) === heading.trim());
    if (!field || word[field] !== undefined) throw unreadable(`“${heading.trim()}” is not expected there`);
    word[field] = end < 0 ? '' : part.slice(end).trim();
  }
  const missing = wordFields.find((field) => word[field] === undefined);
  if (missing) throw unreadable(`“${headingOf(missing)}” is missing`);
  return word;
}

function unreadable(reason: string): UsageError {
  return new UsageError(`The text cannot be read: ${reason}.`, 'Change only the text under the headings.');
}

/** Opens a word in the editor of `VISUAL` or `EDITOR`. */
export async function editText(word: WordDraft): Promise<Partial<WordDraft>> {
  return fromText(await askEditor(`Edit “${word.word}”`, toText(word)));
}
