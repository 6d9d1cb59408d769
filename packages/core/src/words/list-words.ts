import { type FilterQuery, raw } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/sql';
import { limits } from '../contract/limits.ts';
import type { UnusedWordsPage, WordsPage, WordsQuery, WordView } from '../contract/words.ts';
import { containing } from '../database/containing.ts';
import { presentUnusedWord, presentWord } from './present-word.ts';
import { searchable, Word } from './word.ts';

export interface WordsDeps {
  em: EntityManager;
}

const alphabetical = { sortKey: 'asc', id: 'asc' } as const;

/** One page of the library in alphabetical order. */
export async function listWords({ em }: WordsDeps, query: WordsQuery): Promise<WordsPage> {
  const { rows, total, hasMore } = await page(em, query, matching(query));
  return { words: rows.map(presentWord), total, hasMore };
}

/** One page of the words that were never sent and do not wait to be. */
export async function listUnusedWords({ em }: WordsDeps, query: WordsQuery): Promise<UnusedWordsPage> {
  const { rows, total, hasMore } = await page(em, query, [...matching(query), ...unused]);
  return { words: rows.map(presentUnusedWord), total, hasMore };
}

/** The first words that contain `text` in word or definition, any case. */
export async function searchWords({ em }: WordsDeps, text: string): Promise<WordView[]> {
  const where = { $and: matching({ search: text, letter: '' }) };
  const words = await em.find(Word, where, { orderBy: alphabetical, limit: limits.wordSearchResults });
  return words.map(presentWord);
}

async function page(em: EntityManager, query: WordsQuery, conditions: FilterQuery<Word>[]) {
  const where = { $and: conditions };
  const offset = (query.page - 1) * query.limit;
  const total = await em.count(Word, where);
  const rows = await em.find(Word, where, { orderBy: alphabetical, limit: query.limit, offset });
  return { rows, total, hasMore: offset + rows.length < total };
}

function matching({ search, letter }: Pick<WordsQuery, 'search' | 'letter'>): FilterQuery<Word>[] {
  const conditions: FilterQuery<Word>[] = [{ removedAt: null }];
  if (search) conditions.push(containing('search_text', searchable(search)));
  if (letter) {
    const next = String.fromCharCode(letter.charCodeAt(0) + 1);
    // A range, and not a prefix match: an index serves it in either database.
    conditions.push({ sortKey: { $gte: letter, $lt: next } });
  }
  return conditions;
}

const waiting = `select 1 from scheduled_emails waiting
  where waiting.status in ('pending', 'scheduled') and waiting.word_id =`;

// Written out, not bound: with a bound 0 SQLite would not use the partial index.
const unused: FilterQuery<Word>[] = [
  { [raw((alias) => `${alias}.used_count = 0`)]: [] },
  { [raw((alias) => `not exists (${waiting} ${alias}.id)`)]: [] },
];
