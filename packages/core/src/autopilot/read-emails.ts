import { calendarDay, parseInstant, startOfDay } from '../calendar/zoned-time.ts';
import type { ScheduleStatus } from '../contract/choices.ts';
import type { Instant, Reads } from '../database/reads.ts';

/** An email and its word. */
export interface DatedEmail {
  id: number;
  wordId: number;
  word: string;
  partOfSpeech: string;
  definition: string;
  etymology: string;
  scheduledDate: Date;
  status: ScheduleStatus;
  /** Its day in the installation's time zone. */
  day: string;
}

const sql = `select email.id, email.word_id as "wordId", email.scheduled_date as "scheduledDate", email.status,
    word.word, word.part_of_speech as "partOfSpeech", word.definition, word.etymology
  from scheduled_emails email join words word on word.id = email.word_id
  where email.scheduled_date >= ? and email.scheduled_date < ? order by email.scheduled_date, email.id`;

/** The emails from one day to another, inclusive, with any status. */
export async function readEmails(
  { database, timezone }: { database: Reads; timezone: string },
  from: string,
  to: string,
): Promise<DatedEmail[]> {
  const range = [startOf(from, timezone), startOfDay(startOf(to, timezone), timezone, 1)];
  const rows = await database.read<Omit<DatedEmail, 'scheduledDate' | 'day'> & { scheduledDate: Instant }>(
    sql,
    range,
  );
  return rows.map((row) => {
    const scheduledDate = new Date(row.scheduledDate);
    return { ...row, scheduledDate, day: calendarDay(scheduledDate, timezone) };
  });
}

function startOf(day: string, timezone: string): Date {
  // Every day has a noon; some days begin at 01:00.
  return startOfDay(parseInstant(`${day}T12:00`, timezone) as Date, timezone);
}

/** Whether the email occupies its day: a failed one goes to nobody. */
export function takesItsDay({ status }: Pick<DatedEmail, 'status'>): boolean {
  return status !== 'failed';
}
