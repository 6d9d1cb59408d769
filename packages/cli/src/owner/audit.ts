import { showInstant } from '@wordrise/core';
import { type AuditView, auditQuery, auditText, wasRefused } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { type Column, notePage, table } from '../command-line/table.ts';

export async function listAudit(cli: Cli, options: { page?: string; limit?: string }): Promise<void> {
  const { page, limit } = auditQuery.parse(options);
  const { audit, config } = await cli.open();
  const found = await audit.list({ page, limit });
  const { entries, total, hasMore } = found;
  const columns: Column<AuditView>[] = [
    { title: 'TIME', value: ({ at }) => showInstant(new Date(at), config.timezone) },
    {
      title: 'WHAT',
      value: textOf,
      paint: (cell, entry) => paintBy(cli, entry, cell),
      flexible: true,
    },
    { title: 'BY', value: ({ account, via }) => account ?? (via === 'cli' ? '' : 'unknown') },
    { title: 'FROM', value: ({ address, via }) => address ?? (via === 'cli' ? 'command line' : '') },
  ];
  cli.out.answer(found, () => table(cli.out, entries, columns));
  const noted = { what: 'entries', ifNone: 'Nothing yet.' };
  notePage(cli.out, { page, limit }, { count: entries.length, total, hasMore }, noted);
}

function textOf(entry: AuditView): string {
  return entry.count === 1 ? auditText(entry) : `${auditText(entry)} (${entry.count} times)`;
}

function paintBy({ out: { paint } }: Cli, entry: AuditView, cell: string): string {
  return wasRefused(entry) ? paint.yellow(cell) : cell;
}
