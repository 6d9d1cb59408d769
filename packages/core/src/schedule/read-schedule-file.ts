import { Readable } from 'node:stream';
import { DomainError } from '../platform/errors.ts';

/** One line of a file of words and times; nothing in it is checked yet. */
export interface ScheduleFileRow {
  /** From 1. */
  line: number;
  word: string;
  /** In the format that `parseInstant` reads. */
  at: string;
}

const wordNames = ['word'];
const atNames = ['at', 'time', 'date', 'scheduleddate'];

/**
 * Reads words and times, a row at a time. They are separated by a comma, a semicolon or a tab, with or without a header
 * row that names the columns `word` and `at`.
 *
 * @throws DomainError `import.unreadable` if a quotation mark is never closed
 */
export async function* readScheduleFile(input: AsyncIterable<Uint8Array>): AsyncGenerator<ScheduleFileRow> {
  // Loaded only when called, because every command loads the files in this folder.
  const { CsvError, parse } = await import('csv-parse');
  const parser = parse({
    bom: true,
    delimiter: [',', ';', '\t'],
    info: true,
    max_record_size: 65_536,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  });
  const rows = Readable.from(input, { objectMode: false })
    .on('error', (error) => parser.destroy(error))
    .pipe(parser);
  let columns = { word: 0, at: 1 };
  let isFirst = true;
  try {
    for await (const { record, info } of rows as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      const header = isFirst ? readHeader(record) : undefined;
      isFirst = false;
      if (header) columns = header;
      else yield { line: info.lines, word: record[columns.word] ?? '', at: record[columns.at] ?? '' };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const message = `The file cannot be read near line ${error.lines}: a quotation mark is in the wrong place.`;
    throw new DomainError('import.unreadable', message, { cause: error });
  }
}

function readHeader(record: string[]): { word: number; at: number } | undefined {
  const names = record.map((name) => name.toLowerCase().replace(/[^a-z]/g, ''));
  const word = names.findIndex((name) => wordNames.includes(name));
  const at = names.findIndex((name) => atNames.includes(name));
  return word >= 0 && at >= 0 ? { word, at } : undefined;
}
