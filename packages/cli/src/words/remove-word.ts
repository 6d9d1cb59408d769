import type { Cli } from '../command-line/cli.ts';
import { confirmLoss } from '../terminal/questions.ts';
import { requireWord } from './require-word.ts';

export async function removeWord(cli: Cli, { yes }: { yes?: boolean }, typed: string): Promise<void> {
  const wordrise = await cli.open();
  const { id, word } = await requireWord(wordrise, typed);
  // A word that cannot be removed is refused before the question.
  await wordrise.words.remove(id, { dryRun: true });
  if (cli.dryRun) {
    cli.out.confirm({ dryRun: true, removed: { id, word } }, () => `“${word}” would be removed.`);
    return;
  }
  if (!(await confirmLoss(cli, `Remove “${word}” and all its text from the library?`, { yes }))) {
    cli.out.note('The word was not removed.');
    return;
  }
  await wordrise.words.remove(id);
  cli.out.confirm({ dryRun: false, removed: { id, word } }, () => `“${word}” is removed.`);
}
