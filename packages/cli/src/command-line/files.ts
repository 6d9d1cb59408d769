import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join, relative, sep } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { backups, type RefusedRow, refusedCsv, removeAtExit } from '@wordrise/core';
import type { FileFormat } from '@wordrise/core/constants';
import type { Cli } from './cli.ts';
import { UsageError } from './exit.ts';
import { withSpinner } from './progress.ts';
import { askYesNo } from './questions.ts';

/** Writes to standard output as fast as it is read. */
async function writeToOutput(pieces: AsyncIterable<string>): Promise<void> {
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

/** Stops before anything is written over the installation's own files, even with `--yes`. */
export async function refuseOwnFile({ config }: Cli, file: string): Promise<void> {
  if (!(await backups.isOwnFile(await config(), file))) return;
  throw new UsageError(`${file} belongs to this installation.`, 'Name another file.');
}

/** An existing file is overwritten only with `--yes` or after a question. */
export async function mayWriteOver(
  { canAsk }: Cli,
  file: string,
  { yes }: { yes?: boolean | undefined },
): Promise<boolean> {
  if (!existsSync(file) || yes) return true;
  if (!canAsk) throw new UsageError(`${file} already exists.`, 'Add --yes to overwrite it.');
  return askYesNo(`${file} already exists. Overwrite it?`, { default: false });
}

export interface ExportOptions {
  format?: FileFormat;
  yes?: boolean;
}

/** Exports to a file or to standard output. */
export async function exportTo(
  cli: Cli,
  { format: given, yes }: ExportOptions,
  file: string | undefined,
  { what, pieces }: { what: string; pieces: (format: FileFormat) => AsyncIterable<string> },
): Promise<void> {
  const format = given ?? (/\.(jsonl|ndjson)$/i.test(file ?? '') ? 'jsonl' : 'csv');
  if (file === undefined || file === '-') {
    if (!cli.dryRun) await writeToOutput(pieces(format));
    return;
  }
  await refuseOwnFile(cli, file);
  if (cli.dryRun) {
    cli.out.confirm({ dryRun: true, file, format }, () => `${what} would be written to ${file}.`);
    return;
  }
  if (!(await mayWriteOver(cli, file, { yes }))) {
    cli.out.note('The file is unchanged.');
    return;
  }
  const bytes = await withSpinner(cli.out, `Writing ${file}`, () => writeToFile(file, pieces(format)));
  cli.out.confirm(
    { dryRun: false, file, format, bytes },
    () => `${what} are in ${file} (${fileSize(bytes)}).`,
  );
}

/** A number of bytes for people. */
export function fileSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  const isLarge = bytes >= 10_000_000_000;
  return isLarge ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/**
 * Refused rows in a form that can be fixed and imported: all fields, and a column with the reason.
 * The file gets its name at the end, so it may be the same file that is being imported.
 */
export function createRefusedFile<Column extends string>(file: string, columns: readonly Column[]) {
  const rows = new PassThrough({ objectMode: true });
  let written: Promise<number> | undefined;

  function write(): Promise<number> {
    const isJson = /\.(jsonl|ndjson)$/i.test(file);
    const writing = writeToFile(file, isJson ? jsonLines(rows) : csvLines(rows, columns));
    // `add` and `finish` report it.
    writing.catch(() => {});
    return writing;
  }

  return {
    async add(row: RefusedRow<Column>): Promise<void> {
      written ??= write();
      const hasRoom = rows.write(row);
      if (!hasRoom) await Promise.race([once(rows, 'drain'), written]);
    },
    /** Without refused rows there is no file. */
    async finish(): Promise<void> {
      rows.end();
      await written;
    },
  };
}

async function* csvLines<Column extends string>(
  rows: AsyncIterable<RefusedRow<Column>>,
  columns: readonly Column[],
): AsyncGenerator<string> {
  let csv: ReturnType<typeof refusedCsv<Column>> | undefined;
  for await (const row of rows) {
    if (!csv) {
      csv = refusedCsv(columns, row.csv);
      yield csv.header;
    }
    yield csv.row(row);
  }
}

async function* jsonLines(rows: AsyncIterable<RefusedRow<string>>): AsyncGenerator<string> {
  for await (const { line, message, values } of rows) {
    yield `${JSON.stringify({ ...values, line, error: message })}\n`;
  }
}

/** As a person would type it: relative to the current folder if it is inside it. */
export function shownPath(path: string): string {
  const fromHere = relative(process.cwd(), path);
  if (fromHere === '' || fromHere.startsWith('..') || isAbsolute(fromHere)) return path;
  return `.${sep}${fromHere}`;
}

/** An empty folder that is removed when `work` ends. */
export async function inTemporaryFolder<T>(
  work: (folder: string) => Promise<T>,
  parent: string = tmpdir(),
): Promise<T> {
  const folder = await mkdtemp(join(parent, 'wordrise-'));
  const finish = removeAtExit(folder);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
    finish();
  }
}
