import { isDomainError, showInstant, type Wordrise } from '@wordrise/core';
import { type ScheduleInput, scheduleInput } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { noteWaiting } from '../emails/note-waiting.ts';
import { requireWord } from '../words/require-word.ts';
import { addFromFile } from './add-from-file.ts';
import { readTime, type TimeOptions } from './read-time.ts';

interface AddOptions extends TimeOptions {
  from?: string;
  yes?: boolean;
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
  if (!options.yes) await warnOfSecond(cli, wordrise, input);
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

/** Only warns, so that scripts that schedule several emails a day keep working. */
async function warnOfSecond({ out }: Cli, { schedule }: Wordrise, input: ScheduleInput): Promise<void> {
  try {
    await schedule.check({ ...input, ifDayTaken: 'refuse' });
  } catch (error) {
    if (!isDomainError(error, 'schedule.day_taken')) throw error;
    out.warn(error.message);
  }
}
