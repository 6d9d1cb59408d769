import { messages } from '../../contract/messages.ts';
import type { WordInput } from '../../contract/words.ts';
import {
  type CallOptions,
  type MailProvider,
  type OutgoingMessage,
  ProviderRefused,
  type ProviderSend,
  type ProviderSends,
  ProviderUnreachable,
} from '../../mail/mail-provider.ts';
import { keptFailure, type StepContext, type StepEnd } from '../../mail/pass-event.ts';
import { emailPolicy, isOutage, neverTried, outcomeOf } from '../../mail/policy.ts';
import { LeaseLost } from '../../platform/database/lease.ts';
import { isDomainError } from '../../platform/errors.ts';
import { keptColumns } from '../replaced-email.ts';
import type { ReplacedSend } from '../scheduled-email.ts';
import type { Dated, EmailLease } from './email-lease.ts';
import type { EmailQueue } from './email-queue.ts';

export interface SubmitDeps {
  now: () => Date;
  emails: EmailQueue;
  provider: () => Promise<MailProvider>;
  /** Renders the email of a word for its day; `textKey` changes with the text, `recalls` with the words it asks about. */
  render: (
    word: WordInput,
    day: string,
  ) => Promise<Omit<OutgoingMessage, 'name'> & { textKey?: string; recalls?: string }>;
}

export interface SubmitOptions extends CallOptions {
  /**
   * What to do with an email that the provider refuses: mark it failed, or remove it before another process can claim
   * it.
   */
  ifRefused?: 'fail' | 'remove';
}

/**
 * Submits a pending email to the provider: its message, then its send.
 *
 * The provider has no idempotency keys. So each step is recorded before the next. Once a step was tried, the provider
 * is asked what it has before anything is posted again. A second message does no harm, because nothing sends it, and
 * the provider makes only one send of a message. That is why the message's id is stored, under the lease, before its
 * send is posted.
 *
 * An email that got another time or text has a send from before. That send is canceled before the new one is posted,
 * but after the new message was created, because messages are refused more often than sends.
 */
export async function submitEmail(
  deps: SubmitDeps,
  id: number,
  options: SubmitOptions = {},
): Promise<Submission> {
  const lease = await deps.emails.claim(id, ['pending']);
  if (!lease) return { outcome: 'busy' };
  try {
    // During the pause before a call, the machine may have slept and someone may have canceled the email.
    return await submitOrExplain(deps, lease, { ...options, beforeChange: () => lease.write({}) });
  } catch (error) {
    // This can also happen when only the failure remained to be written: the machine may have slept in between.
    if (error instanceof LeaseLost) return { outcome: 'busy' };
    throw error;
  }
}

async function submitOrExplain(
  deps: SubmitDeps,
  lease: EmailLease,
  options: SubmitOptions,
): Promise<Submission> {
  const { word } = lease.email.word;
  try {
    return await submitLeased(deps, lease, options);
  } catch (error) {
    if (!(error instanceof ProviderRefused || error instanceof ProviderUnreachable)) {
      await lease.finish();
      throw error;
    }
    const { message: reason } = error;
    if (error instanceof ProviderRefused && !isOutage(error)) return fail(lease, reason, options);
    if (error instanceof ProviderRefused && options.ifRefused === 'remove') {
      await lease.remove();
      return { outcome: 'pending', word, error };
    }
    // If the result is in doubt, the lease stays: nothing is posted again before the lost call has ended.
    const isInDoubt = error instanceof ProviderUnreachable && error.mayHaveHappened;
    await (isInDoubt ? lease.write({ reason }) : lease.finish({ reason }));
    return { outcome: 'pending', word, error };
  }
}

async function submitLeased(
  deps: SubmitDeps,
  lease: EmailLease,
  options: SubmitOptions,
): Promise<Submission> {
  const { email } = lease;
  const { sends } = await deps.provider();
  const canceled = email.cancelRequestedAt && (await endReplacedSend(sends, lease, options));
  if (canceled) return canceled;
  const messageId = email.messageId ?? (await findLostMessage(sends, lease, options));
  const send = messageId && email.sendAttemptedAt ? await sends.find(messageId, options) : undefined;
  if (send) return finish(deps, sends, lease, send, options);
  if (deps.now().getTime() - email.lastAt.getTime() > emailPolicy.latestMs) {
    const isTried = email.reason || email.messageAttemptedAt;
    const reason = isTried
      ? `It could not be sent within ${emailPolicy.latestMs / 3_600_000} hours of its time.`
      : neverTried.email;
    return fail(lease, email.reason ? `${reason} ${email.reason}` : reason, options, reason);
  }
  const newId = messageId ?? (await createMessage(deps, sends, lease, options));
  const ended = await endReplacedSend(sends, lease, options);
  if (ended) return ended;
  await lease.write({ sendAttemptedAt: deps.now() });
  // Without a time, it is sent immediately, which is closest to a time that has passed.
  const { firstAt, lastAt, day, localTime, timezone, scheduledDate } = email;
  const at = firstAt > deps.now() ? firstAt : undefined;
  const times = { email: { day, localTime, timezone, at: scheduledDate }, lastAt };
  return finish(deps, sends, lease, await sends.schedule(newId, at, { ...options, times }), options);
}
async function findLostMessage(
  sends: ProviderSends,
  lease: EmailLease,
  options: SubmitOptions,
): Promise<string | undefined> {
  const { messageAttemptedAt, messageName } = lease.email;
  const found = messageAttemptedAt ? await sends.findMessage(messageName, options) : undefined;
  if (found) await lease.write(found);
  return found?.messageId;
}

async function createMessage(
  { render, now }: SubmitDeps,
  sends: ProviderSends,
  lease: EmailLease,
  options: SubmitOptions,
): Promise<string> {
  const { word, day, messageName: name } = lease.email;
  const { textKey, recalls, ...rendered } = await render(word, day).catch((error) => {
    // No repeated attempt would help, and other emails must not wait for this one.
    if (isDomainError(error, 'template.too_large') || isDomainError(error, 'template.syntax'))
      throw new ProviderRefused('item', error.message, { cause: error });
    throw error;
  });
  await lease.write({ messageAttemptedAt: now(), textKey: textKey ?? null, recalls: recalls ?? null });
  const { messageId } = await sends.createMessage({ name, ...rendered }, options);
  await lease.write({ messageId });
  return messageId;
}

async function finish(
  { now, emails }: SubmitDeps,
  sends: ProviderSends,
  lease: EmailLease,
  send: ProviderSend,
  { signal }: SubmitOptions,
): Promise<Submission> {
  const { id, firstAt, word } = lease.email;
  const warning = differentTime(send, firstAt, now());
  try {
    await lease.finish({ status: 'scheduled', sendId: send.sendId, reason: warning ?? null });
  } catch (error) {
    // Someone canceled the email during the call, so no other process knows about its send.
    if (error instanceof LeaseLost && !(await emails.exists(id))) await sends.cancel(send.sendId, { signal });
    throw error;
  }
  return { outcome: 'scheduled', word: word.word, warning };
}

async function fail(
  lease: EmailLease,
  stored: string,
  { ifRefused = 'fail' }: SubmitOptions,
  reason = stored,
): Promise<Submission> {
  if (lease.email.replaced) return keepReplaced(lease, lease.email.replaced, reason);
  await (ifRefused === 'remove' ? lease.remove() : lease.finish({ status: 'failed', reason: stored }));
  return { outcome: 'failed', word: lease.email.word.word, reason };
}

/** Returns a sentence if the provider understood a different time than requested. */
function differentTime({ scheduledTime }: ProviderSend, wanted: Date, now: Date): string | undefined {
  if (!scheduledTime || wanted <= now) return undefined;
  if (Math.abs(scheduledTime.getTime() - wanted.getTime()) < emailPolicy.sameTimeMs) return undefined;
  return `The provider says it goes out at ${scheduledTime.toISOString()}, not at ${wanted.toISOString()}. Check the time zone of the account.`;
}

/**
 * Cancels the send from before a change. Safe to repeat.
 *
 * @returns how the submission ends; `undefined` if the email's new send may be made now
 */
async function endReplacedSend(
  sends: ProviderSends,
  lease: EmailLease,
  options: CallOptions,
): Promise<Submission | undefined> {
  const { replaced, cancelRequestedAt, word } = lease.email;
  if (!replaced) return undefined;
  const { messageId } = replaced;
  const sendId =
    replaced.sendId ?? (messageId ? (await sends.find(messageId, options))?.sendId : undefined) ?? null;
  if (sendId && (await sends.cancel(sendId, options)) === 'released') {
    return keepReplaced(lease, { ...replaced, sendId }, 'It has already been sent.', true);
  }
  const isInDoubt = !sendId && !lease.isSettled;
  if (cancelRequestedAt) {
    await lease.remove(isInDoubt ? messageId : null);
    return { outcome: 'cancelled', word: word.word };
  }
  if (isInDoubt) {
    const reason = messages.schedule.unsettled;
    await lease.finish({ reason });
    return { outcome: 'unsettled', word: word.word, reason };
  }
  await lease.write({ replaced: null });
  return undefined;
}

/** Reverts an email to what it was before it got another time or text. */
async function keepReplaced(
  lease: EmailLease,
  before: ReplacedSend,
  reason: string,
  wasSent = false,
): Promise<Submission> {
  const { word } = lease.email.word;
  const kept = { ...keptColumns(before), reason: `It could not be changed. ${reason}` };
  if (!before.exchanged) await lease.finish(kept);
  else if (!(await lease.undo(kept, before.exchanged))) {
    const busy = 'The email that it changed places with is being worked on.';
    await lease.finish({ reason: busy });
    return { outcome: 'unsettled', word, reason: busy };
  }
  return { outcome: 'kept', word, reason, wasSent };
}

/** The result of submitting a pending email to the provider. */
export type Submission =
  | { outcome: 'scheduled'; word: string; warning: string | undefined }
  /** Will be retried. */
  | { outcome: 'pending'; word: string; error: ProviderRefused | ProviderUnreachable }
  /** It was changed, but the provider may still be making the send from before. */
  | { outcome: 'unsettled'; word: string; reason: string }
  /** Its change was reverted: the send from before had gone out, or the change was refused. */
  | { outcome: 'kept'; word: string; reason: string; wasSent: boolean }
  /** It was being canceled when the process ended. */
  | { outcome: 'cancelled'; word: string }
  /** Refused permanently, or too late by now. */
  | { outcome: 'failed'; word: string; reason: string }
  /** Another process has it, or it is no longer pending. */
  | { outcome: 'busy' };

/** Submits every pending email that no other process has leased, in the order of their times. */
export async function submitPending(deps: SubmitDeps, context: StepContext): Promise<StepEnd> {
  const { signal } = context;
  const limit = emailPolicy.batchSize;
  let after: Dated | undefined;
  let faults = 0;
  for (;;) {
    const emails = await deps.emails.pending({ after, limit });
    for (const email of emails) {
      if (signal?.aborted) return undefined;
      const result = await submitEmail(deps, email.id, { signal });
      report(context, email.id, result);
      if (result.outcome === 'pending') {
        faults += 1;
        if (isOutage(result.error) || faults > emailPolicy.faultsTolerated) return 'away';
      }
      after = email;
    }
    if (emails.length < limit) return undefined;
  }
}

function report({ onEvent }: StepContext, id: number, result: Submission): void {
  if (result.outcome === 'busy') return;
  const { word } = result;
  const step = 'emails';
  if (result.outcome === 'scheduled') {
    onEvent({ step, id, outcome: 'done', message: `“${word}” is scheduled at the provider` });
    if (result.warning) onEvent({ step, id, outcome: 'failed', message: result.warning });
  } else if (result.outcome === 'cancelled') {
    onEvent({ step, id, outcome: 'done', message: `“${word}” was canceled` });
  } else if (result.outcome === 'unsettled') {
    onEvent({ step, id, outcome: 'waiting', message: `“${word}” is still pending. ${result.reason}` });
  } else if (result.outcome === 'kept') {
    onEvent({ step, id, outcome: 'failed', message: `“${word}” was not changed. ${result.reason}` });
  } else if (result.outcome === 'pending') {
    const message = `“${word}” is still pending. ${result.error.message}`;
    onEvent({ step, id, outcome: outcomeOf(result.error), message });
  } else {
    onEvent({ step, id, ...keptFailure, message: `“${word}” will not be sent. ${result.reason}` });
  }
}
