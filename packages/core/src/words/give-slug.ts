import type { EntityManager } from '@mikro-orm/sql';
import { slugOf } from '../text/slug.ts';
import { Word } from './word.ts';

/**
 * Gives a word its slug if it has none. It stays when the word is edited, because links to it are in emails.
 *
 * Of two headwords with the same slug, such as "resume" and "résumé", the later has its id behind it.
 *
 * @param word Of `em`, whose next flush writes it.
 */
export async function giveSlug(em: EntityManager, word: Word): Promise<void> {
  if (word.slug) return;
  const slug = slugOf(word.word);
  const isTaken = (await em.count(Word, { slug })) > 0;
  word.slug = isTaken ? `${slug}-${word.id}` : slug;
}
