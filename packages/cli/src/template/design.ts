import { readFile } from 'node:fs/promises';
import { type Design, defaultDesign, designEdit, designTexts } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { UsageError } from '../command-line/exit.ts';
import { type Column, table } from '../command-line/table.ts';
import { settleOlderEmails } from '../emails/older-emails.ts';

interface DesignOptions {
  set?: string;
  unset?: boolean;
  replaceHtml?: boolean;
  updateScheduled?: boolean;
}

type Part = keyof Design;
const parts = Object.keys(defaultDesign) as Part[];

/** Shows the design, or changes one part of it. */
export async function design(cli: Cli, name: string | undefined, options: DesignOptions): Promise<void> {
  const isChange = options.set !== undefined || options.unset === true || options.replaceHtml === true;
  return isChange ? changeDesign(cli, name, options) : showDesign(cli, name);
}

async function showDesign(cli: Cli, name: string | undefined): Promise<void> {
  const shown = name === undefined ? parts : [requirePart(name)];
  const { design, logo, isOwnHtml } = await (await cli.open()).templates.design();
  const columns: Column<Part>[] = [
    { title: 'NAME', value: (part) => part },
    { title: 'VALUE', value: (part) => asText(design[part]) || builtIn(part), flexible: true },
  ];
  const value =
    name === undefined ? { design, logo, isOwnHtml } : { [requirePart(name)]: design[requirePart(name)] };
  cli.out.answer(value, () => table(cli.out, shown, columns));
  if (isOwnHtml)
    cli.out.note('The HTML of the email was written by hand: only the public pages follow the design.');
}

function asText(value: Design[Part]): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) ? value.join(',') : (value ?? '');
}

function builtIn(part: Part): string {
  const text = part in designTexts ? designTexts[part as keyof typeof designTexts].builtIn : '';
  return text ? `(${text})` : '';
}

function requirePart(typed: string): Part {
  const part = parts.find((name) => name.toLowerCase() === typed.toLowerCase());
  if (part) return part;
  throw new UsageError(`A design has no part ${typed}.`, `Its parts are: ${parts.join(', ')}`);
}

async function changeDesign(cli: Cli, typed: string | undefined, options: DesignOptions): Promise<void> {
  const { set, unset, replaceHtml: replacesHtml = false } = options;
  const part = typed === undefined ? undefined : requirePart(typed);
  if ((set !== undefined && unset) || (part === undefined) !== (set === undefined && !unset)) {
    throw new UsageError(
      'Name one part, and either --set or --unset.',
      'See: wordrise template design --help',
    );
  }
  const wordrise = await cli.open();
  const { templates } = wordrise;
  const before = await templates.design();
  const value = part && (await newValue(cli, wordrise, part, set));
  const edit = designEdit.parse({
    design: { ...before.design, ...(part && { [part]: value }) },
    replaces: before.design,
    replacesHtml,
  });
  const saved = cli.dryRun ? undefined : await templates.saveDesign(edit);
  const settled = await settleOlderEmails(cli, wordrise, saved?.olderEmails ?? [], options);
  const answer = {
    dryRun: cli.dryRun,
    design: edit.design,
    isOwnHtml: saved?.isOwnHtml ?? (before.isOwnHtml && !replacesHtml),
    ...(saved?.olderEmails && { olderEmails: saved.olderEmails }),
    ...settled,
  };
  cli.out.confirm(answer, () => (cli.dryRun ? 'This design is valid.' : 'The design is in use.'));
  if (answer.isOwnHtml)
    cli.out.warn(
      'The HTML of the email was written by hand and stays. To replace it: wordrise template design --replace-html',
    );
}

function yesOrNo(typed: string): boolean {
  if (typed === 'yes' || typed === 'no') return typed === 'yes';
  throw new UsageError(`“${typed}” is neither yes nor no.`, 'See: wordrise template design --help');
}

/** @param set Nothing for the built-in value. */
async function newValue(
  cli: Cli,
  { templates }: Awaited<ReturnType<Cli['open']>>,
  part: Part,
  set: string | undefined,
): Promise<unknown> {
  if (set === undefined) return defaultDesign[part];
  if (part === 'sections')
    return set
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean);
  if (part === 'theme' || part === 'benefits') return yesOrNo(set);
  if (part !== 'logo') return set;
  const file = await readFile(set).catch((cause) => {
    throw new UsageError(`The file ${set} could not be read.`, (cause as Error).message);
  });
  return cli.dryRun ? null : (await templates.addLogo(file)).key;
}
