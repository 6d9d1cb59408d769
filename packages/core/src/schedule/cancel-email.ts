import type { ScheduleItem } from '../contract/schedule.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import type { EmailLease, EmailQueue, QueuedEmail } from '../delivery/email-queue.ts';
import { LeaseLost } from '../delivery/lease.ts';
import { DomainError } from '../errors.ts';
import type { MailProvider } from '../mail/mail-provider.ts';
import { findItem } from './list-schedule.ts';
import { ScheduledEmail } from './scheduled-email.ts';

export interface CancelDeps {
  database: OpenDatabase;
  now: () => Date;
  emails: EmailQueue;
  provider: () => Promise<MailProvider>;
}

/**
 * Cancels an email at the provider and removes it; its word is unused again. A failed email is just
 * removed. If the provider's answer is lost the email stays, and cancelling again is safe.
 *
 * @throws DomainError `schedule.not_found`, `schedule.released` once it is sent, `schedule.busy`
 *   while it is being submitted, `email_provider.unreachable`, `email_provider.refused`
 */
export async function cancelEmail(deps: CancelDeps, id: number): Promise<void> {
  const lease = await deps.emails.claim(id, ['pending', 'scheduled', 'failed']);
  if (!lease) throw await whyNot(deps, id);
  try {
    await cancelAtProvider(deps, lease);
    const { status, sendAttemptedAt } = lease.email;
    await lease.remove({ isInDoubt: status === 'pending' && sendAttemptedAt !== null });
  } catch (error) {
    if (error instanceof LeaseLost) throw busy();
    await lease.finish().catch(() => {});
    throw error;
  }
}

/**
 * The email that `cancelEmail` would cancel; changes nothing.
 *
 * @throws DomainError `schedule.not_found`, `schedule.released`
 */
export async function checkCancel(
  { database }: Pick<CancelDeps, 'database'>,
  id: number,
): Promise<ScheduleItem> {
  const item = await findItem({ database }, id);
  if (!item) throw noSuchEmail();
  if (item.scheduled_emails.status === 'sent') throw released();
  return item;
}

/**
 * Cancels by the provider's id of the send, even one that was made in the provider's own pages.
 *
 * @throws DomainError as `cancelEmail` does
 */
export async function cancelSend(deps: CancelDeps, sendId: string): Promise<void> {
  const email = await deps.database.em().findOne(ScheduledEmail, { sendId });
  if (email) return cancelEmail(deps, email.id);
  const outcome = await (await deps.provider()).sends.cancel(sendId);
  if (outcome === 'unknown') throw noSuchEmail();
  if (outcome === 'released') throw released();
}

async function cancelAtProvider({ provider, now }: CancelDeps, lease: EmailLease): Promise<void> {
  const { email } = lease;
  if (email.status === 'failed') return;
  const sendId = email.sendId ?? (await lostSend(provider, email));
  if (!sendId) return;
  // After a crash this tells it from a send that somebody cancelled in the provider's pages.
  await lease.write({ cancelRequestedAt: now(), sendId });
  if ((await (await provider()).sends.cancel(sendId)) === 'released') {
    await lease.write({ cancelRequestedAt: null });
    throw released();
  }
}

/** The send of an email whose submission was interrupted, if the provider has made one. */
async function lostSend(
  provider: CancelDeps['provider'],
  { sendAttemptedAt, messageId }: QueuedEmail,
): Promise<string | undefined> {
  if (!sendAttemptedAt || !messageId) return undefined;
  return (await (await provider()).sends.find(messageId))?.sendId;
}

async function whyNot({ database }: CancelDeps, id: number): Promise<DomainError> {
  const email = await database.em().findOne(ScheduledEmail, { id });
  if (!email) return noSuchEmail();
  return email.status === 'sent' ? released() : busy();
}

export function noSuchEmail(): DomainError {
  return new DomainError(
    'schedule.not_found',
    'This email no longer exists. It may have been cancelled already.',
  );
}

function released(): DomainError {
  return new DomainError('schedule.released', 'This email has already been sent and cannot be cancelled.');
}

function busy(): DomainError {
  return new DomainError(
    'schedule.busy',
    'This email is being sent to the provider right now. Try again in two minutes.',
  );
}
