import type { ScheduleStatus } from '../contract/choices.ts';
import type { ScheduledEmailView, ScheduleItem, ScheduleStats } from '../contract/schedule.ts';
import type { Overview } from '../contract/system.ts';
import { addDays, calendarDay } from '../platform/calendar.ts';
import {
  type Instant,
  isoInstant,
  type Reads,
  type SqlValue,
  selectList,
} from '../platform/database/reads.ts';
import { presentWord, type WordRecord, wordViewFields } from '../words/find-word.ts';

interface ListDeps {
  database: Reads;
}

/** Emails with their words, latest date first; with one status, or any. */
export async function listSchedule(
  { database }: ListDeps,
  { limit, status }: { limit: number; status?: ScheduleStatus | undefined },
): Promise<ScheduleItem[]> {
  const rows = await readItems(
    database,
    `${status ? 'where email.status = ?' : ''} order by email.scheduled_date desc, email.id desc limit ?`,
    [...(status ? [status] : []), limit],
  );
  return rows.map(presentScheduleItem);
}

/** An email with its word. */
export async function findItem({ database }: ListDeps, id: number): Promise<ScheduleItem | undefined> {
  const [item] = await readItems(database, 'where email.id = ?', [id]);
  return item && presentScheduleItem(item);
}

export async function findEmail({ database }: ListDeps, id: number): Promise<ScheduledEmailView | undefined> {
  const sql = `select ${emailColumns} from scheduled_emails email where id = ?`;
  const [email] = await database.read<EmailRecord>(sql, [id]);
  return email && presentScheduledEmail(email);
}

/** The email of a word that has not been sent yet; `undefined` if there is none. */
export async function findWaiting(
  { database }: ListDeps,
  wordId: number,
): Promise<ScheduledEmailView | undefined> {
  const sql = `select ${emailColumns} from scheduled_emails email
    where word_id = ? and status in ('pending', 'scheduled')`;
  const [email] = await database.read<EmailRecord>(sql, [wordId]);
  return email && presentScheduledEmail(email);
}

export async function scheduleStats({ database }: ListDeps): Promise<ScheduleStats> {
  const rows = await database.read<{ status: ScheduleStatus; count: number }>(
    'select status, cast(count(*) as integer) as count from scheduled_emails group by status',
  );
  const stats = { total: 0, pending: 0, scheduled: 0, sent: 0, failed: 0 };
  for (const { status, count } of rows) {
    stats[status] = count;
    stats.total += count;
  }
  return stats;
}

function readItems(database: Reads, rest: string, values: SqlValue[]): Promise<ItemRecord[]> {
  const sql = `select ${itemColumns} from scheduled_emails email join words word on word.id = email.word_id ${rest}`;
  return database.read<ItemRecord>(sql, values);
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

/** The columns of an `EmailRecord`, with `scheduled_emails` as `email`. */
const emailColumns = selectList('email', [
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
const itemColumns = `${emailColumns}, ${selectList('word', wordFields)}, word.created_at as "wordCreatedAt"`;

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
const next = ['pending', 'scheduled'].map(
  (status) => `select * from (
    select email.id, email.scheduled_date as "scheduledDate", email.status, word.word
    from scheduled_emails email join words word on word.id = email.word_id
    where email.status = '${status}' and email.scheduled_date >= ? order by email.scheduled_date limit 1) ${status}`,
);
const nextSql = `${next.join(' union all ')} order by "scheduledDate" limit 1`;
const waitingOn = `scheduled_emails where status in ('pending', 'scheduled') and day = ?`;

/** The next email to be sent, and whether there is one tomorrow. */
export async function nextEmails({
  database,
  now,
  timezone,
}: NextEmailsDeps): Promise<Pick<Overview, 'next' | 'tomorrow'>> {
  const at = now();
  const [email] = await database.read<{
    id: number;
    scheduledDate: Instant;
    status: ScheduleStatus;
    word: string;
  }>(nextSql, [at, at]);
  const tomorrow = addDays(calendarDay(at, timezone), 1);
  return {
    next: email ? { ...email, scheduledDate: isoInstant(email.scheduledDate) } : null,
    tomorrow: (await database.count(waitingOn, [tomorrow])) > 0,
  };
}
