import type { OlderEmail } from '../contract/older-email.ts';
import type { OlderQuery } from '../contract/schedule.ts';
import type { WordInput } from '../contract/words.ts';
import { fields, isoInstant, literal, tables } from '../platform/database/query.ts';
import type { Reads } from '../platform/database/reads.ts';
import { wordViewFields } from '../words/find-word.ts';
import { milestoneOn } from '../words/milestones.ts';
import { recordingsOf } from '../words/recording.ts';
import { readThemeWeeks, type ThemeWeek } from '../words/themes/theme-weeks.ts';
import type { Word } from '../words/word.ts';
import type { EmailOfWord } from '../words/word-emails.ts';

/** The key of a word's email. */
export type TextKeyOf = (
  word: WordInput & { isRecorded?: boolean },
  week?: ThemeWeek,
  milestone?: string,
) => string;

export interface OlderDeps {
  database: Reads;
  /** The key that the text of a word's email would have now. */
  textKeys: () => Promise<TextKeyOf>;
}

/** Emails without a message get the current text when they are submitted. */
const written = tables<{ scheduled_emails: EmailOfWord; words: Word }>()
  .selectFrom('scheduled_emails as email')
  .innerJoin('words as word', 'word.id', 'email.word_id')
  .select(fields('email', ['scheduledDate', 'day', 'textKey']))
  .select('email.id as emailId')
  .select(fields('word', wordViewFields))
  .where('email.status', 'in', [literal('pending'), literal('scheduled')])
  .where('email.text_key', 'is not', null)
  .orderBy('email.scheduled_date')
  .orderBy('email.id');

/** Waiting emails with text older than the last edit of their word or the template, next one first. */
export async function olderEmails(
  { database, textKeys }: OlderDeps,
  { wordId }: OlderQuery = {},
): Promise<OlderEmail[]> {
  const rows = await database.read(
    wordId === undefined ? written : written.where('email.word_id', '=', wordId),
  );
  if (rows.length === 0) return [];
  const keyOf = await textKeys();
  const weeks = await readThemeWeeks(
    { database },
    rows.map(({ theme }) => theme),
  );
  const recordings = await recordingsOf(
    database,
    rows.map(({ id }) => id),
  );
  const milestones = await Promise.all(rows.map(({ day }) => milestoneOn(database, day)));
  return rows
    .filter((row, at) => {
      const isRecorded = recordings.has(row.id);
      return row.textKey !== keyOf({ ...row, isRecorded }, weeks.get(row.emailId), milestones[at]);
    })
    .map(({ emailId, id, word, scheduledDate }) => ({
      id: emailId,
      wordId: id,
      word,
      scheduledDate: isoInstant(scheduledDate),
    }));
}
