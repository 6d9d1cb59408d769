import { calendarDay } from '@wordrise/core';
import { calendarDate, type DayRange, rangeProblem, type SkippedEmail } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { UsageError } from '../command-line/exit.ts';
import { oneLine } from '../command-line/text.ts';

export async function skipDays(
  cli: Cli,
  first: string,
  last: string | undefined,
  { cancel = false }: { cancel?: boolean },
): Promise<void> {
  const range = readRange(first, last);
  const { from, until } = range;
  const { autopilot, config } = await cli.open();
  const found = await autopilot.checkSkip(from, { until });
  const emails = cli.dryRun
    ? found.filter(() => !cancel)
    : (await autopilot.skip(from, { until, cancelEmails: cancel })).emails;
  const stay = new Set(emails.map(({ id }) => id));
  const canceled = found.filter(({ id }) => !stay.has(id));
  // `cancelled` as in `schedule cancel`.
  cli.out.confirm({ dryRun: cli.dryRun, skipped: from, until, cancelled: canceled, emails }, () =>
    summary(cli, range, { canceled: canceled.length, emails: emails.length }),
  );
  const problems = Map.groupBy(emails, ({ problem }) => problem);
  for (const [problem, group] of problems) {
    const named = nameEmails(group, config.timezone);
    if (problem === undefined) warnOfEmails(cli, range, group.length, named);
    else {
      cli.out.warn(`Not canceled: ${named}. ${problem}`);
      cli.fail();
    }
  }
}

export async function unskipDays(cli: Cli, first: string, last: string | undefined): Promise<void> {
  const range = readRange(first, last);
  const { from, until } = range;
  const { autopilot } = await cli.open();
  if (!cli.dryRun) await autopilot.unskip(from, { until });
  cli.out.confirm({ dryRun: cli.dryRun, unskipped: from, until }, () =>
    cli.dryRun ? `${showRange(range)} could be filled again.` : `${showRange(range)} can be filled again.`,
  );
}

function readRange(first: string, last: string | undefined): DayRange {
  const from = calendarDate.parse(first);
  const range = { from, until: last === undefined ? from : calendarDate.parse(last) };
  const problem = rangeProblem(range);
  if (problem !== undefined) throw new UsageError(`${problem}.`);
  return range;
}

/** `2026-12-21 to 2027-01-03` */
export function showRange({ from, until }: DayRange): string {
  return from === until ? from : `${from} to ${until}`;
}

function summary(
  { dryRun }: Cli,
  range: DayRange,
  { canceled, emails }: { canceled: number; emails: number },
): string {
  const stay = dryRun ? 'would stay' : range.from === range.until ? 'stays' : 'stay';
  const days = `${showRange(range)} ${stay} ${emails > 0 ? 'without another email' : 'without an email'}.`;
  if (canceled === 0) return days;
  const which = canceled === 1 ? '1 email' : `${canceled} emails`;
  return `${days} ${which} ${dryRun ? 'would be' : canceled === 1 ? 'is' : 'are'} canceled.`;
}

const mostNamed = 3;

/** The first few with their days, and how many more there are. */
function nameEmails(emails: readonly SkippedEmail[], timezone: string): string {
  const named = emails
    .slice(0, mostNamed)
    .map(
      ({ word, scheduledDate }) => `“${oneLine(word)}” on ${calendarDay(new Date(scheduledDate), timezone)}`,
    );
  const others = emails.length - named.length;
  return [...named, ...(others > 0 ? [`and ${others} more`] : [])].join(', ');
}

/** Of emails that stay on weekdays that were taken out. */
export function warnOfWeekdays({ out }: Cli, emails: readonly SkippedEmail[], timezone: string): void {
  if (emails.length === 0) return;
  const which = emails.length === 1 ? '1 email still goes' : `${emails.length} emails still go`;
  const named = nameEmails(emails, timezone);
  out.warn(
    `${which} out on weekdays that you took out: ${named}. To cancel one: wordrise schedule cancel WORD`,
  );
}

function warnOfEmails({ out, dryRun }: Cli, { from, until }: DayRange, count: number, named: string): void {
  const which = count === 1 ? '1 email' : `${count} emails`;
  const goOut = dryRun ? 'would still go out' : count === 1 ? 'still goes out' : 'still go out';
  const days = from === until ? from : `${from} ${until}`;
  const them = count === 1 ? 'it' : 'them';
  out.warn(`${which} ${goOut}: ${named}. To cancel ${them}: wordrise autopilot skip ${days} --cancel`);
}
