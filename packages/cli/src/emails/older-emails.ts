import { isDomainError, showInstant, type Wordrise } from '@wordrise/core';
import type { OlderEmail, ScheduledEmailView } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { oneLine } from '../command-line/text.ts';

/** Updates emails to the current text. If one fails, the others are still updated. */
export async function updateEmails(
  cli: Cli,
  wordrise: Wordrise,
  emails: readonly OlderEmail[],
): Promise<ScheduledEmailView[]> {
  const updated: ScheduledEmailView[] = [];
  for (const email of emails) {
    const what = describe(wordrise, email);
    try {
      const view = await wordrise.schedule.update(email.id);
      updated.push(view);
      cli.out.note(`${what} has the new text.`);
      noteWaiting(cli, view);
    } catch (error) {
      if (!isDomainError(error)) throw error;
      cli.out.warn(`${what} was not updated. ${error.message}`);
      cli.fail();
    }
  }
  return updated;
}

/** Names the emails that still have an old text, and the command that updates them. */
export function noteOlderEmails({ out }: Cli, wordrise: Wordrise, emails: readonly OlderEmail[]): void {
  for (const email of emails) out.warn(`${describe(wordrise, email)} still has the older text.`);
  const [first] = emails;
  if (!first) return;
  const which = emails.length === 1 ? String(first.id) : '--all';
  out.note(`To update ${emails.length === 1 ? 'it' : 'them'}: wordrise schedule update ${which}`);
}

function describe({ config }: Wordrise, { word, scheduledDate }: OlderEmail): string {
  return `The email for “${oneLine(word)}” on ${showInstant(new Date(scheduledDate), config.timezone)}`;
}

/**
 * After an edit: updates the emails with an old text if that was requested, and otherwise names them.
 *
 * @returns for the command's JSON
 */
export async function settleOlderEmails(
  cli: Cli,
  wordrise: Wordrise,
  emails: readonly OlderEmail[],
  { updateScheduled = false }: { updateScheduled?: boolean },
): Promise<{ updatedEmails?: ScheduledEmailView[] }> {
  if (updateScheduled) return { updatedEmails: await updateEmails(cli, wordrise, emails) };
  noteOlderEmails(cli, wordrise, emails);
  return {};
}

/** Says that the provider does not have an email yet, and why. */
export function noteWaiting(
  { out }: Cli,
  { status, reason }: Pick<ScheduledEmailView, 'status' | 'reason'>,
): void {
  if (status !== 'pending') return;
  out.note(`${reason ?? 'The email provider does not have it yet.'} The processor tries again.`);
}
