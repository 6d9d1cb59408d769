import { randomBytes } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import { previewRecallKey, type RecallDays, recallDays } from '../contract/recall.ts';
import { addDays } from '../platform/calendar.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { tables } from '../platform/database/query.ts';
import type { Reads } from '../platform/database/reads.ts';
import { readable } from '../words/readable-fields.ts';
import type { Word } from '../words/word.ts';
import type { EmailOfWord } from '../words/word-emails.ts';

/** A word that went out earlier, about which an email asks. */
export interface EarlierWord {
  days: RecallDays;
  emailId: number;
  wordId: number;
  word: string;
  /** Of the address of its page. */
  key: string;
}

const all = tables<{ scheduled_emails: EmailOfWord; words: Word }>();

/**
 * The words of three days and three weeks before a day, by the schedule: the same for all readers, so that the email is
 * the same for all. Days that are still to come count with what is planned for them.
 */
export async function readRecalls(
  database: Reads,
  { day, word }: { day: string; word: string },
  now: Date,
): Promise<EarlierWord[]> {
  const found = await database.read(
    all
      .selectFrom('scheduled_emails as email')
      .innerJoin('words as word', 'word.id', 'email.word_id')
      .select([
        'email.id as emailId',
        'email.day',
        'word.id as wordId',
        'word.word',
        'email.recall_key as key',
      ])
      .where(
        'email.day',
        'in',
        recallDays.map((days) => addDays(day, -days)),
      )
      .where(sql<SqlBool>`email.status in ('pending', 'scheduled', 'sent')`)
      .where('email.cancel_requested_at', 'is', null)
      // What still has not begun after its time may never go out.
      .where(({ or, eb }) => or([eb('email.status', '<>', 'pending'), eb('email.first_at', '>', now)]))
      .where('word.removed_at', 'is', null)
      .where('word.word', '<>', word)
      .orderBy('email.scheduled_date')
      .orderBy('email.id'),
  );
  return recallDays.flatMap((days): EarlierWord[] => {
    const email = found.find((one) => one.day === addDays(day, -days));
    if (!email) return [];
    const { emailId, wordId, key } = email;
    const name = readable({ word: email.word }, ['word']).word;
    return [{ days, emailId, wordId, word: name, key: key ?? previewRecallKey }];
  });
}

/** Gives the pages of these words their addresses, which they keep. */
export async function withKeys(
  database: OpenDatabase,
  recalls: readonly EarlierWord[],
): Promise<EarlierWord[]> {
  const keyless = recalls.filter(({ key }) => key === previewRecallKey);
  if (keyless.length === 0) return [...recalls];
  const keys = await database.writeTogether(async (run) => {
    const given = new Map<number, string>();
    for (const { emailId } of keyless) {
      // Of two processes, the first one's stays.
      const key = randomBytes(8).toString('hex');
      const [row] = await run(
        sql<{ key: string }>`update scheduled_emails set recall_key = coalesce(recall_key, ${key})
          where id = ${emailId} returning recall_key as key`,
      );
      if (row) given.set(emailId, row.key);
    }
    return given;
  });
  return recalls.flatMap((recall) => {
    const key = recall.key === previewRecallKey ? keys.get(recall.emailId) : recall.key;
    return key === undefined ? [] : [{ ...recall, key }];
  });
}

/** Changes with the words that an email asks about. Empty without any. */
export const recallsKey = (recalls: readonly EarlierWord[]) =>
  recalls.map(({ days, emailId, wordId }) => `${days}:${emailId}:${wordId}`).join(' ');
