import { DomainError } from '@wordrise/core';
import { type sendActions, sendsQuery, type WeeklyEmailView } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { UsageError } from '../command-line/exit.ts';
import { table } from '../command-line/table.ts';
import { figure } from '../command-line/text.ts';

type Action = (typeof sendActions)[number];

export async function weeklyEmails(
  cli: Cli,
  day: string | undefined,
  action: Action | undefined,
  options: { limit: string },
): Promise<void> {
  if ((day === undefined) !== (action === undefined)) {
    throw new UsageError('Name what to do with the email.', 'wordrise schedule weekly 2026-12-06 pause');
  }
  const { limit } = sendsQuery.parse(day === undefined ? options : { limit: '100' });
  const { weeklyEmails } = await cli.open();
  const emails = await weeklyEmails.list(limit);
  if (action === undefined) {
    cli.out.answer(emails, () => show(cli, emails));
    if (emails.length === 0) cli.out.note('There was no weekly email yet.');
    return;
  }
  const chosen = emails.find((email) => email.day === day);
  if (!chosen) throw new DomainError('schedule.not_found', `There is no weekly email of ${day}.`);
  const email = cli.dryRun ? chosen : await weeklyEmails.change(chosen.id, action);
  cli.out.confirm({ dryRun: cli.dryRun, action, email }, () => show(cli, [email]));
}

function show(cli: Cli, emails: WeeklyEmailView[]): string {
  return table(cli.out, emails, [
    { title: 'DAY', value: ({ day }) => day },
    { title: 'SUBJECT', value: ({ subject }) => subject, flexible: true },
    {
      title: 'STATUS',
      value: ({ reason, progress }) => progress?.status ?? (reason === null ? 'scheduled' : 'not sent'),
    },
    { title: 'READERS', value: ({ progress }) => figure(progress?.recipients ?? 0), align: 'right' },
    { title: 'ACCEPTED', value: ({ progress }) => figure(progress?.sent ?? 0), align: 'right' },
    { title: 'WHY', value: ({ reason, progress }) => reason ?? progress?.reason ?? '', flexible: true },
  ]);
}
