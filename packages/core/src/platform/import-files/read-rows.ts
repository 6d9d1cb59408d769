import { isUtf8 } from 'node:buffer';
import { DomainError } from '../errors.ts';
import { CsvReader } from './csv-reader.ts';
import { type RawRow, RowSplitter } from './row-splitter.ts';
import {
  type Columns,
  ignoredListed,
  maxRowBytes,
  notUtf8,
  packed,
  type Reporting,
  type RowReader,
  type SourceRow,
  textAlone,
  tooLong,
} from './rows.ts';

export type ImportFormat = 'csv' | 'jsonl';

/** A file in pieces of any length: bytes in UTF-8, or text. */
export type ImportInput = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;

interface ReadRowsOptions<F extends string> extends Reporting {
  fields: Columns<F>;
  /** If left out, the first non-blank character decides. */
  format?: ImportFormat | undefined;
  /** @throws its reason, as soon as it is aborted */
  signal?: AbortSignal | undefined;
  /** How much is read before its rows are returned; 1 MB unless a test wants less. */
  pieceBytes?: number | undefined;
}

/**
 * The rows of a file in batches, read as they are needed. The rows of a batch are parsed one by one
 * while it is iterated; finish one batch before asking for the next.
 *
 * @throws DomainError `import.unreadable`
 */
export async function* readRows<F extends string>(
  input: ImportInput,
  options: ReadRowsOptions<F>,
): AsyncGenerator<Iterable<SourceRow<F>>> {
  const { fields, signal, onBytes, onIgnored, pieceBytes = 1_048_576 } = options;
  const chunks = typeof input === 'string' ? [input] : input;
  const pieces = inPieces(asBytes(untilAborted(chunks, signal)), pieceBytes);
  try {
    const { head, hasMark } = await readHead(pieces);
    const format = options.format ?? formatOf(head);
    const before = hasMark ? byteOrderMark.length : 0;
    const reporting = { onBytes: onBytes && ((bytes: number) => onBytes(before + bytes)), onIgnored };
    const reader: RowReader<F> =
      format === 'csv' ? new CsvReader(fields, reporting, hasMark) : new JsonReader(fields, reporting);
    yield reader.read(head, false);
    for await (const piece of pieces) yield reader.read(piece, false);
    yield reader.read(Buffer.alloc(0), true);
  } finally {
    await pieces.return(undefined);
  }
}

/** The start of the file up to the first non-blank character, and whether a byte order mark was before it. */
async function readHead(pieces: AsyncIterator<Buffer>): Promise<{ head: Buffer; hasMark: boolean }> {
  let head: Buffer = Buffer.alloc(0);
  while (head.length < 16 || (firstCharacter(head) === '' && head.length < maxRowBytes)) {
    const { value, done } = await pieces.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  if (head.subarray(0, 4).equals(zipMark)) throw packed();
  // In UTF-16, every other byte of plain text is zero, with or without a byte order mark.
  if (head.subarray(0, 16).includes(0) || head[0] === 0xff || head[0] === 0xfe) throw notUtf8();
  const hasMark = head.subarray(0, 3).equals(byteOrderMark);
  return { head: hasMark ? head.subarray(3) : head, hasMark };
}

/** Also of a spreadsheet, which is a ZIP archive inside. */
const zipMark = Buffer.from('PK\x03\x04');
const byteOrderMark = Buffer.from('\uFEFF');

function firstCharacter(head: Buffer): string {
  return head.toString('utf8').trimStart().slice(0, 1);
}

function formatOf(head: Buffer): ImportFormat {
  const first = firstCharacter(head);
  if (first === '[') {
    throw new DomainError(
      'import.unreadable',
      'This is one JSON list. Give JSON lines, one object on each line, or a CSV file.',
    );
  }
  return first === '{' ? 'jsonl' : 'csv';
}

async function* inPieces(chunks: AsyncIterable<Buffer>, pieceBytes: number): AsyncGenerator<Buffer> {
  let piece = Buffer.allocUnsafe(pieceBytes);
  let filled = 0;
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; ) {
      const copied = chunk.copy(piece, filled, start);
      start += copied;
      filled += copied;
      if (filled < pieceBytes) continue;
      yield piece;
      piece = Buffer.allocUnsafe(pieceBytes);
      filled = 0;
    }
  }
  yield piece.subarray(0, filled);
}

async function* asBytes(chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<Buffer> {
  let high = '';
  for await (const chunk of chunks) {
    if (typeof chunk === 'string') {
      // Keep half of a surrogate pair until the other half arrives.
      const text = high + chunk;
      high = /[\uD800-\uDBFF]$/.exec(text)?.[0] ?? '';
      yield Buffer.from(text.slice(0, text.length - high.length));
    } else {
      yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    }
  }
  if (high) yield Buffer.from(high);
}

async function* untilAborted<T>(
  input: AsyncIterable<T> | Iterable<T>,
  signal: AbortSignal | undefined,
): AsyncGenerator<T> {
  const iterator = Symbol.asyncIterator in input ? input[Symbol.asyncIterator]() : input[Symbol.iterator]();
  let ended = false;
  try {
    for (;;) {
      signal?.throwIfAborted();
      const { value, done } = await orAborted(iterator.next(), signal);
      ended = done === true;
      if (ended) return;
      yield value;
    }
  } finally {
    // Not awaited: a source with a pending read ends when that read is done, or never.
    if (!ended) Promise.resolve(iterator.return?.()).catch(() => {});
  }
}

/** Like `Promise.race`, which would keep every loser in memory as long as the signal exists. */
function orAborted<T>(awaited: T | Promise<T>, signal: AbortSignal | undefined): T | Promise<T> {
  if (!signal) return awaited;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort);
    Promise.resolve(awaited)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort));
  });
}

/** JSON lines, one object per line. Blank lines are only counted. */
class JsonReader<F extends string> implements RowReader<F> {
  readonly #splitter = new RowSplitter({ quotes: false });
  readonly #fields: Columns<F>;
  readonly #reporting: Reporting;
  readonly #ignored = new Set<string>();

  constructor(fields: Columns<F>, reporting: Reporting) {
    this.#fields = fields;
    this.#reporting = reporting;
  }

  *read(piece: Buffer, atEnd: boolean): Generator<SourceRow<F>> {
    this.#splitter.append(piece);
    for (;;) {
      const rows = this.#splitter.take(atEnd);
      if (rows.length === 0) return;
      for (const raw of rows) {
        this.#reporting.onBytes?.(this.#splitter.bytesUpTo(raw));
        const row = this.#readRow(raw);
        if (row) yield row;
      }
    }
  }

  #readRow({ line, start, end, fault }: RawRow): SourceRow<F> | undefined {
    const fields = this.#fields;
    const { bytes } = this.#splitter;
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
    return this.#fromObject(line, value);
  }

  #fromObject(line: number, object: object): SourceRow<F> {
    const fields = this.#fields;
    const row: SourceRow<F> = { line, values: {} };
    for (const [key, value] of Object.entries(object)) {
      const field = fields.keepsAll ? (key as F) : fields.fieldNamed(key);
      if (!field) this.#noteIgnored(key, object);
      if (!field || (value === null && !fields.keepsAll)) continue;
      row.values[field] = typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
      if (typeof value !== 'string' && !fields.keepsAll)
        row.problem = `“${key}” must be text in quotation marks`;
    }
    return row;
  }

  #noteIgnored(key: string, object: object): void {
    if (this.#ignored.has(key) || this.#ignored.size >= ignoredListed) return;
    const others = Object.keys(object).map((other) => this.#fields.fieldNamed(other));
    const column = this.#fields.ignored?.(key, others);
    if (!column) return;
    this.#ignored.add(key);
    this.#reporting.onIgnored?.(column);
  }
}
