import { type FilterQuery, raw } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/sql';
import { limits } from '../contract/limits.ts';
import type { UnusedWordsPage, WordsPage, WordsQuery, WordView } from '../contract/words.ts';
import { containing } from '../database/containing.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { firstSortKey, onlyLetter, readTotals, sum, type TotalName } from '../database/total.ts';
import { presentUnusedWord, presentWord } from './present-word.ts';
import { searchable, Word } from './word.ts';

export interface WordsDeps {
  database: OpenDatabase;
}

const alphabetical = { sortKey: 'asc', id: 'asc' } as const;

/** One page of the library in alphabetical order. */
export async function listWords({ database }: WordsDeps, query: WordsQuery): Promise<WordsPage> {
  const { rows, ...page } = await readPage(database.em(), query, {
    conditions: matching(query),
    totals: ['words.unused', 'words.other'],
  });
  return { words: rows.map(presentWord), ...page };
}

/** One page of the words that were never sent and do not wait to be. */
export async function listUnusedWords({ database }: WordsDeps, query: WordsQuery): Promise<UnusedWordsPage> {
  const { rows, ...page } = await readPage(database.em(), query, {
    conditions: [...matching(query), ...unused],
    totals: ['words.unused'],
  });
  return { words: rows.map(presentUnusedWord), ...page };
}

/** The first words that contain `text` in word or definition, any case. */
export async function searchWords({ database }: WordsDeps, text: string): Promise<WordView[]> {
  const where = { $and: matching({ search: text, letter: '' }) };
  const words = await database
    .em()
    .find(Word, where, { orderBy: alphabetical, limit: limits.wordSearchResults });
  return words.map(presentWord);
}

interface Listed {
  conditions: FilterQuery<Word>[];
  /** They count the same words where there is no search. */
  totals: TotalName[];
}

async function readPage(em: EntityManager, query: WordsQuery, { conditions, totals }: Listed) {
  const offset = (query.page - 1) * query.limit;
  const { total, from, skip } = query.search
    ? { total: await em.count(Word, { $and: conditions }), from: '', skip: offset }
    : await locate(em, totals, query.letter, offset);
  const where = { $and: [...conditions, { sortKey: { $gte: from } }] };
  // First the ids: they are in the index, so that no row is read only to be passed over.
  const found = await em.find(Word, where, {
    fields: ['id'],
    orderBy: alphabetical,
    limit: query.limit,
    offset: skip,
    disableIdentityMap: true,
  });
  const ids = found.map(({ id }) => id);
  const rows = await em.find(Word, { id: { $in: ids } }, { orderBy: alphabetical });
  return { rows, total, hasMore: offset + rows.length < total };
}

/**
 * Databases pass over the rows before a page one by one. So a page is looked for from the letter on
 * that it begins with: `skip` words behind the sort key `from`.
 */
async function locate(em: EntityManager, totals: TotalName[], letter: string, offset: number) {
  const letters = await readTotals(em, totals, letter ? onlyLetter(letter) : undefined);
  let skip = offset;
  let from = '';
  for (const { key, count } of letters) {
    from = firstSortKey(key);
    if (skip < count) break;
    skip -= count;
  }
  return { total: sum(letters), from, skip };
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

// Written out, not bound: with a bound 0 SQLite would not use the partial index.
const unused: FilterQuery<Word>[] = [
  { [raw((alias) => `${alias}.used_count = 0`)]: [] },
  { [raw((alias) => `${alias}.waiting_count = 0`)]: [] },
];
