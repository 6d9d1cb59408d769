import { showInstant } from '@wordrise/core';
import { everySite, originInput } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { type Column, table } from '../command-line/table.ts';

interface Site {
  origin: string;
  state: string;
  last: string;
}

export async function listOrigins(cli: Cli): Promise<void> {
  const { origins, config } = await cli.open();
  const found = await origins.list();
  const sites: Site[] = [
    ...found.allowed.map(({ origin, source }) => ({
      origin: nameOf(origin),
      state: source === 'setting' ? 'allowed by WIDGET_ORIGINS' : 'allowed',
      last: '',
    })),
    ...found.refused.map(({ origin, count, lastAt }) => ({
      origin,
      state: `refused ${count === 1 ? 'once' : `${count} times`}`,
      last: showInstant(new Date(lastAt), config.timezone),
    })),
  ];
  const columns: Column<Site>[] = [
    { title: 'SITE', value: ({ origin }) => origin, whole: true },
    { title: 'STATE', value: ({ state }) => state, paint: (cell, row) => color(cli, row, cell) },
    ...(found.refused.length > 0 ? [{ title: 'LAST', value: ({ last }: Site) => last }] : []),
  ];
  cli.out.answer(found, () => table(cli.out, sites, columns));
  if (sites.length === 0) cli.out.note('No other site may embed the form, and none tried.');
}

function color({ out: { paint } }: Cli, { state }: Site, cell: string): string {
  return state.startsWith('allowed') ? paint.green(cell) : paint.yellow(cell);
}

function nameOf(origin: string): string {
  return origin === everySite ? 'Every site' : origin;
}

export async function allowOrigin(cli: Cli, typed: string): Promise<void> {
  const { origin } = originInput.parse({ origin: typed });
  const { origins } = await cli.open();
  if (!cli.dryRun) await origins.allow(origin);
  cli.out.confirm({ dryRun: cli.dryRun, allowed: origin }, () =>
    cli.dryRun ? `${nameOf(origin)} could embed the form.` : `${nameOf(origin)} may embed the form.`,
  );
}

export async function removeOrigin(cli: Cli, typed: string): Promise<void> {
  const { origin } = originInput.parse({ origin: typed });
  const { origins } = await cli.open();
  await origins.remove(origin, { dryRun: cli.dryRun });
  cli.out.confirm({ dryRun: cli.dryRun, removed: origin }, () =>
    cli.dryRun ? `${origin} would be taken off the list.` : `${origin} is off the list.`,
  );
}
