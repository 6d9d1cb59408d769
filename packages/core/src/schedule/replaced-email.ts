import type { EntityData } from '@mikro-orm/core';
import { emailPolicy } from '../mail/policy.ts';
import { hasEnded } from '../platform/database/lease.ts';
import { readStoredTime, storedTime } from './email-time.ts';
import type { ScheduledEmail, StoredReplacedSend } from './scheduled-email.ts';
import type { ExchangedEmail, ReplacedSend } from './submit/queued-email.ts';

/** The columns of an email of which the provider has nothing. */
export const unsubmitted = {
  status: 'pending',
  icontactMessageId: null,
  messageId: null,
  sendId: null,
  sentAt: null,
  reason: null,
  messageAttemptedAt: null,
  sendAttemptedAt: null,
  cancelRequestedAt: null,
  textKey: null,
} as const;

/**
 * What must be cancelled at the provider once an email gets another time, word or text.
 *
 * @param settledAt A send that the provider does not have by then will never be made.
 */
export function replacedBy(email: ScheduledEmail, settledAt: Date): StoredReplacedSend | null {
  const { messageName, icontactMessageId } = email;
  const [sendId, sendAttemptedAt] = [email.sendId ?? null, email.sendAttemptedAt ?? null];
  // For a failed email with a send, the provider has reported the send as cancelled or gone.
  if (email.status === 'failed' && sendId) return null;
  // If it has no send, there may still be the one from before the last change.
  if (!sendId && !sendAttemptedAt) return email.replaced ?? null;
  return {
    wordId: email.word.id,
    messageName,
    messageId: icontactMessageId ?? null,
    sendId,
    ...storedTime(email),
    sendAttemptedAt: sendAttemptedAt?.toISOString() ?? null,
    textKey: email.textKey ?? null,
    settledAt: settledAt.toISOString(),
  };
}

/** The columns of an email that changed places, if the other one went back. */
export function revertColumns(
  email: ScheduledEmail,
  { id: _id, ...before }: ExchangedEmail,
  settledAt: Date,
): EntityData<ScheduledEmail> {
  const left = replacedBy(email, settledAt);
  if (!left) return { ...unsubmitted, ...before, replaced: null };
  const { exchanged: _, ...replaced } = left;
  return { ...unsubmitted, ...before, replaced };
}

/** @param at The shared time. */
export function presentReplaced(
  { sendAttemptedAt, settledAt, exchanged, ...stored }: StoredReplacedSend,
  at: Date,
): ReplacedSend {
  return {
    ...stored,
    ...readStoredTime(stored),
    sendAttemptedAt: sendAttemptedAt === null ? null : new Date(sendAttemptedAt),
    ...(exchanged ? { exchanged: { ...exchanged, ...readStoredTime(exchanged) } } : {}),
    isSettled: hasEnded(new Date(settledAt), at, emailPolicy.settledAfterMs),
  };
}
