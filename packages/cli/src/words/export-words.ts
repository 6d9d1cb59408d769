import type { Cli } from '../command-line/cli.ts';
import { type ExportOptions, exportTo } from '../terminal/export-to.ts';

export async function exportWords(cli: Cli, options: ExportOptions, file: string | undefined): Promise<void> {
  const { words } = await cli.open();
  await exportTo(cli, options, file, { what: 'All words', pieces: (format) => words.export(format) });
}
