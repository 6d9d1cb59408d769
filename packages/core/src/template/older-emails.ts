import type { OlderEmail } from '../contract/older-email.ts';
import type { OlderQuery } from '../contract/schedule.ts';
import type { WordInput } from '../contract/words.ts';
import { type Instant, isoInstant, type Reads, selectList } from '../platform/database/reads.ts';
import { type WordRecord, wordViewFields } from '../words/find-word.ts';

export interface OlderDeps {
  database: Reads;
  /** The key that the text of a word's email would have now. */
  textKeys: () => Promise<(word: WordInput) => string>;
}

type Row = WordRecord & { emailId: number; scheduledDate: Instant; textKey: string };

/** Emails without a message get the current text when they are submitted. */
const writtenSql = `select email.id as "emailId", email.scheduled_date as "scheduledDate",
    email.text_key as "textKey", ${selectList('word', wordViewFields)}
  from scheduled_emails email join words word on word.id = email.word_id
  where email.status in ('pending', 'scheduled') and email.text_key is not null`;

/** Waiting emails with text older than the last edit of their word or the template, next one first. */
export async function olderEmails(
  { database, textKeys }: OlderDeps,
  { wordId }: OlderQuery = {},
): Promise<OlderEmail[]> {
  const ofWord = wordId === undefined ? '' : 'and email.word_id = ?';
  const rows = await database.read<Row>(
    `${writtenSql} ${ofWord} order by email.scheduled_date, email.id`,
    wordId === undefined ? [] : [wordId],
  );
  if (rows.length === 0) return [];
  const keyOf = await textKeys();
  return rows
    .filter((row) => row.textKey !== keyOf(row))
    .map(({ emailId, id, word, scheduledDate }) => ({
      id: emailId,
      wordId: id,
      word,
      scheduledDate: isoInstant(scheduledDate),
    }));
}
