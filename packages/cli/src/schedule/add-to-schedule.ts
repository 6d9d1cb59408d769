import { showInstant } from '@wordrise/core';
import { scheduleInput } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { requireWord } from '../words/require-word.ts';
import { addFromFile } from './add-from-file.ts';
import { noteWaiting } from './note-waiting.ts';
import { readTime, type TimeOptions } from './read-time.ts';

interface AddOptions extends TimeOptions {
  from?: string;
}

export async function addToSchedule(cli: Cli, options: AddOptions, typed: string | undefined): Promise<void> {
  const { from } = options;
  if ((typed === undefined) === (from === undefined)) {
    throw new UsageError('Name one word, or a file with --from.', 'See: wordrise schedule add --help');
  }
  if (from !== undefined) return addFromFile(cli, from);
  const time = readTime(options);
  const wordrise = await cli.open();
  const { schedule, config } = wordrise;
  const { id: wordId, word } = await requireWord(wordrise, typed ?? '');
  const input = scheduleInput.parse({ wordId, scheduledDate: time(wordrise) });
  if (cli.dryRun) {
    const scheduledDate = await schedule.check(input);
    const value = { dryRun: true, email: { wordId, word, scheduledDate: scheduledDate.toISOString() } };
    cli.out.confirm(value, () => `“${word}” would go out on ${showInstant(scheduledDate, config.timezone)}.`);
    for (const warning of await schedule.warnings(wordId)) cli.out.warn(warning);
    return;
  }
  const email = await schedule.add(input);
  cli.out.confirm({ dryRun: false, email: { ...email, word } }, () => {
    const when = showInstant(new Date(email.scheduledDate), config.timezone);
    return `“${word}” goes out on ${when}.`;
  });
  for (const warning of email.warnings ?? []) cli.out.warn(warning);
  cli.out.note(`To cancel it: wordrise schedule cancel ${email.id}`);
  noteWaiting(cli, email);
}
