import { type SqlBool, sql } from 'kysely';
import { limits } from '../contract/limits.ts';
import type { WordFindingCode } from '../contract/word-check.ts';
import {
  type UnusedWordsPage,
  type WordCounts,
  type WordState,
  type WordsPage,
  type WordsQuery,
  type WordView,
  wordStates,
} from '../contract/words.ts';
import { fields, rowCount, tables } from '../platform/database/query.ts';
import { type Condition, type Reads, readPage } from '../platform/database/reads.ts';
import { editDistance } from '../platform/edit-distance.ts';
import { presentUnusedWord, presentWord, wordViewFields } from './find-word.ts';
import { presentRecording, type RecordingRow } from './recording.ts';
import { inThemeOrder } from './themes/theme.ts';
import { searchable, type Word, wordKey } from './word.ts';
import { wordEmails } from './word-emails.ts';

export interface ListWordsDeps {
  database: Reads;
}

const words = tables<{ words: Word }>().selectFrom('words');
// Built once: to name the columns takes longer than to read a page of them.
const shown = words.select(fields('words', wordViewFields));
const listed = tables<{ words: Word; recordings: RecordingRow }>()
  .selectFrom('words')
  .leftJoin('recordings', 'recordings.word_id', 'words.id')
  .select(fields('words', wordViewFields))
  .select(['words.findings', wordEmails.goesOut.as('goesOut')])
  .select(['recordings.file', 'recordings.bytes', 'recordings.seconds']);
const unusedWords = words.select(['words.id', 'words.word', 'words.definition']);
const alphabetical = sql`sort_key, id`;
const inLibrary: Condition = { where: sql<SqlBool>`removed_at is null` };
const unused: Condition = {
  where: sql<SqlBool>`used_count = 0 and id not in (${wordEmails.waiting})`,
};
const states: Record<WordState, Condition> = {
  unused,
  waiting: { where: sql<SqlBool>`id in (${wordEmails.waiting})` },
  sent: { where: sql<SqlBool>`used_count > 0` },
  work: { where: sql<SqlBool>`findings <> ''` },
};

/** One page of the library in alphabetical order. */
export async function listWords({ database }: ListWordsDeps, query: WordsQuery): Promise<WordsPage> {
  const list = {
    table: 'words',
    rows: listed,
    where: [...(await matching(database, query)), ...narrowed(query)],
    orderBy: alphabetical,
  };
  const { rows, ...page } = await readPage(database, list, query);
  const present = ({ file, bytes, seconds, ...row }: (typeof rows)[number]) => ({
    ...presentWord(row),
    findings: codesOf(row.findings),
    ...(file !== null &&
      bytes !== null && { recording: presentRecording({ file, bytes, seconds: seconds ?? 0 }) }),
  });
  return { words: rows.map(present), ...page };
}

function narrowed({ state, level }: Pick<WordsQuery, 'state' | 'level'>): Condition[] {
  return [...(state ? [states[state]] : []), ...(level ? [{ where: sql<SqlBool>`level = ${level}` }] : [])];
}

function codesOf(findings: string): WordFindingCode[] {
  return findings === '' ? [] : (findings.split(' ') as WordFindingCode[]);
}

/** The number of words in the library and in each state, counted in the database. */
export async function countWords({ database }: ListWordsDeps): Promise<Omit<WordCounts, 'unchecked'>> {
  const count = (...conditions: Condition[]) => {
    const all = [inLibrary, ...conditions].map(({ where }) => where);
    return database.count(
      sql<{ count: number }>`select ${rowCount} from words where ${sql.join(all, sql` and `)}`,
    );
  };
  const inState = wordStates.map(async (state) => [state, await count(states[state])] as const);
  const counts = Object.fromEntries(await Promise.all(inState)) as Record<WordState, number>;
  return { all: await count(), ...counts };
}

/** One page of the words that were never sent and are not waiting to be sent. */
export async function listUnusedWords(
  { database }: ListWordsDeps,
  query: WordsQuery,
): Promise<UnusedWordsPage> {
  const list = {
    table: 'words',
    rows: unusedWords,
    where: [...(await matching(database, query)), unused],
    orderBy: alphabetical,
  };
  const { rows, ...page } = await readPage(database, list, query);
  return { words: rows.map(presentUnusedWord), ...page };
}

/** The ids of all words that were never sent and are not waiting to be sent, even in a large library. */
export async function unusedIds({ database }: ListWordsDeps): Promise<number[]> {
  const rows = await database.read(
    words.select('id').where(inLibrary.where).where(unused.where).orderBy('id'),
  );
  return rows.map(({ id }) => id);
}

/** What decides whether the autopilot may draw a word. */
export type WordMarks = Pick<WordView, 'level' | 'tags' | 'sensitive'>;
const marks = ['level', 'sensitive', 'tags'] as const;

/** The marks of the words that were never sent and are not waiting to be sent, even in a large library. */
export async function unusedMarks({ database }: ListWordsDeps): Promise<(WordMarks & { id: number })[]> {
  return database.read(
    words
      .select(['id', ...marks])
      .where(inLibrary.where)
      .where(unused.where),
  );
}

/** How many of those words have the same marks. */
export async function countUnusedMarks({
  database,
}: ListWordsDeps): Promise<(WordMarks & { count: number })[]> {
  return database.read(
    words.select(marks).select(rowCount).where(inLibrary.where).where(unused.where).groupBy(marks),
  );
}

/** A word of the library that is not waiting to be sent. */
export interface ChoosableWord extends WordMarks {
  id: number;
  pin: string;
  usedCount: number;
  /** `YYYY-MM-DD`: the day of its last email that was sent. */
  lastDay: string | null;
}

async function choosableWords(database: Reads, condition: Condition['where']): Promise<ChoosableWord[]> {
  return database.read(
    words
      .select(fields('words', ['id', 'pin', 'usedCount', ...marks]))
      .select(wordEmails.lastDay.as('lastDay'))
      .where(inLibrary.where)
      .where(condition)
      .where(sql<SqlBool>`id not in (${wordEmails.waiting})`)
      .orderBy('id'),
  );
}

/** The words that are pinned to a day or season. */
export async function pinnedWords({ database }: ListWordsDeps): Promise<ChoosableWord[]> {
  return choosableWords(database, sql<SqlBool>`pin <> ''`);
}

/** A word of a theme. */
export interface ThemedWord extends ChoosableWord {
  theme: string;
  themePlace: string;
}

/** The words of all themes, sent or not, in the order of their weeks. */
export async function themedWords({ database }: ListWordsDeps): Promise<ThemedWord[]> {
  const found = await database.read(
    words
      .select(fields('words', ['id', 'pin', 'usedCount', 'theme', 'themePlace', ...marks]))
      .select(sql<string | null>`null`.as('lastDay'))
      .where(inLibrary.where)
      .where(sql<SqlBool>`theme <> ''`)
      .where(sql<SqlBool>`id not in (${wordEmails.waiting})`),
  );
  return inThemeOrder(found);
}

/** Whether a word of the library belongs to a theme. */
export async function hasThemes({ database }: ListWordsDeps): Promise<boolean> {
  const themed = words.select('id').where(inLibrary.where).where(sql<SqlBool>`theme <> ''`);
  return (await database.read(themed.limit(1))).length > 0;
}

/** The words that were sent at least once. */
export async function sentWords({ database }: ListWordsDeps): Promise<ChoosableWord[]> {
  return choosableWords(database, sql<SqlBool>`used_count > 0`);
}

/** Those of some spellings that were never sent. */
export async function unusedSpellings(
  { database }: ListWordsDeps,
  spellings: readonly string[],
): Promise<ChoosableWord[]> {
  const keys = spellings.map((spelling) => sql`${wordKey(spelling)}`);
  return choosableWords(database, sql<SqlBool>`used_count = 0 and word_key in (${sql.join(keys)})`);
}

/** The first words that contain `text` in word or definition, ignoring case. */
export async function searchWords({ database }: ListWordsDeps, text: string): Promise<WordView[]> {
  const { where } = await database.searching('words', searchable(text));
  const rows = await database.read(
    shown.where(inLibrary.where).where(where).orderBy(alphabetical).limit(limits.wordSearchResults),
  );
  return rows.map(presentWord);
}

/** The words with the same first letter whose spelling is almost the same or goes on from it, the closest first. */
export async function similarWords({ database }: ListWordsDeps, typed: string): Promise<string[]> {
  const key = wordKey(typed);
  const [letter] = key;
  if (letter === undefined) return [];
  const mostEdits = key.length < 6 ? 1 : 2;
  const rows = await database.read(
    words.select('word').where(inLibrary.where).where(startsWith(letter)).orderBy(alphabetical),
  );
  return rows
    .map(({ word }) => ({ word, edits: editDistance(key, wordKey(word)) }))
    .filter(({ word, edits }) => edits <= mostEdits || wordKey(word).startsWith(key))
    .toSorted((one, other) => one.edits - other.edits)
    .map(({ word }) => word);
}

async function matching(
  database: Reads,
  { search, letter }: Pick<WordsQuery, 'search' | 'letter'>,
): Promise<Condition[]> {
  const conditions = [inLibrary];
  if (search) conditions.push(await database.searching('words', searchable(search)));
  if (letter) conditions.push({ where: startsWith(letter) });
  return conditions;
}

function startsWith(letter: string) {
  const next = String.fromCharCode(letter.charCodeAt(0) + 1);
  // A range, not a prefix match: both databases can use an index for it.
  return sql<SqlBool>`sort_key >= ${letter} and sort_key < ${next}`;
}
