import { defineEntity, p } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/sql';
import type { ScheduleStatus } from '../contract/choices.ts';

const TotalSchema = defineEntity({
  name: 'Total',
  tableName: 'totals',
  properties: {
    name: p.string().length(50).primary(),
    /** Which part of the whole it is: a letter, a quarter of an hour, or 0 for all of it. */
    key: p.integer().primary(),
    /** On PostgreSQL those who write at once write a row each, and the total is their sum. */
    slot: p.bigint('number').primary(),
    count: p.integer(),
  },
});

/** How many rows of a kind there are. Triggers keep it, in the transaction that changes the rows. */
export class Total extends TotalSchema.class {}
TotalSchema.setClass(Total);

/**
 * `words.unused` were never sent and do not wait to be; removed words are in neither of the two. Both
 * have the letter for a key (`onlyLetter`), `readers.signups` the quarter of an hour (`quarterKey`).
 */
export type TotalName =
  | 'words.unused'
  | 'words.other'
  | `emails.${ScheduleStatus}`
  | 'readers.all'
  | 'readers.signups';

/** Keys from `from` on, and less than `below`. */
export interface KeyRange {
  from: number;
  below: number;
}

/** The totals together, by key and in the order of the keys. Keys that nothing was ever counted for are left out. */
export async function readTotals(
  em: EntityManager,
  names: readonly TotalName[],
  keys?: KeyRange,
): Promise<{ key: number; count: number }[]> {
  const range = keys ? ' and key >= ? and key < ?' : '';
  const rows: { key: number; count: number | string }[] = await em.execute(
    `select key, sum(count) as count from totals
     where name in (${names.map(() => '?')})${range} group by key order by key`,
    [...names, ...(keys ? [keys.from, keys.below] : [])],
  );
  // PostgreSQL's sums come as text.
  return rows.map(({ key, count }) => ({ key, count: Number(count) }));
}

export function sum(rows: readonly { count: number }[]): number {
  return rows.reduce((total, { count }) => total + count, 0);
}

/** The key of the words that begin with a letter from a to z, whose code it is: keys sort as the words do. */
export function onlyLetter(letter: string): KeyRange {
  const key = letter.charCodeAt(0);
  return { from: key, below: key + 1 };
}

/** All that sorts before "a"; what sorts behind "z" has one key as well, the next. */
const beforeLetters = 96;

/** The least sort key that counts under the key. */
export function firstSortKey(key: number): string {
  return key === beforeLetters ? '' : String.fromCharCode(key);
}

const quarterMs = 15 * 60_000;

/** The key of the signups in a quarter of an hour. Days begin with one in every time zone of today. */
export function quarterKey(instant: Date): number {
  return Math.floor(instant.getTime() / quarterMs);
}
