import { limits } from '../contract/limits.ts';
import type { UnusedWordsPage, UnusedWordView, WordsPage, WordsQuery, WordView } from '../contract/words.ts';
import { type Condition, type Reads, readPage, selectList } from '../platform/database/reads.ts';
import { presentUnusedWord, presentWord, type WordRecord, wordViewFields } from './find-word.ts';
import { searchable } from './word.ts';
import { wordEmails } from './word-emails.ts';

export interface ListWordsDeps {
  database: Reads;
}

const alphabetical = 'sort_key, id';
const columns = selectList('words', wordViewFields);
const inLibrary: Condition = { sql: 'removed_at is null', values: [] };

/** One page of the library in alphabetical order. */
export async function listWords({ database }: ListWordsDeps, query: WordsQuery): Promise<WordsPage> {
  const list = {
    table: 'words',
    columns: `${columns}, ${wordEmails.goesOut} as "goesOut"`,
    where: await matching(database, query),
    orderBy: alphabetical,
  };
  const { rows, ...page } = await readPage<WordRecord>(database, list, query);
  return { words: rows.map(presentWord), ...page };
}

/** One page of the words that were never sent and are not waiting to be sent. */
export async function listUnusedWords(
  { database }: ListWordsDeps,
  query: WordsQuery,
): Promise<UnusedWordsPage> {
  const unused = { sql: `used_count = 0 and id not in (${wordEmails.waiting})`, values: [] };
  const list = {
    table: 'words',
    columns: selectList('words', ['id', 'word', 'definition']),
    where: [...(await matching(database, query)), unused],
    orderBy: alphabetical,
  };
  const { rows, ...page } = await readPage<UnusedWordView>(database, list, query);
  return { words: rows.map(presentUnusedWord), ...page };
}

/** The ids of all words that were never sent and are not waiting to be sent, even in a large library. */
export async function unusedIds({ database }: ListWordsDeps): Promise<number[]> {
  const rows = await database.read<{ id: number }>(
    `select id from words where removed_at is null and used_count = 0 and id not in (${wordEmails.waiting}) order by id`,
  );
  return rows.map(({ id }) => id);
}

/** The first words that contain `text` in word or definition, ignoring case. */
export async function searchWords({ database }: ListWordsDeps, text: string): Promise<WordView[]> {
  const { sql, values } = await database.searching('words', searchable(text));
  const rows = await database.read<WordRecord>(
    `select ${columns} from words where ${inLibrary.sql} and ${sql} order by ${alphabetical} limit ?`,
    [...values, limits.wordSearchResults],
  );
  return rows.map(presentWord);
}

async function matching(
  database: Reads,
  { search, letter }: Pick<WordsQuery, 'search' | 'letter'>,
): Promise<Condition[]> {
  const conditions = [inLibrary];
  if (search) conditions.push(await database.searching('words', searchable(search)));
  if (letter) {
    const next = String.fromCharCode(letter.charCodeAt(0) + 1);
    // A range, not a prefix match: both databases can use an index for it.
    conditions.push({ sql: 'sort_key >= ? and sort_key < ?', values: [letter, next] });
  }
  return conditions;
}
