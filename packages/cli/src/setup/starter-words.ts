import type { Wordrise } from '@wordrise/core';
import type { Cli } from '../command-line/cli.ts';
import { askYesNo } from '../terminal/questions.ts';
import { withSpinner } from '../terminal/spinner.ts';

/**
 * Fills an empty library, if that is wanted: unasked only where the sandbox is on, as the server's
 * first start does. Before the admin is created, because after that the library counts as the admin's.
 */
export async function addStarterWords(
  { out }: Cli,
  wordrise: Wordrise,
  { wanted, asks }: { wanted: boolean | undefined; asks: boolean },
): Promise<number> {
  const isNew = (await wordrise.accounts.needsSetup()) && (await countWords(wordrise)) === 0;
  if (!isNew || wanted === false) return 0;
  const usual = wordrise.mail.kind === 'sandbox';
  const yes =
    wanted ?? (asks ? await askYesNo('Put the starter words into the library?', { default: usual }) : usual);
  return yes ? withSpinner(out, 'Adding the starter words', () => wordrise.words.addStarters()) : 0;
}

async function countWords(wordrise: Wordrise): Promise<number> {
  return (await wordrise.words.list({ page: 1, limit: 1, search: '', letter: '' })).total;
}
