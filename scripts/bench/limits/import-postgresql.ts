// Limit: the file through COPY, into a table with the same columns. CSV, the database's address, and `searchable` for a
// table that is searched as ours is.
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

const client = new Client({ connectionString: process.argv[3] });
await client.connect();
await client.query(`drop table if exists copied; create table copied (id serial primary key, word text not null,
    phonetic_pronunciation text not null, part_of_speech text not null, definition text not null,
    etymology text not null, example1 text not null, example2 text not null, conversation_tip text not null,
    created_at timestamptz not null default now());
  create unique index copied_word on copied (word)`);
if (process.argv[4] === 'searchable') {
  await client.query(`create extension if not exists pg_trgm;
    alter table copied add search_text text generated always as (lower(word || e'\\n' || definition)) stored;
    create index copied_search on copied using gin (search_text gin_trgm_ops)`);
}
const copy = client.query(
  copyFrom(
    'copy copied (word, phonetic_pronunciation, part_of_speech, definition, etymology, example1, example2, conversation_tip) from stdin with (format csv, header true)',
  ),
);
await pipeline(createReadStream(process.argv[2] ?? ''), copy);
await client.end();
