import { stringify } from 'csv-stringify/sync';
import type { ReaderView } from '../contract/people.ts';
import { allReaders, type ListReadersDeps } from './list-readers.ts';

const columns: (keyof ReaderView)[] = [
  'id',
  'email',
  'firstName',
  'favoriteWord',
  'createdAt',
  'status',
  'reason',
];

/**
 * All readers as the text of a file, oldest first, in constant memory.
 *
 * In CSV, a field that a spreadsheet would treat as a formula starts with an apostrophe, because anyone can type a
 * formula into the signup form. JSON lines contain every field unchanged.
 */
export async function* exportReaders(deps: ListReadersDeps, format: 'csv' | 'jsonl'): AsyncIterable<string> {
  if (format === 'csv') yield `${columns.join(',')}\n`;
  for await (const readers of allReaders(deps)) {
    yield format === 'csv'
      ? stringify(readers, { columns, escape_formulas: true })
      : readers.map((reader) => `${JSON.stringify(reader)}\n`).join('');
  }
}
