import { setTimeout as wait } from 'node:timers/promises';
import type { ScheduleStatus } from '../contract/choices.ts';
import type { OlderEmail } from '../contract/older-email.ts';
import type { MoveInput, ScheduledEmailView, SwapInput } from '../contract/schedule.ts';
import { LeaseLost } from '../platform/database/lease.ts';
import { DomainError, isDomainError } from '../platform/errors.ts';
import { hasOlderText, type OlderDeps } from '../template/older-emails.ts';
import { requireWord } from '../words/find-word.ts';
import { claimError, noSuchEmail, released, requireHere, type UnsentChange } from './cancel-email.ts';
import { type EmailTime, timeOf } from './email-time.ts';
import { requireNotWaiting } from './free-word.ts';
import { findEmail } from './list-schedule.ts';
import { newMessageName, readTime, type ScheduleEmailDeps } from './schedule-email.ts';
import { ScheduledEmail } from './scheduled-email.ts';
import { type Submission, submitEmail } from './submit/submit-email.ts';

/**
 * Gives an email another time; a failed one is scheduled again. The change is stored first, then the send at the
 * provider is canceled and a new one is made. If the provider cannot be reached, the email stays pending and the next
 * pass continues.
 *
 * @throws DomainError `input.invalid`, `schedule.in_past`, `schedule.not_found`, `schedule.busy`; `schedule.released`
 * if it was sent at its old time; `email_provider.refused`, and then it keeps its old time or fails; for a failed email
 * also `word.not_found`, `schedule.word_waiting`
 */
export async function moveEmail(
  deps: ScheduleEmailDeps,
  id: number,
  input: MoveInput,
): Promise<ScheduledEmailView> {
  const time = await readTime(deps, input);
  const allowed = { change: 'moved', statuses: ['pending', 'scheduled', 'failed'] } as const;
  return changeEmail(deps, id, allowed, (email) => {
    const isSame = email.scheduledDate.getTime() === time.scheduledDate.getTime();
    return isSame && email.status !== 'failed' ? undefined : { time };
  });
}

/**
 * Replaces an email at the provider with one that has the current text, in the same way as `moveEmail`.
 *
 * @throws DomainError `schedule.not_found`, `schedule.busy`, `schedule.released`, `email_provider.refused`
 */
export function updateEmail(deps: ScheduleEmailDeps & OlderDeps, id: number): Promise<ScheduledEmailView> {
  const allowed = { change: 'updated', statuses: ['pending', 'scheduled'] } as const;
  return changeEmail(deps, id, allowed, async () => ((await hasOlderText(deps, id)) ? {} : undefined));
}

/** A proxy in front of the server may not wait much longer for an answer. */
const updatingMs = 30_000;
const busyMs = 200;

/**
 * Gives emails the current text, one after the other, for a limited time. It waits for those that a pass is changing,
 * such as the one that begins when settings count, and passes over those that have gone out since.
 *
 * @returns those that have it, up to the first one that cannot be updated for another reason
 */
export async function updateEmails(
  deps: ScheduleEmailDeps & OlderDeps,
  emails: readonly Pick<OlderEmail, 'id'>[],
): Promise<ScheduledEmailView[]> {
  const until = performance.now() + updatingMs;
  const updated: ScheduledEmailView[] = [];
  for (const { id } of emails) {
    const view = await updateInTime(deps, id, until);
    if (view === 'sent') continue;
    if (!view) break;
    updated.push(view);
  }
  return updated;
}

/** @returns `undefined` if it cannot be updated */
async function updateInTime(
  deps: ScheduleEmailDeps & OlderDeps,
  id: number,
  until: number,
): Promise<ScheduledEmailView | 'sent' | undefined> {
  while (performance.now() < until) {
    try {
      return await updateEmail(deps, id);
    } catch (error) {
      if (!isDomainError(error)) throw error;
      if (error.code === 'schedule.released') return 'sent';
      if (error.code !== 'schedule.busy') return undefined;
    }
    await wait(busyMs);
  }
  return undefined;
}

/**
 * Replaces an email at the provider with one that is rendered again.
 *
 * @throws DomainError as `updateEmail`
 */
export function renderAgain(deps: ScheduleEmailDeps, id: number): Promise<ScheduledEmailView> {
  return changeEmail(deps, id, { change: 'updated', statuses: ['scheduled'] }, () => ({}));
}

/**
 * Gives an email another word at the same time, in the same way as `moveEmail`. The old word is unused again once the
 * provider has canceled its send.
 *
 * @throws DomainError `schedule.not_found`, `schedule.busy`, `word.not_found`, `schedule.word_waiting`;
 * `schedule.released` if it was sent with its old word; `email_provider.refused`, and then it keeps that word or fails
 */
export function swapWord(
  deps: ScheduleEmailDeps,
  id: number,
  { wordId }: SwapInput,
): Promise<ScheduledEmailView> {
  const allowed = { change: 'given another word', statuses: ['pending', 'scheduled'] } as const;
  return changeEmail(deps, id, allowed, async (email) => {
    if (email.word.id === wordId) return undefined;
    const { word } = await requireWord(deps.database.em(), wordId);
    return { wordId, word };
  });
}

/** The new values of an email; anything left out stays unchanged. */
type Change = { time?: EmailTime } & ({ wordId: number; word: string } | { wordId?: never });

/** @param decide What changes; `undefined` if the email stays unchanged, also at the provider. */
async function changeEmail(
  deps: ScheduleEmailDeps,
  id: number,
  { change: what, statuses }: { change: UnsentChange; statuses: readonly ScheduleStatus[] },
  decide: (email: ScheduledEmail) => Change | undefined | Promise<Change | undefined>,
): Promise<ScheduledEmailView> {
  const lease = await deps.emails.claim(id, statuses);
  if (!lease) throw await claimError(deps, id, what);
  try {
    const change = await decide(lease.email);
    if (change) await requireHere(deps, lease.email);
    if (!change) {
      await lease.finish();
    } else {
      const { id: wordId, word } = lease.email.word;
      const next = { time: timeOf(lease.email), wordId, word, ...change };
      const messageName = newMessageName(next.word, next.time.day);
      await lease.replace({ ...next.time, word: next.wordId, messageName });
      requireChanged(await submitEmail(deps, id), what);
    }
  } catch (error) {
    if (error instanceof LeaseLost) throw await claimError(deps, id, what);
    await lease.finish().catch(() => {});
    throw error;
  }
  const moved = await findEmail(deps, id);
  if (!moved) throw noSuchEmail();
  return moved;
}

/**
 * When `moveEmail` would send an email; changes nothing.
 *
 * @throws DomainError as `moveEmail`, unless the provider refuses
 */
export async function checkMove(
  deps: ScheduleEmailDeps,
  id: number,
  input: MoveInput,
): Promise<{ word: string; scheduledDate: string }> {
  const { scheduledDate } = await readTime(deps, input);
  const em = deps.database.em();
  const email = await em.findOne(ScheduledEmail, { id });
  if (!email) throw noSuchEmail();
  if (email.status === 'sent') throw released('moved');
  const word = await requireWord(em, email.word.id);
  await requireNotWaiting(em, word, id);
  return { word: word.word, scheduledDate: scheduledDate.toISOString() };
}

/** @throws DomainError `schedule.released`, `email_provider.refused` if the change was reverted or the email failed */
export function requireChanged(result: Submission, change: UnsentChange): void {
  if (result.outcome === 'kept') {
    if (result.wasSent) throw released(change);
    throw new DomainError(
      'email_provider.refused',
      `The email keeps its time and its text. ${result.reason}`,
    );
  }
  if (result.outcome === 'failed') {
    throw new DomainError('email_provider.refused', `The email will not be sent. ${result.reason}`);
  }
}
