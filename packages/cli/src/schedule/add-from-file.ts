import { createReadStream } from 'node:fs';
import {
  isDomainError,
  readScheduleFile,
  type ScheduleFileRow,
  showInstant,
  type Wordrise,
} from '@wordrise/core';
import { scheduleInput } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { stopSignal } from '../command-line/interruption.ts';
import { oneLine } from '../terminal/display-width.ts';
import { untilStopped } from '../terminal/standard-input.ts';
import { requireWord } from '../words/require-word.ts';

interface Result {
  line: number;
  word: string;
  outcome: 'scheduled' | 'already' | 'refused';
  /** ISO 8601 in UTC, if known. */
  scheduledDate?: string;
  message?: string;
  /** What is wrong with the word; it is scheduled anyway. */
  warnings?: string[];
}

/** This many refusals by the provider in a row are about the account, not the emails. */
const giveUpAfter = 3;

/** Schedules line by line. A bad line does not keep others from being scheduled. */
export async function addFromFile(cli: Cli, file: string): Promise<void> {
  const { out } = cli;
  const stop = stopSignal();
  const wordrise = await cli.open();
  const counts = { scheduled: 0, already: 0, refused: 0 };
  let refusals = 0;
  const rows = readScheduleFile(file === '-' ? process.stdin : createReadStream(file));
  for await (const row of untilStopped(rows, stop)) {
    const { code, ...result } = await addRow(cli, wordrise, row);
    counts[result.outcome] += 1;
    out.line({ type: 'result', ...result }, () => show(cli, wordrise, result));
    for (const warning of result.warnings ?? []) out.warn(`  ${result.word}: ${warning}`);
    refusals = code === 'email_provider.refused' ? refusals + 1 : 0;
    if (refusals === giveUpAfter) {
      out.warn(
        'The email provider refuses every email, so the rest of the file was skipped. See: wordrise doctor',
      );
      break;
    }
  }
  out.line({ type: 'report', dryRun: cli.dryRun, interrupted: stop.aborted, ...counts }, () =>
    summary(cli, counts),
  );
  if (counts.refused > 0) cli.fail();
  if (stop.aborted) {
    out.warn('Stopped. Run the same command again for the rest.');
    cli.interrupted();
  }
}

async function addRow(
  { dryRun }: Cli,
  wordrise: Wordrise,
  { line, word: typed, at }: ScheduleFileRow,
): Promise<Result & { code?: string }> {
  const { schedule } = wordrise;
  try {
    const { id: wordId, word } = await requireWord(wordrise, typed);
    const input = scheduleInput.parse({ wordId, scheduledDate: at });
    const waiting = await schedule.findWaiting(wordId);
    const wanted = waiting && schedule.readInstant(input.scheduledDate)?.toISOString();
    if (waiting && waiting.scheduledDate === wanted)
      return { line, word, outcome: 'already', scheduledDate: wanted };
    const { scheduledDate, warnings } = dryRun
      ? {
          scheduledDate: (await schedule.check(input)).toISOString(),
          warnings: await schedule.warnings(wordId),
        }
      : await schedule.add(input);
    const warned = warnings && warnings.length > 0 ? { warnings } : {};
    return { line, word, outcome: 'scheduled', scheduledDate, ...warned };
  } catch (error) {
    const { code, message } = whyRefused(error);
    return { line, word: typed, outcome: 'refused', message, code };
  }
}

function whyRefused(error: unknown): { code: string; message: string } {
  if (isDomainError(error)) return error;
  const isInput = error instanceof Error && error.name === 'ZodError' && 'issues' in error;
  if (!isInput) throw error;
  return {
    code: 'input.invalid',
    message: (error.issues as { message: string }[])[0]?.message ?? 'Not valid',
  };
}

function show(
  { out }: Cli,
  { config }: Wordrise,
  { line, word, outcome, ...result }: Result,
): string | undefined {
  if (outcome === 'refused') return `${out.paint.red('✗')} Line ${line}: ${oneLine(result.message ?? '')}`;
  if (out.quiet) return undefined;
  const when = showInstant(new Date(result.scheduledDate ?? ''), config.timezone);
  if (outcome === 'already') return out.paint.dim(`· ${oneLine(word)} is already scheduled for ${when}`);
  return `${out.paint.green('✓')} ${oneLine(word)} · ${when}`;
}

function summary({ out, dryRun }: Cli, { scheduled, already, refused }: Record<Result['outcome'], number>) {
  if (out.quiet) return undefined;
  const parts = [`${scheduled} ${dryRun ? 'would be scheduled' : 'scheduled'}`];
  if (already > 0) parts.push(`${already} already scheduled`);
  if (refused > 0) parts.push(`${refused} refused`);
  return `${parts.join(', ')}.`;
}
