import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/sql';
import type { ScheduleInput } from '../contract/schedule.ts';
import { holdTable } from '../database/hold-table.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { giveSlug } from '../words/give-slug.ts';
import { requireFreeDay } from './free-day.ts';
import { lockFreeWord } from './free-word.ts';
import { newMessageName } from './message-name.ts';
import { readDate } from './read-date.ts';
import { ScheduledEmail } from './scheduled-email.ts';

export interface StoreEmailDeps {
  database: OpenDatabase;
  now: () => Date;
  timezone: string;
}

/**
 * Stores an email for the next pass to submit.
 *
 * @param within Writes something else in the same transaction.
 * @returns its id
 * @throws DomainError `input.invalid`, `schedule.in_past`, `word.not_found`, `schedule.word_waiting`, and
 * `schedule.day_taken` if the input asks for that
 */
export async function storeEmail(...args: Parameters<typeof store>): Promise<number> {
  try {
    return await store(...args);
  } catch (error) {
    // If two words get the same slug at the same time, the second is stored again with another slug.
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    return store(...args);
  }
}

async function store(
  deps: StoreEmailDeps,
  input: ScheduleInput,
  within?: (em: EntityManager) => Promise<unknown>,
): Promise<number> {
  const { database, now, timezone } = deps;
  const scheduledDate = readDate(deps, input);
  return database.em().transactional(async (em) => {
    if (input.ifDayTaken === 'refuse') {
      await holdTable(database, em, 'scheduled_emails');
      await requireFreeDay(em, scheduledDate, timezone);
    }
    const word = await lockFreeWord(em, input.wordId);
    await giveSlug(em, word);
    await within?.(em);
    const messageName = newMessageName(word.word, scheduledDate, timezone);
    const entry = { word, scheduledDate, status: 'pending' as const, createdAt: now(), messageName };
    const email = em.create(ScheduledEmail, entry);
    await em.flush();
    return email.id;
  });
}
