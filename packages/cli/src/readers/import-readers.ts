import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ReaderImportCounts, RefusedReader } from '@wordrise/core';
import type { Cli } from '../command-line/cli.ts';
import { stopSignal } from '../command-line/interruption.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { oneLine } from '../terminal/display-width.ts';
import { createProgressBar } from '../terminal/progress-bar.ts';
import { createRefusedFile } from '../terminal/refused-file.ts';

interface ImportOptions {
  consent?: string;
  errors?: string;
}

/** Refused rows shown at most; `--errors` gets all of them. */
const errorsShown = 10;

export async function importReaders(
  cli: Cli,
  { consent, errors }: ImportOptions,
  file: string,
): Promise<void> {
  if (!consent?.trim()) {
    const example = '--consent "Signed up at the book fair, 2025"';
    throw new UsageError('Say how these people agreed to get the emails.', `For example: ${example}`);
  }
  const total = file === '-' ? undefined : (await stat(file)).size;
  const signal = stopSignal();
  const { readers } = await cli.open();
  const refusedFile = errors === undefined ? undefined : createRefusedFile(errors, columns);
  const listed: RefusedReader[] = [];
  const bar = createProgressBar(cli.out, 'rows');
  let counts: ReaderImportCounts;
  try {
    counts = await readers.import(file === '-' ? process.stdin : createReadStream(file), {
      consent,
      dryRun: cli.dryRun,
      signal,
      async onRefused(row) {
        if (listed.length < errorsShown) listed.push(row);
        await refusedFile?.add(row);
      },
      onProgress: ({ rows, bytes }) => bar.update({ done: bytes, total, count: rows }),
    });
  } finally {
    bar.clear();
    await refusedFile?.finish();
  }
  report(cli, counts, { listed, errors, interrupted: signal.aborted });
}

const columns = ['email', 'firstName', 'signedUpAt', 'source'] as const;

interface Outcome {
  listed: RefusedReader[];
  errors: string | undefined;
  interrupted: boolean;
}

function report(cli: Cli, counts: ReaderImportCounts, { listed, errors, interrupted }: Outcome): void {
  const { out, dryRun } = cli;
  const refused = listed.map(({ line, message }) => ({ line, message }));
  out.confirm({ dryRun, interrupted, ...counts, errors: refused }, () => describe(counts, cli.dryRun));
  if (counts.refused > 0) {
    cli.fail();
    if (!out.json) {
      for (const { line, message } of listed) out.warn(`Line ${line}: ${oneLine(message)}`);
      if (counts.refused > listed.length) out.warn(`and ${figure(counts.refused - listed.length)} more`);
      const how = 'With --errors refused.csv they are written to a file, to be fixed and imported again.';
      out.note(errors ? `All refused rows are in ${errors}: fix them and import that file.` : how);
    }
  }
  if (!interrupted) return;
  out.warn('Run the same command again for the rest; nobody is added twice.');
  cli.interrupted();
}

function describe({ added, skipped, refused }: ReaderImportCounts, dryRun: boolean): string {
  const readers = added === 1 ? 'reader' : 'readers';
  const parts = [`${dryRun ? 'Would add' : 'Added'} ${figure(added)} ${readers}`];
  if (skipped > 0) parts.push(`${dryRun ? 'skip' : 'skipped'} ${figure(skipped)}`);
  return `${parts.join(', ')}${refused > 0 ? `; ${figure(refused)} refused.` : '.'}`;
}

function figure(count: number): string {
  return count.toLocaleString('en-US');
}
