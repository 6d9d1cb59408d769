import { sql } from 'kysely';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { jsonTable } from '../../platform/database/query.ts';

/** More different answers than mail servers have, once what differs each time is left out. */
const mostAnswers = 500;
const longest = 200;

/** Ids of the answers in a database, by what they say. */
const known = new WeakMap<object, Map<string, number>>();

/**
 * The ids under which answers to accepted emails are stored: each once, instead of with each of a million readers.
 *
 * @returns by the full answer
 */
export async function answerIds(
  database: OpenDatabase,
  answers: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const ids = known.get(database) ?? new Map<string, number>();
  known.set(database, ids);
  const short = new Map(answers.map((answer) => [answer, shortAnswer(answer, ids)]));
  const missing = [...new Set(short.values())].filter((text) => !ids.has(text));
  if (missing.length > 0) {
    const rows = jsonTable(
      database.kind,
      { text: 'text' },
      missing.map((text) => ({ text })),
    );
    const stored = await database.writeTogether(async (run) => {
      await run(
        sql`insert into smtp_answers (text) select text from ${rows} as said where true order by text
          on conflict do nothing`,
      );
      return run(
        sql<{
          id: number;
          text: string;
        }>`select id, text from smtp_answers where text in (select text from ${rows} as said)`,
      );
    });
    for (const { id, text } of stored) ids.set(text, id);
  }
  return new Map(
    [...short].flatMap(([answer, text]) => {
      const id = ids.get(text);
      return id === undefined ? [] : [[answer, id] as const];
    }),
  );
}

/**
 * An answer without what differs each time, such as the number in the server's queue. A server whose answers differ in
 * other ways as well is left with its code.
 */
function shortAnswer(answer: string, ids: ReadonlyMap<string, number>): string {
  const words = answer.split(/\s+/);
  const text = words
    .map((word) => (isSerial(word) ? '…' : word))
    .join(' ')
    .slice(0, longest);
  if (ids.has(text) || ids.size < mostAnswers) return text;
  return words
    .slice(0, 2)
    .filter((word) => /^[\d.]+$/.test(word))
    .join(' ');
}

/** A word with a digit that is too long for a code, or an address: answers are kept longer than readers are. */
const isSerial = (word: string) => word.includes('@') || (word.length > 6 && /\d/.test(word));
