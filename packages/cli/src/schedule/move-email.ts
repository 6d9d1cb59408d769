import { showInstant, type Wordrise } from '@wordrise/core';
import { moveInput } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { UsageError } from '../command-line/exit.ts';
import { moveOffTime } from '../emails/off-time.ts';
import { noteWaiting } from '../emails/older-emails.ts';
import { requireWord } from '../words/words.ts';
import { readTime, type TimeOptions } from './add-to-schedule.ts';
import { findUnsentId } from './schedule.ts';

export async function moveEmail(
  cli: Cli,
  typed: string | undefined,
  { all = false, ...options }: TimeOptions & { all?: boolean },
): Promise<void> {
  if ((typed !== undefined) === all) {
    throw new UsageError(
      'Name one email by its id or its word, or add --all.',
      'See: wordrise schedule list',
    );
  }
  if (typed === undefined) return moveOffTime(cli, await cli.open());
  const time = readTime(options);
  const wordrise = await cli.open();
  const { schedule, config } = wordrise;
  const to = moveInput.parse({ scheduledDate: await time(wordrise) });
  const id = await findUnsentId(wordrise, typed);
  const { word, ...checked } = await schedule.checkMove(id, to);
  const email = cli.dryRun ? { id, ...checked } : await schedule.move(id, to);
  const { scheduledDate } = email;
  cli.out.confirm({ dryRun: cli.dryRun, email: { ...email, word } }, () => {
    const when = showInstant(new Date(scheduledDate), config.timezone);
    return cli.dryRun ? `“${word}” would go out on ${when}.` : `“${word}” goes out on ${when}.`;
  });
  if ('status' in email) noteWaiting(cli, email);
}

interface SwapOptions {
  word?: string;
  with?: string;
}

export async function swapEmail(cli: Cli, typed: string, options: SwapOptions): Promise<void> {
  const { word, with: other } = options;
  if (word !== undefined) return swapWord(cli, typed, word);
  if (other === undefined)
    throw new UsageError('Swap it for what? Add --word petrichor, or --with an email.');
  return exchange(cli, typed, other);
}

async function swapWord(cli: Cli, typed: string, typedWord: string): Promise<void> {
  const { out, dryRun } = cli;
  const wordrise = await cli.open();
  const { schedule, config } = wordrise;
  const { email, word: before } = await findEmail(wordrise, typed, 'given another word');
  const { id: wordId, word } = await requireWord(wordrise, typedWord);
  const { id, scheduledDate } = email;
  if (dryRun) await schedule.check({ wordId, scheduledDate, status: 'pending' });
  const swapped = dryRun ? { ...email, wordId } : await schedule.swapWord(id, { wordId });
  out.confirm({ dryRun, email: { ...swapped, word } }, () => {
    const when = showInstant(new Date(scheduledDate), config.timezone);
    return `“${word}” ${dryRun ? 'would go' : 'goes'} out on ${when} instead of “${before}”.`;
  });
  const warnings = 'warnings' in swapped ? swapped.warnings : await schedule.warnings(wordId);
  for (const warning of warnings ?? []) out.warn(warning);
  if (!dryRun) noteWaiting(cli, swapped);
}

async function exchange(cli: Cli, typed: string, typedOther: string): Promise<void> {
  const { out, dryRun } = cli;
  const wordrise = await cli.open();
  const [first, second] = [
    await findEmail(wordrise, typed, 'moved'),
    await findEmail(wordrise, typedOther, 'moved'),
  ];
  const planned = [
    { ...first.email, scheduledDate: second.email.scheduledDate },
    { ...second.email, scheduledDate: first.email.scheduledDate },
  ];
  const emails = dryRun ? planned : await wordrise.schedule.exchange(first.email.id, second.email.id);
  const words = [first.word, second.word];
  const value = emails.map((email, at) => ({ ...email, word: words[at] }));
  out.confirm({ dryRun, emails: value }, () =>
    value
      .map(({ word, scheduledDate }) => {
        const when = showInstant(new Date(scheduledDate), wordrise.config.timezone);
        return `“${word}” ${dryRun ? 'would go' : 'goes'} out on ${when}.`;
      })
      .join('\n'),
  );
  if (!dryRun) for (const email of emails) noteWaiting(cli, email);
}

async function findEmail(wordrise: Wordrise, typed: string, change: 'moved' | 'given another word') {
  const { schedule } = wordrise;
  const found = await schedule.requireUnsent(await findUnsentId(wordrise, typed), change);
  return { email: found.scheduled_emails, word: found.words.word };
}
