import { DomainError, type Wordrise } from '@wordrise/core';
import {
  exampleNotAvailable,
  messages,
  shownFields,
  type UnusedWordView,
  unusedWordsQuery,
  type WordDraft,
  type WordField,
  type WordView,
  withoutCitedMarks,
  wordFieldTable,
  wordsQuery,
} from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { type ExportOptions, exportTo } from '../command-line/files.ts';
import type { Output } from '../command-line/output.ts';
import { confirmLoss } from '../command-line/questions.ts';
import { type Column, notePage, table } from '../command-line/table.ts';
import { oneLine, printable, wrapText } from '../command-line/text.ts';
import { emptyLibrary, isLibraryEmpty } from './empty-library.ts';

interface ListOptions {
  search?: string;
  letter?: string;
  page?: string;
  limit?: string;
  unused?: boolean;
}

export async function showWords(cli: Cli, { unused, ...options }: ListOptions): Promise<void> {
  const { search, letter, page, limit } = options;
  const query = (unused ? unusedWordsQuery : wordsQuery).parse({ search, letter, page, limit });
  const { words } = await cli.open();
  const isEmpty = await isLibraryEmpty({ words });
  const noted = {
    what: 'words',
    ifNone: isEmpty && !search && !letter ? emptyLibrary : `${messages.words.empty}.`,
  };
  if (unused) {
    const found = await words.listUnused(query);
    cli.out.answer(found, () => table(cli.out, found.words, [word(cli), definition]));
    notePage(cli.out, query, { ...found, count: found.words.length }, noted);
  } else {
    const found = await words.list(query);
    cli.out.answer(found, () => table(cli.out, found.words, [word(cli), partOfSpeech, definition, sent]));
    notePage(cli.out, query, { ...found, count: found.words.length }, noted);
  }
}

const word = ({ out }: Cli): Column<UnusedWordView> => ({
  title: 'WORD',
  value: (row) => row.word,
  paint: (cell) => out.paint.bold(cell),
  whole: true,
});
const partOfSpeech: Column<WordView> = {
  title: 'PART OF SPEECH',
  value: (row) => row.partOfSpeech,
  from: 60,
};
const definition: Column<UnusedWordView> = {
  title: 'DEFINITION',
  value: (row) => row.definition,
  flexible: true,
};
const sent: Column<WordView> = { title: 'SENT', value: (row) => String(row.usedCount), align: 'right' };

export async function showWord(cli: Cli, typed: string): Promise<void> {
  const word = await requireWord(await cli.open(), typed);
  cli.out.answer(word, () => `${entryText(cli.out, word)}\n\n${footer(cli.out, word)}`);
}

/** A dictionary entry, laid out for a terminal. */
export function entryText({ paint, width = 80 }: Output, word: WordDraft): string {
  const lines = Math.min(width, 80);
  const line = filled(word, shownFields('terminal', 'line')).map((field) => {
    const text = oneLine(word[field] ?? '');
    return field === 'phoneticPronunciation' ? text : paint.italic(text);
  });
  const texts = filled(word, shownFields('terminal', 'example', 'section', 'quotation', 'about'));
  const examples = texts.filter((field) => wordFieldTable[field].part === 'example');
  const nameOf = (field: WordField) => {
    const { label, shortLabel = label } = wordFieldTable[field];
    if (!examples.includes(field)) return shortLabel;
    return field === examples[0] ? 'Example' : '';
  };
  const item = (field: WordField) => {
    const label = `  ${nameOf(field).padEnd(11)}`;
    return `${paint.dim(label)}${wrapText(printable(withoutCitedMarks(field, word[field] ?? '')), lines, ' '.repeat(label.length))}`;
  };
  return [
    [paint.bold(oneLine(word.word)), ...line].join('  '),
    '',
    `  ${wrapText(printable(word.definition), lines, '  ')}`,
    '',
    ...texts.map(item),
  ].join('\n');
}

/** Without empty fields and placeholders for examples. */
function filled(word: WordDraft, fields: WordField[]): WordField[] {
  return fields.filter((field) => !['', exampleNotAvailable, undefined].includes(word[field]));
}

function footer({ paint }: Output, { id, usedCount, source, recording }: WordView): string {
  const times = usedCount === 1 ? 'sent once' : `sent ${usedCount} times`;
  const sound = recording ? ' · has a recording' : '';
  return paint.dim(`  ${usedCount === 0 ? 'never sent' : times} · from ${source} · id ${id}${sound}`);
}

export async function exportWords(cli: Cli, file: string | undefined, options: ExportOptions): Promise<void> {
  const { words } = await cli.open();
  await exportTo(cli, options, file, { what: 'All words', pieces: (format) => words.export(format) });
}

/** Adds the built-in words. Those that the library already has stay as they are. */
export async function addStarters(cli: Cli): Promise<void> {
  const { words } = await cli.open();
  const report = await words.addPacks({ dryRun: cli.dryRun });
  const { added, skipped } = report;
  cli.out.confirm({ dryRun: cli.dryRun, added, skipped }, () => report.message);
}

export async function removeWord(cli: Cli, typed: string, { yes }: { yes?: boolean }): Promise<void> {
  const wordrise = await cli.open();
  const { id, word } = await requireWord(wordrise, typed);
  // A word that cannot be removed is refused before the question.
  await wordrise.words.remove(id, { dryRun: true });
  if (cli.dryRun) {
    cli.out.confirm({ dryRun: true, removed: { id, word } }, () => `“${word}” would be removed.`);
    return;
  }
  if (!(await confirmLoss(cli, `Remove “${word}” and all its text from the library?`, { yes }))) {
    cli.out.note('The word was not removed.');
    return;
  }
  await wordrise.words.remove(id);
  cli.out.confirm({ dryRun: false, removed: { id, word } }, () => `“${word}” is removed.`);
}

/**
 * The word that was typed: its spelling in any case, or its id.
 *
 * @throws DomainError `word.not_found`, with similar words
 */
export async function requireWord({ words }: Wordrise, typed: string): Promise<WordView> {
  const found = await words.find(typed);
  if (found) return found;
  if (/^\d+$/.test(typed)) return words.get(Number(typed));
  const similar = (await words.similarTo(typed)).slice(0, 3).map((word) => `“${word}”`);
  const hint = similar.length > 0 ? ` Did you mean ${similar.join(' or ')}?` : ' See: wordrise words list';
  throw new DomainError('word.not_found', `“${typed}” is not in the library.${hint}`);
}
