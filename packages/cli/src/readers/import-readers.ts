import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { isDomainError, type ReaderImport, type RefusedReader } from '@wordrise/core';
import { leftOutTexts } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { UsageError } from '../command-line/exit.ts';
import { createRefusedFile, refuseOwnFile } from '../command-line/files.ts';
import { stopSignal } from '../command-line/interruption.ts';
import { createProgressBar } from '../command-line/progress.ts';
import { figure, inWords, oneLine } from '../command-line/text.ts';

interface ImportOptions {
  consent?: string;
  errors?: string;
  statusColumn?: string[];
  subscribedValue?: string[];
  ignoreColumn?: string[];
}

/** Refused rows shown at most; `--errors` gets all of them. */
const errorsShown = 10;

export async function importReaders(
  cli: Cli,
  file: string,
  { consent, errors, statusColumn, subscribedValue, ignoreColumn }: ImportOptions,
): Promise<void> {
  if (errors !== undefined) await refuseOwnFile(cli, errors);
  const total = file === '-' ? undefined : (await stat(file)).size;
  const signal = stopSignal();
  const { readers } = await cli.open();
  let refusedFile: ReturnType<typeof createRefusedFile<string>> | undefined;
  const listed: RefusedReader[] = [];
  const bar = createProgressBar(cli.out, 'rows');
  let counts: ReaderImport;
  try {
    counts = await readers.import(file === '-' ? process.stdin : createReadStream(file), {
      consent,
      statusColumns: statusColumn,
      subscribedValues: subscribedValue,
      ignoreColumns: ignoreColumn,
      dryRun: cli.dryRun,
      signal,
      async onRefused(row, columns) {
        if (listed.length < errorsShown) listed.push(row);
        if (errors === undefined) return;
        // All columns of the file: without its state, a row that was fixed could subscribe someone who left.
        refusedFile ??= createRefusedFile(errors, columns.filter(isOfFile));
        await refusedFile.add(row);
      },
      onProgress: ({ rows, bytes }) => bar.update({ done: bytes, total, count: rows }),
    });
  } catch (error) {
    if (!isDomainError(error, 'input.invalid') || !error.fields?.consent) throw error;
    throw new UsageError(error.message, `For example: ${exampleConsent}`);
  } finally {
    bar.clear();
    await refusedFile?.finish();
  }
  report(cli, counts, { listed, errors, interrupted: signal.aborted });
  if (cli.dryRun && counts.added > 0 && !consent?.trim())
    cli.out.note(`To import them, say how they agreed to get the emails, such as ${exampleConsent}.`);
}

const exampleConsent = '--consent "Signed up at the book fair, 2025"';

/** A file of refused rows ends with two columns of its own. */
const isOfFile = (column: string) => column !== 'line' && column !== 'error';

interface Outcome {
  listed: RefusedReader[];
  errors: string | undefined;
  interrupted: boolean;
}

function report(cli: Cli, counts: ReaderImport, { listed, errors, interrupted }: Outcome): void {
  const { out, dryRun } = cli;
  const refused = listed.map(({ line, message }) => ({ line, message }));
  out.confirm({ dryRun, interrupted, ...counts, errors: refused }, () => describe(counts, cli.dryRun));
  out.note(describeColumns(counts.columns));
  if (counts.refused > 0) {
    cli.fail();
    if (!out.json) {
      for (const { line, message } of listed) out.warn(`Line ${line}: ${oneLine(message)}`);
      if (counts.refused > listed.length) out.warn(`and ${figure(counts.refused - listed.length)} more`);
      const how = 'To save the refused rows for fixing, add --errors refused.csv.';
      out.note(errors ? `All refused rows are in ${errors}: fix them and import that file.` : how);
    }
  }
  if (!interrupted) return;
  out.warn('Run the same command again for the rest; nobody is added twice.');
  cli.interrupted();
}

/** What happened, and below it who was left out and why. */
function describe(counts: ReaderImport, dryRun: boolean): string {
  const { added, skipped, refused, takenOff, broughtBack, remembered } = counts;
  const parts = [`${dryRun ? 'Would add' : 'Added'} ${inWords(added, 'reader')}`];
  if (skipped > 0) parts.push(`${dryRun ? 'skip' : 'skipped'} ${figure(skipped)}`);
  if (refused > 0 && dryRun) parts.push(`refuse ${figure(refused)}`);
  const lines = [`${parts.join(', ')}${refused > 0 && !dryRun ? `; ${figure(refused)} refused.` : '.'}`];
  for (const [reason, text] of Object.entries(leftOutTexts)) {
    const count = counts.leftOut[reason as keyof typeof leftOutTexts];
    if (count > 0) lines.push(`  ${figure(count)} ${text}`);
  }
  const did = (text: string, done: string) => (dryRun ? `Would ${text}` : done);
  if (takenOff > 0) {
    lines.push(
      `${did('take', 'Took')} ${inWords(takenOff, 'reader')} off the list: they had left elsewhere.`,
    );
  }
  if (broughtBack > 0) {
    // They are among those that were added.
    lines.push(`${figure(broughtBack)} of them had left here and agreed again since.`);
  }
  if (remembered > 0) {
    lines.push(`${did('remember', 'Remembered')} ${figure(remembered)} removed elsewhere.`);
  }
  return lines.join('\n');
}

/** Several columns could have been meant. */
function describeColumns({
  state,
  unused,
  firstNameIsPart,
  fallbacks = {},
  ...columns
}: ReaderImport['columns']): string {
  const used = Object.entries(whatIsRead).flatMap(([use, what]) => {
    const column = columns[use as keyof typeof columns];
    const part = use === 'firstName' && firstNameIsPart ? ', up to the first space' : '';
    const others = fallbacks[use as keyof typeof fallbacks] ?? [];
    const named = [column, ...others].map((name) => `“${name}”`).join(' or else ');
    return column === undefined ? [] : [`${what} from ${named}${part}`];
  });
  const states = state.map((column) => `“${column}”`).join(', ');
  if (states) used.push(`who is on the list from ${states}`);
  const notUsed = unused.map((column) => `“${oneLine(column)}”`).join(', ');
  return [
    `Read ${used.join(', ')}.`,
    ...(notUsed ? [`Not used: ${notUsed}.`] : []),
    ...(states ? [] : ['No column says who has left.']),
  ].join(' ');
}

const whatIsRead: Record<
  Exclude<keyof ReaderImport['columns'], 'state' | 'unused' | 'firstNameIsPart' | 'fallbacks'>,
  string
> = {
  email: 'address',
  firstName: 'first name',
  favoriteWord: 'favorite word',
  signedUpAt: 'time of the signup',
  confirmedAt: 'time of the confirmation',
  consentAt: 'time of the latest consent',
  source: 'where they signed up',
  campaign: 'campaign of the link',
  consent: 'consent',
  reason: 'why they left',
  timezone: 'time zone',
  sendTime: 'time of day',
  weekdays: 'days of the week',
  pausedUntil: 'end of a pause',
  cadence: 'how often',
  digestDay: 'day of the weekly email',
};
