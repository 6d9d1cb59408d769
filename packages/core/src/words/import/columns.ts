import { type WordField, wordFields, wordFieldTable } from '../../contract/word-fields.ts';
import { DomainError } from '../../errors.ts';

/** Names are compared without case, spaces and punctuation: "Example 1" is `example1`. */
function bare(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

const fieldOfName = new Map<string, WordField>(
  wordFields.flatMap((field) =>
    [field, ...(wordFieldTable[field].aliases ?? [])].map((name) => [bare(name), field] as const),
  ),
);
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
  const required = wordFields.filter((field) => wordFieldTable[field].required);
  const missing = required.filter((field) => !columns.includes(field));
  if (missing.length === 0) return columns;
  const all = `these columns, in any order: ${required.join(', ')}.`;
  if (missing.length === required.length) throw unusable(`The first row must name ${all}`);
  const lacks = missing.length === 1 ? 'a column' : `${missing.length} columns`;
  throw unusable(`The header row lacks ${lacks}: ${missing.join(', ')}. It must name ${all}`);
}

function unusable(message: string): DomainError {
  return new DomainError('import.unreadable', message);
}
