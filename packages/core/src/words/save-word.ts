import { LockMode, UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/sql';
import { type Expression, sql } from 'kysely';
import type { WordSource } from '../contract/choices.ts';
import type { BulkSaveAnswer, BulkSaveInput, LookupResult } from '../contract/dictionary.ts';
import { wordFields, wordFieldTable } from '../contract/word-fields.ts';
import {
  sourceProblems,
  type WordChange,
  type WordInput,
  type WordTexts,
  type WordView,
  wordTexts,
} from '../contract/words.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { runIn } from '../platform/database/writes.ts';
import { DomainError } from '../platform/errors.ts';
import { type FindWordDeps, findWord, presentWord, requireWord } from './find-word.ts';
import { Recording } from './recording.ts';
import { derivedColumns, Word, wordKey } from './word.ts';
import { wordEmails } from './word-emails.ts';

interface SaveWordDeps {
  database: OpenDatabase;
  now: () => Date;
}

/** @throws DomainError `word.exists` if the word already exists, ignoring case */
export async function addWord(
  { database, now }: SaveWordDeps,
  input: WordInput,
  source: WordSource = 'admin',
): Promise<WordView> {
  const em = database.em();
  const word = em.create(Word, {
    ...input,
    ...derivedColumns(input),
    source,
    usedCount: 0,
    createdAt: now(),
  });
  await flush(em, input.word);
  return presentWord(word);
}

/**
 * Changes the text of a word. An optional field that is left out stays as it is.
 *
 * @param replaces The text that was edited. If left out, any text is replaced.
 * @throws DomainError `word.not_found`, `word.exists`, `word.changed` if it says something else by now
 */
export async function editWord(
  { database }: Pick<SaveWordDeps, 'database'>,
  id: number,
  change: WordChange,
  replaces?: WordTexts,
): Promise<WordView> {
  return database.em().transactional(async (em) => {
    const word = await requireWord(em, id, LockMode.PESSIMISTIC_WRITE);
    const input = { ...wordTexts(word), ...withoutMissing(change) };
    if (quotationFields.some((field) => input[field] !== word[field])) requireSource(input);
    if (replaces) requireUnchanged(word, input, replaces);
    em.assign(word, { ...input, ...derivedColumns(input) });
    await flush(em, input.word);
    return presentWord(word);
  });
}

const quotationFields = wordFields.filter((field) => wordFieldTable[field].part === 'quotation');

/** A change of some fields can leave a quotation without its source. */
function requireSource(input: WordInput): void {
  const problems = sourceProblems(input);
  const [first] = problems;
  if (!first) return;
  throw new DomainError('input.invalid', `${first.message}.`, {
    fields: Object.fromEntries(problems.map(({ field, message }) => [field, [message]])),
  });
}

/** Without optional fields that were left out. */
function withoutMissing(change: WordChange): Partial<WordInput> {
  return Object.fromEntries(Object.entries(change).filter(([, text]) => text !== undefined));
}

/** Only texts that the edit would lose count. */
function requireUnchanged(word: Word, input: WordInput, replaces: WordTexts): void {
  const changed = wordFields.filter((field) => {
    const edited = replaces[field];
    return edited !== undefined && asEdited(edited) !== asEdited(word[field]) && input[field] !== word[field];
  });
  if (changed.length === 0) return;
  const labels = changed.map((field) => wordFieldTable[field].label).join(', ');
  throw new DomainError(
    'word.changed',
    `“${word.word}” was changed while you were editing: ${labels}. Look at it, then save yours again.`,
    { fields: Object.fromEntries(changed.map((field) => [field, [word[field]]])) },
  );
}

/** As a text area holds it: its line breaks are `\n`. */
function asEdited(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/**
 * Checks a spelling as `addWord` and `editWord` do, without writing. The unique index makes the final decision.
 *
 * @param exceptId The word that is being edited.
 * @throws DomainError `word.exists`
 */
export async function requireFreeSpelling(
  deps: Pick<SaveWordDeps, 'database'>,
  word: string,
  exceptId?: number,
): Promise<void> {
  if (await findOther(deps, word, exceptId)) throw wordExists(word);
}

/** The word of the library that has a spelling already, ignoring case. @param exceptId The word that is being edited. */
export async function findOther(
  deps: Pick<SaveWordDeps, 'database'>,
  word: string,
  exceptId?: number,
): Promise<WordView | undefined> {
  const found = await findWord(deps, word);
  return found?.id === exceptId ? undefined : found;
}

async function flush(em: EntityManager, word: string): Promise<void> {
  try {
    await em.flush();
  } catch (error) {
    // Left to the unique index: with a lookup beforehand two editors could both succeed.
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    throw wordExists(word, error);
  }
}

function wordExists(word: string, cause?: unknown): DomainError {
  return new DomainError('word.exists', `“${word}” is already in the library.`, {
    cause,
    fields: { word: ['This word is already in the library'] },
  });
}

interface RemoveWordDeps {
  database: OpenDatabase;
  now: () => Date;
}

/**
 * Takes a word out of the library, and its public page off the site. The record of emails that were sent with it stays.
 *
 * @param options.dryRun Only checks whether it may be removed.
 * @throws DomainError `word.not_found`, `word.waiting` while an email with it is waiting
 */
export async function removeWord(
  { database, now }: RemoveWordDeps,
  id: number,
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<void> {
  await database.em().transactional(async (tx) => {
    const word = await requireWord(tx, id, LockMode.PESSIMISTIC_WRITE);
    if (await hasWord(tx, wordEmails.waiting, id)) {
      throw new DomainError(
        'word.waiting',
        `An email for “${word.word}” waits to be sent. Replace or cancel it in the schedule first, then remove the word.`,
      );
    }
    if (dryRun) return;
    if (await hasWord(tx, wordEmails.all, id))
      tx.assign(word, { removedAt: now(), wordKey: null, slug: null });
    else tx.remove(word);
    await tx.nativeDelete(Recording, { word: id });
  });
}

async function hasWord(em: EntityManager, emails: Expression<unknown>, id: number): Promise<boolean> {
  const { rows } = await runIn(
    em,
    sql`select 1 as one from (${emails}) emails where word_id = ${id} limit 1`,
  );
  return rows.length > 0;
}

/** Marks looked-up words that are already in the library: saving would skip them. */
export async function* markKnown(
  deps: FindWordDeps,
  results: AsyncIterable<LookupResult>,
): AsyncGenerator<LookupResult> {
  for await (const result of results) {
    const isKnown = result.word !== '' && (await findWord(deps, result.word)) !== undefined;
    yield isKnown ? { ...result, inLibrary: true } : result;
  }
}

interface SaveLookedUpWordsDeps {
  database: OpenDatabase;
  now: () => Date;
}

/** Adds looked-up words, all or none; those that are already in the library are skipped. */
export async function saveLookedUpWords(
  { database, now }: SaveLookedUpWordsDeps,
  { wordData }: BulkSaveInput,
): Promise<BulkSaveAnswer> {
  const byKey = new Map(wordData.map((item) => [wordKey(item.word), item]));
  const saved = await database.em().transactional(async (tx) => {
    const before = await tx.count(Word, { wordKey: { $in: [...byKey.keys()] } });
    const rows = [...byKey.values()].map(({ source, ...input }) => ({
      ...input,
      ...derivedColumns(input),
      source: source ?? ('admin' as const),
      usedCount: 0,
      createdAt: now(),
      removedAt: null,
    }));
    await tx.upsertMany(Word, rows, { onConflictFields: ['wordKey'], onConflictAction: 'ignore' });
    return (await tx.count(Word, { wordKey: { $in: [...byKey.keys()] } })) - before;
  });
  return {
    message: bulkSaveMessage(saved, wordData.length - saved),
    saved,
    skipped: wordData.length - saved,
  };
}

function bulkSaveMessage(saved: number, skipped: number): string {
  const words = saved === 1 ? '1 word' : `${saved} words`;
  if (skipped === 0) return `Saved ${words}`;
  return `Saved ${words}; ${skipped} already in the library`;
}
