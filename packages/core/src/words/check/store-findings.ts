import { type SqlBool, sql } from 'kysely';
import { wordFields, wordFieldTable } from '../../contract/word-fields.ts';
import type { WordInput } from '../../contract/words.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { fields, isAmong, jsonTable, rowCount, tables } from '../../platform/database/query.ts';
import type { Word } from '../word.ts';
import { checkAll, compareLibrary } from './check-words.ts';

/** Raise it when the check finds something else than before: then every word is checked again. */
export const checkVersion = 3;

/** Words that are checked against the library as it was read once. */
const mostAtOnce = 1000;
/** Words checked, and stored in one transaction, before other work of the process gets its turn. */
const together = 100;

interface StoreFindingsDeps {
  database: OpenDatabase;
}

interface StoreFindingsOptions {
  /** Only these words, and those that they have something in common with; by default all that wait. */
  ids?: readonly number[] | undefined;
  /** Stops after the words that are being stored. */
  signal?: AbortSignal | undefined;
}

type CheckedText = WordInput & { id: number; findings: string };

const words = tables<{ words: Word }>().selectFrom('words').where('removed_at', 'is', null);
const texts = words.select(fields('words', ['id', ...wordFields, 'findings']));
const waiting = sql<SqlBool>`checked_by < ${sql.lit(checkVersion)}`;
/** Findings about two words, which change with either of them. */
const aboutTwo = sql<SqlBool>`findings <> '' and findings like '%.duplicate%'`;

/**
 * Checks the words whose text was written since their last check, and stores what is found, so that lists can be
 * narrowed to it. Words that had, or now have, something in common with one of them are checked with it.
 *
 * A word that is written meanwhile keeps waiting. Repeating it, or running it in two processes, is safe.
 *
 * @returns whether more words wait
 */
export async function storeFindings(
  { database }: StoreFindingsDeps,
  { ids, signal }: StoreFindingsOptions = {},
): Promise<boolean> {
  const isOneOf = (some: readonly number[]) => isAmong(database.kind, 'id', some);
  const some = texts.where(ids === undefined ? waiting : isOneOf(ids));
  const changed = await database.read(some.orderBy('id').limit(mostAtOnce));
  if (changed.length === 0 && ids === undefined) return false;
  const comparison = await compareLibrary({ database });
  const alike = [...new Set(changed.flatMap((word) => comparison.alike(word)))];
  const others = await database.read(texts.where(sql<SqlBool>`(${aboutTwo} or ${isOneOf(alike)})`));
  const known = new Set(changed.map(({ id }) => id));
  const all: CheckedText[] = [...changed, ...others.filter(({ id }) => !known.has(id))];
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
  return ids === undefined && changed.length === mostAtOnce;
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
