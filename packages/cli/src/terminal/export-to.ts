import type { FileFormat } from '@wordrise/core/constants';
import type { Cli } from '../command-line/cli.ts';
import { fileSize } from './file-size.ts';
import { withSpinner } from './spinner.ts';
import { mayWriteOver, writeToFile, writeToOutput } from './write-to.ts';

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
