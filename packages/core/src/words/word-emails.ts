import { sql } from 'kysely';
import type { Instant } from '../platform/database/query.ts';

/** What the library and the template read of an email. Its table belongs to the schedule, a room above. */
export interface EmailOfWord {
  id: number;
  wordId: number;
  /** `YYYY-MM-DD` */
  day: string;
  scheduledDate: Date;
  firstAt: Date;
  status: string;
  cancelRequestedAt: Date | null;
  textKey: string | null;
  recallKey: string | null;
}

/**
 * What the library needs to know about the emails with its words: queries for one column, `word_id`. Statuses are
 * literals: with parameters SQLite would not use the partial index.
 */
export const wordEmails = {
  /** Words of every email, of any status. */
  all: sql`select word_id from scheduled_emails`,
  /** When the waiting email of the current row of `words` goes out; an expression. */
  goesOut: sql<Instant | null>`(select scheduled_date from scheduled_emails
    where word_id = words.id and status in ('pending', 'scheduled'))`,
  /** The day of the last email that was sent with the current row of `words`; an expression. */
  lastDay: sql<string | null>`(select max(day) from scheduled_emails
    where word_id = words.id and status = 'sent')`,
  /** Words of waiting emails. An email that now has another word may still go out with the former one. */
  waiting: sql`select word_id from scheduled_emails where status in ('pending', 'scheduled')
    union all select cast(replaced ->> 'wordId' as integer) from scheduled_emails
      where status = 'pending' and replaced ->> 'wordId' is not null`,
};
