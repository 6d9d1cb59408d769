import type { CallOptions, ProviderSends } from '../mail/mail-provider.ts';
import type { EmailLease, ReplacedSend } from './email-queue.ts';
import type { Submission } from './submission.ts';

/**
 * Cancels the send from before a change. Safe to repeat.
 *
 * @returns how the submission ends; `undefined` if the email's own send may be made now
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
    const reason = 'The email provider may still be making its send for the time before.';
    await lease.finish({ reason });
    return { outcome: 'unsettled', word: word.word, reason };
  }
  await lease.write({ replaced: null });
  return undefined;
}

/** Makes an email what it was before it got another time or text. */
export async function keepReplaced(
  lease: EmailLease,
  { isSettled: _, ...before }: ReplacedSend,
  reason: string,
  wasSent = false,
): Promise<Submission> {
  await lease.finish({
    ...before,
    status: before.sendId === null ? 'pending' : 'scheduled',
    messageAttemptedAt: before.sendAttemptedAt,
    cancelRequestedAt: null,
    replaced: null,
    reason: `It could not be changed. ${reason}`,
  });
  return { outcome: 'kept', word: lease.email.word.word, reason, wasSent };
}
