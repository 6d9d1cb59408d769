import { DomainError, showInstant } from '@wordrise/core';
import { messages, type SessionView, setupInput } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { UsageError } from '../command-line/exit.ts';
import { readPassword } from '../command-line/input.ts';
import { askSecret } from '../command-line/questions.ts';
import { type Column, table } from '../command-line/table.ts';
import { inWords } from '../command-line/text.ts';

export async function listSessions(cli: Cli): Promise<void> {
  const { accounts, config } = await cli.open();
  const sessions = await accounts.listSessions();
  const time = (instant: string) => showInstant(new Date(instant), config.timezone);
  const columns: Column<SessionView>[] = [
    { title: 'ID', value: ({ id }) => id },
    { title: 'BROWSER', value: ({ browser }) => browser, flexible: true },
    { title: 'FROM', value: ({ address }) => address ?? '' },
    { title: 'SIGNED IN', value: ({ signedInAt }) => time(signedInAt) },
    { title: 'LAST USED', value: ({ usedAt }) => time(usedAt) },
  ];
  cli.out.answer({ sessions }, () => table(cli.out, sessions, columns));
  if (sessions.length === 0) cli.out.note('The admin is not signed in anywhere.');
}

export async function endSessions(
  cli: Cli,
  id: string | undefined,
  { all }: { all?: boolean },
): Promise<void> {
  if ((all === true) === (id !== undefined)) {
    throw new UsageError('Name one session, or all of them.', 'See: wordrise sessions list, or add --all.');
  }
  const { accounts } = await cli.open();
  const sessions = await accounts.listSessions();
  const found = sessions.filter((session) => all || session.id === id);
  if (!all && found.length === 0) {
    throw new DomainError('session.not_found', 'There is no such session. See: wordrise sessions list');
  }
  const ended = found.length;
  if (cli.dryRun) {
    cli.out.confirm({ dryRun: true, ended }, () => `${inWords(ended, 'session')} would be signed out.`);
    return;
  }
  if (id === undefined) await accounts.endSessions();
  else await accounts.endSession(id);
  cli.out.confirm({ dryRun: false, ended }, () => `${inWords(ended, 'session')} signed out.`);
}

export const unreadableFactor =
  "The app's codes cannot be checked: its key was encrypted with another SESSION_SECRET. Add that one to SESSION_SECRET, after a comma, or run: wordrise admin disable-second-factor";

export async function showStatus(cli: Cli): Promise<void> {
  const { accounts } = await cli.open();
  const { username, ...secondFactor } = await accounts.secondFactor.stateOfAdmin();
  const { length: sessions } = await accounts.listSessions();
  cli.out.answer({ username, secondFactor, sessions }, () => {
    const { isOn, since, recoveryCodesLeft, isReadable } = secondFactor;
    const state = isOn
      ? `on since ${since?.slice(0, 10)}, ${recoveryCodesLeft} recovery codes left`
      : 'off; turn it on in the admin area, on the page Account';
    return [
      `Username          ${username}`,
      `Two-step sign-in  ${state}`,
      ...(isReadable ? [] : [`  ${cli.out.paint.yellow('!')} ${unreadableFactor}`]),
      `Sessions          ${sessions}`,
    ].join('\n');
  });
}

export async function disableSecondFactor(cli: Cli): Promise<void> {
  const { accounts } = await cli.open();
  const { username, isOn } = await accounts.secondFactor.stateOfAdmin();
  const { dryRun } = cli;
  if (isOn && !dryRun) await accounts.secondFactor.switchOff();
  cli.out.confirm({ dryRun, username, wasOn: isOn }, () => {
    if (!isOn) return 'Two-step sign-in was off already.';
    return dryRun ? 'Two-step sign-in would be off.' : `“${username}” signs in with the password alone.`;
  });
}

export async function resetPassword(cli: Cli, { passwordStdin }: { passwordStdin?: boolean }): Promise<void> {
  if (!passwordStdin && !cli.canAsk) {
    throw new UsageError('There is no terminal to ask for the password.', 'Add --password-stdin.');
  }
  const { accounts } = await cli.open();
  if (await accounts.needsSetup()) {
    throw new DomainError('auth.setup_needed', 'There is no admin account yet. Run: wordrise setup');
  }
  const typed = passwordStdin ? await readPassword() : await askNewPassword(cli);
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

/** Asks twice, because the password is not shown, and both again if they differ: either can have the mistake. */
export async function askNewPassword({ out }: Cli): Promise<string> {
  const { password: rule } = setupInput.shape;
  const check = (value: string) => rule.safeParse(value).error?.issues[0]?.message ?? true;
  for (;;) {
    const password = await askSecret('Password', { check });
    if ((await askSecret('Confirm password')) === password) return password;
    out.warn(`${messages.setup.mismatch}. Type both again.`);
  }
}
