import type { SuggestionView } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { type Column, table } from '../command-line/table.ts';

interface SuggestionOptions {
  dismiss?: string;
  restore?: string;
}

/** The favorite words of readers; with an option, one is taken off the list or comes back. */
export async function showSuggestions(cli: Cli, { dismiss, restore }: SuggestionOptions): Promise<void> {
  const { words } = await cli.open();
  for (const [word, dismissed] of [
    [dismiss, true],
    [restore, false],
  ] as const) {
    if (word !== undefined && !cli.dryRun) await words.dismissSuggestion({ word, dismissed });
  }
  const list = await words.suggestions();
  const answer = { dryRun: cli.dryRun, ...list };
  cli.out.answer(answer, () =>
    list.suggestions.length === 0
      ? 'No reader has named a favorite word that is not dismissed.'
      : table(cli.out, list.suggestions, columns),
  );
}

const stateNames: Record<SuggestionView['state'], string> = {
  new: 'not in the library',
  unused: 'in the library',
  waiting: 'scheduled',
  sent: 'sent',
};

const columns: Column<SuggestionView>[] = [
  { title: 'WORD', value: ({ word }) => word, whole: true },
  { title: 'READERS', value: ({ count }) => String(count), align: 'right' },
  { title: 'STATE', value: ({ state }) => stateNames[state] },
  { title: 'MAY BE NAMED', value: ({ names }) => names.join(', '), flexible: true },
];
