import { DomainError, showInstant, type Wordrise } from '@wordrise/core';
import type { Cli } from '../command-line/cli.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { requireWord } from '../words/require-word.ts';

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
    await findId(wordrise, typed),
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

/** Ids come first: a word that is a number can be named by its id too. */
async function findId(wordrise: Wordrise, typed: string): Promise<number> {
  if (/^\d+$/.test(typed)) return Number(typed);
  const word = await requireWord(wordrise, typed);
  const waiting = await wordrise.schedule.findWaiting(word.id);
  if (waiting) return waiting.id;
  throw new DomainError(
    'schedule.not_found',
    `No email for “${word.word}” is scheduled. See: wordrise schedule list`,
  );
}
