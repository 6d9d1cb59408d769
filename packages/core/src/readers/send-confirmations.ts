import type { OpenDatabase } from '../database/open-database.ts';
import type { StepContext } from '../delivery/pass-event.ts';
import { confirmationPolicy, outcomeOf } from '../delivery/policy.ts';
import { isDomainError } from '../errors.ts';
import type { ServiceMail } from '../mail/service-mail.ts';
import { Confirmation } from './confirmation.ts';
import { confirmationEmail } from './confirmation-email.ts';
import { Registration } from './registration.ts';

export interface ConfirmationsDeps {
  database: OpenDatabase;
  now: () => Date;
  /** `undefined` if nothing can be sent. */
  serviceMail: () => Promise<ServiceMail | undefined>;
  productName: string;
  /** Without a trailing slash. */
  publicUrl: string;
}

const { validMs, resendAfterMs, mostEmails, retryAfterMs, batchSize } = confirmationPolicy;
const step = 'signups';

/** Sends the confirmation links that are due, and deletes signups that were not confirmed in time. */
export async function sendConfirmations(
  deps: ConfirmationsDeps,
  { onEvent, signal }: StepContext,
): Promise<void> {
  let sent = 0;
  try {
    while (!signal?.aborted) {
      const batch = await claim(deps);
      if (batch.length === 0) break;
      for (const one of batch) sent += await sendOne(deps, one);
    }
  } catch (error) {
    if (!isDomainError(error)) throw error;
    onEvent({ step, outcome: outcomeOf(error), message: error.message });
  }
  if (sent > 0) {
    const message = `${sent === 1 ? '1 reader was' : `${sent} readers were`} asked to confirm`;
    onEvent({ step, outcome: 'done', count: sent, message });
  }
  await forgetExpired(deps);
}

/** Claims links that are due. Other processes leave them alone until they can be retried. */
async function claim({ database, now }: ConfirmationsDeps): Promise<Confirmation[]> {
  const at = await database.sharedTime(now());
  const em = database.em();
  const due = await em.find(
    Confirmation,
    { dueAt: { $lte: at } },
    { orderBy: { dueAt: 'asc' }, limit: batchSize },
  );
  const claimed: Confirmation[] = [];
  for (const one of due) {
    const until = new Date(at.getTime() + retryAfterMs);
    const isOurs = await em.nativeUpdate(
      Confirmation,
      { email: one.email, dueAt: one.dueAt },
      { dueAt: until },
    );
    if (isOurs > 0) claimed.push(one);
  }
  return claimed;
}

/** @returns how many emails were sent */
async function sendOne(
  deps: ConfirmationsDeps,
  { email, token, emails, sentAt }: Confirmation,
): Promise<number> {
  const { database, now, serviceMail, productName, publicUrl } = deps;
  const em = database.em();
  const reader = await em.findOne(Registration, { email }, { fields: ['status'] });
  if (!reader || ['subscribed', 'waiting', 'refused'].includes(reader.status)) {
    await em.nativeDelete(Confirmation, { email });
    return 0;
  }
  const isTooSoon = sentAt && now().getTime() - sentAt.getTime() < resendAfterMs;
  const mail = emails >= mostEmails || isTooSoon ? undefined : await serviceMail();
  if (!mail) {
    await em.nativeUpdate(Confirmation, { email }, { dueAt: null });
    return 0;
  }
  const link = `${publicUrl}/confirm/${token}`;
  const outcome = await mail.send(
    confirmationEmail({ to: email, link, productName, validDays: validMs / 86_400_000 }),
  );
  if (outcome === 'later') return 0;
  await em.nativeUpdate(Confirmation, { email }, { dueAt: null, sentAt: now(), emails: emails + 1 });
  return outcome === 'sent' ? 1 : 0;
}

/** A signup that was never confirmed leaves nothing behind. */
async function forgetExpired({ database, now }: ConfirmationsDeps): Promise<void> {
  const before = new Date(now().getTime() - validMs);
  const expired = { requestedAt: { $lt: before } };
  if ((await database.em().count(Confirmation, expired)) === 0) return;
  await database.em().transactional(async (em) => {
    await em.execute(
      `delete from registrations where handover = 'unconfirmed'
       and email in (select email from confirmations where requested_at < ?)`,
      [before],
      'run',
    );
    await em.nativeDelete(Confirmation, expired);
  });
}
