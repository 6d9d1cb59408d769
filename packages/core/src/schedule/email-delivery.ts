import type { EmailDelivery } from '../contract/schedule.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { DomainError } from '../errors.ts';
import type { MailProvider, SendChange } from '../mail/mail-provider.ts';
import { noSuchEmail } from './cancel-email.ts';
import { findItem } from './list-schedule.ts';

interface EmailDeliveryDeps {
  database: OpenDatabase;
  provider: () => Promise<MailProvider>;
}

/** An email, and how many readers got it. @throws DomainError `schedule.not_found` */
export async function emailDelivery(
  { database, provider }: EmailDeliveryDeps,
  id: number,
): Promise<EmailDelivery> {
  const item = await findItem({ database }, id);
  if (!item) throw noSuchEmail();
  const { sendId } = item.scheduled_emails;
  const progress = sendId ? await (await provider()).deliveries?.progress(sendId) : undefined;
  return { ...item, progress: progress ?? null };
}

/** @throws DomainError `schedule.not_found`, `schedule.not_sending` */
export async function changeDelivery(
  deps: EmailDeliveryDeps,
  id: number,
  change: SendChange,
): Promise<EmailDelivery> {
  const { scheduled_emails: email } = await emailDelivery(deps, id);
  const { deliveries } = await deps.provider();
  if (!email.sendId || !(await deliveries?.change(email.sendId, change))) {
    throw new DomainError('schedule.not_sending', notPossible[change]);
  }
  return emailDelivery(deps, id);
}

const notPossible: Record<SendChange, string> = {
  pause: 'This email is not being sent right now, so it cannot be paused.',
  resume: 'This email is not paused.',
  stop: 'This email is not being sent right now, so it cannot be stopped.',
  again: 'No answer about this email was lost.',
};
