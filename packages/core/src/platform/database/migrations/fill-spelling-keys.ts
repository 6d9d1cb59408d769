import type { Migration } from '@mikro-orm/migrations';

const atOnce = 5000;

/**
 * Gives each word that is stored its key.
 *
 * @param update A statement for rows of `id` and `key`, passed as one JSON value.
 */
export async function fillSpellingKeys(migration: Migration, update: string): Promise<void> {
  for (let last = 0; ; ) {
    const words = await migration.execute(
      `select id, word from words where id > ? order by id limit ${atOnce}`,
      [last],
    );
    if (words.length === 0) return;
    const rows = (words as { id: number; word: string }[]).map(({ id, word }) => ({ id, key: keyOf(word) }));
    await migration.execute(update, [JSON.stringify(rows)]);
    last = rows.at(-1)?.id ?? last;
  }
}

/** As the library makes it when a word is written; see `spellingKey`. */
function keyOf(word: string): string {
  const plain = word.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
  const letters = plain
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  return letters.slice(0, 100);
}
