import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/sql';
import type { WordSource } from '../contract/choices.ts';
import type { WordInput, WordView } from '../contract/words.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { DomainError } from '../errors.ts';
import { findWord, requireWord } from './find-word.ts';
import { presentWord } from './present-word.ts';
import { derivedColumns, Word } from './word.ts';

export interface SaveWordDeps {
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

/** @throws DomainError `word.not_found`, `word.exists` */
export async function editWord(
  { database }: Pick<SaveWordDeps, 'database'>,
  id: number,
  input: WordInput,
): Promise<WordView> {
  const em = database.em();
  const word = await requireWord(em, id);
  em.assign(word, { ...input, ...derivedColumns(input) });
  await flush(em, input.word);
  return presentWord(word);
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
  const found = await findWord(deps, word);
  if (found && found.id !== exceptId) throw wordExists(word);
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
