import type { QuizResults, RecallResults } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { type Column, table } from '../command-line/table.ts';
import { figure } from '../command-line/text.ts';

export async function showRemembered(cli: Cli): Promise<void> {
  const { recall, quiz } = await cli.open();
  const answers = { earlierWords: await recall.results(), quizzes: await quiz.results() };
  const { earlierWords, quizzes } = answers;
  const pressed: Column<RecallResults[number]>[] = [
    { title: 'WORD', value: ({ word }) => word, flexible: true },
    { title: 'AFTER', value: ({ days }) => `${days} days` },
    { title: 'KNEW IT', value: ({ known }) => figure(known), align: 'right' },
    { title: 'REMIND ME', value: ({ again }) => figure(again), align: 'right' },
  ];
  const answered: Column<QuizResults[number]>[] = [
    { title: 'WORD IN QUIZZES', value: ({ word }) => word, flexible: true },
    { title: 'RIGHT', value: ({ right }) => figure(right), align: 'right' },
    { title: 'WRONG', value: ({ wrong }) => figure(wrong), align: 'right' },
  ];
  cli.out.answer(answers, () =>
    [table(cli.out, earlierWords, pressed), table(cli.out, quizzes, answered)]
      .filter((text) => text !== '')
      .join('\n\n'),
  );
  if (earlierWords.length + quizzes.length === 0) cli.out.note('No reader has answered yet.');
}
