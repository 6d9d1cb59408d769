import { buffer } from 'node:stream/consumers';
import type { IngestedReport } from '@wordrise/core';
import type { Cli } from '../command-line/cli.ts';

export async function ingestBounce(cli: Cli): Promise<void> {
  const raw = await buffer(process.stdin);
  const { readers } = await cli.open();
  const report = await readers.ingestReport(raw, { dryRun: cli.dryRun });
  cli.out.confirm({ dryRun: cli.dryRun, ...report }, () => describe(report));
}

function describe({ outcome, id, reason = '' }: IngestedReport): string {
  const said = reason && ` ${reason}`;
  switch (outcome) {
    case 'bounced':
      return `Reader ${id} is off the list: the address does not accept mail.${said}`;
    case 'complained':
      return `Reader ${id} is off the list: they complained.`;
    case 'counted':
      return `A failure of reader ${id} was counted.${said}`;
    case 'unknown':
      return `It is not about a reader known here.${said}`;
    default:
      return `Nothing to do.${said}`;
  }
}
