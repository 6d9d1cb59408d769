import { messages, type WordFieldOptions, wordFields, wordInput } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { settleOlderEmails } from '../emails/update-emails.ts';
import { editText } from './edit-text.ts';
import { requireWord } from './require-word.ts';
import { entryText } from './show-word.ts';
import { askFields, givenFields } from './word-fields.ts';

export async function editWord(
  cli: Cli,
  { editor, ...options }: WordFieldOptions & { updateScheduled?: boolean; editor?: boolean },
  typed: string,
): Promise<void> {
  const given = givenFields(options);
  const isGiven = Object.keys(given).length > 0;
  if (editor && (isGiven || !cli.canAsk)) {
    throw new UsageError(
      '--editor needs a terminal, and cannot be combined with a field.',
      'See: wordrise words edit --help',
    );
  }
  if (!isGiven && !cli.canAsk) {
    throw new UsageError(
      'Nothing to change: name a field, such as --definition.',
      'See: wordrise words edit --help',
    );
  }
  const wordrise = await cli.open();
  const present = await requireWord(wordrise, typed);
  const ask = () => (editor ? editText(present) : askFields(wordFields, present));
  const input = wordInput.parse({ ...present, ...(isGiven ? given : await ask()) });
  if (cli.dryRun) {
    await wordrise.words.requireFreeSpelling(input.word, present.id);
    const value = { dryRun: true, word: { ...present, ...input } };
    cli.out.confirm(value, () => `It would read:\n\n${entryText(cli.out, input)}`);
    return;
  }
  const word = await wordrise.words.edit(present.id, input);
  const settled = await settleOlderEmails(cli, wordrise, word.olderEmails ?? [], options);
  cli.out.confirm({ dryRun: false, word, ...settled }, () => messages.words.updated);
}
