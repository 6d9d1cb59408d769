import { writeFile } from 'node:fs/promises';
import { showInstant, type Wordrise } from '@wordrise/core';
import {
  idParams,
  messages,
  type TemplateInput,
  type TemplateVersion,
  templateInput,
  testEmailInput,
} from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { UsageError } from '../command-line/exit.ts';
import { refuseOwnFile } from '../command-line/files.ts';
import { readTextFile } from '../command-line/input.ts';
import { withSpinner } from '../command-line/progress.ts';
import { type Column, table } from '../command-line/table.ts';
import { printable } from '../command-line/text.ts';
import { settleOlderEmails } from '../emails/older-emails.ts';
import { requireWord } from '../words/words.ts';

export async function showTemplate(
  cli: Cli,
  version: string | undefined,
  { subject: onlySubject }: { subject?: boolean },
): Promise<void> {
  const { templates } = await cli.open();
  const shown = version === undefined ? await inUse(templates) : await templates.version(versionId(version));
  const { template, subject } = shown;
  // Byte for byte, so that it can be saved to a file and set again.
  cli.out.content(shown, () => (onlySubject ? subject : template.replace(/\n$/, '')));
  if (!onlySubject) cli.out.note(`Subject: ${subject}`);
}

async function inUse(templates: Awaited<ReturnType<Cli['open']>>['templates']) {
  const { template, subject } = await templates.get();
  return { template, subject };
}

interface SetOptions {
  subject?: string;
  default?: boolean;
  updateScheduled?: boolean;
}

export async function setTemplate(cli: Cli, file: string | undefined, options: SetOptions): Promise<void> {
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

interface PreviewOptions {
  subject?: string;
  html?: boolean;
  out?: string;
  word?: string;
}

export async function previewTemplate(
  cli: Cli,
  file: string | undefined,
  options: PreviewOptions,
): Promise<void> {
  if (options.out !== undefined) await refuseOwnFile(cli, options.out);
  const wordrise = await cli.open();
  const input = await readTemplate(wordrise, file, options.subject);
  const word = options.word === undefined ? undefined : await requireWord(wordrise, options.word);
  const preview = await wordrise.templates.preview({ ...input, wordId: word?.id });
  if (options.out !== undefined) {
    const { out } = options;
    await writeFile(out, preview.html);
    cli.out.confirm({ ...preview, file: out }, () => `The email is in ${out}: open it in a browser.`);
    return;
  }
  const { subject, html, text } = preview;
  cli.out.content(preview, () =>
    options.html ? html : `Subject: ${printable(subject)}\n\n${printable(text)}`,
  );
}

export async function testTemplate(cli: Cli, address: string, options: { word?: string }): Promise<void> {
  const { to } = testEmailInput.pick({ to: true }).parse({ to: address });
  const wordrise = await cli.open();
  const word = options.word === undefined ? undefined : await requireWord(wordrise, options.word);
  const sent = await withSpinner(cli.out, 'Sending a test email', () =>
    wordrise.templates.sendTest({ to, wordId: word?.id }),
  );
  cli.out.confirm({ to, ...sent }, () => sent.message);
}

export async function listVersions(cli: Cli): Promise<void> {
  const { templates, config } = await cli.open();
  const versions = await templates.versions();
  const columns: Column<TemplateVersion>[] = [
    { title: 'ID', value: ({ id }) => String(id), align: 'right' },
    { title: 'SAVED', value: ({ createdAt }) => showInstant(new Date(createdAt), config.timezone) },
    { title: 'BY', value: ({ account, via }) => account ?? (via === 'cli' ? 'command line' : '') },
    { title: 'HOW', value: ({ origin }) => origins[origin] },
    { title: 'SUBJECT', value: ({ subject }) => subject, flexible: true },
  ];
  cli.out.answer({ versions }, () => table(cli.out, versions, columns));
  cli.out.note(
    versions.length === 0
      ? 'The built-in template is in use, and no other was saved.'
      : 'The first is in use. To use another: wordrise template restore ID',
  );
}

const origins = { edit: 'edited', default: 'built-in', restore: 'restored', design: 'designed' } as const;

export async function restoreTemplate(
  cli: Cli,
  typed: string,
  options: { updateScheduled?: boolean },
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

/** What was given, with the rest from the template in use. */
export async function readTemplate(
  { templates }: Wordrise,
  file: string | undefined,
  subject: string | undefined,
): Promise<TemplateInput> {
  const inUse = await templates.get();
  const content = file === undefined ? inUse.template : await readTextFile(file);
  return templateInput.parse({ content, subject: subject ?? inUse.subject });
}

/** The number of a version, as `wordrise template versions` lists it. */
export function versionId(typed: string): number {
  return idParams.parse({ id: typed }).id;
}
