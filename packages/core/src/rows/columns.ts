import { DomainError } from '../errors.ts';

/** A field that a file may have a column for. */
export interface ColumnField<F extends string> {
  name: F;
  /** Other names for it. */
  aliases?: readonly string[];
  /** Whether the header row must contain it. */
  required: boolean;
}

/** The fields to read from a file. */
export interface Columns<F extends string> {
  /** The field that gets the text of a row whose fields cannot be separated. */
  first: F;
  /** The field for a column or JSON key with this name, if any. */
  fieldNamed(name: string): F | undefined;
  /**
   * The field of each column; `undefined` for a column of no interest.
   *
   * @throws DomainError `import.unreadable` if the header row lacks a field or has one twice
   */
  readHeader(names: readonly string[]): (F | undefined)[];
}

/** Names are compared ignoring case, spaces and punctuation: "Example 1" is `example1`. */
export function columnsOf<F extends string>(first: F, fields: readonly ColumnField<F>[]): Columns<F> {
  const fieldOfName = new Map(
    fields.flatMap(({ name, aliases = [] }) => [name, ...aliases].map((text) => [bare(text), name] as const)),
  );
  const exactName = new Map<string, F>(fields.map(({ name }) => [name, name]));
  const fieldNamed = (name: string) => exactName.get(name) ?? fieldOfName.get(bare(name));
  return {
    first,
    fieldNamed,
    readHeader: (names) => checkHeader(fields, names.map(fieldNamed)),
  };
}

function checkHeader<F extends string>(
  fields: readonly ColumnField<F>[],
  columns: (F | undefined)[],
): (F | undefined)[] {
  const names = fields.map(({ name }) => name);
  const twice = names.find((field) => columns.indexOf(field) !== columns.lastIndexOf(field));
  if (twice) throw unusable(`The header row names the column “${twice}” more than once. Keep one of them.`);
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  const missing = required.filter((field) => !columns.includes(field));
  if (missing.length === 0) return columns;
  const all = `these columns, in any order: ${required.join(', ')}.`;
  if (missing.length === required.length) throw unusable(`The first row must name ${all}`);
  const lacks = missing.length === 1 ? 'a column' : `${missing.length} columns`;
  throw unusable(`The header row lacks ${lacks}: ${missing.join(', ')}. It must name ${all}`);
}

function bare(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function unusable(message: string): DomainError {
  return new DomainError('import.unreadable', message);
}
