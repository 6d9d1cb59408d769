import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { UsageError } from '../command-line/usage-error.ts';

export interface RequestedWords {
  /** As many as there are. */
  words: AsyncIterable<string>;
  /** Size of the file in bytes, if there is one. */
  totalBytes: number | undefined;
  /** How far the file has been read. */
  readBytes(): number;
}

/** The words to look up: those typed, or a file with one on each line. */
export async function readRequestedWords(
  typed: readonly string[],
  file: string | undefined,
): Promise<RequestedWords> {
  if (typed.length > 0 === (file !== undefined)) {
    throw new UsageError(
      'Name the words, or a file with --file.',
      'Such as: wordrise words fill petrichor limerence',
    );
  }
  if (file === undefined) {
    return { words: each(typed), totalBytes: undefined, readBytes: () => 0 };
  }
  const stream = file === '-' ? process.stdin : createReadStream(file);
  const totalBytes = file === '-' ? undefined : (await stat(file)).size;
  return {
    words: lines(stream),
    totalBytes,
    readBytes: () => ('bytesRead' in stream ? stream.bytesRead : 0),
  };
}

async function* each(typed: readonly string[]): AsyncGenerator<string> {
  for (const word of typed) if (word.trim() !== '') yield word.trim();
}

async function* lines(input: NodeJS.ReadableStream): AsyncGenerator<string> {
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    const word = line.replace(/^\uFEFF/, '').trim();
    if (word !== '') yield word;
  }
}

/** In batches: several can be looked up at once, and the file need not fit in memory. */
export async function* inBatches<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
