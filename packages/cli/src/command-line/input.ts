import { readFile } from 'node:fs/promises';
import { UsageError } from './exit.ts';

/** A password on one line, so that it appears neither in the shell's history nor in the list of processes. */
export async function readPassword(): Promise<string> {
  const [line = ''] = (await readStandardInput()).split(/\r?\n/);
  if (line === '') throw new UsageError('Standard input has no password.', 'Pipe the password into it.');
  return line;
}

/** The text of a file; `-` is standard input. */
export function readTextFile(file: string): Promise<string> {
  return file === '-' ? readStandardInput() : readFile(file, 'utf8');
}

async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Ends, without an error, as soon as the signal is aborted, even while waiting for standard input,
 * which is then closed, because it would keep the process from ending.
 */
export async function* untilStopped<T>(items: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  const stopped = Promise.withResolvers<undefined>();
  const stop = () => stopped.resolve(undefined);
  signal.addEventListener('abort', stop);
  try {
    while (!signal.aborted) {
      const next = await Promise.race([iterator.next(), stopped.promise]);
      if (!next || next.done) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    if (signal.aborted) process.stdin.destroy();
  }
}
