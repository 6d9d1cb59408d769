import type { EntityData } from '@mikro-orm/core';
import { type EmailTime, readStoredTime, storedTime } from './email-time.ts';
import type { ExchangedEmail, ReplacedSend, ScheduledEmail } from './scheduled-email.ts';
import type { EmailChange } from './submit/email-lease.ts';

/** The columns of an email of which the provider has nothing. */
export const unsubmitted = {
  status: 'pending',
  messageId: null,
  messageNumber: null,
  sendId: null,
  sentAt: null,
  reason: null,
  messageAttemptedAt: null,
  sendAttemptedAt: null,
  cancelRequestedAt: null,
  textKey: null,
  recalls: null,
} as const;

/**
 * What must be canceled at the provider once an email gets another time, word or text.
 *
 * @param settledAt A send that the provider does not have by then will never be made.
 */
export function replacedBy(email: ScheduledEmail, settledAt: Date): ReplacedSend | null {
  const [sendId, sendAttemptedAt] = [email.sendId ?? null, email.sendAttemptedAt ?? null];
  // For a failed email with a send, the provider has reported the send as canceled or gone.
  if (email.status === 'failed' && sendId) return null;
  // If it has no send, there may still be the one from before the last change.
  if (!sendId && !sendAttemptedAt) return email.replaced ?? null;
  return {
    wordId: email.word.id,
    messageName: email.messageName,
    messageId: email.messageId ?? null,
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
  { messageName, ...time }: ExchangedEmail,
  settledAt: Date,
): EntityData<ScheduledEmail> {
  const left = replacedBy(email, settledAt);
  const before = { ...unsubmitted, ...readStoredTime(time), messageName };
  if (!left) return { ...before, replaced: null };
  const { exchanged: _, ...replaced } = left;
  return { ...before, replaced };
}

/** The columns of an email that goes back to what it was before it got another time, word or text. */
export function keptColumns({
  sendAttemptedAt,
  wordId,
  messageName,
  messageId,
  sendId,
  textKey,
  ...time
}: ReplacedSend): EmailChange & EmailTime {
  const attemptedAt = sendAttemptedAt === null ? null : new Date(sendAttemptedAt);
  return {
    ...readStoredTime(time),
    word: wordId,
    messageName,
    messageId,
    sendId,
    textKey,
    status: sendId === null ? 'pending' : 'scheduled',
    messageAttemptedAt: attemptedAt,
    sendAttemptedAt: attemptedAt,
    cancelRequestedAt: null,
    replaced: null,
  };
}
