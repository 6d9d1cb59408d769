import {
  messages,
  type WordFieldOptions,
  wordFields,
  wordFieldTable,
  wordInput,
} from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { entryText } from './show-word.ts';
import { askFields, fieldFlag, givenFields } from './word-fields.ts';

export async function addWord(cli: Cli, options: WordFieldOptions, spelling: string): Promise<void> {
  const given = { ...givenFields(options), word: spelling };
  const open = wordFields.filter((field) => given[field] === undefined);
  const missing = open.filter((field) => wordFieldTable[field].required);
  if (missing.length > 0 && !cli.canAsk) {
    const flags = missing.map(fieldFlag).join(', ');
    throw new UsageError(`Missing: ${flags}.`, `The dictionary may know it: wordrise words fill ${spelling}`);
  }
  const { words } = await cli.open();
  await words.requireFreeSpelling(spelling);
  const input = wordInput.parse({ ...given, ...(missing.length > 0 ? await askFields(open, {}) : {}) });
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
