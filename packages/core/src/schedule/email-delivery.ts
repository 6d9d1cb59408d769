import type { EmailDelivery, SendList, SendView } from '../contract/deliveries.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { type Instant, isoInstant } from '../database/reads.ts';
import { DomainError } from '../errors.ts';
import type { MailProvider, SendChange } from '../mail/mail-provider.ts';
import { noSuchEmail } from './cancel-email.ts';
import { findItem } from './list-schedule.ts';

export interface EmailDeliveryDeps {
  database: OpenDatabase;
  provider: () => Promise<MailProvider>;
}

/** An email, and how many readers got it. @throws DomainError `schedule.not_found` */
export async function emailDelivery(deps: EmailDeliveryDeps, id: number): Promise<EmailDelivery> {
  const item = await findItem(deps, id);
  if (!item) throw noSuchEmail();
  const { deliveries, sendId } = await findSend(deps, id);
  const progress = sendId ? await deliveries?.progress(sendId) : undefined;
  const problems = sendId ? await deliveries?.problems(sendId) : undefined;
  return { ...item, progress: progress ?? null, problems: problems ?? [] };
}

/** @throws DomainError `schedule.not_found`, `schedule.not_sending` */
export async function changeDelivery(
  deps: EmailDeliveryDeps,
  id: number,
  change: SendChange,
): Promise<EmailDelivery> {
  const { deliveries, sendId } = await findSend(deps, id);
  if (!sendId || !(await deliveries?.change(sendId, change))) {
    // An unknown email is reported as not found, regardless of the action.
    await emailDelivery(deps, id);
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

/** The send of an entry, if it is sent from here. The entry's own `sendId` may come from a former provider. */
export async function findSend(
  { database, provider }: EmailDeliveryDeps,
  id: number,
): Promise<Pick<MailProvider, 'deliveries'> & { sendId: string | undefined }> {
  const { deliveries } = await provider();
  const [email] = await database.read<{ name: string }>(
    'select message_name as name from scheduled_emails where id = ?',
    [id],
  );
  return { deliveries, sendId: email && (await deliveries?.find(email.name)) };
}

/** Emails that are being or were sent from here, latest first; none if the provider sends them. */
export async function listSends({ database, provider }: EmailDeliveryDeps, limit: number): Promise<SendList> {
  const { deliveries } = await provider();
  if (!deliveries) return { sends: [], nextAt: null };
  const begun = await deliveries.list(limit);
  const names = begun.map(({ messageName }) => messageName);
  const entries = await database.read<Omit<SendView, 'scheduledDate' | 'progress'> & Named>(
    `select email.id, word.word, email.message_name as name, email.scheduled_date as "scheduledDate"
     from scheduled_emails email join words word on word.id = email.word_id
     where email.message_name in (${names.map(() => '?').join(', ') || 'null'})`,
    names,
  );
  const byName = new Map(entries.map(({ name, ...entry }) => [name, entry]));
  const sends = begun.flatMap(({ messageName, progress }) => {
    const entry = byName.get(messageName);
    return entry ? [{ ...entry, scheduledDate: isoInstant(entry.scheduledDate), progress }] : [];
  });
  return { sends, nextAt: (await deliveries.nextAt())?.toISOString() ?? null };
}

interface Named {
  name: string;
  scheduledDate: Instant;
}
