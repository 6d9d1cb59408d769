import { isDomainError, showInstant, type Wordrise } from '@wordrise/core';
import { type PlannedMorning, planInput } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { UsageError } from '../command-line/exit.ts';
import { stopSignal } from '../command-line/interruption.ts';
import { oneLine } from '../command-line/text.ts';

interface FillOptions {
  days: string;
  seed?: string;
}

type Outcome = 'scheduled' | 'noWord' | 'refused';

/** Schedules a word for each of the next mornings that has none. */
export async function fillSchedule(cli: Cli, { days, seed }: FillOptions): Promise<void> {
  const { out, dryRun } = cli;
  if (!/^\d+$/.test(days)) throw new UsageError('--days takes a number of mornings, such as 30.');
  const input = planInput.parse({ mornings: days, ...(seed === undefined ? {} : { seed }) });
  const stop = stopSignal();
  const wordrise = await cli.open();
  const { mornings } = await wordrise.autopilot.plan(input);
  const counts: Record<Outcome, number> = { scheduled: 0, noWord: 0, refused: 0 };
  for (const morning of mornings) {
    if (stop.aborted) break;
    const { outcome, message } = await fill(cli, wordrise, morning);
    counts[outcome] += 1;
    const { day, scheduledDate, word, relaxed } = morning;
    const result = { type: 'result', day, scheduledDate, word: word?.word ?? null, relaxed, outcome };
    out.line(message === undefined ? result : { ...result, message }, () =>
      show(cli, wordrise, morning, message),
    );
  }
  const report = { type: 'report', dryRun, interrupted: stop.aborted, ...counts };
  out.line(report, () => (out.quiet ? undefined : summary(cli, counts)));
  if (counts.noWord + counts.refused > 0) cli.fail();
  if (stop.aborted) {
    out.warn('Stopped. Run the same command again for the rest.');
    cli.interrupted();
  }
}

async function fill(
  { dryRun }: Cli,
  { schedule }: Wordrise,
  { word, scheduledDate }: PlannedMorning,
): Promise<{ outcome: Outcome; message?: string }> {
  if (!word) return { outcome: 'noWord', message: 'No word could be chosen. Add some: wordrise words fill' };
  if (dryRun) return { outcome: 'scheduled' };
  try {
    await schedule.add({ wordId: word.id, scheduledDate, status: 'pending', ifDayTaken: 'refuse' });
    return { outcome: 'scheduled' };
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return { outcome: 'refused', message: error.message };
  }
}

function show(
  { out }: Cli,
  { config }: Wordrise,
  { word, scheduledDate }: PlannedMorning,
  message: string | undefined,
): string | undefined {
  const when = showInstant(new Date(scheduledDate), config.timezone);
  if (message !== undefined) return `${out.paint.red('✗')} ${when} · ${oneLine(message)}`;
  return out.quiet ? undefined : `${out.paint.green('✓')} ${when} · ${oneLine(word?.word ?? '')}`;
}

function summary({ dryRun }: Cli, { scheduled, noWord, refused }: Record<Outcome, number>): string {
  if (scheduled + noWord + refused === 0) return 'Every morning has a word already.';
  const parts = [`${scheduled} ${dryRun ? 'would be scheduled' : 'scheduled'}`];
  if (noWord > 0) parts.push(`${noWord} without a word`);
  if (refused > 0) parts.push(`${refused} refused`);
  return `${parts.join(', ')}.`;
}
