import type { EntityManager } from '@mikro-orm/sql';
import { Word } from './word.ts';

/**
 * Gives a word its slug if it has none. The slug does not change when the word is edited, because emails link to it.
 *
 * If two headwords have the same slug, such as "resume" and "résumé", the later one gets its id appended, and a number
 * if that is the slug of another word.
 *
 * @param word Managed by `em`, whose next flush writes it.
 */
export async function giveSlug(em: EntityManager, word: Word): Promise<void> {
  if (word.slug) return;
  const slug = slugOf(word.word);
  const isTaken = async (wanted: string) => (await em.count(Word, { slug: wanted })) > 0;
  let free = slug;
  for (let nth = 1; await isTaken(free); nth += 1) {
    free = nth === 1 ? `${slug}-${word.id}` : `${slug}-${word.id}-${nth}`;
  }
  word.slug = free;
}

/** Long enough to recognize any headword, short enough to paste the address into a message. */
const longest = 80;

/**
 * A text as the last part of an address: "Crème brûlée" is `creme-brulee`, "’tis" is `tis`. Letters of other scripts
 * stay. For a text without letters and digits, the code points of its characters are used.
 */
export function slugOf(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’ʼ]/gu, '')
    .normalize('NFC')
    .toLowerCase();
  const words = plain.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? [...text.trim()].map(codePoint);
  return [...words.join('-')].slice(0, longest).join('').replace(/-$/, '');
}

function codePoint(character: string): string {
  return `u${character.codePointAt(0)?.toString(16)}`;
}
