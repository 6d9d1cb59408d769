import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import {
  type ConflictPolicy,
  type FileFormat,
  type ImportReport,
  ignoredColumnTexts,
  wordFields,
} from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { createRefusedFile, refuseOwnFile } from '../command-line/files.ts';
import { stopSignal } from '../command-line/interruption.ts';
import { createProgressBar, showRate, showTime } from '../command-line/progress.ts';
import { figure, oneLine } from '../command-line/text.ts';

interface ImportOptions {
  onConflict: ConflictPolicy;
  format?: FileFormat;
  errors?: string;
}

/** Refused rows shown at most; `--errors` gets all of them. */
const errorsShown = 10;

export async function importWords(cli: Cli, file: string, options: ImportOptions): Promise<void> {
  const { out } = cli;
  const { onConflict, format } = options;
  if (options.errors !== undefined) await refuseOwnFile(cli, options.errors);
  const total = file === '-' ? undefined : (await stat(file)).size;
  const signal = stopSignal();
  const { words } = await cli.open();
  const refused = options.errors === undefined ? undefined : createRefusedFile(options.errors, wordFields);
  const bar = createProgressBar(out, 'rows');
  let rows = 0;
  let report: ImportReport;
  try {
    report = await words.import(file === '-' ? process.stdin : createReadStream(file), {
      onConflict,
      format,
      source: 'import',
      dryRun: cli.dryRun,
      signal,
      onRefused: refused?.add,
      onProgress(progress) {
        rows = progress.rows;
        bar.update({ done: progress.bytes, total, count: rows });
      },
    });
  } finally {
    bar.clear();
    await refused?.finish();
  }
  const { message, errors, ...counts } = report;
  const result = { message, ...counts, rows, dryRun: cli.dryRun, interrupted: signal.aborted, errors };
  out.confirm(result, () => message);
  if (!out.json) for (const text of ignoredColumnTexts(report.ignoredColumns)) out.warn(oneLine(text));
  if (counts.refused > 0) reportRefused(cli, report, options.errors);
  const rate = showRate(rows, bar.elapsedMs(), 'rows');
  if (rate && rows >= 1000) out.note(`${showTime(bar.elapsedMs())}, ${rate}`);
  if (signal.aborted) {
    if (onConflict !== 'fail') out.warn('Run the same command again for the rest; no word is added twice.');
    cli.interrupted();
  }
}

function reportRefused(cli: Cli, { errors, refused }: ImportReport, file: string | undefined): void {
  const { out } = cli;
  cli.fail();
  if (out.json) return;
  for (const { line, word, message } of errors.slice(0, errorsShown)) {
    out.warn(`Line ${line}${word ? `, “${oneLine(word)}”` : ''}: ${oneLine(message)}`);
  }
  const others = refused - Math.min(errorsShown, errors.length);
  if (others > 0) out.warn(`and ${figure(others)} more`);
  if (file !== undefined) out.note(`All refused rows are in ${file}: fix them and import that file.`);
  else out.note('To save the refused rows for fixing, add --errors refused.csv.');
}
