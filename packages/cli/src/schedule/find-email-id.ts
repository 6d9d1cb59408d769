import { DomainError, type Wordrise } from '@wordrise/core';
import { requireWord } from '../words/require-word.ts';

/**
 * The id of an email, named by it or by its word. Ids come first: a word that is a number can be named by its id too.
 *
 * @throws DomainError `word.not_found`, `schedule.not_found`
 */
export async function findEmailId(wordrise: Wordrise, typed: string): Promise<number> {
  if (/^\d+$/.test(typed)) return Number(typed);
  const word = await requireWord(wordrise, typed);
  const waiting = await wordrise.schedule.findWaiting(word.id);
  if (waiting) return waiting.id;
  throw new DomainError(
    'schedule.not_found',
    `No email for “${word.word}” is scheduled. See: wordrise schedule list`,
  );
}
