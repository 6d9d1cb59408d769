import { isUtf8 } from 'node:buffer';
import type { Columns } from './columns.ts';
import { type RawRow, RowSplitter } from './row-splitter.ts';
import { notUtf8, type SourceRow, textAlone, tooLong } from './source-row.ts';

/**
 * Reads JSON lines, one object per line, a piece at a time. Blank lines are only counted.
 *
 * @throws DomainError `import.unreadable` for bytes that are not UTF-8
 */
export async function* readJsonRows<F extends string>(
  pieces: AsyncIterable<Buffer>,
  fields: Columns<F>,
): AsyncGenerator<Iterable<SourceRow<F>>> {
  const splitter = new RowSplitter({ quotes: false });
  for await (const piece of pieces) {
    splitter.append(piece);
    yield readComplete(splitter, fields, false);
  }
  yield readComplete(splitter, fields, true);
}

function* readComplete<F extends string>(
  splitter: RowSplitter,
  fields: Columns<F>,
  atEnd: boolean,
): Generator<SourceRow<F>> {
  for (;;) {
    const rows = splitter.take(atEnd);
    if (rows.length === 0) return;
    for (const raw of rows) {
      const row = readRow(splitter.bytes, fields, raw);
      if (row) yield row;
    }
  }
}

function readRow<F extends string>(
  bytes: Buffer,
  fields: Columns<F>,
  { line, start, end, fault }: RawRow,
): SourceRow<F> | undefined {
  if (!fault && !isUtf8(bytes.subarray(start, end))) throw notUtf8(line);
  const text = bytes.toString('utf8', start, end).trim();
  if (fault) return { line, values: textAlone(fields, text), problem: tooLong };
  if (text === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { line, values: textAlone(fields, text), problem: 'The line is not valid JSON' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { line, values: textAlone(fields, text), problem: 'The line is not a JSON object' };
  }
  return fromObject(line, fields, value);
}

function fromObject<F extends string>(line: number, fields: Columns<F>, object: object): SourceRow<F> {
  const row: SourceRow<F> = { line, values: {} };
  for (const [key, value] of Object.entries(object)) {
    const field = fields.fieldNamed(key);
    if (!field || value === null) continue;
    row.values[field] = typeof value === 'string' ? value : JSON.stringify(value);
    if (typeof value !== 'string') row.problem = `“${key}” must be text in quotation marks`;
  }
  return row;
}
