import {
  type AutopilotInput,
  type AutopilotView,
  autopilotInput,
  calendarDate,
  type LibraryView,
  readWeekdays,
  showWeekdays,
} from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { UsageError } from '../command-line/exit.ts';
import { inWords } from '../command-line/text.ts';

export async function showAutopilot(cli: Cli): Promise<void> {
  const { autopilot } = await cli.open();
  const view = await autopilot.get();
  cli.out.answer(view, () => describeAutopilot(view).join('\n'));
}

export function describeAutopilot(view: AutopilotView): string[] {
  const { isOn, time, days, ahead, skippedDays, timezone } = view;
  const mornings = ahead === 1 ? 'the next morning' : `the next ${ahead} mornings`;
  return [
    isOn
      ? `The autopilot is on: it keeps ${mornings} filled, ${showWeekdays(days)} at ${time} (${timezone}).`
      : 'The autopilot is off. To turn it on: wordrise autopilot on',
    ...(skippedDays.length > 0 ? [`Skipped: ${skippedDays.join(', ')}`] : []),
    `${sentenceOf(view.library)}.`,
  ];
}

/** "Enough words until 2027-03-12"; the doctor uses it too. */
export function sentenceOf({ lastsUntil, lastsLonger, unusedWords }: LibraryView): string {
  const words = inWords(unusedWords, 'unused word');
  if (lastsUntil === null) return 'No unused word is left';
  return lastsLonger
    ? `${words}: enough for more than three years`
    : `${words}: enough until ${longDay(lastsUntil)}`;
}

function longDay(day: string): string {
  const options = { dateStyle: 'long', timeZone: 'UTC' } as const;
  return new Date(`${day}T12:00Z`).toLocaleDateString('en-US', options);
}

interface SetOptions {
  time?: string;
  days?: string;
  ahead?: string;
}

export async function turnOn(cli: Cli, options: SetOptions): Promise<void> {
  await save(cli, { isOn: true, ...readOptions(options) });
  cli.out.note('The next pass of the processor submits the emails. To do it now: wordrise process');
}

export async function turnOff(cli: Cli): Promise<void> {
  await save(cli, { isOn: false });
}

function readOptions({ time, days, ahead }: SetOptions): Partial<Record<keyof AutopilotInput, unknown>> {
  const weekdays = days === undefined ? undefined : readWeekdays(days);
  if (days !== undefined && !weekdays) {
    throw new UsageError(`“${days}” is not a list of weekdays.`, 'Use mon-fri, mon,wed,fri or daily.');
  }
  return {
    ...(time === undefined ? {} : { time }),
    ...(weekdays ? { days: weekdays } : {}),
    ...(ahead === undefined ? {} : { ahead }),
  };
}

/** Settings that are not given stay unchanged. */
async function save(cli: Cli, change: Partial<Record<keyof AutopilotInput, unknown>>): Promise<void> {
  const { autopilot } = await cli.open();
  const before = await autopilot.get();
  const input = autopilotInput.parse({ ...before, ...change });
  const view = cli.dryRun ? { ...before, ...input } : await autopilot.save(input);
  cli.out.confirm({ dryRun: cli.dryRun, autopilot: view }, () => describeAutopilot(view).join('\n'));
}

export async function skipDay(cli: Cli, typed: string): Promise<void> {
  const day = calendarDate.parse(typed);
  const { autopilot } = await cli.open();
  if (!cli.dryRun) await autopilot.skip(day);
  cli.out.confirm({ dryRun: cli.dryRun, skipped: day }, () =>
    cli.dryRun ? `${day} would stay without an email.` : `${day} stays without an email.`,
  );
  const [found] = (await autopilot.days({ from: day, days: 1 })).days;
  for (const { id, word } of found?.emails ?? []) {
    cli.out.warn(`“${word}” is scheduled for that day. To cancel it: wordrise schedule cancel ${id}`);
  }
}

export async function unskipDay(cli: Cli, typed: string): Promise<void> {
  const day = calendarDate.parse(typed);
  const { autopilot } = await cli.open();
  if (!cli.dryRun) await autopilot.unskip(day);
  cli.out.confirm({ dryRun: cli.dryRun, unskipped: day }, () =>
    cli.dryRun ? `${day} could be filled again.` : `${day} can be filled again.`,
  );
}
