import type { ScheduledEmailView, ScheduleItem } from '../contract/schedule.ts';
import { presentWord } from '../words/present-word.ts';
import type { ScheduledEmail } from './scheduled-email.ts';

export function presentScheduledEmail(email: ScheduledEmail): ScheduledEmailView {
  return {
    id: email.id,
    wordId: email.word.id,
    scheduledDate: email.scheduledDate.toISOString(),
    status: email.status,
    icontactMessageId: email.icontactMessageId ?? null,
    messageId: email.messageId ?? null,
    sendId: email.sendId ?? null,
    createdAt: email.createdAt.toISOString(),
    sentAt: email.sentAt?.toISOString() ?? null,
    reason: email.reason ?? null,
  };
}

/** @param email With its word loaded. */
export function presentScheduleItem(email: ScheduledEmail): ScheduleItem {
  return { scheduled_emails: presentScheduledEmail(email), words: presentWord(email.word) };
}
