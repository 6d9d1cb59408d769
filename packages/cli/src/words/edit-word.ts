import {
  messages,
  requiredFields,
  type WordDraft,
  type WordField,
  type WordFieldOptions,
  wordFields,
  wordFieldTable,
  wordInput,
  wordTexts,
} from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { UsageError } from '../command-line/exit.ts';
import { askEditor, askText } from '../command-line/questions.ts';
import { flagOf } from '../command-line/text.ts';
import { settleOlderEmails } from '../emails/older-emails.ts';
import { entryText, requireWord } from './words.ts';

export async function editWord(
  cli: Cli,
  typed: string,
  { editor, ...options }: WordFieldOptions & { updateScheduled?: boolean; editor?: boolean },
): Promise<void> {
  const given = givenFields(options);
  const isGiven = Object.keys(given).length > 0;
  if (editor && (isGiven || !cli.canAsk)) {
    throw new UsageError(
      '--editor needs a terminal, and cannot be combined with a field.',
      'See: wordrise words edit --help',
    );
  }
  if (!isGiven && !cli.canAsk) {
    throw new UsageError(
      'Nothing to change: name a field, such as --definition.',
      'See: wordrise words edit --help',
    );
  }
  const wordrise = await cli.open();
  const present = await requireWord(wordrise, typed);
  const ask = () => (editor ? editText(present) : askFields(requiredFields, present));
  const input = wordInput.parse({ ...present, ...(isGiven ? given : await ask()) });
  if (cli.dryRun) {
    await wordrise.words.requireFreeSpelling(input.word, present.id);
    const value = { dryRun: true, word: { ...present, ...input } };
    cli.out.confirm(value, () => `It would read:\n\n${entryText(cli.out, input)}`);
    return;
  }
  const word = await wordrise.words.edit(present.id, input, wordTexts(present));
  const settled = await settleOlderEmails(cli, wordrise, word.olderEmails ?? [], options);
  cli.out.confirm({ dryRun: false, word, ...settled }, () => messages.words.updated);
}

export async function addWord(cli: Cli, spelling: string, options: WordFieldOptions): Promise<void> {
  const given = { ...givenFields(options), word: spelling };
  const missing = requiredFields.filter((field) => given[field] === undefined);
  if (missing.length > 0 && !cli.canAsk) {
    const flags = missing.map(fieldFlag).join(', ');
    throw new UsageError(`Missing: ${flags}.`, `The dictionary may know it: wordrise words fill ${spelling}`);
  }
  const { words } = await cli.open();
  await words.requireFreeSpelling(spelling);
  const input = wordInput.parse({ ...given, ...(missing.length > 0 ? await askFields(missing, {}) : {}) });
  if (cli.dryRun) {
    cli.out.confirm(
      { dryRun: true, word: input },
      () => `This would be added:\n\n${entryText(cli.out, input)}`,
    );
    return;
  }
  const word = await words.add(input);
  cli.out.confirm(
    { dryRun: false, word },
    () => `${messages.words.added} It is “${word.word}”, id ${word.id}.`,
  );
}

const headingOf = (field: WordField) => `## ${wordFieldTable[field].label}`;

/** A word as text for an editor: each field under a heading. */
export function toText(word: Partial<WordDraft>): string {
  return wordFields.map((field) => `${headingOf(field)}\n\n${word[field] ?? ''}\n`).join('\n');
}

/**
 * The word from an edited `toText`.
 *
 * @throws UsageError for a heading that is missing, twice there or unknown
 */
export function fromText(text: string): Partial<WordDraft> {
  const [before = '', ...parts] = text.replaceAll('\r\n', '\n').split(/^(?=## )/m);
  const word: Partial<WordDraft> = {};
  for (const part of before.trim() === '' ? parts : [before, ...parts]) {
    const end = part.indexOf('\n');
    const heading = end < 0 ? part : part.slice(0, end);
    const field = wordFields.find((each) => headingOf(each) === heading.trim());
    if (!field || word[field] !== undefined) throw unreadable(`“${heading.trim()}” is not expected there`);
    word[field] = end < 0 ? '' : part.slice(end).trim();
  }
  const missing = wordFields.find((field) => word[field] === undefined);
  if (missing) throw unreadable(`“${headingOf(missing)}” is missing`);
  return word;
}

function unreadable(reason: string): UsageError {
  return new UsageError(`The text cannot be read: ${reason}.`, 'Change only the text under the headings.');
}

/** Opens a word in the editor of `VISUAL` or `EDITOR`. */
export async function editText(word: WordDraft): Promise<Partial<WordDraft>> {
  return fromText(await askEditor(`Edit “${word.word}”`, toText(word)));
}

/** Such as `--part-of-speech`. */
export function fieldFlag(field: WordField): string {
  return flagOf(wordFieldTable[field].option.name);
}

/** The fields given as options. */
export function givenFields(options: WordFieldOptions): Partial<WordDraft> {
  const values: Partial<Record<string, string>> = options;
  const given = wordFields.map((field) => [field, values[wordFieldTable[field].option.name]] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** Asks for one field after another, each with its current text as the default. */
export async function askFields(
  fields: readonly WordField[],
  current: Partial<WordDraft>,
): Promise<Partial<WordDraft>> {
  const answers: Partial<WordDraft> = {};
  for (const field of fields) {
    const check = (text: string) => wordInput.shape[field].safeParse(text).error?.issues[0]?.message ?? true;
    const known = current[field];
    answers[field] = await askText(wordFieldTable[field].label, {
      check,
      ...(known ? { default: known } : {}),
    });
  }
  return answers;
}
