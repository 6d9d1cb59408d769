import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';
import { DomainError } from '../errors.ts';
import type { Columns } from './columns.ts';
import { readFields } from './csv-fields.ts';
import { findLineBreak, type RawRow, RowSplitter } from './row-splitter.ts';
import { maxRowBytes, notUtf8, type SourceRow, textAlone, tooLong } from './source-row.ts';

const delimiters = [',', ';', '\t'] as const;

const noBytes = Buffer.alloc(0);

const misquoted =
  'A quotation mark is missing or in the wrong place: put the whole field in quotation marks and write each one inside it twice';

/**
 * Reads the rows of a CSV file with a header row, a piece at a time. A row that cannot be read is returned with its
 * problem, and reading continues with the next row.
 *
 * @throws DomainError `import.unreadable` for a header row that lacks columns, or for bytes that are not UTF-8
 */
export async function* readCsvRows<F extends string>(
  pieces: AsyncIterable<Buffer>,
  fields: Columns<F>,
): AsyncGenerator<Iterable<SourceRow<F>>> {
  let beginning: Buffer = noBytes;
  let reader: CsvReader<F> | undefined;
  for await (const piece of pieces) {
    if (reader) {
      yield reader.read(piece, false);
      continue;
    }
    beginning = Buffer.concat([beginning, piece]);
    const lineBreak = findLineBreak(beginning, beginning.length > maxRowBytes);
    if (!lineBreak) continue;
    reader = new CsvReader(lineBreak, fields);
    yield reader.read(beginning, false);
  }
  reader ??= new CsvReader(findLineBreak(beginning, true) ?? 10, fields);
  yield reader.read(reader.started ? noBytes : beginning, true);
  reader.requireHeader();
}

class CsvReader<F extends string> {
  started = false;
  readonly #splitter: RowSplitter;
  #delimiter: string = ',';
  readonly #fields: Columns<F>;
  #columns: (F | undefined)[] | undefined;

  constructor(lineBreak: 10 | 13, fields: Columns<F>) {
    this.#fields = fields;
    this.#splitter = new RowSplitter({ quotes: true, lineBreak });
  }

  *read(piece: Buffer, atEnd: boolean): Generator<SourceRow<F>> {
    this.started = true;
    this.#splitter.append(piece);
    for (;;) {
      const rows = this.#splitter.take(atEnd);
      if (rows.length === 0) return;
      yield* this.#readRows(this.#columns ? rows : this.#readHeader(rows));
    }
  }

  requireHeader(): void {
    if (this.#columns) return;
    throw new DomainError('import.unreadable', 'The file is empty. Its first row must name the columns.');
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
    const best = attempts.reduce((one, other) => (other.known > one.known ? other : one));
    if (!best.names) throw unreadableHeader(misquoted);
    this.#columns = this.#fields.readHeader(best.names);
    this.#delimiter = best.delimiter;
    return rows.slice(index + 1);
  }

  *#readRows(rows: RawRow[]): Generator<SourceRow<F>> {
    for (const row of rows) {
      if (row.fault) {
        yield this.#unreadable(row, row.fault === 'long' ? tooLong : misquoted);
        continue;
      }
      this.#requireUtf8(row);
      const fields = readFields(this.#text(row), this.#delimiter);
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
    const columns = this.#columns as (F | undefined)[];
    const values: Partial<Record<F, string>> = {};
    for (const [index, field] of columns.entries()) {
      if (field && index < record.length) values[field] = record[index] as string;
    }
    if (record.length === columns.length) return { line, values };
    const last = columns.findLast((field) => field !== undefined);
    const surplus = record.slice(columns.length);
    // No text of a refused row is lost: fields without a column are added to the last one.
    if (last && surplus.length > 0) values[last] = [values[last], ...surplus].join(this.#delimiter);
    return { line, values, problem: columnCount(record.length, columns.length) };
  }

  /** A row with guessed fields, so that a file of refused rows shows them. */
  #unreadable(row: RawRow, problem: string): SourceRow<F> {
    const text = this.#text(this.#splitter.firstLineOf(row));
    const options = { delimiter: this.#delimiter, relax_quotes: true, relax_column_count: true };
    try {
      const record = parse(text, options)[0] ?? [];
      return { ...this.#present(row, record), problem };
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      return { line: row.line, values: textAlone(this.#fields, text.trim()), problem };
    }
  }

  #text({ start, end }: { start: number; end: number }): string {
    return this.#splitter.bytes.toString('utf8', start, end);
  }

  #requireUtf8({ start, end, line }: RawRow): void {
    if (!isUtf8(this.#splitter.bytes.subarray(start, end))) throw notUtf8(line);
  }
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
