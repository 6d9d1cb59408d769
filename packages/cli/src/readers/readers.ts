import { calendarDay, type IngestedReport } from '@wordrise/core';
import {
  idParams,
  type LeavingSummary,
  leavingReasonTexts,
  type ReaderView,
  readersQuery,
} from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { type ExportOptions, exportTo } from '../command-line/files.ts';
import { confirmLoss } from '../command-line/questions.ts';
import { type Column, notePage, table } from '../command-line/table.ts';

interface ListOptions {
  search?: string;
  state?: ReaderView['status'];
  campaign?: string;
  page?: string;
  limit?: string;
}

export async function listReaders(cli: Cli, options: ListOptions): Promise<void> {
  const { search, state, campaign, page, limit } = readersQuery.parse(options);
  const wordrise = await cli.open();
  const found = await wordrise.readers.list({ search, state, campaign, page, limit });
  const { readers, total, hasMore } = found;
  const hasChoices = readers.some((reader) => howOften(reader) !== '');
  const hasReasons = readers.some(({ reason }) => reason !== null);
  const columns: Column<ReaderView>[] = [
    { title: 'EMAIL', value: (row) => row.email, whole: true },
    { title: 'FIRST NAME', value: (row) => row.firstName, flexible: true, from: 60 },
    { title: 'SINCE', value: (row) => calendarDay(new Date(row.createdAt), wordrise.config.timezone) },
    { title: 'AT THE PROVIDER', value: (row) => row.status, paint: (cell, row) => color(cli, row, cell) },
    ...(hasChoices ? [{ title: 'EMAILS', value: howOften }] : []),
    ...(hasReasons
      ? [{ title: 'WHY', value: (row: ReaderView) => row.reason ?? '', flexible: true as const }]
      : []),
  ];
  cli.out.answer(found, () => table(cli.out, readers, columns));
  const noted = { what: 'readers', ifNone: 'Nobody yet.' };
  notePage(cli.out, { page, limit }, { count: readers.length, total, hasMore }, noted);
}

/** What keeps the daily email from a reader on the list; empty for nearly everyone. */
function howOften({ status, isPaused, preferences: { pausedUntil, cadence } }: ReaderView): string {
  if (status !== 'subscribed') return '';
  return [
    ...(isPaused ? [`paused until ${pausedUntil}`] : []),
    ...(cadence === 'weekly' ? ['weekly'] : []),
  ].join(', ');
}

function color({ out: { paint } }: Cli, { status }: ReaderView, cell: string): string {
  if (status === 'subscribed') return paint.green(cell);
  return status === 'waiting' ? paint.yellow(cell) : paint.red(cell);
}

export async function showReader(cli: Cli, email: string): Promise<void> {
  const { readers } = await cli.open();
  const reader = await readers.describe(email);
  cli.out.content(reader, () => JSON.stringify(reader, null, 2));
}

export async function leavingReasons(cli: Cli, { forget }: { forget?: string }): Promise<void> {
  const { ownPage } = (await cli.open()).readers;
  if (forget !== undefined) {
    const { id } = idParams.parse({ id: forget });
    if (!cli.dryRun) await ownPage.deleteLeavingText(id);
    cli.out.confirm({ dryRun: cli.dryRun, forgotten: { id } }, () =>
      cli.dryRun ? `The text ${id} would be deleted.` : `The text ${id} is deleted.`,
    );
    return;
  }
  const summary = await ownPage.leavingReasons();
  const { reasons, texts } = summary;
  const counts: Column<LeavingSummary['reasons'][number]>[] = [
    { title: 'REASON', value: ({ reason }) => leavingReasonTexts[reason] },
    { title: 'READERS', value: ({ count }) => String(count) },
  ];
  const written: Column<LeavingSummary['texts'][number]>[] = [
    { title: 'NUMBER', value: ({ id }) => String(id) },
    { title: 'DAY', value: ({ day }) => day },
    { title: 'REASON', value: ({ reason }) => leavingReasonTexts[reason] },
    { title: 'TEXT', value: ({ text }) => text, flexible: true },
  ];
  cli.out.answer(summary, () =>
    [table(cli.out, reasons, counts), ...(texts.length > 0 ? [table(cli.out, texts, written)] : [])].join(
      '\n\n',
    ),
  );
  if (reasons.length === 0) cli.out.note('Nobody has said why they left within the last year.');
}

export async function removeReader(cli: Cli, typed: string, { yes }: { yes?: boolean }): Promise<void> {
  const { readers } = await cli.open();
  const { id, email, createdAt } = await readers.find(typed);
  const removed = { id, email };
  if (cli.dryRun) {
    cli.out.confirm(
      { dryRun: true, removed },
      () => `${email}, signed up on ${createdAt.slice(0, 10)}, would be removed.`,
    );
    return;
  }
  if (!(await confirmLoss(cli, `Take ${email} off the list and delete the signup?`, { yes }))) {
    cli.out.note('The signup was not deleted.');
    return;
  }
  const isPending = (await readers.remove(email)) === 'pending';
  cli.out.confirm({ dryRun: false, removed, isPending }, () => `${email} is removed.`);
  if (isPending) {
    cli.out.note('As soon as the email provider responds, a pass takes the address off its list too.');
  }
}

export async function exportReaders(
  cli: Cli,
  file: string | undefined,
  options: ExportOptions,
): Promise<void> {
  const { readers } = await cli.open();
  await exportTo(cli, options, file, { what: 'All readers', pieces: (format) => readers.export(format) });
}

export async function ingestBounce(cli: Cli): Promise<void> {
  const { readers } = await cli.open();
  const report = await readers.ingestReport(process.stdin, { dryRun: cli.dryRun });
  cli.out.confirm({ dryRun: cli.dryRun, ...report }, () => describe(report));
}

function describe({ outcome, id, reason = '' }: IngestedReport): string {
  const said = reason && ` ${reason}`;
  switch (outcome) {
    case 'bounced':
      return `Reader ${id} is off the list: the address does not accept mail.${said}`;
    case 'complained':
      return `Reader ${id} is off the list: they complained.`;
    case 'unsubscribed':
      return `Reader ${id} is off the list: they unsubscribed by email.`;
    case 'counted':
      return `A failure of reader ${id} was counted.${said}`;
    case 'unknown':
      return `It is not about a reader known here.${said}`;
    default:
      return `Nothing to do.${said}`;
  }
}
