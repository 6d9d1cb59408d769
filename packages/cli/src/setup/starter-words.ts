import type { Wordrise } from '@wordrise/core';
import type { Cli } from '../command-line/cli.ts';
import { askYesNo } from '../terminal/questions.ts';
import { withSpinner } from '../terminal/spinner.ts';

/**
 * Fills an empty library if wanted. By default only with the sandbox, as the server does at its first
 * start. Runs before the admin is created: after that the library's content is the admin's decision.
 */
export async function addStarterWords(
  { out, canAsk }: Cli,
  wordrise: Wordrise,
  wanted: boolean | undefined,
): Promise<number> {
  const isNew = (await wordrise.accounts.needsSetup()) && (await countWords(wordrise)) === 0;
  if (!isNew || wanted === false) return 0;
  const usual = wordrise.mail.kind.endsWith('sandbox');
  const yes =
    wanted ??
    (canAsk ? await askYesNo('Put the starter words into the library?', { default: usual }) : usual);
  return yes ? withSpinner(out, 'Adding the starter words', () => wordrise.words.addStarters()) : 0;
}

async function countWords(wordrise: Wordrise): Promise<number> {
  return (await wordrise.words.list({ page: 1, limit: 1, search: '', letter: '' })).total;
}
