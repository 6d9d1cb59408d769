import { type AutopilotInput, autopilotInput, readWeekdays } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { describeAutopilot } from './autopilot-status.ts';

interface SetOptions {
  time?: string;
  days?: string;
  ahead?: string;
}

export async function turnOn(cli: Cli, options: SetOptions): Promise<void> {
  await save(cli, { isOn: true, ...readOptions(options) });
  cli.out.note('The next pass of the processor fills the mornings. To do it now: wordrise process');
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
