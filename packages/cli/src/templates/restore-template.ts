import { showInstant } from '@wordrise/core';
import type { Cli } from '../command-line/cli.ts';
import { settleOlderEmails } from '../emails/update-emails.ts';
import { versionId } from './version-id.ts';

export async function restoreTemplate(
  cli: Cli,
  options: { updateScheduled?: boolean },
  typed: string,
): Promise<void> {
  const wordrise = await cli.open();
  const { templates, config } = wordrise;
  const { id, createdAt } = await templates.version(versionId(typed));
  const saved = cli.dryRun ? undefined : await templates.restore(id);
  const older = saved?.olderEmails;
  const settled = await settleOlderEmails(cli, wordrise, older ?? [], options);
  const value = { dryRun: cli.dryRun, restored: id, ...(older && { olderEmails: older }), ...settled };
  const what = `The version of ${showInstant(new Date(createdAt), config.timezone)}`;
  cli.out.confirm(value, () =>
    cli.dryRun ? `${what} would be used again.` : `${what} is in use again, as a new version.`,
  );
}
