import { showInstant } from '@wordrise/core';
import { moveInput } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { noteWaiting } from '../emails/note-waiting.ts';
import { findEmailId } from './find-email-id.ts';
import { readTime, type TimeOptions } from './read-time.ts';

export async function moveEmail(cli: Cli, options: TimeOptions, typed: string): Promise<void> {
  const time = readTime(options);
  const wordrise = await cli.open();
  const { schedule, config } = wordrise;
  const to = moveInput.parse({ scheduledDate: time(wordrise) });
  const id = await findEmailId(wordrise, typed);
  const { word, ...checked } = await schedule.checkMove(id, to);
  const email = cli.dryRun ? { id, ...checked } : await schedule.move(id, to);
  const { scheduledDate } = email;
  cli.out.confirm({ dryRun: cli.dryRun, email: { ...email, word } }, () => {
    const when = showInstant(new Date(scheduledDate), config.timezone);
    return cli.dryRun ? `“${word}” would go out on ${when}.` : `“${word}” goes out on ${when}.`;
  });
  if ('status' in email) noteWaiting(cli, email);
}
