import { stringify } from 'csv-stringify/sync';
import type { IgnoredColumn } from '../../contract/words.ts';
import { closestTo } from '../edit-distance.ts';
import { DomainError } from '../errors.ts';

/** One unchecked row of a file. */
export interface SourceRow<F extends string> {
  /** The line of the file that it starts on, from 1. */
  line: number;
  /** The text of each field in the file. */
  values: Partial<Record<F, string>>;
  /** Why the fields could not even be separated, in words for a person. */
  problem?: string;
  /** How a CSV file is written. */
  csv?: CsvForm | undefined;
}

/** How a CSV file is written: its refused rows are written the same way, so that the same program opens them. */
export interface CsvForm {
  /** Between fields. */
  separator: string;
  /** Whether it starts with a byte order mark. Without one, Excel takes UTF-8 for another encoding. */
  hasMark: boolean;
}

/** Reads a file piece by piece. */
export interface RowReader<F extends string> {
  /**
   * The rows that are complete with this piece, parsed one by one while they are iterated. A row that cannot be read is
   * returned with its problem, and reading continues with the next.
   *
   * @param atEnd Whether no more bytes will come.
   * @throws DomainError `import.unreadable`
   */
  read(piece: Buffer, atEnd: boolean): Iterable<SourceRow<F>>;
}

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
   * Whether every column matters, even one with an unknown name. Its name is then its field, and values in JSON may be
   * of any type.
   */
  keepsAll?: boolean;
  /**
   * The field of each column; `undefined` for a column of no interest.
   *
   * @throws DomainError `import.unreadable` if the header row lacks a field or has one twice
   */
  readHeader(names: readonly string[]): (F | undefined)[];
  /**
   * A column of no interest as it is reported; `undefined` if it is not worth a remark.
   *
   * @param others The fields that have a column.
   */
  ignored?(name: string, others: readonly (F | undefined)[]): IgnoredColumn | undefined;
}

export interface Reporting {
  /** Called for each row that is taken, with the number of bytes up to its end. */
  onBytes?: ((bytes: number) => void) | undefined;
  /** Called once for each column that is ignored and may be worth a remark, up to a number of them. */
  onIgnored?: ((column: IgnoredColumn) => void) | undefined;
}

/** The most ignored columns that a report lists. */
export const ignoredListed = 20;
const longestName = 100;

/** The columns that a file of refused rows ends with. */
export const refusedColumns = ['line', 'error'];

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
    ignored(name, others) {
      const typed = bare(name);
      if (typed === '' || refusedColumns.includes(typed)) return undefined;
      const free = [...fieldOfName].filter(([, field]) => !others.includes(field));
      const most = Math.max(1, Math.floor(typed.length / 3));
      const nearest = closestTo(typed, free, { most, spelling: ([text]) => text });
      return { name: name.trim().slice(0, longestName), nearest: nearest?.[1] ?? null };
    },
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

/** A name without capitals, accents, spaces and punctuation. */
export function bare(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

export function unusable(message: string): DomainError {
  return new DomainError('import.unreadable', message);
}

/** What is known about a row whose fields cannot be separated. */
export function textAlone<F extends string>({ first }: Columns<F>, text: string): SourceRow<F>['values'] {
  return { [first]: text } as SourceRow<F>['values'];
}

/** Far more than a row with every field at its longest, but small enough to hold a few in memory. */
export const maxRowBytes = 1_048_576;

export const tooLong = 'The row is longer than 1 MB';

/** @param line The line of the first wrong byte, if known. */
export function notUtf8(line?: number): DomainError {
  const what = line === undefined ? 'This file is not plain text in UTF-8.' : `Line ${line} is not in UTF-8.`;
  return new DomainError(
    'import.unreadable',
    `${what} Save the file as UTF-8 (spreadsheets call it “CSV UTF-8”) and import it again.`,
  );
}

export function packed(): DomainError {
  return new DomainError(
    'import.unreadable',
    'This is a ZIP archive or an Excel file. Unpack the archive, or save the sheet as “CSV UTF-8”, and import the CSV file.',
  );
}

export interface RefusedRow<Column extends string> {
  line: number;
  message: string;
  values: Partial<Record<Column, string>>;
  /** How the file was written. */
  csv?: CsvForm | undefined;
}

/**
 * Refused rows as CSV that can be fixed and imported: all fields, the line, and a column with the reason.
 *
 * @param form That of the file, so that the program that wrote it opens this one too.
 * @returns the header line, with which the file starts, and a function that returns the line of a row
 */
export function refusedCsv<Column extends string>(
  fields: readonly Column[],
  { separator, hasMark }: CsvForm = { separator: ',', hasMark: false },
) {
  // Anything that an importer may treat as the end of a field is quoted.
  const lineOf = (values: readonly unknown[]) =>
    stringify([[...values]], { delimiter: separator, quoted_match: /[,;\t\r\n]|^\s|\s$/ });
  return {
    header: `${hasMark ? '\uFEFF' : ''}${lineOf([...fields, ...refusedColumns])}`,
    row: ({ line, message, values }: RefusedRow<Column>) =>
      lineOf([...fields.map((field) => values[field]), line, message]),
  };
}
