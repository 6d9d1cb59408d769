import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/sql';
import { DomainError } from '../platform/errors.ts';
import { requireWord } from '../words/find-word.ts';
import type { Word } from '../words/word.ts';
import { ScheduledEmail } from './scheduled-email.ts';

/**
 * Finds a word that no email is waiting with, and locks it until the transaction ends: nobody else can remove or
 * schedule it before its email is stored.
 *
 * @param exceptEmail The email that is being changed.
 * @throws DomainError `word.not_found`, `schedule.word_waiting`
 */
export async function lockFreeWord(em: EntityManager, wordId: number, exceptEmail?: number): Promise<Word> {
  const word = await requireWord(em, wordId, LockMode.PESSIMISTIC_WRITE);
  await requireNotWaiting(em, word, exceptEmail);
  return word;
}

/** @throws DomainError `schedule.word_waiting` */
export async function requireNotWaiting(
  em: EntityManager,
  { id, word }: Word,
  exceptEmail?: number,
): Promise<void> {
  const others = exceptEmail === undefined ? {} : { id: { $ne: exceptEmail } };
  const waiting = { word: id, status: { $in: ['pending', 'scheduled'] as const }, ...others };
  if ((await em.count(ScheduledEmail, waiting)) === 0 && !(await isReplaced(em, id, others))) return;
  const message = `“${word}” is already scheduled. Cancel that email first.`;
  throw new DomainError('schedule.word_waiting', message);
}

/** Whether an email that now has another word may still go out with this one. */
async function isReplaced(
  em: EntityManager,
  wordId: number,
  others: { id?: { $ne: number } },
): Promise<boolean> {
  const changed = await em.find(
    ScheduledEmail,
    { status: 'pending', replaced: { $ne: null }, ...others },
    { fields: ['replaced'] },
  );
  return changed.some(({ replaced }) => replaced?.wordId === wordId);
}
