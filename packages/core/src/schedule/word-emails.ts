import type { WordEmails } from '../words/word-emails.ts';

/** Statuses are literals: with bound values SQLite would not use the partial index. */
export const wordEmails: WordEmails = {
  all: 'select word_id from scheduled_emails',
  goesOut: `(select scheduled_date from scheduled_emails
    where word_id = words.id and status in ('pending', 'scheduled'))`,
  // An email that now has another word may still go out with the former one.
  waiting: `select word_id from scheduled_emails where status in ('pending', 'scheduled')
    union all select cast(replaced ->> 'wordId' as integer) from scheduled_emails
      where status = 'pending' and replaced ->> 'wordId' is not null`,
};
