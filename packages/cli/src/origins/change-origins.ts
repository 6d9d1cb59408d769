import { originInput } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';

export async function allowOrigin(cli: Cli, _options: object, typed: string): Promise<void> {
  const { origin } = originInput.parse({ origin: typed });
  const { origins } = await cli.open();
  if (!cli.dryRun) await origins.allow(origin);
  cli.out.confirm({ dryRun: cli.dryRun, allowed: origin }, () =>
    cli.dryRun ? `${origin} could embed the form.` : `${origin} may embed the form.`,
  );
}

export async function removeOrigin(cli: Cli, _options: object, typed: string): Promise<void> {
  const { origin } = originInput.parse({ origin: typed });
  const { origins } = await cli.open();
  await origins.remove(origin, { dryRun: cli.dryRun });
  cli.out.confirm({ dryRun: cli.dryRun, removed: origin }, () =>
    cli.dryRun ? `${origin} would be taken off the list.` : `${origin} is off the list.`,
  );
}
