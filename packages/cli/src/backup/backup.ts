import { join } from 'node:path';
import { backups, readEnvironment } from '@wordrise/core';
import type { Cli } from '../command-line/cli.ts';
import { UsageError } from '../command-line/exit.ts';
import { fileSize, mayWriteOver, refuseOwnFile } from '../command-line/files.ts';
import { withSpinner } from '../command-line/progress.ts';
import { version } from '../version.ts';

interface Options {
  to?: string;
  keep?: string;
  withSecrets?: boolean;
  yes?: boolean;
}

export async function backup(cli: Cli, typed: string | undefined, options: Options): Promise<void> {
  const now = new Date();
  const { file, keep } = readTarget(options, typed, now);
  const config = await cli.config();
  await refuseOwnFile(cli, file);
  if (cli.dryRun) {
    // Fails now if the backup could not be written later.
    await cli.open();
    const deleted = await rotate(options.to, keep, now, true);
    cli.out.confirm({ dryRun: true, file, deleted }, () => `A backup would be written to ${file}.`);
    return;
  }
  if (!(await mayWriteOver(cli, file, options))) return cli.out.note('The file is unchanged.');
  const { withSecrets = false } = options;
  const source = { config, environment: readEnvironment(), version, now: () => now };
  const written = await withSpinner(cli.out, 'Backing up', () =>
    backups.write(source, file, { withSecrets }),
  );
  const deleted = await rotate(options.to, keep, now, false);
  const { omitted, database } = written.manifest;
  const result = {
    dryRun: false,
    file: written.file,
    bytes: written.size,
    database,
    withSecrets,
    omitted,
    deleted,
  };
  cli.out.confirm(result, () =>
    [
      `The backup is in ${written.file} (${fileSize(written.size)}).`,
      ...(omitted.length > 0 ? [`It is without secrets: ${omitted.join(', ')}.`] : []),
      ...(deleted.length > 0 ? [`Deleted: ${deleted.join(', ')}.`] : []),
    ].join('\n'),
  );
}

function readTarget({ to, keep }: Options, typed: string | undefined, now: Date) {
  if ((to === undefined) === (typed === undefined)) {
    throw new UsageError('Name either a file or, with --to, a folder.', 'See: wordrise backup --help');
  }
  if (keep !== undefined && (to === undefined || !/^[1-9]\d{0,4}$/.test(keep))) {
    throw new UsageError('--keep takes a number from 1, together with --to.', 'See: wordrise backup --help');
  }
  const file = typed ?? join(to ?? '.', backups.datedName(now));
  return { file, keep: keep === undefined ? undefined : Number(keep) };
}

async function rotate(folder: string | undefined, keep: number | undefined, now: Date, dryRun: boolean) {
  if (folder === undefined || keep === undefined) return [];
  return backups.rotate(folder, { keep, now, dryRun });
}
