import { showInstant } from '@wordrise/core';
import type { Cli } from '../command-line/cli.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { findEmailId } from './find-email-id.ts';

export async function cancelEmail(
  cli: Cli,
  { sendId }: { sendId?: string },
  typed: string | undefined,
): Promise<void> {
  if ((typed === undefined) === (sendId === undefined)) {
    throw new UsageError('Name one email: its id, its word, or --send-id.', 'See: wordrise schedule list');
  }
  const wordrise = await cli.open();
  if (typed === undefined) {
    await wordrise.schedule.cancelSend(sendId ?? '');
    cli.out.confirm({ dryRun: false, cancelled: { sendId } }, () => `The send ${sendId} is cancelled.`);
    return;
  }
  const { scheduled_emails: email, words } = await wordrise.schedule.checkCancel(
    await findEmailId(wordrise, typed),
  );
  const { id, scheduledDate } = email;
  const cancelled = { id, word: words.word, scheduledDate };
  const at = showInstant(new Date(scheduledDate), wordrise.config.timezone);
  const what = `The email for “${words.word}” on ${at}`;
  if (!cli.dryRun) await wordrise.schedule.cancel(id);
  cli.out.confirm({ dryRun: cli.dryRun, cancelled }, () =>
    cli.dryRun ? `${what} would be cancelled.` : `${what} is cancelled.`,
  );
}
