import type { ScheduleStatus } from '../contract/choices.ts';
import type { ScheduledEmailView, ScheduleItem, ScheduleStats } from '../contract/schedule.ts';
import type { Overview } from '../contract/system.ts';
import { addDays, calendarDay } from '../platform/calendar.ts';
import { fields, type Instant, isoInstant, literal, rowCount } from '../platform/database/query.ts';
import type { Reads } from '../platform/database/reads.ts';
import { presentWord, type WordRecord, wordViewFields } from '../words/find-word.ts';
import { emailsWithWords, emailTable } from './scheduled-email.ts';

interface ListDeps {
  database: Reads;
}

/** Emails with their words, latest date first; with one status, or any. */
export async function listSchedule(
  { database }: ListDeps,
  { limit, status }: { limit: number; status?: ScheduleStatus | undefined },
): Promise<ScheduleItem[]> {
  const latest = items.orderBy('email.scheduled_date', 'desc').orderBy('email.id', 'desc').limit(limit);
  const rows = await database.read(status ? latest.where('email.status', '=', status) : latest);
  return rows.map(presentScheduleItem);
}

/** An email with its word. */
export async function findItem({ database }: ListDeps, id: number): Promise<ScheduleItem | undefined> {
  const [item] = await database.read(items.where('email.id', '=', id));
  return item && presentScheduleItem(item);
}

export async function findEmail({ database }: ListDeps, id: number): Promise<ScheduledEmailView | undefined> {
  const [email] = await database.read(emails.where('id', '=', id));
  return email && presentScheduledEmail(email);
}

/** The email of a word that has not been sent yet; `undefined` if there is none. */
export async function findWaiting(
  { database }: ListDeps,
  wordId: number,
): Promise<ScheduledEmailView | undefined> {
  const [email] = await database.read(
    emails.where('word_id', '=', wordId).where('status', 'in', [literal('pending'), literal('scheduled')]),
  );
  return email && presentScheduledEmail(email);
}

/** The email of a word: the one that has not been sent yet, otherwise the latest; `undefined` if it never had one. */
export async function findLatest(deps: ListDeps, wordId: number): Promise<ScheduledEmailView | undefined> {
  const waiting = await findWaiting(deps, wordId);
  if (waiting) return waiting;
  const ofWord = emails.where('word_id', '=', wordId);
  const [email] = await deps.database.read(
    ofWord.orderBy('scheduled_date', 'desc').orderBy('id', 'desc').limit(1),
  );
  return email && presentScheduledEmail(email);
}

export async function scheduleStats({ database }: ListDeps): Promise<ScheduleStats> {
  const rows = await database.read(
    emailTable.selectFrom('scheduled_emails').select(['status', rowCount]).groupBy('status'),
  );
  const stats = { total: 0, pending: 0, scheduled: 0, sent: 0, failed: 0 };
  for (const { status, count } of rows) {
    stats[status] = count;
    stats.total += count;
  }
  return stats;
}

type Instants = 'scheduledDate' | 'createdAt' | 'sentAt';

/** An email from a query. PostgreSQL gives big integers as text. */
type EmailRecord = Omit<ScheduledEmailView, Instants | 'messageId'> & {
  scheduledDate: Instant;
  createdAt: Instant;
  sentAt: Instant | null;
  messageId: number | string | null;
};

/** An email with its word. Fields that both have keep the email's name. */
type ItemRecord = EmailRecord & Omit<WordRecord, 'id' | 'createdAt'> & { wordCreatedAt: Instant };

const emailFields = fields('email', [
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

const emails = emailTable.selectFrom('scheduled_emails as email').select(emailFields);

const wordFields = wordViewFields.filter(
  (field): field is Exclude<typeof field, 'id' | 'createdAt'> => field !== 'id' && field !== 'createdAt',
);
const items = emailsWithWords
  .select(emailFields)
  .select(fields('word', wordFields))
  .select('word.created_at as wordCreatedAt');

/** Lists the fields that are shown, so that a new column never leaks. */
function presentScheduledEmail(email: EmailRecord): ScheduledEmailView {
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

function presentScheduleItem(item: ItemRecord): ScheduleItem {
  const word = { ...item, id: item.wordId, createdAt: item.wordCreatedAt };
  return { scheduled_emails: presentScheduledEmail(item), words: presentWord(word) };
}

interface NextEmailsDeps {
  database: Reads;
  now: () => Date;
  /** IANA name. */
  timezone: string;
}

/** One query for each status: for both together, SQLite would sort all emails that have not been sent yet. */
function nextWith(status: 'pending' | 'scheduled', from: Date) {
  const first = emailsWithWords
    .select(['email.id', 'email.scheduled_date as scheduledDate', 'email.status', 'word.word'])
    .where('email.status', '=', literal(status))
    .where('email.scheduled_date', '>=', from)
    .orderBy('email.scheduled_date')
    .orderBy('email.id')
    .limit(1);
  // SQLite wants a limit within a union in a query of its own.
  return emailTable.selectFrom(first.as(status)).selectAll();
}

/** The next email to be sent, and whether there is one tomorrow. */
export async function nextEmails({
  database,
  now,
  timezone,
}: NextEmailsDeps): Promise<Pick<Overview, 'next' | 'tomorrow'>> {
  const at = now();
  const [email] = await database.read(
    nextWith('pending', at)
      .unionAll(nextWith('scheduled', at))
      .orderBy('scheduledDate')
      .orderBy('id')
      .limit(1),
  );
  const tomorrow = addDays(calendarDay(at, timezone), 1);
  return {
    next: email ? { ...email, scheduledDate: isoInstant(email.scheduledDate) } : null,
    tomorrow:
      (await database.count(
        emailTable
          .selectFrom('scheduled_emails')
          .select(rowCount)
          .where('status', 'in', [literal('pending'), literal('scheduled')])
          .where('day', '=', tomorrow),
      )) > 0,
  };
}
