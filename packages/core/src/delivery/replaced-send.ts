import { messages } from '../contract/messages.ts';
import type { CallOptions, ProviderSends } from '../mail/mail-provider.ts';
import type { EmailChange, EmailLease, ReplacedSend } from './email-queue.ts';
import type { Submission } from './submission.ts';

/**
 * Cancels the send from before a change. Safe to repeat.
 *
 * @returns how the submission ends; `undefined` if the email's new send may be made now
 */
export async function endReplacedSend(
  sends: ProviderSends,
  lease: EmailLease,
  options: CallOptions,
): Promise<Submission | undefined> {
  const { replaced, cancelRequestedAt, word } = lease.email;
  if (!replaced) return undefined;
  const { messageId, isSettled } = replaced;
  const sendId =
    replaced.sendId ?? (messageId ? (await sends.find(messageId, options))?.sendId : undefined) ?? null;
  if (sendId && (await sends.cancel(sendId, options)) === 'released') {
    return keepReplaced(lease, { ...replaced, sendId }, 'It has already been sent.', true);
  }
  const isInDoubt = !sendId && !isSettled;
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
export async function keepReplaced(
  lease: EmailLease,
  { isSettled: _, exchanged, ...before }: ReplacedSend,
  reason: string,
  wasSent = false,
): Promise<Submission> {
  const { word } = lease.email.word;
  const kept: EmailChange & { scheduledDate: Date } = {
    ...before,
    status: before.sendId === null ? 'pending' : 'scheduled',
    messageAttemptedAt: before.sendAttemptedAt,
    cancelRequestedAt: null,
    replaced: null,
    reason: `It could not be changed. ${reason}`,
  };
  if (!exchanged) await lease.finish(kept);
  else if (!(await lease.undo(kept, exchanged))) {
    const busy = 'The email that it changed places with is being worked on.';
    await lease.finish({ reason: busy });
    return { outcome: 'unsettled', word, reason: busy };
  }
  return { outcome: 'kept', word, reason, wasSent };
}
