import type { MailProvider, ProviderSend } from '../../mail/mail-provider.ts';
import { keptFailure, type PassEvent, type StepContext, type StepEnd } from '../../mail/pass-event.ts';
import { emailPolicy, isOutage, listPolicy, outcomeOf } from '../../mail/policy.ts';
import { isDomainError } from '../../platform/errors.ts';
import { isUnknownThere } from '../other-provider.ts';
import type { ScheduledEmail } from '../scheduled-email.ts';
import type { CanceledMessage, Dated } from './email-lease.ts';
import type { EmailQueue } from './email-queue.ts';

export interface FollowDeps {
  now: () => Date;
  emails: EmailQueue;
  provider: () => Promise<MailProvider>;
}

type Following = FollowDeps & StepContext & Pick<MailProvider, 'sends' | 'deliveries'>;

/**
 * Asks the provider about scheduled emails: marks those that were sent, and notices those that were canceled there.
 */
export async function followSends(deps: FollowDeps, context: StepContext): Promise<StepEnd> {
  // The same instant for both queries: an email whose time comes in between would otherwise be in neither.
  const now = deps.now();
  try {
    const { sends, deliveries } = await deps.provider();
    const following = { ...deps, ...context, sends, deliveries };
    await followDue(following, now);
    await followUpcoming(following, now);
    await followSent(following, now);
    return undefined;
  } catch (error) {
    if (!isDomainError(error)) throw error;
    context.onEvent({ step: 'sent', outcome: outcomeOf(error), message: error.message });
    return 'away';
  }
}

/** Looks up each email whose time has come by its id: in the provider's list it could be far down. */
async function followDue(following: Following, now: Date): Promise<void> {
  const limit = emailPolicy.batchSize;
  let after: Dated | undefined;
  let faults = 0;
  for (;;) {
    const due = await following.emails.due(now, { after, limit });
    const elsewhere = await elsewhereAmong(following, due);
    for (const email of due) {
      if (following.signal?.aborted) return;
      try {
        const other = elsewhere.get(email.id);
        if (other) await giveUpElsewhere(following, email, other);
        else await followOne(following, email);
      } catch (error) {
        faults += 1;
        if (!isDomainError(error) || isOutage(error) || faults > emailPolicy.faultsTolerated) throw error;
        report(following, email, { outcome: outcomeOf(error) }, `could not be looked up. ${error.message}`);
      }
      after = email;
    }
    if (due.length < limit) return;
  }
}

async function followOne(following: Following, email: ScheduledEmail): Promise<void> {
  const { sends, signal } = following;
  await settle(following, email, email.sendId ? await sends.get(email.sendId, { signal }) : undefined);
}

/**
 * Looks for upcoming emails in the provider's list, page by page, newest first, until all have been seen. Those too far
 * down are checked when their time has come.
 */
async function followUpcoming(following: Following, now: Date): Promise<void> {
  const { emails, sends, signal } = following;
  let unseen = await emails.countUpcoming(now);
  if (unseen === 0 || signal?.aborted) return;
  let pages = 0;
  for await (const page of sends.list({ signal })) {
    pages += 1;
    const byId = new Map(page.map((send) => [send.sendId, send]));
    const upcoming = await emails.upcoming(now, [...byId.keys()]);
    const elsewhere = await elsewhereAmong(following, upcoming);
    for (const email of upcoming)
      if (!elsewhere.has(email.id)) await settle(following, email, byId.get(email.sendId ?? ''));
    unseen -= upcoming.length;
    if (unseen <= 0 || pages >= listPolicy.mostPages) return;
  }
}

/** Emails that this provider was never given: a send with the same id there is another one. */
function elsewhereAmong({ emails, deliveries }: Following, among: readonly ScheduledEmail[]) {
  const ids = among.map(({ id }) => id);
  return emails.atOtherProvider(ids, deliveries !== undefined);
}

/**
 * The email waits for the settings to name its provider again, until it would be too late for everyone.
 *
 * @param other What is known about it if another kind of provider has it
 */
async function giveUpElsewhere(
  following: Following,
  email: ScheduledEmail,
  other?: { hasBegun: boolean },
): Promise<void> {
  const { now, emails, deliveries } = following;
  const lateMs = now().getTime() - email.lastAt.getTime();
  if (lateMs <= emailPolicy.latestMs) return;
  if (other?.hasBegun) {
    if (await emails.markSent(email, email.firstAt, null)) reportSent(following, email, null);
    return;
  }
  const mayBeSent = deliveries || !other;
  const reason = mayBeSent
    ? 'EMAIL_PROVIDER was changed while another email provider had it. Look there whether it was sent.'
    : 'EMAIL_PROVIDER was changed while it waited, so that nobody sent it.';
  if (await emails.markFailed(email, reason)) report(following, email, keptFailure, `is given up. ${reason}`);
}

async function settle(following: Following, email: ScheduledEmail, send?: ProviderSend): Promise<void> {
  const { now, emails } = following;
  if (send?.status === 'released') {
    const { releasedTime, reason } = send;
    if (await emails.markSent(email, releasedTime ?? now(), reason ?? null))
      reportSent(following, email, reason ?? null);
    return;
  }
  if (send && send.status !== 'cancelled') return noticeOverdue(following, email, send);
  if (!send && (await isUnknownThere(following, email))) return giveUpElsewhere(following, email);
  // It was canceled from here, perhaps after the email was read; only the last step was missed.
  if (await emails.removeCanceled(email))
    return report(following, email, { outcome: 'done' }, 'was canceled');
  const reason = !send
    ? 'The email provider no longer has it.'
    : (send.reason ?? 'It was canceled at the email provider.');
  if (await emails.markFailed(email, reason)) {
    report(following, email, keptFailure, `will not be sent. ${reason}`);
  }
}

/**
 * Whether anyone got an email that was sent from here: answers that were lost may all turn out to be refusals, and a
 * reader may get it who joined after it had reached nobody.
 */
async function followSent(following: Following, now: Date): Promise<void> {
  const { deliveries, emails, sends, signal } = following;
  if (!deliveries) return;
  for (const email of await emails.sent(new Date(now.getTime() - emailPolicy.settlesForMs))) {
    if (signal?.aborted) return;
    const sendId = await deliveries.find(email.messageName);
    const send = sendId === undefined ? undefined : await sends.get(sendId, { signal });
    const reason = send?.reason ?? null;
    if (send?.status !== 'released' || reason === email.reason) continue;
    if (await emails.noteReach(email, reason)) reportSent(following, email, reason);
  }
}

function reportSent(context: StepContext, email: ScheduledEmail, reason: string | null): void {
  if (reason === null) report(context, email, { outcome: 'done' }, 'was sent');
  else report(context, email, keptFailure, `reached nobody. ${reason}`);
}

/** The provider may hold back a send, such as for a spam check or an exhausted plan. Reported once. */
async function noticeOverdue(following: Following, email: ScheduledEmail, send: ProviderSend): Promise<void> {
  const lateMs = following.now().getTime() - email.lastAt.getTime();
  if (send.status === 'sending' || lateMs < emailPolicy.overdueMs) return;
  const reason = 'Its time has passed, but the email provider has not sent it. Check there for the cause.';
  if (await following.emails.noteReason(email, reason)) {
    report(following, email, keptFailure, `has not been sent. ${reason}`);
  }
}

function report(
  { onEvent }: StepContext,
  { id, word: { word } }: ScheduledEmail,
  told: Pick<PassEvent, 'outcome' | 'isKept'>,
  message: string,
): void {
  onEvent({ step: 'sent', id, ...told, message: `“${word}” ${message}` });
}

export interface CancelLateDeps {
  emails: EmailQueue;
  provider: () => Promise<MailProvider>;
}

const step = 'emails';

/**
 * Cancels sends of canceled emails that the provider made late. Each pass checks again until it is certain that there
 * will be none.
 */
export async function cancelLateSends(deps: CancelLateDeps, context: StepContext): Promise<StepEnd> {
  const limit = emailPolicy.batchSize;
  for (let after = 0; ; ) {
    const messages = await deps.emails.canceledMessages({ after, limit });
    for (const message of messages) {
      if (context.signal?.aborted) return undefined;
      try {
        await cancelLateSend(deps, message, context);
      } catch (error) {
        if (!isDomainError(error)) throw error;
        context.onEvent({ step, outcome: outcomeOf(error), message: error.message });
        if (isOutage(error)) return 'away';
      }
      after = message.id;
    }
    if (messages.length < limit) return undefined;
  }
}

async function cancelLateSend(
  { emails, provider }: CancelLateDeps,
  { id, messageId, isSettled }: CanceledMessage,
  { onEvent, signal }: StepContext,
): Promise<void> {
  const { sends } = await provider();
  const send = await sends.find(messageId, { signal });
  if (send && send.status !== 'cancelled') {
    const isTooLate = (await sends.cancel(send.sendId, { signal })) === 'released';
    onEvent(
      isTooLate
        ? {
            step,
            outcome: 'failed',
            message: 'A canceled email was sent: the provider made its send too late.',
          }
        : { step, outcome: 'done', message: 'The late send of a canceled email was canceled' },
    );
    if (!isTooLate && !isSettled) return;
  } else if (!isSettled) return;
  await emails.forgetCanceled(id);
}
