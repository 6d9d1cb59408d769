import { LockMode } from '@mikro-orm/core';
import type { ScheduledEmailView } from '../contract/schedule.ts';
import { leaseEnd, unleased } from '../delivery/lease.ts';
import { emailPolicy } from '../delivery/policy.ts';
import type { Submission } from '../delivery/submission.ts';
import { submitEmail } from '../delivery/submit-email.ts';
import { DomainError } from '../errors.ts';
import { noSuchEmail, whyNot } from './cancel-email.ts';
import { findEmail } from './list-schedule.ts';
import { newMessageName } from './message-name.ts';
import { moveEmail, requireChanged } from './move-email.ts';
import { replacedBy, unsubmitted } from './replaced-email.ts';
import type { ScheduleEmailDeps } from './schedule-email.ts';
import { ScheduledEmail } from './scheduled-email.ts';

type Pair<T> = [T, T];

/**
 * Gives two emails each other's time. Both changes are stored in one transaction, then each email is replaced at the
 * provider as in `moveEmail`. If the process dies in between or the provider is away, the next pass does the rest. If
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
  const dates = await storeExchange(deps, [id, otherId]);
  await submitOrUndo(deps, id, { id: otherId, scheduledDate: dates[1] });
  await submitOrUndo(deps, otherId, { id, scheduledDate: dates[0] });
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
    requireChanged(result);
  } catch (error) {
    await moveEmail(deps, partner.id, { scheduledDate: partner.scheduledDate.toISOString() });
    // If it has already gone back, there is nothing left to move.
    await submitEmail(deps, partner.id);
    throw error;
  }
}

/** @returns their times before */
async function storeExchange(deps: ScheduleEmailDeps, ids: Pair<number>): Promise<Pair<Date>> {
  const { database, now, timezone } = deps;
  const at = await database.sharedTime(now());
  const settledAt = leaseEnd(at, emailPolicy.settledAfterMs);
  const dates = await database.em().transactional(async (em): Promise<Pair<Date> | undefined> => {
    const claimable = { id: { $in: ids }, status: { $in: ['pending', 'scheduled'] as const } };
    const found = await em.find(
      ScheduledEmail,
      { ...claimable, ...unleased(at, emailPolicy.leaseMs) },
      { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
    );
    const [email, other] = ids.map((id) => found.find((one) => one.id === id));
    if (!email || !other) return undefined;
    const before: Pair<Date> = [email.scheduledDate, other.scheduledDate];
    if (before.some((date) => date <= now())) {
      throw new DomainError('schedule.in_past', 'An email whose time has come cannot change places.');
    }
    await em.populate(found, ['word']);
    const nameOf = (one: ScheduledEmail, at: Date) => newMessageName(one.word.word, at, timezone);
    for (const [one, partner, scheduledDate] of [
      [email, other, before[1]],
      [other, email, before[0]],
    ] as const) {
      const replaced = replacedBy(one, settledAt);
      const exchanged = {
        ...{ id: partner.id, scheduledDate: scheduledDate.toISOString() },
        messageName: nameOf(partner, scheduledDate),
      };
      em.assign(one, {
        ...{ ...unsubmitted, scheduledDate, messageName: nameOf(one, scheduledDate) },
        replaced: replaced && { ...replaced, exchanged },
      });
    }
    return before;
  });
  if (!dates) throw await whyNotBoth(deps, ids);
  return dates;
}

/** Why two emails cannot change places: the reason of the one that has been sent or cancelled comes first. */
async function whyNotBoth(deps: ScheduleEmailDeps, ids: Pair<number>): Promise<DomainError> {
  const [first, second] = [await whyNot(deps, ids[0], 'changed'), await whyNot(deps, ids[1], 'changed')];
  return first.code === 'schedule.busy' ? second : first;
}
