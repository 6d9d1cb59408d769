// Limit: one page of the words, printed. FILE.
import Database from 'better-sqlite3';

const database = new Database(process.argv[2] ?? '', { readonly: true });
const words = database
  .prepare(
    'select word, part_of_speech as partOfSpeech, definition from words where removed_at is null order by sort_key, id limit 50',
  )
  .all() as Record<string, string>[];
for (const { word, partOfSpeech, definition } of words)
  console.log(`${word}  ${partOfSpeech}  ${definition}`);
