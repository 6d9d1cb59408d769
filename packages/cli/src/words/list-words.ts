import {
  messages,
  type UnusedWordView,
  unusedWordsQuery,
  type WordsQuery,
  type WordView,
  wordsQuery,
} from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { type Column, table } from '../terminal/table.ts';

interface ListOptions {
  search?: string;
  letter?: string;
  page?: string;
  limit?: string;
  unused?: boolean;
}

export async function showWords(cli: Cli, { unused, ...options }: ListOptions): Promise<void> {
  const { search, letter, page, limit } = options;
  const query = (unused ? unusedWordsQuery : wordsQuery).parse({ search, letter, page, limit });
  const { words } = await cli.open();
  if (unused) {
    const found = await words.listUnused(query);
    cli.out.answer(found, () => table(cli.out, found.words, [word(cli), definition]));
    notePage(cli, query, { ...found, count: found.words.length });
  } else {
    const found = await words.list(query);
    cli.out.answer(found, () => table(cli.out, found.words, [word(cli), partOfSpeech, definition, sent]));
    notePage(cli, query, { ...found, count: found.words.length });
  }
}

const word = ({ out }: Cli): Column<UnusedWordView> => ({
  title: 'WORD',
  value: (row) => row.word,
  paint: (cell) => out.paint.bold(cell),
  flexible: true,
});
const partOfSpeech: Column<WordView> = { title: 'PART OF SPEECH', value: (row) => row.partOfSpeech };
const definition: Column<UnusedWordView> = {
  title: 'DEFINITION',
  value: (row) => row.definition,
  flexible: true,
};
const sent: Column<WordView> = { title: 'SENT', value: (row) => String(row.usedCount), align: 'right' };

function notePage(
  { out }: Cli,
  { page, limit }: WordsQuery,
  { count, total, hasMore }: { count: number; total: number; hasMore: boolean },
): void {
  if (count === 0) {
    out.note(total === 0 ? `${messages.words.empty}.` : `There are ${total} words, and no page ${page}.`);
    return;
  }
  const first = (page - 1) * limit + 1;
  const next = hasMore ? ` The next page: --page ${page + 1}` : '';
  out.note(`Showing ${first} to ${first + count - 1} of ${total} words.${next}`);
}
