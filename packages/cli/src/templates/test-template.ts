import { testEmailInput } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { withSpinner } from '../terminal/spinner.ts';
import { requireWord } from '../words/require-word.ts';

export async function testTemplate(cli: Cli, options: { word?: string }, address: string): Promise<void> {
  const { to } = testEmailInput.pick({ to: true }).parse({ to: address });
  const wordrise = await cli.open();
  const word = options.word === undefined ? undefined : await requireWord(wordrise, options.word);
  const sent = await withSpinner(cli.out, 'Sending a test email', () =>
    wordrise.templates.sendTest({ to, wordId: word?.id }),
  );
  cli.out.confirm({ to, ...sent }, () => sent.message);
}
