import type { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/sql';
import { wordFields } from '../contract/word-fields.ts';
import { type UnusedWordView, type WordView, wordTexts } from '../contract/words.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { type Instant, isoInstant } from '../platform/database/query.ts';
import { DomainError } from '../platform/errors.ts';
import { recordingsOf } from './recording.ts';
import { Word, wordKey } from './word.ts';

export interface FindWordDeps {
  database: OpenDatabase;
}

/** The word in the library with that spelling, ignoring case. */
export async function findWord({ database }: FindWordDeps, spelling: string): Promise<WordView | undefined> {
  const word = await database.em().findOne(Word, { wordKey: wordKey(spelling), removedAt: null });
  return word ? withRecording(database, presentWord(word)) : undefined;
}

/** @throws DomainError `word.not_found` */
export async function getWord({ database }: FindWordDeps, id: number): Promise<WordView> {
  return withRecording(database, presentWord(await requireWord(database.em(), id)));
}

async function withRecording(database: OpenDatabase, word: WordView): Promise<WordView> {
  const recording = (await recordingsOf(database, [word.id])).get(word.id);
  return recording ? { ...word, recording } : word;
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

/** A word from the ORM or from a query. */
export type WordRecord = Omit<WordView, 'createdAt' | 'goesOut' | 'findings' | 'olderEmails'> & {
  createdAt: Instant;
  goesOut?: Instant | null;
};

/** The fields of a `WordRecord`, for a query. */
export const wordViewFields = [
  'id',
  ...wordFields,
  'usedCount',
  'source',
  'createdAt',
] as const satisfies readonly (keyof WordView)[];

/** Lists the fields that are shown, so that a new column never leaks. */
export function presentWord(word: WordRecord): WordView {
  return {
    id: word.id,
    ...wordTexts(word),
    usedCount: word.usedCount,
    source: word.source,
    createdAt: isoInstant(word.createdAt),
    ...(word.goesOut && { goesOut: isoInstant(word.goesOut) }),
  };
}

export function presentUnusedWord({ id, word, definition }: UnusedWordView): UnusedWordView {
  return { id, word, definition };
}
