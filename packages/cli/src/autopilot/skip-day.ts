import { calendarDate } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';

export async function skipDay(cli: Cli, _options: object, typed: string): Promise<void> {
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

export async function unskipDay(cli: Cli, _options: object, typed: string): Promise<void> {
  const day = calendarDate.parse(typed);
  const { autopilot } = await cli.open();
  if (!cli.dryRun) await autopilot.unskip(day);
  cli.out.confirm({ dryRun: cli.dryRun, unskipped: day }, () =>
    cli.dryRun ? `${day} could be filled again.` : `${day} can be filled again.`,
  );
}
