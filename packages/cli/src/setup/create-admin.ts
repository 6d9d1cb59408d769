import type { Wordrise } from '@wordrise/core';
import { setupInput } from '@wordrise/core/contract';
import { askNewPassword } from '../accounts/ask-password.ts';
import type { Cli } from '../command-line/cli.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { askText, askYesNo } from '../terminal/questions.ts';

export interface AdminAccount {
  /** Of the new account; `null` where there was one before. */
  username: string | null;
  created: boolean;
}

/** Creates the one admin, as given or as asked for; `undefined` where nobody wanted one yet. */
export async function createAdmin(
  { out }: Cli,
  wordrise: Wordrise,
  given: { username: string | undefined; password: string | undefined },
  asks: boolean,
): Promise<AdminAccount | undefined> {
  const isGiven = given.username !== undefined || given.password !== undefined;
  if (!(await wordrise.accounts.needsSetup())) {
    if (isGiven)
      out.warn('There is an admin already; it stays. For a new password: wordrise admin reset-password');
    return { username: null, created: false };
  }
  if (!asks) {
    if (!isGiven) return undefined;
    const { username } = await wordrise.accounts.setup(setupInput.parse(given));
    return { username, created: true };
  }
  process.stdout.write(`\n${out.paint.bold('The admin')}\n`);
  if (!isGiven && !(await askYesNo('Create the admin account now?', { default: true }))) return undefined;
  const username = given.username ?? (await askText('Username', { check: checkUsername }));
  const password = given.password ?? (await askNewPassword());
  const created = await wordrise.accounts.setup(setupInput.parse({ username, password }));
  return { username: created.username, created: true };
}

function checkUsername(value: string): true | string {
  return setupInput.shape.username.safeParse(value).error?.issues[0]?.message ?? true;
}

/** Halves of an account are told before anything is written. */
export function requireWholeAdmin(given: {
  username: string | undefined;
  password: string | undefined;
}): void {
  if (given.username !== undefined && given.password === undefined) {
    throw new UsageError(
      'The admin needs a password.',
      'Add --password-stdin, or ADMIN_PASSWORD among the --answers.',
    );
  }
  if (given.username === undefined && given.password !== undefined) {
    throw new UsageError('The admin needs a name.', 'Add --admin <username>.');
  }
}
