import { calendarDay } from '@wordrise/core';
import { type ReaderView, readersQuery } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { type Column, table } from '../terminal/table.ts';

interface ListOptions {
  search?: string;
  state?: ReaderView['status'];
  page?: string;
  limit?: string;
}

export async function listReaders(cli: Cli, options: ListOptions): Promise<void> {
  const { search, state, page, limit } = readersQuery.parse(options);
  const wordrise = await cli.open();
  const found = await wordrise.readers.list({ search, state, page, limit });
  const { readers, total, hasMore } = found;
  const hasReasons = readers.some(({ reason }) => reason !== null);
  const columns: Column<ReaderView>[] = [
    { title: 'EMAIL', value: (row) => row.email, flexible: true },
    { title: 'FIRST NAME', value: (row) => row.firstName, flexible: true },
    { title: 'SINCE', value: (row) => calendarDay(new Date(row.createdAt), wordrise.config.timezone) },
    { title: 'AT THE PROVIDER', value: (row) => row.status, paint: (cell, row) => color(cli, row, cell) },
    ...(hasReasons
      ? [{ title: 'WHY', value: (row: ReaderView) => row.reason ?? '', flexible: true as const }]
      : []),
  ];
  cli.out.answer(found, () => table(cli.out, readers, columns));
  if (readers.length === 0) {
    cli.out.note(total === 0 ? 'Nobody yet.' : `There are ${total} signups, and no page ${page}.`);
    return;
  }
  const first = (page - 1) * limit + 1;
  const next = hasMore ? ` The next page: --page ${page + 1}` : '';
  cli.out.note(`Showing ${first} to ${first + readers.length - 1} of ${total} signups.${next}`);
}

function color({ out: { paint } }: Cli, { status }: ReaderView, cell: string): string {
  if (status === 'subscribed') return paint.green(cell);
  return status === 'waiting' ? paint.yellow(cell) : paint.red(cell);
}
