import { randomBytes } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Cli } from '../command-line/cli.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { askYesNo } from './questions.ts';

/** Standard output, at the pace of whoever reads it. */
export async function writeToOutput(pieces: AsyncIterable<string>): Promise<void> {
  await pipeline(Readable.from(pieces), process.stdout, { end: false });
}

/**
 * A file, whole or not at all: it has its name only when it is complete. For its owner alone to read.
 *
 * @returns its size in bytes
 */
export async function writeToFile(file: string, pieces: AsyncIterable<string>): Promise<number> {
  const partial = `${file}.${randomBytes(4).toString('hex')}.partial`;
  try {
    const stream = createWriteStream(partial, { mode: 0o600, flags: 'wx' });
    await pipeline(Readable.from(pieces), stream);
    await rename(partial, file);
    return stream.bytesWritten;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** A file that is there already is written over only if somebody says so. */
export async function mayWriteOver(
  { canAsk }: Cli,
  file: string,
  { yes }: { yes?: boolean | undefined },
): Promise<boolean> {
  if (yes || !existsSync(file)) return true;
  if (!canAsk) throw new UsageError(`${file} is there already.`, 'Add --yes to write over it.');
  return askYesNo(`${file} is there already. Write over it?`, { default: false });
}
