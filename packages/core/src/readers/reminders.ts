import { sql } from 'kysely';
import { limits } from '../contract/limits.ts';
import type { RememberedWord } from '../contract/own-page.ts';
import { isPlaceholder } from '../contract/placeholder.ts';
import { recallPath } from '../contract/recall.ts';
import type { DueReminder } from '../mail/mailing-list.ts';
import { addDays, calendarDay } from '../platform/calendar.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { isAmong } from '../platform/database/query.ts';
import type { Reads } from '../platform/database/reads.ts';
import { isToken } from './links.ts';
import { Registration, Reminder } from './reader-tables.ts';

/** How long after a press the word comes back. */
const daysLater = 3;

export interface RemindersDeps {
  database: OpenDatabase;
  now: () => Date;
  /** The installation's. IANA name. */
  timezone: string;
  /** Whether emails are sent to each reader from here. */
  ownsList: boolean;
}

/** The words that readers asked to be reminded of. */
export interface Reminders {
  /** The reader on the list with this token. */
  find(token: string): Promise<ReaderToRemind | undefined>;
  /** The word comes back three days later, in the reader's next email. Asking again starts over. */
  add(reader: ReaderToRemind, word: { wordId: number; recallKey: string }): Promise<void>;
  remove(reader: { id: number }, wordId: number): Promise<void>;
}

type ReaderToRemind = Pick<Registration, 'id' | 'timezone'>;

export function openReminders({ database, now, timezone, ownsList }: RemindersDeps): Reminders {
  return {
    async find(token) {
      if (!ownsList || !isToken(token)) return undefined;
      const status = { $in: ['subscribed', 'waiting'] as const };
      const reader = await database.em().findOne(Registration, { mailToken: token, status });
      return reader ?? undefined;
    },
    async add({ id, timezone: own }, { wordId, recallKey }) {
      const dueDay = addDays(calendarDay(now(), own ?? timezone), daysLater);
      await database.writeTogether(async (run) => {
        await run(
          sql`insert into reminders (reader_id, word_id, recall_key, due_day)
            select id, ${wordId}, ${recallKey}, ${dueDay} from registrations where id = ${id}
            on conflict (reader_id, word_id) do update set due_day = ${dueDay}, send_id = null`,
        );
        // The page stays short, and nobody can fill the table: the oldest give way.
        await run(
          sql`delete from reminders where reader_id = ${id} and word_id in (
            select word_id from reminders where reader_id = ${id}
            order by due_day desc, word_id desc limit 100000 offset ${limits.rememberedWords})`,
        );
      });
    },
    async remove({ id }, wordId) {
      await database.em().nativeDelete(Reminder, { readerId: id, wordId });
    },
  };
}

/** What a reader asked to be reminded of, latest first. */
export async function rememberedWords(database: Reads, readerId: number): Promise<RememberedWord[]> {
  const rows = await database.read(
    sql<RememberedRow>`select word_id as "wordId", word, part_of_speech as "partOfSpeech", definition,
        due_day as "dueDay", send_id as "sendId"
      from reminders join words on words.id = word_id
      where reader_id = ${readerId} and removed_at is null order by due_day desc, word_id desc`,
  );
  return rows.map(({ sendId, partOfSpeech, definition, ...row }) => ({
    ...row,
    partOfSpeech: isPlaceholder(partOfSpeech) ? '' : partOfSpeech,
    definition: isPlaceholder(definition) ? '' : definition,
    dueDay: sendId === null ? row.dueDay : null,
  }));
}

type RememberedRow = RememberedWord & { dueDay: string; sendId: number | null };

/** An email that is being sent, and its day. */
interface SendOfDay {
  id: number;
  day: string;
}

/** Whether an email may have reminders for anyone. Without any, sending asks once for thousands of readers. */
export async function hasReminders(database: Reads, { id, day }: SendOfDay): Promise<boolean> {
  const some = (where: ReturnType<typeof sql>) =>
    database.read(sql`select 1 as one from reminders where ${where} limit 1`);
  const due = await some(sql`send_id is null and due_day <= ${day}`);
  return due.length > 0 || (await some(sql`send_id = ${id}`)).length > 0;
}

/**
 * The words that an email brings back to some of its readers. Each goes out with one email: it is claimed for the send,
 * so another one does not have it, and the same one has it again if it has to be tried again.
 */
export async function claimReminders(
  database: OpenDatabase,
  send: SendOfDay,
  readerIds: readonly number[],
): Promise<Map<number, DueReminder[]>> {
  const { kind } = database;
  const ofThese = isAmong(kind, 'reader_id', readerIds);
  const isDue = sql`${ofThese} and send_id is null and due_day <= ${send.day}`;
  const due = await database.read(sql`select 1 as one from reminders where ${isDue} limit 1`);
  if (due.length > 0) {
    await database.writeTogether((run) => run(sql`update reminders set send_id = ${send.id} where ${isDue}`));
  }
  const rows = await database.read(
    sql<{ readerId: number; word: string; key: string }>`select reader_id as "readerId", word,
        recall_key as key from reminders join words on words.id = word_id
      where ${ofThese} and send_id = ${send.id} and removed_at is null order by due_day, word_id`,
  );
  const found = new Map<number, DueReminder[]>();
  for (const { readerId, word, key } of rows) {
    const reminder = { word, path: recallPath(key, 'again') };
    found.set(readerId, [...(found.get(readerId) ?? []), reminder]);
  }
  return found;
}
