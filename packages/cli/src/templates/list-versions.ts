import { showInstant } from '@wordrise/core';
import type { TemplateVersion } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { type Column, table } from '../terminal/table.ts';

export async function listVersions(cli: Cli): Promise<void> {
  const { templates, config } = await cli.open();
  const versions = await templates.versions();
  const columns: Column<TemplateVersion>[] = [
    { title: 'ID', value: ({ id }) => String(id), align: 'right' },
    { title: 'SAVED', value: ({ createdAt }) => showInstant(new Date(createdAt), config.timezone) },
    { title: 'BY', value: ({ account, via }) => account ?? (via === 'cli' ? 'command line' : '') },
    { title: 'HOW', value: ({ origin }) => origins[origin] },
    { title: 'SUBJECT', value: ({ subject }) => subject, flexible: true },
  ];
  cli.out.answer({ versions }, () => table(cli.out, versions, columns));
  cli.out.note(
    versions.length === 0
      ? 'The built-in template is in use, and no other was saved.'
      : 'The first is in use. To use another: wordrise template restore ID',
  );
}

const origins = { edit: 'edited', default: 'built-in', restore: 'restored' } as const;
