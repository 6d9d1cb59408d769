import { createReadStream } from 'node:fs';
import {
  calendarDay,
  isDomainError,
  readScheduleFile,
  type ScheduleFileRow,
  showInstant,
  type Wordrise,
} from '@wordrise/core';
import { type ScheduleInput, scheduleInput } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { UsageError } from '../command-line/exit.ts';
import { untilStopped } from '../command-line/input.ts';
import { stopSignal } from '../command-line/interruption.ts';
import { oneLine } from '../command-line/text.ts';
import { noteWaiting } from '../emails/older-emails.ts';
import { requireWord } from '../words/words.ts';

interface AddOptions extends TimeOptions {
  from?: string;
  yes?: boolean;
}

export async function addToSchedule(cli: Cli, typed: string | undefined, options: AddOptions): Promise<void> {
  const { from } = options;
  if ((typed === undefined) === (from === undefined)) {
    throw new UsageError('Name one word, or a file with --from.', 'See: wordrise schedule add --help');
  }
  if (from !== undefined) return addFromFile(cli, from);
  const time = readTime(options);
  const wordrise = await cli.open();
  const { schedule, config } = wordrise;
  const { id: wordId, word } = await requireWord(wordrise, typed ?? '');
  const input = scheduleInput.parse({ wordId, scheduledDate: await time(wordrise) });
  if (!options.yes) await warnOfSecond(cli, wordrise, input);
  if (cli.dryRun) {
    const scheduledDate = await schedule.check(input);
    const value = { dryRun: true, email: { wordId, word, scheduledDate: scheduledDate.toISOString() } };
    cli.out.confirm(value, () => `“${word}” would go out on ${showInstant(scheduledDate, config.timezone)}.`);
    for (const warning of await schedule.warnings(wordId)) cli.out.warn(warning);
    return;
  }
  const email = await schedule.add(input);
  cli.out.confirm({ dryRun: false, email: { ...email, word } }, () => {
    const when = showInstant(new Date(email.scheduledDate), config.timezone);
    return `“${word}” goes out on ${when}.`;
  });
  for (const warning of email.warnings ?? []) cli.out.warn(warning);
  cli.out.note(`To cancel it: wordrise schedule cancel ${email.id}`);
  noteWaiting(cli, email);
}

/** Only warns, so that scripts that schedule several emails a day keep working. */
async function warnOfSecond({ out }: Cli, { schedule }: Wordrise, input: ScheduleInput): Promise<void> {
  try {
    await schedule.check({ ...input, ifDayTaken: 'refuse' });
  } catch (error) {
    if (!isDomainError(error, 'schedule.day_taken')) throw error;
    out.warn(error.message);
  }
}

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

export interface TimeOptions {
  at?: string;
  tomorrow?: boolean;
}

/** When an email should go out, as typed, or tomorrow at the usual time. @throws UsageError if no time was given */
export function readTime({ at, tomorrow }: TimeOptions): (wordrise: Wordrise) => Promise<string> {
  if (at === undefined && !tomorrow) {
    throw new UsageError('When? Add --tomorrow, or --at "2026-12-01 07:00".');
  }
  return async ({ schedule, autopilot, config }) => {
    if (at !== undefined) return at;
    const tomorrow = calendarDay(schedule.tomorrowMorning(), config.timezone);
    return (await autopilot.usualTime(tomorrow)).toISOString();
  };
}
