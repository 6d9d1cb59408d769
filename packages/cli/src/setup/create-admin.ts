import type { Wordrise } from '@wordrise/core';
import { setupInput } from '@wordrise/core/contract';
import { askNewPassword } from '../accounts/ask-password.ts';
import type { Cli } from '../command-line/cli.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { askText, askYesNo } from '../terminal/questions.ts';
import type { Given } from './settings.ts';

export interface AdminAccount {
  /** The name of the new account; `null` if one existed before. */
  username: string | null;
  created: boolean;
}

/** Creates the one admin from what was given or asked; `undefined` if none is wanted yet. */
export async function createAdmin(
  { out, canAsk }: Cli,
  wordrise: Wordrise,
  given: Given['admin'],
): Promise<AdminAccount | undefined> {
  const isGiven = given.username !== undefined || given.password !== undefined;
  if (!(await wordrise.accounts.needsSetup())) {
    if (isGiven) {
      out.warn(
        'An admin account already exists and is unchanged. To set a new password: wordrise admin reset-password',
      );
    }
    return { username: null, created: false };
  }
  if (!canAsk) {
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

/** Refuses half an account before anything is written. */
export function requireWholeAdmin(given: Given['admin']): void {
  if (given.username !== undefined && given.password === undefined) {
    throw new UsageError(
      'The admin needs a password.',
      'Add --password-stdin, or ADMIN_PASSWORD to the --answers.',
    );
  }
  if (given.username === undefined && given.password !== undefined) {
    throw new UsageError('The admin needs a username.', 'Add --admin <username>.');
  }
}
