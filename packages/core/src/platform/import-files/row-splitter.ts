import { maxRowBytes } from './rows.ts';

/** A row in `RowSplitter.bytes`, unchanged. */
export interface RawRow {
  /** The line of the file that it starts on, from 1. */
  line: number;
  start: number;
  /** The position after its line break. */
  end: number;
  /** Set if the end of the row cannot be found. Then this is its first line, or the start of it. */
  fault?: 'unclosed' | 'long';
}

const carriageReturn = 13;
const lineFeed = 10;
const quote = 34;

/**
 * Few, because they are held in memory together and scanned again if one turns out to be several rows;
 * enough that starting the parser for each batch costs little.
 */
const rowsAtOnce = 32;

/** From this length, the held bytes are not copied for each small piece that is added. */
const longBytes = 65_536;

/**
 * Splits the bytes of a file into rows, however they are divided into pieces. Holds at most one row and one piece.
 *
 * A row of CSV ends at the first line break that has an even number of quotation marks before it. If a mark is never
 * closed, only the line that it is on is lost: reading continues after it.
 */
export class RowSplitter {
  /** The bytes that the positions in the rows of the last `take` refer to. */
  bytes: Buffer = Buffer.alloc(0);
  /** The number of bytes before those. */
  #before = 0;
  readonly #quotes: boolean;
  /** The byte that ends a line; `undefined` until it is known. */
  #lineBreak: number | undefined;
  /** The incomplete row. */
  #row = { line: 1, start: 0 };
  /** How far it has been scanned; `#line` is the line at that position. */
  #scanned = 0;
  #line = 1;
  #insideQuotes = false;
  /** The first at or after `#scanned`; smaller if it has not been searched for. */
  #nextQuote = -1;
  /** Pieces that follow `bytes`. */
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  /** Whether the position is inside a line that is too long. */
  #skipping = false;

  /** @param options.quotes whether a line break between quotation marks belongs to the row, as in CSV */
  constructor({ quotes }: { quotes: boolean }) {
    this.#quotes = quotes;
    if (!quotes) this.#lineBreak = lineFeed;
  }

  append(piece: Buffer): void {
    this.#waiting.push(piece);
    this.#waitingBytes += piece.length;
    const held = this.bytes.length - this.#row.start;
    if (held < longBytes || this.#waitingBytes * 4 > held) this.#joinWaiting();
  }

  #joinWaiting(): void {
    const { start } = this.#row;
    const rest = this.bytes.subarray(start);
    const [only] = this.#waiting;
    const alone = rest.length === 0 && this.#waiting.length === 1 && only;
    this.bytes = alone || Buffer.concat([rest, ...this.#waiting]);
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#before += start;
    this.#scanned -= start;
    this.#row.start = 0;
    this.#nextQuote = -1;
  }

  /**
   * The next complete rows, in order; none if more bytes are needed. Call it until there are none.
   *
   * @param atEnd Whether no more bytes will come.
   */
  take(atEnd: boolean): RawRow[] {
    if (atEnd && this.#waiting.length > 0) this.#joinWaiting();
    this.#lineBreak ??= findLineBreak(this.bytes, atEnd || this.bytes.length > maxRowBytes);
    if (this.#lineBreak === undefined) return [];
    const rows: RawRow[] = [];
    while (rows.length < rowsAtOnce) {
      const row = this.#next(atEnd);
      if (!row) break;
      rows.push(row);
    }
    return rows;
  }

  /** The number of bytes up to the end of a row of the last `take`. */
  bytesUpTo({ end }: RawRow): number {
    return this.#before + end;
  }

  /** The part of a row of the last `take` on its first line. */
  firstLineOf({ line, start, end }: RawRow): RawRow {
    return { line, start, end: Math.min(this.#endOfLine(start) ?? end, end) };
  }

  /** Continues after `line`, the first line of a row in the last `take` that turned out not to be one row. */
  resumeBehind(line: RawRow): void {
    this.#startRow(line.end, line.line + 1);
  }

  #next(atEnd: boolean): RawRow | undefined {
    for (;;) {
      const end = this.#endOfLine(this.#scanned);
      if (end === undefined) return this.#withoutLineBreak(atEnd);
      if (!this.#skipping) this.#countQuotes(end);
      this.#scanned = end;
      this.#line += 1;
      if (this.#skipping) this.#startRow(end, this.#line);
      else if (!this.#insideQuotes) return this.#complete(end);
      else if (end - this.#row.start > maxRowBytes) return this.#giveUp();
    }
  }

  #withoutLineBreak(atEnd: boolean): RawRow | undefined {
    const end = this.bytes.length;
    if (this.#skipping) {
      this.#row.start = end;
      this.#scanned = end;
      return undefined;
    }
    this.#countQuotes(end);
    this.#scanned = end;
    if (end - this.#row.start > maxRowBytes) return this.#giveUp();
    if (!atEnd || end === this.#row.start) return undefined;
    return this.#insideQuotes ? this.#giveUp() : this.#complete(end);
  }

  #complete(end: number): RawRow {
    const row = { ...this.#row, end };
    this.#startRow(end, this.#line);
    return row;
  }

  #giveUp(): RawRow {
    const { line, start } = this.#row;
    const end = this.#endOfLine(start);
    const fault = this.#insideQuotes || end !== undefined ? 'unclosed' : 'long';
    if (end !== undefined) {
      this.#startRow(end, line + 1);
      return { line, start, end, fault };
    }
    // The end of the line has not been read yet.
    this.#skipping = true;
    this.#row.start = this.bytes.length;
    return { line, start, end: this.bytes.length, fault };
  }

  #startRow(start: number, line: number): void {
    if (start < this.#scanned) this.#nextQuote = -1;
    this.#row = { line, start };
    this.#scanned = start;
    this.#line = line;
    this.#insideQuotes = false;
    this.#skipping = false;
  }

  #endOfLine(from: number): number | undefined {
    const at = this.bytes.indexOf(this.#lineBreak ?? lineFeed, from);
    return at < 0 ? undefined : at + 1;
  }

  #countQuotes(end: number): void {
    if (!this.#quotes) return;
    if (this.#nextQuote < this.#scanned) this.#nextQuote = this.#quoteFrom(this.#scanned);
    while (this.#nextQuote < end) {
      this.#insideQuotes = !this.#insideQuotes;
      this.#nextQuote = this.#quoteFrom(this.#nextQuote + 1);
    }
  }

  #quoteFrom(start: number): number {
    const at = this.bytes.indexOf(quote, start);
    return at < 0 ? Number.POSITIVE_INFINITY : at;
  }
}

/**
 * The byte that ends the first line: `\n`, which `\r\n` ends with too, or the `\r` of old Macintosh
 * files. `undefined` if more bytes are needed to decide.
 */
function findLineBreak(bytes: Buffer, atEnd: boolean): 10 | 13 | undefined {
  const lineEnd = bytes.indexOf(lineFeed);
  const at = bytes.indexOf(carriageReturn);
  if (at >= 0 && (lineEnd < 0 || at < lineEnd)) {
    if (at + 1 === bytes.length && !atEnd) return undefined;
    return lineEnd === at + 1 ? lineFeed : carriageReturn;
  }
  return lineEnd >= 0 || atEnd ? lineFeed : undefined;
}
