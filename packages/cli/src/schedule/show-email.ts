import { showInstant } from '@wordrise/core';
import type { EmailDelivery } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { findEmailId } from './find-email-id.ts';

export async function showEmail(cli: Cli, _options: object, typed: string): Promise<void> {
  const wordrise = await cli.open();
  const email = await wordrise.schedule.delivery(await findEmailId(wordrise, typed));
  cli.out.answer(email, () => describeEmail(email, wordrise.config.timezone));
}

/** For people, a line for each number that is not 0. */
export function describeEmail(
  { scheduled_emails: email, words, progress }: EmailDelivery,
  timezone: string,
): string {
  const when = showInstant(new Date(email.scheduledDate), timezone);
  const lines = [`“${words.word}”, ${when}: ${progress?.status ?? email.status}`];
  const reason = progress?.reason ?? email.reason;
  if (reason) lines.push(reason);
  if (!progress) return lines.join('\n');
  const numbers = [
    [progress.recipients, progress.recipients === 1 ? 'reader' : 'readers'],
    [progress.sent, 'accepted by the mail server'],
    [progress.inFlight, 'being sent'],
    [progress.queued, 'waiting'],
    [progress.deferred, 'to be tried again'],
    [progress.failed, 'failed'],
    [progress.unknown, 'without an answer'],
    [progress.skipped, 'left out'],
  ] as const;
  for (const [count, what] of numbers) if (count > 0) lines.push(`${count.toLocaleString('en-US')} ${what}`);
  return lines.join('\n');
}
