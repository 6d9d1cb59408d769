import { createReadStream } from 'node:fs';
import { DomainError, showInstant, type Wordrise } from '@wordrise/core';
import {
  type FileFormat,
  ignoredColumnTexts,
  type ThemeDetail,
  type ThemeEdit,
  type ThemeView,
  type ThemeWord,
  themeEdit,
  themeInput,
  themeWeekInput,
} from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { UsageError } from '../command-line/exit.ts';
import { type ExportOptions, exportTo } from '../command-line/files.ts';
import { confirmLoss } from '../command-line/questions.ts';
import { type Column, table } from '../command-line/table.ts';
import { oneLine, printable, wrapText } from '../command-line/text.ts';
import { requireWord } from './words.ts';

export async function listThemes(cli: Cli): Promise<void> {
  const { themes } = await cli.open();
  const found = await themes.list();
  const columns: Column<ThemeView>[] = [
    {
      title: 'THEME',
      value: ({ title }) => title,
      paint: (cell) => cli.out.paint.bold(cell),
      whole: true,
    },
    { title: 'WORDS', value: ({ wordCount }) => String(wordCount), align: 'right' },
    { title: 'UNUSED', value: ({ unusedCount }) => String(unusedCount), align: 'right' },
    { title: 'INTRODUCTION', value: ({ introduction }) => introduction, flexible: true, from: 70 },
  ];
  cli.out.answer(found, () => table(cli.out, found.themes, columns));
  if (found.themes.length === 0) {
    cli.out.note(
      'There is no theme yet. To add 52 of seven words each: wordrise words add-starters. To make one: wordrise themes add --help',
    );
  }
}

export async function showTheme(cli: Cli, typed: string): Promise<void> {
  const wordrise = await cli.open();
  const theme = await wordrise.themes.get((await requireTheme(wordrise, typed)).id);
  cli.out.answer(theme, () => themeText(cli, theme));
}

function themeText({ out }: Cli, { title, introduction, words, id }: ThemeDetail): string {
  const { paint, width = 80 } = out;
  const rows = words.map((word, at) => ({ ...word, place: String(at + 1) }));
  const columns: Column<ThemeWord & { place: string }>[] = [
    { title: '', value: ({ place }) => place, align: 'right' },
    { title: 'WORD', value: ({ word }) => word, paint: (cell) => paint.bold(cell), flexible: true },
    { title: 'DEFINITION', value: ({ definition }) => definition, flexible: true },
    { title: 'SENT', value: ({ usedCount }) => String(usedCount), align: 'right' },
  ];
  const text =
    introduction === '' ? '' : `\n\n  ${wrapText(printable(introduction), Math.min(width, 80), '  ')}`;
  const list = rows.length === 0 ? '  It has no words yet.' : table(out, rows, columns);
  return `${paint.bold(oneLine(title))}${text}\n\n${list}\n\n${paint.dim(`  id ${id}`)}`;
}

interface ThemeOptions {
  introduction?: string;
  words?: string;
}

export async function addTheme(cli: Cli, title: string, options: ThemeOptions): Promise<void> {
  const wordrise = await cli.open();
  const { introduction } = options;
  const input = themeInput.parse({ title, introduction, wordIds: await wordIds(wordrise, options.words) });
  if (cli.dryRun) {
    cli.out.confirm({ dryRun: true, theme: input }, () => `The theme “${input.title}” would be added.`);
    return;
  }
  const theme = await wordrise.themes.add(input);
  cli.out.confirm({ dryRun: false, theme }, () => `Added the theme “${theme.title}”${withWords(theme)}.`);
}

export async function editTheme(
  cli: Cli,
  typed: string,
  { title, introduction, words }: ThemeOptions & { title?: string },
): Promise<void> {
  if (title === undefined && introduction === undefined && words === undefined) {
    throw new UsageError(
      'Nothing to change: give --title, --introduction or --words.',
      'See: wordrise themes edit --help',
    );
  }
  const wordrise = await cli.open();
  const { id, title: before } = await requireTheme(wordrise, typed);
  const edit: ThemeEdit = themeEdit.parse({
    title,
    introduction,
    wordIds: await wordIds(wordrise, words),
  });
  if (cli.dryRun) {
    cli.out.confirm(
      { dryRun: true, theme: { id, ...edit } },
      () => `The theme “${before}” would be changed.`,
    );
    return;
  }
  const theme = await wordrise.themes.edit(id, edit);
  cli.out.confirm({ dryRun: false, theme }, () => `Changed the theme “${theme.title}”${withWords(theme)}.`);
}

const withWords = ({ wordCount }: ThemeView) => `, with ${wordCount} ${wordCount === 1 ? 'word' : 'words'}`;

/** The words of a list such as `meander,geyser`; `undefined` if there is no list, none if it is empty. */
async function wordIds(wordrise: Wordrise, words: string | undefined): Promise<number[] | undefined> {
  if (words === undefined) return undefined;
  const typed = words.split(',').map((word) => word.trim());
  const ids: number[] = [];
  for (const word of typed.filter((each) => each !== '')) ids.push((await requireWord(wordrise, word)).id);
  return ids;
}

export async function scheduleTheme(cli: Cli, typed: string, options: { from: string }): Promise<void> {
  const { from } = themeWeekInput.parse(options);
  const wordrise = await cli.open();
  const { title } = await requireTheme(wordrise, typed);
  const { dryRun } = cli;
  const { emails, notes } = await wordrise.autopilot.scheduleTheme(title, { from, dryRun });
  cli.out.confirm({ dryRun, emails, notes }, () =>
    emails
      .map(({ word, scheduledDate }) => {
        const when = showInstant(new Date(scheduledDate), wordrise.config.timezone);
        return `${cli.out.paint.green('✓')} ${when} · ${oneLine(word)}`;
      })
      .join('\n'),
  );
  for (const note of notes) cli.out.warn(note);
  cli.out.note(
    dryRun
      ? 'Nothing was scheduled.'
      : 'The next pass of the processor submits the emails. To do it now: wordrise process',
  );
}

export async function removeTheme(cli: Cli, typed: string, { yes }: { yes?: boolean }): Promise<void> {
  const wordrise = await cli.open();
  const { id, title } = await requireTheme(wordrise, typed);
  if (cli.dryRun) {
    cli.out.confirm({ dryRun: true, removed: { id, title } }, () => `The theme “${title}” would be removed.`);
    return;
  }
  if (!(await confirmLoss(cli, `Remove the theme “${title}”? Its words stay in the library.`, { yes }))) {
    cli.out.note('The theme was not removed.');
    return;
  }
  await wordrise.themes.remove(id);
  cli.out.confirm({ dryRun: false, removed: { id, title } }, () => `The theme “${title}” is removed.`);
}

interface ImportOptions {
  onConflict: 'skip' | 'update';
  format?: FileFormat;
}

export async function importThemes(
  cli: Cli,
  file: string,
  { onConflict, format }: ImportOptions,
): Promise<void> {
  const { themes } = await cli.open();
  const input = file === '-' ? process.stdin : createReadStream(file);
  const report = await themes.import(input, { onConflict, format, dryRun: cli.dryRun });
  cli.out.confirm({ dryRun: cli.dryRun, ...report }, () => report.message);
  if (!cli.out.json)
    for (const text of ignoredColumnTexts(report.ignoredColumns)) cli.out.warn(oneLine(text));
  if (report.refused === 0) return;
  cli.fail();
  if (cli.out.json) return;
  for (const { line, word, message } of report.errors.slice(0, 10)) {
    cli.out.warn(`Line ${line}${word ? `, “${oneLine(word)}”` : ''}: ${oneLine(message)}`);
  }
}

export async function exportThemes(
  cli: Cli,
  file: string | undefined,
  options: ExportOptions,
): Promise<void> {
  const { themes } = await cli.open();
  await exportTo(cli, options, file, { what: 'All themes', pieces: (format) => themes.export(format) });
}

/** The theme that was typed: its title in any case, or its id. @throws DomainError `theme.not_found` */
async function requireTheme({ themes }: Wordrise, typed: string): Promise<ThemeView> {
  const found = await themes.find(typed);
  if (found) return found;
  const byId = (await themes.list()).themes.find(({ id }) => String(id) === typed);
  if (byId) return byId;
  throw new DomainError('theme.not_found', `There is no theme “${typed}”. See: wordrise themes list`);
}
