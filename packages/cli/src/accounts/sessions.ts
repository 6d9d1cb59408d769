import { DomainError, showInstant } from '@wordrise/core';
import type { SessionView } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { type Column, table } from '../terminal/table.ts';

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

export async function endSessions(cli: Cli, { all }: { all?: boolean }, id?: string): Promise<void> {
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
    cli.out.confirm({ dryRun: true, ended }, () => `${inWords(ended)} would be signed out.`);
    return;
  }
  if (id === undefined) await accounts.endSessions();
  else await accounts.endSession(id);
  cli.out.confirm({ dryRun: false, ended }, () => `${inWords(ended)} signed out.`);
}

function inWords(count: number): string {
  return count === 1 ? '1 session' : `${count} sessions`;
}
