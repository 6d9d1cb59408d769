import type { ScheduleStatus } from '../contract/choices.ts';
import type { ScheduledEmailView, ScheduleItem, ScheduleStats } from '../contract/schedule.ts';
import type { Reads, SqlValue } from '../database/reads.ts';
import {
  type EmailRecord,
  emailColumns,
  type ItemRecord,
  itemColumns,
  presentScheduledEmail,
  presentScheduleItem,
} from './present-schedule.ts';

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
