import type { ScheduleItem } from '../contract/schedule.ts';
import { claim, type Lease, type LeaseDeps, LeaseLost } from '../delivery/lease.ts';
import { DomainError } from '../errors.ts';
import type { MailProvider } from '../mail/mail-provider.ts';
import { presentScheduleItem } from './present-schedule.ts';
import { ScheduledEmail } from './scheduled-email.ts';

export interface CancelDeps extends LeaseDeps {
  provider: MailProvider;
}

/**
 * Cancels an entry at the provider and removes it; its word is unused again. A failed entry is just
 * removed. After doubt about the provider's answer the entry stays, and cancelling again is safe.
 *
 * @throws DomainError `schedule.not_found`, `schedule.released` once it is sent, `schedule.busy`
 *   while it is being handed over, `email_provider.unreachable`, `email_provider.refused`
 */
export async function cancelEmail(deps: CancelDeps, id: number): Promise<void> {
  const lease = await claim(deps, id, ['pending', 'scheduled', 'failed']);
  if (!lease) throw await whyNot(deps, id);
  try {
    await cancelAtProvider(deps, lease);
    await lease.remove();
  } catch (error) {
    if (error instanceof LeaseLost) throw busy();
    await lease.finish().catch(() => {});
    throw error;
  }
}

/**
 * The entry that `cancelEmail` would cancel; changes nothing.
 *
 * @throws DomainError `schedule.not_found`, `schedule.released`
 */
export async function checkCancel({ forkEm }: Pick<CancelDeps, 'forkEm'>, id: number): Promise<ScheduleItem> {
  const email = await forkEm().findOne(ScheduledEmail, { id }, { populate: ['word'] });
  if (!email) throw noSuchEmail();
  if (email.status === 'sent') throw released();
  return presentScheduleItem(email);
}

/**
 * Cancels by the provider's id; also a send that was made in the provider's own pages.
 *
 * @throws DomainError as `cancelEmail` does
 */
export async function cancelSend(deps: CancelDeps, sendId: string): Promise<void> {
  const email = await deps.forkEm().findOne(ScheduledEmail, { sendId });
  if (email) return cancelEmail(deps, email.id);
  const outcome = await deps.provider.cancelSend(sendId);
  if (outcome === 'unknown') throw noSuchEmail();
  if (outcome === 'released') throw released();
}

async function cancelAtProvider({ provider, now }: CancelDeps, lease: Lease): Promise<void> {
  const { email } = lease;
  if (email.status === 'failed') return;
  const sendId = email.sendId ?? (await lostSend(provider, email));
  if (!sendId) return;
  // Told apart, after a crash, from a send that somebody cancelled in the provider's pages.
  await lease.write({ cancelRequestedAt: now(), sendId });
  if ((await provider.cancelSend(sendId)) === 'released') {
    await lease.write({ cancelRequestedAt: null });
    throw released();
  }
}

/** The send of an entry whose hand-over was interrupted, if the provider has made one. */
async function lostSend(provider: MailProvider, email: ScheduledEmail): Promise<string | undefined> {
  if (!email.sendAttemptedAt || !email.icontactMessageId) return undefined;
  return (await provider.findSend(email.icontactMessageId))?.sendId;
}

async function whyNot({ forkEm }: CancelDeps, id: number): Promise<DomainError> {
  const email = await forkEm().findOne(ScheduledEmail, { id });
  if (!email) return noSuchEmail();
  return email.status === 'sent' ? released() : busy();
}

export function noSuchEmail(): DomainError {
  return new DomainError(
    'schedule.not_found',
    'There is no such email any more. It may have been cancelled already.',
  );
}

function released(): DomainError {
  return new DomainError('schedule.released', 'This email has gone out already and cannot be cancelled.');
}

function busy(): DomainError {
  return new DomainError(
    'schedule.busy',
    'This email is being handed to the provider right now. Try again in two minutes.',
  );
}
