import { type WordField, wordFields } from '../../contract/words.ts';
import { DomainError } from '../../errors.ts';

/** Names are compared without case, spaces and punctuation: "Example 1" is `example1`. */
function bare(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

const fieldOfName = new Map<string, WordField>([
  ...wordFields.map((field) => [bare(field), field] as const),
  // What the forms call it.
  ['pronunciation', 'phoneticPronunciation'],
]);
const exactName = new Map<string, WordField>(wordFields.map((field) => [field, field]));

/** The field that a column or a JSON key of this name holds, if any. */
export function fieldNamed(name: string): WordField | undefined {
  return exactName.get(name) ?? fieldOfName.get(bare(name));
}

/** The field of each column; `undefined` for a column of no interest. */
export type Columns = (WordField | undefined)[];

/** @throws DomainError `import.unreadable` for a header row that lacks a field or has one twice */
export function readHeader(names: readonly string[]): Columns {
  const columns = names.map(fieldNamed);
  const twice = wordFields.find((field) => columns.indexOf(field) !== columns.lastIndexOf(field));
  if (twice) throw unusable(`The header row names the column “${twice}” more than once. Keep one of them.`);
  const missing = wordFields.filter((field) => !columns.includes(field));
  if (missing.length === 0) return columns;
  const all = `these columns, in any order: ${wordFields.join(', ')}.`;
  if (missing.length === wordFields.length) throw unusable(`The first row must name ${all}`);
  const lacks = missing.length === 1 ? 'a column' : `${missing.length} columns`;
  throw unusable(`The header row lacks ${lacks}: ${missing.join(', ')}. It must name ${all}`);
}

function unusable(message: string): DomainError {
  return new DomainError('import.unreadable', message);
}
