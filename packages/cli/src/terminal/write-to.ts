import { randomBytes } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { removeAtExit } from '@wordrise/core';
import type { Cli } from '../command-line/cli.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { askYesNo } from './questions.ts';

/** Writes to standard output as fast as it is read. */
export async function writeToOutput(pieces: AsyncIterable<string>): Promise<void> {
  await pipeline(Readable.from(pieces), process.stdout, { end: false });
}

/**
 * Writes a file completely or not at all: it gets its name when it is complete. Only its owner can read it.
 *
 * @returns its size in bytes
 */
export async function writeToFile(file: string, pieces: AsyncIterable<string>): Promise<number> {
  const partial = `${file}.${randomBytes(4).toString('hex')}.partial`;
  const finish = removeAtExit(partial);
  try {
    const stream = createWriteStream(partial, { mode: 0o600, flags: 'wx' });
    await pipeline(Readable.from(pieces), stream);
    await rename(partial, file);
    return stream.bytesWritten;
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {});
    throw about(file, error);
  } finally {
    finish();
  }
}

/** The error names the file that was asked for, not the one that is renamed at the end. */
function about(file: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('path' in error)) return error;
  if ('code' in error && error.code === 'ENOENT') return new UsageError(`There is no folder for ${file}.`);
  return Object.assign(error, { path: file });
}

/** An existing file is overwritten only with `--yes` or after a question. */
export async function mayWriteOver(
  { canAsk }: Cli,
  file: string,
  { yes }: { yes?: boolean | undefined },
): Promise<boolean> {
  if (yes || !existsSync(file)) return true;
  if (!canAsk) throw new UsageError(`${file} already exists.`, 'Add --yes to overwrite it.');
  return askYesNo(`${file} already exists. Overwrite it?`, { default: false });
}
