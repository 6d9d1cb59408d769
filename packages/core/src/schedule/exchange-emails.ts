import { setTimeout as wait } from 'node:timers/promises';
import { LockMode } from '@mikro-orm/core';
import type { ScheduledEmailView } from '../contract/schedule.ts';
import { emailPolicy } from '../mail/policy.ts';
import { leaseEnd, unleased } from '../platform/database/lease.ts';
import { DomainError, isDomainError } from '../platform/errors.ts';
import { claimError, noSuchEmail } from './cancel-email.ts';
import { type EmailTime, storedTime, timeOf } from './email-time.ts';
import { findEmail } from './list-schedule.ts';
import { moveEmail, requireChanged } from './move-email.ts';
import { replacedBy, unsubmitted } from './replaced-email.ts';
import { newMessageName, type ScheduleEmailDeps } from './schedule-email.ts';
import { ScheduledEmail } from './scheduled-email.ts';
import { type Submission, submitEmail } from './submit/submit-email.ts';

type Pair<T> = [T, T];

/**
 * Gives two emails each other's time. Both changes are stored in one transaction, then each email is replaced at the
 * provider as in `moveEmail`. If the process dies in between or the provider is down, the next pass does the rest. If
 * the provider keeps one of them at its old time, now or later, the other goes back too.
 *
 * @throws DomainError `schedule.not_found`, `schedule.busy`, `schedule.released`, `schedule.in_past` if one is due,
 * `email_provider.refused`
 */
export async function exchangeEmails(
  deps: ScheduleEmailDeps,
  id: number,
  otherId: number,
): Promise<Pair<ScheduledEmailView>> {
  if (id === otherId) throw new DomainError('input.invalid', 'Choose two different emails.');
  const times = await storeExchange(deps, [id, otherId]);
  await submitOrUndo(deps, id, { id: otherId, scheduledDate: times[1].scheduledDate });
  await submitOrUndo(deps, otherId, { id, scheduledDate: times[0].scheduledDate });
  const [email, other] = [await findEmail(deps, id), await findEmail(deps, otherId)];
  if (!email || !other) throw noSuchEmail();
  return [email, other];
}

/** @param partner The partner's time before the exchange. */
async function submitOrUndo(
  deps: ScheduleEmailDeps,
  id: number,
  partner: { id: number; scheduledDate: Date },
): Promise<void> {
  const result: Submission = await submitEmail(deps, id);
  try {
    requireChanged(result, 'moved');
  } catch (error) {
    const stuck = await moveBack(deps, partner);
    if (!stuck || !isDomainError(error)) throw error;
    // Why the exchange failed matters more than why it could not be undone.
    const consequence = `The other email could not go back to its old time either: ${stuck.message}`;
    throw new DomainError(error.code, `${error.message} ${consequence}`, { cause: stuck });
  }
}

/** A pass that is just submitting the partner holds it for a moment. */
const undoTries = 20;
const undoPauseMs = 250;

/** @returns why the partner could not go back */
async function moveBack(
  deps: ScheduleEmailDeps,
  { id, scheduledDate }: { id: number; scheduledDate: Date },
): Promise<DomainError | undefined> {
  for (let tries = 1; ; tries += 1) {
    try {
      await moveEmail(deps, id, { scheduledDate: scheduledDate.toISOString() });
      // If it has already gone back, there is nothing left to move.
      await submitEmail(deps, id);
      return undefined;
    } catch (error) {
      if (!isDomainError(error)) throw error;
      if (error.code !== 'schedule.busy' || tries === undoTries) return error;
      await wait(undoPauseMs);
    }
  }
}

/** @returns their times before */
async function storeExchange(deps: ScheduleEmailDeps, ids: Pair<number>): Promise<Pair<EmailTime>> {
  const { database, now } = deps;
  const at = await database.sharedTime(now());
  const settledAt = leaseEnd(at, emailPolicy.settledAfterMs);
  const times = await database.em().transactional(async (em): Promise<Pair<EmailTime> | undefined> => {
    const claimable = { id: { $in: ids }, status: { $in: ['pending', 'scheduled'] as const } };
    const found = await em.find(
      ScheduledEmail,
      { ...claimable, ...unleased(at, emailPolicy.leaseMs) },
      { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
    );
    const [email, other] = ids.map((id) => found.find((one) => one.id === id));
    if (!email || !other) return undefined;
    const before: Pair<EmailTime> = [timeOf(email), timeOf(other)];
    if (before.some(({ firstAt }) => firstAt <= now())) {
      throw new DomainError('schedule.in_past', 'An email whose time has come cannot change places.');
    }
    await em.populate(found, ['word']);
    const nameOf = (one: ScheduledEmail, { day }: EmailTime) => newMessageName(one.word.word, day);
    for (const [one, partner, time] of [
      [email, other, before[1]],
      [other, email, before[0]],
    ] as const) {
      const replaced = replacedBy(one, settledAt);
      const exchanged = {
        id: partner.id,
        ...storedTime(time),
        messageName: nameOf(partner, time),
      };
      em.assign(one, {
        ...unsubmitted,
        ...time,
        messageName: nameOf(one, time),
        replaced: replaced && { ...replaced, exchanged },
      });
    }
    return before;
  });
  if (!times) throw await whyNotBoth(deps, ids);
  return times;
}

/** Why two emails cannot change places: the reason of the one that has been sent or canceled comes first. */
async function whyNotBoth(deps: ScheduleEmailDeps, ids: Pair<number>): Promise<DomainError> {
  const [first, second] = [await claimError(deps, ids[0], 'moved'), await claimError(deps, ids[1], 'moved')];
  return first.code === 'schedule.busy' ? second : first;
}
