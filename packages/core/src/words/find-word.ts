import type { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/sql';
import { DomainError } from '../errors.ts';
import { Word, wordKey } from './word.ts';

/** The word in the library with that spelling, in any case. */
export function findWord(em: EntityManager, word: string): Promise<Word | null> {
  return em.findOne(Word, { wordKey: wordKey(word), removedAt: null });
}

/**
 * @param lockMode For a transaction in which the word must stay, or may go. SQLite has one writer at a time anyway.
 * @throws DomainError `word.not_found`
 */
export async function requireWord(em: EntityManager, id: number, lockMode?: LockMode): Promise<Word> {
  const word = await em.findOne(Word, { id, removedAt: null }, lockMode === undefined ? {} : { lockMode });
  if (!word) throw new DomainError('word.not_found', 'This word is not in the library any more.');
  return word;
}
