import { isUtf8 } from 'node:buffer';
import { fieldNamed } from './columns.ts';
import { type RawRow, RowSplitter } from './row-splitter.ts';
import { notUtf8, type SourceRow, tooLong } from './source-row.ts';

/**
 * Reads JSON lines, one object per line, a piece at a time. Blank lines are only counted.
 *
 * @throws DomainError `import.unreadable` for bytes that are not UTF-8
 */
export async function* readJsonRows(pieces: AsyncIterable<Buffer>): AsyncGenerator<Iterable<SourceRow>> {
  const splitter = new RowSplitter({ quotes: false });
  for await (const piece of pieces) {
    splitter.append(piece);
    yield readComplete(splitter, false);
  }
  yield readComplete(splitter, true);
}

function* readComplete(splitter: RowSplitter, atEnd: boolean): Generator<SourceRow> {
  for (;;) {
    const rows = splitter.take(atEnd);
    if (rows.length === 0) return;
    for (const raw of rows) {
      const row = readRow(splitter.bytes, raw);
      if (row) yield row;
    }
  }
}

function readRow(bytes: Buffer, { line, start, end, fault }: RawRow): SourceRow | undefined {
  if (!fault && !isUtf8(bytes.subarray(start, end))) throw notUtf8(line);
  const text = bytes.toString('utf8', start, end).trim();
  if (fault) return { line, values: { word: text }, problem: tooLong };
  if (text === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { line, values: { word: text }, problem: 'The line is not valid JSON' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { line, values: { word: text }, problem: 'The line is not a JSON object' };
  }
  return fromObject(line, value);
}

function fromObject(line: number, object: object): SourceRow {
  const row: SourceRow = { line, values: {} };
  for (const [key, value] of Object.entries(object)) {
    const field = fieldNamed(key);
    if (!field || value === null) continue;
    row.values[field] = typeof value === 'string' ? value : JSON.stringify(value);
    if (typeof value !== 'string') row.problem = `“${key}” must be text in quotation marks`;
  }
  return row;
}
