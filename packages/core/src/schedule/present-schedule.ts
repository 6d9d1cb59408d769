import type { ScheduledEmailView, ScheduleItem } from '../contract/schedule.ts';
import { type Instant, isoInstant } from '../database/reads.ts';
import { selectList } from '../database/select-list.ts';
import { presentWord, type WordRecord, wordViewFields } from '../words/present-word.ts';

type Instants = 'scheduledDate' | 'createdAt' | 'sentAt';

/** An email from a query. PostgreSQL gives big integers as text. */
export type EmailRecord = Omit<ScheduledEmailView, Instants | 'messageId'> & {
  scheduledDate: Instant;
  createdAt: Instant;
  sentAt: Instant | null;
  messageId: number | string | null;
};

/** An email with its word. Fields that both have keep the email's name. */
export type ItemRecord = EmailRecord & Omit<WordRecord, 'id' | 'createdAt'> & { wordCreatedAt: Instant };

/** The columns of an `EmailRecord`, with `scheduled_emails` as `email`. */
export const emailColumns = selectList('email', [
  'id',
  'wordId',
  'scheduledDate',
  'status',
  'icontactMessageId',
  'messageId',
  'sendId',
  'createdAt',
  'sentAt',
  'reason',
]);

const wordFields = wordViewFields.filter((field) => field !== 'id' && field !== 'createdAt');

/** The columns of an `ItemRecord`, with `words` as `word`. */
export const itemColumns = `${emailColumns}, ${selectList('word', wordFields)}, word.created_at as "wordCreatedAt"`;

/** Lists the fields that are shown, so that a new column never leaks. */
export function presentScheduledEmail(email: EmailRecord): ScheduledEmailView {
  return {
    id: email.id,
    wordId: email.wordId,
    scheduledDate: isoInstant(email.scheduledDate),
    status: email.status,
    icontactMessageId: email.icontactMessageId,
    messageId: email.messageId === null ? null : Number(email.messageId),
    sendId: email.sendId,
    createdAt: isoInstant(email.createdAt),
    sentAt: email.sentAt === null ? null : isoInstant(email.sentAt),
    reason: email.reason,
  };
}

export function presentScheduleItem(item: ItemRecord): ScheduleItem {
  const word = { ...item, id: item.wordId, createdAt: item.wordCreatedAt };
  return { scheduled_emails: presentScheduledEmail(item), words: presentWord(word) };
}
