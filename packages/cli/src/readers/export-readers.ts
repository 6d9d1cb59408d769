import type { Cli } from '../command-line/cli.ts';
import { type ExportOptions, exportTo } from '../terminal/export-to.ts';

export async function exportReaders(
  cli: Cli,
  options: ExportOptions,
  file: string | undefined,
): Promise<void> {
  const { readers } = await cli.open();
  await exportTo(cli, options, file, { what: 'All signups', pieces: (format) => readers.export(format) });
}
