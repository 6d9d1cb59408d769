import { type SqlBool, sql } from 'kysely';
import { wordFields, wordFieldTable } from '../../contract/word-fields.ts';
import type { WordInput } from '../../contract/words.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { fields, isAmong, jsonTable, rowCount, tables } from '../../platform/database/query.ts';
import type { Word } from '../word.ts';
import { checkAll } from './check-words.ts';
import {
  type ComparedWord,
  type Comparison,
  compareLibrary,
  compareWords,
  nearWords,
} from './compare-words.ts';

/** Raise it when the check finds something else than before: then every word is checked again. */
export const checkVersion = 4;

/** Words that are checked against the library as it was read once. */
const mostAtOnce = 1000;
/** Words checked, and stored in one transaction, before other work of the process gets its turn. */
const together = 100;

interface StoreFindingsDeps {
  database: OpenDatabase;
}

/** What was just written. */
interface WrittenWords {
  ids: readonly number[];
  /** What was removed or replaced: words that had something in common with it are checked again. */
  replaced?: readonly ComparedWord[];
}

type CheckedText = WordInput & { id: number; findings: string };

const words = tables<{ words: Word }>().selectFrom('words').where('removed_at', 'is', null);
const texts = words.select(fields('words', ['id', ...wordFields, 'findings']));
const waiting = sql<SqlBool>`checked_by < ${sql.lit(checkVersion)}`;
/**
 * Findings about two words, which change with either of them. Which words lost what they had in common with a text that was
 * replaced is not known later, so they are looked at once no other word waits.
 */
const aboutTwo = sql<SqlBool>`findings <> '' and findings like '%.duplicate%'`;

/** Of more words like one, each has others that it is like, whatever becomes of this one. */
const mostAlike = 50;

/**
 * Checks the words whose text was written since their last check, and stores what is found, so that lists can be
 * narrowed to it. Words that had, or now have, something in common with one of them are checked with it.
 *
 * A word that is written meanwhile keeps waiting. Repeating it, or running it in two processes, is safe.
 *
 * @param options.signal Stops after the words that are being stored.
 * @returns whether more words wait
 */
export async function storeFindings(
  { database }: StoreFindingsDeps,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<boolean> {
  const next = await database.read(
    texts
      .where(waiting)
      .orderBy('id')
      .limit(mostAtOnce + 1),
  );
  if (next.length === 0) return false;
  const changed = next.slice(0, mostAtOnce);
  const isLast = next.length === changed.length;
  const comparison = await compareLibrary({ database });
  const known = new Set(changed.map(({ id }) => id));
  const alike = idsOf(changed.flatMap((word) => alikeOf(comparison, word)));
  const others = await database.read(
    texts.where(sql<SqlBool>`(${isLast ? aboutTwo : sql`false`} or ${isAmong(database.kind, 'id', alike)})`),
  );
  const affected = others.filter(
    (word) => !known.has(word.id) && (hasNews(comparison, word) || (isLast && isAboutTwo(word))),
  );
  await checkAndStore({ database }, [...changed, ...affected], comparison, signal);
  return !isLast;
}

/** Like `storeFindings`, at once and for a few words, without reading the rest of the library. */
export async function storeFindingsOf(
  { database }: StoreFindingsDeps,
  { ids, replaced = [] }: WrittenWords,
): Promise<void> {
  const read = (some: readonly number[]) => database.read(texts.where(isAmong(database.kind, 'id', some)));
  const changed = await read(ids);
  const near = await nearWords({ database }, [...changed, ...replaced]);
  const comparison = compareWords(near);
  const now = idsOf(changed.flatMap((word) => alikeOf(comparison, word)));
  const once = idsOf(replaced.flatMap((word) => alikeOf(comparison, word)));
  const alike = await read([...new Set([...now, ...once])].filter((id) => !ids.includes(id)));
  const others = alike.filter(
    (word) => hasNews(comparison, word) || (once.includes(word.id) && isAboutTwo(word)),
  );
  // Others are near those as well. Whoever is known to say the same as another needs no look for a third.
  const toLookFor = others.map((word) =>
    saysTheSame(comparison, word) ? { ...word, definition: '' } : word,
  );
  const all = [...near, ...(await nearWords({ database }, toLookFor))];
  const distinct = new Map(all.map((word) => [word.id, word]));
  await checkAndStore({ database }, [...changed, ...others], compareWords(distinct.values()));
}

/** Whether a comparison finds something that is not stored with a word. */
function hasNews(comparison: Comparison, word: CheckedText): boolean {
  return comparison.check(word).some(({ code }) => !word.findings.includes(code));
}

const isAboutTwo = ({ findings }: CheckedText) => findings.includes('.duplicate');

function saysTheSame(comparison: Comparison, word: ComparedWord): boolean {
  return comparison.check(word).some(({ code }) => code === 'definition.duplicate');
}

function alikeOf(comparison: Comparison, word: ComparedWord): ComparedWord[] {
  const found: ComparedWord[] = [];
  for (const other of comparison.alike(word)) {
    found.push(other);
    if (found.length === mostAlike) break;
  }
  return found;
}

function idsOf(words: readonly { id: number }[]): number[] {
  return [...new Set(words.map(({ id }) => id))];
}

async function checkAndStore(
  { database }: StoreFindingsDeps,
  all: readonly CheckedText[],
  comparison: Comparison,
  signal?: AbortSignal,
): Promise<void> {
  for (let at = 0; at < all.length; at += together) {
    signal?.throwIfAborted();
    const part = all.slice(at, at + together);
    const checked = await checkAll(part, comparison);
    await store(
      { database },
      part.map((word, nth) => ({ ...word, findings: codesIn(checked[nth]?.findings ?? []) })),
    );
    // Checking blocks. Other work of this process gets its turn here.
    await new Promise(setImmediate);
  }
}

/** How many words wait to be checked. */
export async function countUnchecked({ database }: StoreFindingsDeps): Promise<number> {
  return database.count(words.select(rowCount).where(waiting));
}

/** Each code once: two examples can have the same problem. */
function codesIn(findings: readonly { code: string }[]): string {
  return [...new Set(findings.map(({ code }) => code))].join(' ');
}

const columns = wordFields.map((field) => wordFieldTable[field].column);

/** Stores what was found in a text, unless the word says something else by now. */
async function store({ database }: StoreFindingsDeps, checked: readonly CheckedText[]): Promise<void> {
  const rows = checked.map((word) => ({
    id: word.id,
    found: word.findings,
    ...Object.fromEntries(wordFields.map((field) => [wordFieldTable[field].column, word[field]])),
  }));
  const types = {
    id: 'bigint',
    found: 'text',
    ...Object.fromEntries(columns.map((column) => [column, 'text'])),
  };
  const batch = jsonTable(
    database.kind,
    types as Record<keyof (typeof rows)[number], 'text' | 'bigint'>,
    rows,
  );
  const same = columns.map((column) => sql`words.${sql.ref(column)} = batch.${sql.ref(column)}`);
  await database.writeTogether(
    (run) =>
      run(sql`update words set findings = batch.found, checked_by = ${sql.lit(checkVersion)}
        from ${batch} as batch
        where words.id = batch.id and ${sql.join(same, sql` and `)}
          and (checked_by <> ${sql.lit(checkVersion)} or findings <> batch.found)`),
    { isVolatile: true },
  );
}
