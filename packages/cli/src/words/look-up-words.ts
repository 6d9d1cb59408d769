import { open } from 'node:fs/promises';
import { type LookupResult, withSense } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { UsageError } from '../command-line/exit.ts';
import { untilStopped } from '../command-line/input.ts';
import { stopSignal } from '../command-line/interruption.ts';
import { oneLine } from '../command-line/text.ts';
import { entryText } from './words.ts';

const batchSize = 50;

/** Codes that mean that no other lookup would succeed. */
export const endOfLookups: readonly (string | undefined)[] = ['dictionary.quota', 'dictionary.refused'];

interface LookUpOptions {
  file?: string;
  sense?: string;
}

export async function lookUpWords(cli: Cli, typed: string[], { file, sense }: LookUpOptions): Promise<void> {
  const { out } = cli;
  const number = senseNumber(sense, typed);
  const { words } = await readRequestedWords(typed, file);
  const signal = stopSignal();
  const { dictionary } = await cli.open();
  let isFirst = true;
  for await (const batch of inBatches(untilStopped(words, signal), batchSize)) {
    for await (const found of dictionary.lookUpAll(batch, { signal })) {
      const result = withSense(found, number);
      out.line(result, () => `${isFirst ? '' : '\n'}${resultText(cli, result)}`);
      isFirst = false;
      if (result.success) continue;
      cli.fail();
      if (endOfLookups.includes(result.code)) return;
    }
    if (signal.aborted) return cli.interrupted();
  }
}

function resultText({ out }: Cli, result: LookupResult): string {
  if (!result.success) return `${out.paint.red('✗')} ${oneLine(result.error)}`;
  const { senses = [] } = result;
  if (senses.length < 2) return entryText(out, result);
  const list = senses.map(
    ({ partOfSpeech, definition }, at) => `  ${at + 1}. ${oneLine(partOfSpeech)}: ${oneLine(definition)}`,
  );
  const how = 'Its senses; choose one with --sense:';
  return `${entryText(out, result)}\n\n${[out.paint.dim(how), ...list].join('\n')}`;
}

/** The sense that is asked for, from 1. */
export function senseNumber(sense: string | undefined, typed: readonly string[]): number {
  if (sense === undefined) return 1;
  const number = Number(sense);
  if (typed.length !== 1) throw new UsageError('--sense is about one word: name it.');
  if (!Number.isInteger(number) || number < 1) {
    throw new UsageError(
      '--sense takes the number of a sense, such as 2.',
      `See: wordrise words lookup ${typed[0]}`,
    );
  }
  return number;
}

export interface RequestedWords {
  /** All of the words. */
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
      'Such as: wordrise words fill lantern elusive',
    );
  }
  if (file === undefined) {
    return { words: each(typed), totalBytes: undefined, readBytes: () => 0 };
  }
  if (file === '-') return { words: lines(process.stdin), totalBytes: undefined, readBytes: () => 0 };
  const handle = await open(file);
  const stream = handle.createReadStream();
  return { words: lines(stream), totalBytes: (await handle.stat()).size, readBytes: () => stream.bytesRead };
}

async function* each(typed: readonly string[]): AsyncGenerator<string> {
  for (const word of typed) if (word.trim() !== '') yield word.trim();
}

async function* lines(input: NodeJS.ReadableStream): AsyncGenerator<string> {
  let rest = '';
  // Not with readline, which would leave errors of the file unhandled.
  for await (const piece of input.setEncoding('utf8')) {
    const [first = '', ...more] = String(piece).split('\n');
    rest += first;
    for (const next of more) {
      yield* wordOn(rest);
      rest = next;
    }
  }
  yield* wordOn(rest);
}

function wordOn(line: string): string[] {
  const word = line.replace(/^\uFEFF/, '').trim();
  return word === '' ? [] : [word];
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
