import type { ScheduleItem } from '../contract/schedule.ts';
import type { MailProvider } from '../mail/mail-provider.ts';
import { LeaseLost } from '../platform/database/lease.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { DomainError, isDomainError } from '../platform/errors.ts';
import { findItem } from './list-schedule.ts';
import { isUnknownThere, waitsElsewhere } from './other-provider.ts';
import { ScheduledEmail } from './scheduled-email.ts';
import type { EmailLease } from './submit/email-lease.ts';
import type { EmailQueue } from './submit/email-queue.ts';

export interface CancelDeps {
  database: OpenDatabase;
  now: () => Date;
  emails: EmailQueue;
  provider: () => Promise<MailProvider>;
}

/**
 * Cancels an email at the provider and removes it; its word is unused again. A failed email is just removed. If the
 * provider's answer is lost, the email stays and can safely be canceled again.
 *
 * @throws DomainError `schedule.not_found`, `schedule.released` once it is sent, `schedule.busy` while it is being
 * submitted, `email_provider.unreachable`, `email_provider.refused`
 */
export async function cancelEmail(deps: CancelDeps, id: number): Promise<void> {
  const lease = await deps.emails.claim(id, ['pending', 'scheduled', 'failed']);
  if (!lease) throw await claimError(deps, id, 'canceled');
  try {
    await requireHere(deps, lease.email);
    await lease.remove(await cancelAtProvider(deps, lease));
  } catch (error) {
    if (error instanceof LeaseLost) throw busy();
    await lease.finish().catch(() => {});
    throw error;
  }
}

/**
 * Nobody here could take an email back from another provider, which sends it once the settings name it again.
 *
 * @throws DomainError `email_provider.refused`
 */
export async function requireHere(
  { emails, provider }: Pick<CancelDeps, 'emails' | 'provider'>,
  email: Pick<ScheduledEmail, 'id' | 'status' | 'messageId' | 'messageName'>,
): Promise<void> {
  if (email.status !== 'scheduled') return;
  const { deliveries, sends } = await provider();
  const isOfOtherKind = (await emails.atOtherProvider([email.id], deliveries !== undefined)).size > 0;
  if (!isOfOtherKind && !(await isNotThere({ sends }, email))) return;
  throw new DomainError('email_provider.refused', waitsElsewhere);
}

/** If the provider does not respond, the change is stored, and waits for it. */
async function isNotThere(...asked: Parameters<typeof isUnknownThere>): Promise<boolean> {
  try {
    return await isUnknownThere(...asked);
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return false;
  }
}

/**
 * An email that has not been sent; changes nothing.
 *
 * @throws DomainError `schedule.not_found`, `schedule.released`
 */
export async function requireUnsent(
  { database }: Pick<CancelDeps, 'database'>,
  id: number,
  change: UnsentChange,
): Promise<ScheduleItem> {
  const item = await findItem({ database }, id);
  if (!item) throw noSuchEmail();
  if (item.scheduled_emails.status === 'sent') throw released(change);
  return item;
}

/**
 * Cancels by the provider's id of the send, even one that was made in the provider's own pages.
 *
 * @throws DomainError as `cancelEmail` does
 */
export async function cancelSend(deps: CancelDeps, sendId: string): Promise<void> {
  const email = await findBySend(deps, sendId);
  if (email) return cancelEmail(deps, email.id);
  const outcome = await (await deps.provider()).sends.cancel(sendId);
  if (outcome === 'unknown') throw noSuchEmail();
  if (outcome === 'released') throw released('canceled');
}

/** The email that has or had this send. */
async function findBySend(
  { database }: CancelDeps,
  sendId: string,
): Promise<Pick<ScheduledEmail, 'id'> | null> {
  const email = await database.em().findOne(ScheduledEmail, { sendId });
  if (email) return email;
  const replaced = await database.em().find(ScheduledEmail, { status: 'pending', replaced: { $ne: null } });
  return replaced.find((one) => one.replaced?.sendId === sendId) ?? null;
}

/**
 * @returns the message whose send the provider may still be making
 * @throws DomainError `schedule.released` or `schedule.sending` if it is too late
 */
export async function cancelAtProvider(
  { provider, now }: Pick<CancelDeps, 'provider' | 'now'>,
  lease: EmailLease,
): Promise<string | null | undefined> {
  const { email } = lease;
  if (email.status === 'failed') return undefined;
  // A changed email has no new send until the former one is canceled.
  const { sendId: known, sendAttemptedAt, messageId } = email.replaced ?? email;
  const sendId = known ?? (sendAttemptedAt ? await lostSend(provider, messageId ?? null) : undefined);
  if (sendId) {
    // After a crash, this distinguishes it from a send that someone canceled in the provider's own pages.
    const found = email.replaced ? {} : { sendId };
    await lease.write({ cancelRequestedAt: now(), ...found });
    const { sends } = await provider();
    if ((await sends.cancel(sendId)) === 'released') {
      await lease.write({ cancelRequestedAt: null });
      if ((await sends.get(sendId))?.status === 'sending') throw beingSent();
      throw released('canceled');
    }
  }
  return !known && sendAttemptedAt ? (messageId ?? null) : undefined;
}

/** The send of an email whose submission was interrupted, if the provider has made one. */
async function lostSend(
  provider: CancelDeps['provider'],
  messageId: string | null,
): Promise<string | undefined> {
  return messageId ? (await (await provider()).sends.find(messageId))?.sendId : undefined;
}

/** Why an email cannot be claimed. */
export async function claimError(
  { database }: Pick<CancelDeps, 'database'>,
  id: number,
  change: UnsentChange,
): Promise<DomainError> {
  const email = await database.em().findOne(ScheduledEmail, { id });
  if (!email) return noSuchEmail();
  return email.status === 'sent' ? released(change) : busy();
}

/** What is done to an email, as a sentence about it says. */
export type UnsentChange = 'canceled' | 'moved' | 'updated' | 'given another word';

export function noSuchEmail(): DomainError {
  return new DomainError(
    'schedule.not_found',
    'This email no longer exists. It may have been canceled already.',
  );
}

export function released(change: UnsentChange): DomainError {
  return new DomainError('schedule.released', `This email has already been sent and cannot be ${change}.`);
}

function beingSent(): DomainError {
  return new DomainError(
    'schedule.sending',
    'This email is being sent and cannot be canceled. To spare the readers who have not gotten it yet, stop it on its delivery page.',
  );
}

function busy(): DomainError {
  return new DomainError(
    'schedule.busy',
    'This email is being sent to the provider right now. Try again in two minutes.',
  );
}
