import { startOfDay } from '../calendar/zoned-time.ts';
import type { ScheduleStatus } from '../contract/choices.ts';
import type { Overview } from '../contract/system.ts';
import { type Instant, isoInstant, type Reads } from '../database/reads.ts';

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
const waitingBetween = `scheduled_emails
  where status in ('pending', 'scheduled') and scheduled_date >= ? and scheduled_date < ?`;

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
  const tomorrow = [startOfDay(at, timezone, 1), startOfDay(at, timezone, 2)];
  return {
    next: email ? { ...email, scheduledDate: isoInstant(email.scheduledDate) } : null,
    tomorrow: (await database.count(waitingBetween, tomorrow)) > 0,
  };
}
