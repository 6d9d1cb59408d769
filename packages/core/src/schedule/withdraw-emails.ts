import { LeaseLost } from '../platform/database/lease.ts';
import { isDomainError } from '../platform/errors.ts';
import { type CancelDeps, cancelAtProvider } from './cancel-email.ts';
import { unsubmitted } from './replaced-email.ts';
import { newMessageName } from './schedule-email.ts';
import { ScheduledEmail } from './scheduled-email.ts';

/** A waiting email, and what a withdrawal means for it. */
export interface WaitingEmail {
  id: number;
  word: string;
  scheduledDate: Date;
  /** When it is due for its first reader. */
  firstAt: Date;
  /** Whether the provider has it, or may have it. */
  isAtProvider: boolean;
}

/** Emails that have not been sent yet, next one first. */
export async function waitingEmails({ database }: Pick<CancelDeps, 'database'>): Promise<WaitingEmail[]> {
  const emails = await database
    .em()
    .find(
      ScheduledEmail,
      { status: { $in: ['pending', 'scheduled'] } },
      { orderBy: { firstAt: 'asc', id: 'asc' }, populate: ['word'] },
    );
  return emails.map(({ id, word, scheduledDate, firstAt, messageAttemptedAt, replaced }) => ({
    id,
    word: word.word,
    scheduledDate,
    firstAt,
    isAtProvider: (messageAttemptedAt ?? replaced ?? null) !== null,
  }));
}

/**
 * `withdrawn`: canceled there, and pending here as if it had never been submitted. `sent`: it was too late, and it is
 * marked as sent. `busy`: another process is working on it, or an answer about it was lost; try again later.
 */
export type Withdrawal = 'withdrawn' | 'sent' | 'busy';

/**
 * Takes an email back from the provider that has it, under its lease. Safe to repeat.
 *
 * @throws ProviderRefused, ProviderUnreachable; the email then stays where it is
 */
export async function withdrawEmail(deps: CancelDeps, id: number): Promise<Withdrawal> {
  const lease = await deps.emails.claim(id, ['pending', 'scheduled']);
  if (!lease) return 'busy';
  const { word, day, sendId = null } = lease.email;
  try {
    const isInDoubt = (await cancelAtProvider(deps, lease)) !== undefined;
    if (isInDoubt) {
      await lease.finish();
      return 'busy';
    }
    await lease.finish({ ...unsubmitted, replaced: null, messageName: newMessageName(word.word, day) });
    return 'withdrawn';
  } catch (error) {
    if (error instanceof LeaseLost) return 'busy';
    await lease.finish().catch(() => {});
    if (!isDomainError(error, 'schedule.released')) throw error;
    return (await markSent(deps, { id, sendId })) ? 'sent' : 'busy';
  }
}

async function markSent(
  { provider, emails, now }: CancelDeps,
  email: { id: number; sendId: string | null },
): Promise<boolean> {
  const send = email.sendId === null ? undefined : await (await provider()).sends.get(email.sendId);
  if (send?.status !== 'released') return false;
  return emails.markSent(email, send.releasedTime ?? now());
}
