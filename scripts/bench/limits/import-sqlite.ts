// Limit: csv-parse and one prepared insert in a transaction; no checks, no search index. Arguments: CSV, then FILE.
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import Database from 'better-sqlite3';
import { parse } from 'csv-parse';

const [csv = '', file = ''] = process.argv.slice(2);
const database = new Database(file);
database.pragma('journal_mode = wal');
database.pragma('synchronous = full');
database.exec(`create table words (id integer primary key, word text not null, phonetic_pronunciation text not null,
    part_of_speech text not null, definition text not null, etymology text not null, example1 text not null,
    example2 text not null, conversation_tip text not null, word_key text unique, sort_key text not null,
    used_count integer not null default 0, created_at integer not null);
  create index words_alphabetical on words (sort_key, id)`);
const insert = database.prepare(
  `insert into words (word, phonetic_pronunciation, part_of_speech, definition, etymology, example1, example2,
     conversation_tip, word_key, sort_key, created_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
);
database.exec('begin');
const records = createReadStream(csv).pipe(parse({ from_line: 2 }));
records.on('data', (fields: string[]) => {
  const key = fields[0]?.toLowerCase();
  insert.run(...fields, key, key, Date.now());
});
await once(records, 'end');
database.exec('commit');
database.close();
