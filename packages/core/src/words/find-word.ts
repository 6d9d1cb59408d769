import type { EntityManager } from '@mikro-orm/sql';
import { DomainError } from '../errors.ts';
import { Word, wordKey } from './word.ts';

/** The word in the library with that spelling, in any case. */
export function findWord(em: EntityManager, word: string): Promise<Word | null> {
  return em.findOne(Word, { wordKey: wordKey(word), removedAt: null });
}

/** @throws DomainError `word.not_found` */
export async function requireWord(em: EntityManager, id: number): Promise<Word> {
  const word = await em.findOne(Word, { id, removedAt: null });
  if (!word) throw new DomainError('word.not_found', 'This word is not in the library any more.');
  return word;
}
