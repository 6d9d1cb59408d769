import type { Migration } from '@mikro-orm/migrations';
import { slugOf } from '../../text/slug.ts';

/** Gives each word that was scheduled before words had slugs its own, the first of equals without a number. */
export async function giveSlugs(migration: Migration): Promise<void> {
  const words = (await migration.execute(
    'select id, word from words where removed_at is null and id in (select word_id from scheduled_emails) order by id',
  )) as { id: number; word: string }[];
  const given = new Set<string>();
  for (const { id, word } of words) {
    const slug = slugOf(word);
    const free = given.has(slug) ? `${slug}-${id}` : slug;
    given.add(free);
    await migration.execute('update words set slug = ? where id = ?', [free, id]);
  }
}
