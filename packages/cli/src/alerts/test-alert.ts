import type { Cli } from '../command-line/cli.ts';
import { withSpinner } from '../terminal/spinner.ts';

export async function testAlert(cli: Cli): Promise<void> {
  const { alerts } = await cli.open();
  const failure = await withSpinner(cli.out, 'Posting a test alert', alerts.test);
  if (failure === undefined) {
    cli.out.confirm({ sent: true }, () => 'The webhook accepted a test alert.');
    return;
  }
  cli.out.answer({ sent: false, reason: failure }, () => failure);
  cli.fail();
}
