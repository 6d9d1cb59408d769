import { messages, wordFields, wordInput } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { entryText } from './show-word.ts';
import { askFields, type FieldOptions, fieldNames, givenFields } from './word-fields.ts';

export async function addWord(cli: Cli, options: FieldOptions, spelling: string): Promise<void> {
  const given = { ...givenFields(options), word: spelling };
  const missing = wordFields.filter((field) => given[field] === undefined);
  if (missing.length > 0 && !cli.canAsk) {
    const flags = missing.map((field) => fieldNames[field].flag).join(', ');
    throw new UsageError(`Missing: ${flags}.`, `The dictionary may know it: wordrise words fill ${spelling}`);
  }
  const { words } = await cli.open();
  await words.requireFreeSpelling(spelling);
  const input = wordInput.parse({ ...given, ...(await askFields(missing, {})) });
  if (cli.dryRun) {
    cli.out.confirm(
      { dryRun: true, word: input },
      () => `This would be added:\n\n${entryText(cli.out, input)}`,
    );
    return;
  }
  const word = await words.add(input);
  cli.out.confirm(
    { dryRun: false, word },
    () => `${messages.words.added} It is “${word.word}”, id ${word.id}.`,
  );
}
