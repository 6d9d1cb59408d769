import type { Cli } from '../command-line/cli.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { noteOlderEmails, updateEmails } from '../emails/update-emails.ts';
import { findEmailId } from './find-email-id.ts';

export async function updateEmail(
  cli: Cli,
  { all = false }: { all?: boolean },
  typed: string | undefined,
): Promise<void> {
  if ((typed === undefined) !== all) {
    throw new UsageError(
      'Name one email by its id or its word, or add --all.',
      'See: wordrise schedule list',
    );
  }
  const wordrise = await cli.open();
  const older = await wordrise.schedule.older();
  const id = typed === undefined ? undefined : await findEmailId(wordrise, typed);
  if (id !== undefined) await wordrise.schedule.checkCancel(id);
  const chosen = older.filter((email) => id === undefined || email.id === id);
  if (cli.dryRun) noteOlderEmails(cli, wordrise, chosen);
  const emails = cli.dryRun ? [] : await updateEmails(cli, wordrise, chosen);
  const value = cli.dryRun ? { dryRun: true, older: chosen } : { dryRun: false, emails };
  cli.out.confirm(value, () => summary(cli, chosen.length, emails.length));
}

function summary({ dryRun }: Cli, chosen: number, updated: number): string {
  if (chosen === 0) return 'Nothing to update: every scheduled email has the current text.';
  const emails = (count: number) => (count === 1 ? '1 email' : `${count} emails`);
  return dryRun ? `${emails(chosen)} would be updated.` : `${emails(updated)} updated.`;
}
