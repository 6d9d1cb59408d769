import { DomainError } from '@wordrise/core';
import { setupInput } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { readPassword } from '../terminal/standard-input.ts';
import { askNewPassword } from './ask-password.ts';

export async function resetPassword(cli: Cli, { passwordStdin }: { passwordStdin?: boolean }): Promise<void> {
  if (!passwordStdin && !cli.canAsk) {
    throw new UsageError('There is no terminal to ask for the password.', 'Add --password-stdin.');
  }
  const { accounts } = await cli.open();
  if (await accounts.needsSetup()) {
    throw new DomainError('auth.setup_needed', 'There is no admin account yet. Run: wordrise setup');
  }
  const typed = passwordStdin ? await readPassword() : await askNewPassword();
  const { password } = setupInput.pick({ password: true }).parse({ password: typed });
  if (cli.dryRun) {
    cli.out.confirm({ dryRun: true }, () => 'This password would be set, and every session would end.');
    return;
  }
  const { username } = await accounts.resetPassword(password);
  cli.out.confirm(
    { dryRun: false, username },
    () => `“${username}” has a new password. Every session has ended.`,
  );
}
