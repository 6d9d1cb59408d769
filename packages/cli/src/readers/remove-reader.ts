import type { Cli } from '../command-line/cli.ts';
import { confirmLoss } from '../terminal/questions.ts';

export async function removeReader(cli: Cli, { yes }: { yes?: boolean }, typed: string): Promise<void> {
  const { readers } = await cli.open();
  const { id, email, createdAt } = await readers.find(typed);
  const removed = { id, email };
  if (cli.dryRun) {
    cli.out.confirm(
      { dryRun: true, removed },
      () => `${email}, signed up on ${createdAt.slice(0, 10)}, would be removed.`,
    );
    return;
  }
  if (!(await confirmLoss(cli, `Take ${email} off the list and delete the signup?`, { yes }))) {
    cli.out.note('The signup was not deleted.');
    return;
  }
  await readers.remove(email);
  cli.out.confirm({ dryRun: false, removed }, () => `${email} is removed.`);
}
