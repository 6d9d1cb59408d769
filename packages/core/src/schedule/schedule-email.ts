import type { ScheduledEmailView, ScheduleInput } from '../contract/schedule.ts';
import type { Submission } from '../delivery/submission.ts';
import { type SubmitDeps, submitEmail } from '../delivery/submit-email.ts';
import { DomainError } from '../errors.ts';
import { ProviderRefused } from '../mail/mail-provider.ts';
import { requireWord } from '../words/find-word.ts';
import { noSuchEmail } from './cancel-email.ts';
import { requireFreeDay } from './free-day.ts';
import { requireNotWaiting } from './free-word.ts';
import { findEmail } from './list-schedule.ts';
import { readDate } from './read-date.ts';
import { type StoreEmailDeps, storeEmail } from './store-email.ts';

export interface ScheduleEmailDeps extends SubmitDeps, StoreEmailDeps {}

/**
 * Stores an email and submits it to the provider immediately. If the provider cannot be reached, the email stays
 * pending and the next pass tries again.
 *
 * @throws DomainError as `storeEmail` does; `email_provider.refused`, and then nothing is stored; `schedule.not_found`
 * if it was cancelled in the meantime
 */
export async function scheduleEmail(
  deps: ScheduleEmailDeps,
  input: ScheduleInput,
): Promise<ScheduledEmailView> {
  const id = await storeEmail(deps, input);
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
  if (input.ifDayTaken === 'refuse') await requireFreeDay(em, scheduledDate, deps.timezone);
  return scheduledDate;
}
