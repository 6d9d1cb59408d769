import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { ScheduledEmailView, ScheduleInput } from '../contract/schedule.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import type { Submission } from '../delivery/submission.ts';
import { type SubmitDeps, submitEmail } from '../delivery/submit-email.ts';
import { DomainError } from '../errors.ts';
import { ProviderRefused } from '../mail/mail-provider.ts';
import { requireWord } from '../words/find-word.ts';
import { giveSlug } from '../words/give-slug.ts';
import { noSuchEmail } from './cancel-email.ts';
import { lockFreeWord, requireNotWaiting } from './free-word.ts';
import { findEmail } from './list-schedule.ts';
import { newMessageName } from './message-name.ts';
import { readDate } from './read-date.ts';
import { ScheduledEmail } from './scheduled-email.ts';

export interface ScheduleEmailDeps extends SubmitDeps {
  database: OpenDatabase;
  timezone: string;
}

/**
 * Stores an email and submits it to the provider immediately. If the provider cannot be reached the
 * email stays pending, and the next pass tries again.
 *
 * @throws DomainError `input.invalid`, `schedule.in_past`, `word.not_found`, `schedule.word_waiting`;
 *   `email_provider.refused`, and then nothing is stored; `schedule.not_found` if it was cancelled meanwhile
 */
export async function scheduleEmail(
  deps: ScheduleEmailDeps,
  input: ScheduleInput,
): Promise<ScheduledEmailView> {
  const scheduledDate = readDate(deps, input);
  const id = await storeFirst(deps, input.wordId, scheduledDate);
  const result = await submitEmail(deps, id, { ifRefused: 'remove' });
  const refusal = refusalOf(result);
  if (refusal) throw new DomainError('email_provider.refused', `The email was not scheduled. ${refusal}`);
  const email = await findEmail(deps, id);
  // Somebody saw it in the list and cancelled it first.
  if (!email) throw noSuchEmail();
  return email;
}

function refusalOf(result: Submission): string | undefined {
  if (result.outcome === 'failed') return result.reason;
  if (result.outcome === 'pending' && result.error instanceof ProviderRefused) return result.error.message;
  return undefined;
}

/** Checks an email as `scheduleEmail` would, and stores nothing. */
export async function checkSchedule(deps: ScheduleEmailDeps, input: ScheduleInput): Promise<Date> {
  const scheduledDate = readDate(deps, input);
  const em = deps.database.em();
  await requireNotWaiting(em, await requireWord(em, input.wordId));
  return scheduledDate;
}

/** Of two words that are given the same slug at the same time, the second is stored again with another. */
async function storeFirst(...args: Parameters<typeof store>): Promise<number> {
  try {
    return await store(...args);
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    return store(...args);
  }
}

async function store(deps: ScheduleEmailDeps, wordId: number, scheduledDate: Date): Promise<number> {
  return deps.database.em().transactional(async (em) => {
    const word = await lockFreeWord(em, wordId);
    await giveSlug(em, word);
    const messageName = newMessageName(word.word, scheduledDate, deps.timezone);
    const entry = { word, scheduledDate, status: 'pending' as const, createdAt: deps.now(), messageName };
    const email = em.create(ScheduledEmail, entry);
    await em.flush();
    return email.id;
  });
}
