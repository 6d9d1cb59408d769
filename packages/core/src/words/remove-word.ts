import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/sql';
import type { OpenDatabase } from '../database/open-database.ts';
import { DomainError } from '../errors.ts';
import { requireWord } from './find-word.ts';
import type { WordEmails } from './word-emails.ts';

export interface RemoveWordDeps {
  database: OpenDatabase;
  now: () => Date;
  emails: WordEmails;
}

/**
 * Takes a word out of the library, and its public page off the site. The record of emails that were sent with it stays.
 *
 * @param options.dryRun Only checks whether it may be removed.
 * @throws DomainError `word.not_found`, `word.waiting` while an email with it is waiting
 */
export async function removeWord(
  { database, now, emails }: RemoveWordDeps,
  id: number,
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<void> {
  await database.em().transactional(async (tx) => {
    const word = await requireWord(tx, id, LockMode.PESSIMISTIC_WRITE);
    if (await hasWord(tx, emails.waiting, id)) {
      throw new DomainError(
        'word.waiting',
        `An email for “${word.word}” waits to be sent. Cancel it first, then remove the word.`,
      );
    }
    if (dryRun) return;
    if (await hasWord(tx, emails.all, id)) tx.assign(word, { removedAt: now(), wordKey: null, slug: null });
    else tx.remove(word);
  });
}

async function hasWord(em: EntityManager, emails: string, id: number): Promise<boolean> {
  const found = await em.execute(`select 1 from (${emails}) emails where word_id = ? limit 1`, [id]);
  return found.length > 0;
}
