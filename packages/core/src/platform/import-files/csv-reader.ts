import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';
import { DomainError } from '../errors.ts';
import { type RawRow, RowSplitter } from './row-splitter.ts';
import {
  type Columns,
  type CsvForm,
  ignoredListed,
  notUtf8,
  type Reporting,
  type RowReader,
  type SourceRow,
  textAlone,
  tooLong,
} from './rows.ts';

const delimiters = [',', ';', '\t'] as const;

const misquoted =
  'A quotation mark is missing or in the wrong place: put the whole field in quotation marks and write each one inside it twice';

/**
 * A CSV file with a header row, after its byte order mark if it has one. Its first row decides which of the delimiters
 * separates fields.
 */
export class CsvReader<F extends string> implements RowReader<F> {
  readonly #splitter = new RowSplitter({ quotes: true });
  readonly #fields: Columns<F>;
  readonly #reporting: Reporting;
  readonly #form: CsvForm;
  #columns: (F | undefined)[] = [];
  #hasHeader = false;

  constructor(fields: Columns<F>, reporting: Reporting, hasMark: boolean) {
    this.#fields = fields;
    this.#reporting = reporting;
    this.#form = { separator: ',', hasMark };
  }

  *read(piece: Buffer, atEnd: boolean): Generator<SourceRow<F>> {
    this.#splitter.append(piece);
    for (;;) {
      const rows = this.#splitter.take(atEnd);
      if (rows.length === 0) break;
      yield* this.#readRows(this.#hasHeader ? rows : this.#readHeader(rows));
    }
    if (atEnd && !this.#hasHeader) {
      throw new DomainError('import.unreadable', 'The file is empty. Its first row must name the columns.');
    }
  }

  /** Reads the header row, the first of `rows` that is not blank. Returns the rows after it. */
  #readHeader(rows: RawRow[]): RawRow[] {
    const index = rows.findIndex((row) => row.fault || !isBlank([this.#text(row)]));
    const header = rows[index];
    if (!header) return [];
    this.#requireUtf8(header);
    if (header.fault === 'long') throw unreadableHeader('It is longer than 1 MB');
    const attempts = delimiters.map((delimiter) => {
      const names = header.fault ? undefined : readFields(this.#text(header), delimiter);
      return { delimiter, names, known: names?.filter(this.#fields.fieldNamed).length ?? -1 };
    });
    const best = attempts.reduce((one, other) => (isBetter(other, one) ? other : one));
    if (!best.names) throw unreadableHeader(misquoted);
    this.#columns = this.#fields.readHeader(best.names);
    this.#reportIgnored(best.names);
    this.#form.separator = best.delimiter;
    this.#hasHeader = true;
    return rows.slice(index + 1);
  }

  #reportIgnored(names: readonly string[]): void {
    const ignored = names.flatMap((name, at) => {
      const column = this.#columns[at] === undefined && this.#fields.ignored?.(name, this.#columns);
      return column ? [column] : [];
    });
    for (const column of ignored.slice(0, ignoredListed)) this.#reporting.onIgnored?.(column);
  }

  *#readRows(rows: RawRow[]): Generator<SourceRow<F>> {
    for (const row of rows) {
      this.#reporting.onBytes?.(this.#splitter.bytesUpTo(row));
      if (row.fault) {
        yield this.#unreadable(row, row.fault === 'long' ? tooLong : misquoted);
        continue;
      }
      this.#requireUtf8(row);
      const fields = readFields(this.#text(row), this.#form.separator);
      if (fields) {
        if (!isBlank(fields)) yield this.#present(row, fields);
        continue;
      }
      yield this.#unreadable(row, misquoted);
      const line = this.#splitter.firstLineOf(row);
      if (line.end < row.end) {
        // A quotation mark left open on its first line may have swallowed valid rows.
        this.#splitter.resumeBehind(line);
        return;
      }
    }
  }

  #present({ line }: RawRow, record: string[]): SourceRow<F> {
    const columns = this.#columns;
    const values: Partial<Record<F, string>> = {};
    for (const [index, field] of columns.entries()) {
      if (field && index < record.length) values[field] = record[index] as string;
    }
    const csv = this.#form;
    if (record.length === columns.length) return { line, values, csv };
    const last = columns.findLast((field) => field !== undefined);
    const surplus = record.slice(columns.length);
    // No text of a refused row is lost: fields without a column are added to the last one.
    if (last && surplus.length > 0) values[last] = [values[last], ...surplus].join(csv.separator);
    return { line, values, problem: columnCount(record.length, columns.length), csv };
  }

  /** A row with guessed fields, so that a file of refused rows shows them. */
  #unreadable(row: RawRow, problem: string): SourceRow<F> {
    const text = this.#text(this.#splitter.firstLineOf(row));
    const options = { delimiter: this.#form.separator, relax_quotes: true, relax_column_count: true };
    try {
      const record = parse(text, options)[0] ?? [];
      return { ...this.#present(row, record), problem };
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      const values = textAlone(this.#fields, text.trim());
      return { line: row.line, values, problem, csv: this.#form };
    }
  }

  #text({ start, end }: { start: number; end: number }): string {
    return this.#splitter.bytes.toString('utf8', start, end);
  }

  #requireUtf8({ start, end, line }: RawRow): void {
    if (!isUtf8(this.#splitter.bytes.subarray(start, end))) throw notUtf8(line);
  }
}

/** A header row that was separated by one delimiter. */
interface Attempt {
  names: string[] | undefined;
  /** Of these names; -1 if it cannot be separated. */
  known: number;
}

/** If no more names are known, it is the one that separates more. */
function isBetter(one: Attempt, other: Attempt): boolean {
  if (one.known !== other.known) return one.known > other.known;
  return (one.names?.length ?? 0) > (other.names?.length ?? 0);
}

function unreadableHeader(why: string): DomainError {
  return new DomainError('import.unreadable', `The header row cannot be read. ${why}.`);
}

function isBlank(record: string[]): boolean {
  return record.every((field) => field.trim() === '');
}

function columnCount(count: number, expected: number): string {
  return `The row has ${count} ${count === 1 ? 'field' : 'fields'} where the header row has ${expected}`;
}

const quote = '"';

/**
 * The fields of one row of a CSV file, trimmed; `undefined` if a quotation mark is missing or in the wrong place.
 *
 * Jumps from mark to mark: csv-parse looks at each character, which took a quarter of the time of an import.
 *
 * @param delimiter One character.
 */
export function readFields(row: string, delimiter: string): string[] | undefined {
  const fields: string[] = [];
  const nextOf = (text: string, from: number) => {
    const at = row.indexOf(text, from);
    return at < 0 ? row.length : at;
  };
  let start = 0;
  let mark = nextOf(quote, 0);
  for (;;) {
    let end = nextOf(delimiter, start);
    if (mark < end) {
      const closing = closingMark(row, mark);
      if (closing < 0 || !isBlankBetween(row, start, mark)) return;
      end = nextOf(delimiter, closing);
      if (!isBlankBetween(row, closing + 1, end)) return;
      fields.push(row.slice(mark + 1, closing).replaceAll('""', quote));
      mark = nextOf(quote, end);
    } else {
      fields.push(row.slice(start, end).trim());
    }
    if (end === row.length) return fields;
    start = end + 1;
  }
}

/** The mark that ends the field started by `opening`; two in a row mean one in the text. */
function closingMark(row: string, opening: number): number {
  let at = row.indexOf(quote, opening + 1);
  while (at >= 0 && row[at + 1] === quote) at = row.indexOf(quote, at + 2);
  return at;
}

function isBlankBetween(row: string, start: number, end: number): boolean {
  return start === end || row.slice(start, end).trim() === '';
}
