import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/sql';
import { DomainError } from '../errors.ts';
import { ScheduledEmail } from '../schedule/scheduled-email.ts';
import { requireWord } from './find-word.ts';

export interface RemoveWordDeps {
  em: EntityManager;
  now: () => Date;
}

/**
 * Takes a word out of the library. The record of emails that were sent with it stays.
 *
 * @param options.dryRun Only looks whether it may be removed.
 * @throws DomainError `word.not_found`, `word.waiting` while an email for it waits
 */
export async function removeWord(
  { em, now }: RemoveWordDeps,
  id: number,
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<void> {
  await em.transactional(async (tx) => {
    const word = await requireWord(tx, id, LockMode.PESSIMISTIC_WRITE);
    const waiting = await tx.count(ScheduledEmail, { word: id, status: { $in: ['pending', 'scheduled'] } });
    if (waiting > 0) {
      throw new DomainError(
        'word.waiting',
        `An email for “${word.word}” waits to be sent. Cancel it first, then remove the word.`,
      );
    }
    if (dryRun) return;
    const history = await tx.count(ScheduledEmail, { word: id });
    if (history === 0) tx.remove(word);
    else tx.assign(word, { removedAt: now(), wordKey: null });
  });
}
