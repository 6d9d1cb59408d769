import { messages } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { settleOlderEmails } from '../emails/update-emails.ts';
import { readTemplate } from './read-template.ts';

interface SetOptions {
  subject?: string;
  default?: boolean;
  updateScheduled?: boolean;
}

export async function setTemplate(cli: Cli, options: SetOptions, file: string | undefined): Promise<void> {
  const isNew = file !== undefined || options.subject !== undefined;
  if (isNew === (options.default === true)) {
    throw new UsageError(
      isNew ? '--default cannot be combined with other input.' : 'Name a file, --subject or --default.',
      'See: wordrise template set --help',
    );
  }
  const wordrise = await cli.open();
  const { templates } = wordrise;
  const input = isNew ? await readTemplate(wordrise, file, options.subject) : await templates.default();
  const warnings = await templates.check(input);
  const save = () => (isNew ? templates.save(input) : templates.reset());
  const saved = cli.dryRun ? input : await save();
  const older = 'olderEmails' in saved ? saved.olderEmails : undefined;
  const settled = await settleOlderEmails(cli, wordrise, older ?? [], options);
  const value = {
    dryRun: cli.dryRun,
    subject: saved.subject,
    bytes: Buffer.byteLength(input.content),
    warnings,
    ...(older && { olderEmails: older }),
    ...settled,
  };
  cli.out.confirm(value, () => (cli.dryRun ? 'This template is valid.' : messages.template.updated));
  for (const warning of warnings) cli.out.warn(warning);
}
