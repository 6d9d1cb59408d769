import type { EntityManager } from '@mikro-orm/sql';
import { slugOf } from '../text/slug.ts';
import { Word } from './word.ts';

/**
 * Gives a word its slug if it has none. The slug does not change when the word is edited, because emails link to it.
 *
 * If two headwords have the same slug, such as "resume" and "résumé", the later one gets its id appended.
 *
 * @param word Managed by `em`, whose next flush writes it.
 */
export async function giveSlug(em: EntityManager, word: Word): Promise<void> {
  if (word.slug) return;
  const slug = slugOf(word.word);
  const isTaken = (await em.count(Word, { slug })) > 0;
  word.slug = isTaken ? `${slug}-${word.id}` : slug;
}
