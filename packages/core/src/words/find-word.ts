import type { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/sql';
import type { WordView } from '../contract/words.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { DomainError } from '../errors.ts';
import { presentWord } from './present-word.ts';
import { Word, wordKey } from './word.ts';

export interface FindWordDeps {
  database: OpenDatabase;
}

/** The word in the library with that spelling, ignoring case. */
export async function findWord({ database }: FindWordDeps, spelling: string): Promise<WordView | undefined> {
  const word = await database.em().findOne(Word, { wordKey: wordKey(spelling), removedAt: null });
  return word ? presentWord(word) : undefined;
}

/** @throws DomainError `word.not_found` */
export async function getWord({ database }: FindWordDeps, id: number): Promise<WordView> {
  return presentWord(await requireWord(database.em(), id));
}

/**
 * @param lockMode For a transaction that relies on the word or removes it. SQLite has one writer at a time anyway.
 * @throws DomainError `word.not_found`
 */
export async function requireWord(em: EntityManager, id: number, lockMode?: LockMode): Promise<Word> {
  const word = await em.findOne(Word, { id, removedAt: null }, lockMode === undefined ? {} : { lockMode });
  if (!word) throw new DomainError('word.not_found', 'This word is no longer in the library.');
  return word;
}
