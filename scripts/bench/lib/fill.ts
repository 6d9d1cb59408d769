import Database from 'better-sqlite3';
import { Client } from 'pg';

export interface Size {
  words: number;
  readers: number;
  /** Most of them sent. */
  emails: number;
  /** Default: 1. */
  sentPerDay?: number;
}

const start = Date.UTC(2026, 0, 1);
const dayMs = 86_400_000;

/** A definition as long as those of dictionaries, with words that a search can look for. */
function definition(n: number): string {
  const rare = n % 1000 === 0 ? ' a zebra among horses' : '';
  return `A definition of some length, as dictionaries have them, number ${n}${rare}.`;
}

/** Fills a migrated, empty SQLite database directly: through the product it would take minutes. */
export function fillSqlite(file: string, { words, readers, emails, sentPerDay = 1 }: Size): void {
  const database = new Database(file);
  database.pragma('synchronous = off');
  database.exec('begin; insert into words_search_paused values (1)');
  const word = database.prepare(
    `insert into words (word, word_key, sort_key, phonetic_pronunciation, part_of_speech, definition, etymology,
       example1, example2, conversation_tip, search_text, used_count, source, created_at, slug)
     values (@w, @w, @w, '/x/', 'noun', @d, 'By way of French from Latin, which had it from Greek.',
       'She had used it twice that day.', 'He had never heard it before.', 'Say it slowly.',
       @w || char(10) || lower(@d), @u, 'import', @t, @slug)`,
  );
  for (let n = 0; n < words; n += 1) {
    const w = `${String.fromCharCode(97 + (n % 26))}${((n * 7919) % words).toString(36)}-${n}`;
    word.run({ w, d: definition(n), u: n % 2, t: start + n, slug: n < emails ? `word-${n + 1}` : null });
  }
  database.exec(
    `insert into words_search (words_search) values ('rebuild'); delete from words_search_paused`,
  );
  const email = database.prepare(
    `insert into scheduled_emails
       (word_id, day, local_time, timezone, scheduled_date, first_at, last_at, status, created_at, message_name)
     values (@n, date(@at / 1000, 'unixepoch'), time(@at / 1000, 'unixepoch'), 'UTC', @at, @at, @at, @status, @start, @name)`,
  );
  const pending = Math.min(100, emails);
  for (let n = 1; n <= emails; n += 1) {
    const isPending = n > emails - pending;
    const at = isPending
      ? Date.now() + (n - emails + pending) * dayMs
      : start - ((emails - n) / sentPerDay) * dayMs;
    email.run({ n, at, start, status: isPending ? 'pending' : 'sent', name: `m${n}` });
  }
  const reader = database.prepare(
    `insert into registrations (email, first_name, created_at, status) values (?, 'Ada', ?, 'subscribed')`,
  );
  const step = (730 * dayMs) / Math.max(1, readers);
  for (let n = 0; n < readers; n += 1) reader.run(`old${n}@example.com`, Date.now() - n * step);
  database.exec('commit');
  database.exec('analyze');
  database.close();
}

/** Fills a migrated, empty PostgreSQL database with words that were sent, the last one yesterday. */
export async function fillSentWords(url: string, words: number, sentPerDay: number): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    `insert into words (word, word_key, sort_key, phonetic_pronunciation, part_of_speech, definition, etymology,
       example1, example2, conversation_tip, search_text, used_count, source, created_at, slug)
     select 'word ' || n, 'word ' || n, 'word ' || n, '/x/', 'noun', 'A definition of some length, number ' || n,
       'By way of French from Latin, which had it from Greek.', 'She had used it twice that day.',
       'He had never heard it before.', 'Say it slowly.', '', 1, 'import', now(), 'word-' || n
     from generate_series(1, $1::int) n`,
    [words],
  );
  await client.query(
    `insert into scheduled_emails
       (word_id, day, local_time, timezone, scheduled_date, first_at, last_at, status, created_at, message_name)
     select id, to_char(at, 'YYYY-MM-DD'), to_char(at, 'HH24:MI'), 'UTC', at, at, at, 'sent', now(), 'm' || id
     from words, lateral (select now() - interval '1 day' * ($1 - id) / $2 - interval '1 day' as at) sending`,
    [words, sentPerDay],
  );
  await client.query('vacuum analyze');
  await client.end();
}
