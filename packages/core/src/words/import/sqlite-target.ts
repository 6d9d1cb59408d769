import { open } from 'node:fs/promises';
import type BetterSqlite3 from 'better-sqlite3';
import { openSqlite } from '../../database/sqlite-dialect.ts';
import { whenFree } from '../../database/when-free.ts';
import { inserted, SqliteRows } from './sqlite-rows.ts';
import { conflict, type ImportTarget, type TargetOptions, type WordRow } from './word-row.ts';

/**
 * Opens a separate connection, so that a batch never becomes part of another transaction of this process and nobody
 * else sees the temporary table.
 */
export function openSqliteTarget(path: string, options: TargetOptions): ImportTarget {
  const database = openSqlite(path);
  // A batch survives a crash of the process immediately, and a power cut once the import ends.
  database.pragma('synchronous = normal');
  // An import writes the same pages many times. With this, fewer of the writes go to the file itself.
  database.pragma('wal_autocheckpoint = 4000');
  try {
    return buildTarget(database, options);
  } catch (error) {
    database.close();
    throw error;
  }
}

function buildTarget(database: BetterSqlite3.Database, options: TargetOptions): ImportTarget {
  const { onConflict, staged } = options;
  if (staged) {
    database.exec(`
      create temp table import_words as select *, 0 as line from main.words where false;
      create unique index temp.import_words_key on import_words (word_key)`);
  }
  const target = new SqliteRows(database, options);
  const writeAll = database.transaction((rows: Iterable<WordRow>, createdAt: Date) => {
    if (staged) return target.write(rows, createdAt);
    return indexedAtOnce(database, () => target.write(rows, createdAt));
  });

  const moveAll = database.transaction(() => {
    const clash = database
      .prepare(
        `select staged.word, staged.line from temp.import_words staged join main.words using (word_key)
         where staged.id is null order by staged.line limit 1`,
      )
      .get() as { word: string; line: number } | undefined;
    if (clash) throw conflict(clash, true);
    indexedAtOnce(database, () =>
      database.exec(
        `insert into main.words (${inserted})
         select ${inserted} from temp.import_words where id is null order by rowid`,
      ),
    );
  });

  return {
    isElsewhere: false,
    // Writing to the temporary table needs no lock on the library.
    write: (rows, createdAt) => {
      const write = staged ? writeAll.deferred : writeAll.immediate;
      return whenFree(() => write(rows, createdAt), patienceMs);
    },
    finish: () => whenFree(() => moveAll.immediate(), patienceMs),
    async close() {
      if (!staged || onConflict === 'fail') await flush(`${database.name}-wal`);
      database.close();
    },
  };
}

/** Adds the words that `work` inserts to the search index in one statement: a trigger takes eight times as long. */
function indexedAtOnce<T>(database: BetterSqlite3.Database, work: () => T): T {
  const last = database.prepare('select coalesce(max(id), 0) from main.words').pluck().get();
  database.exec('insert into words_search_paused values (1)');
  const result = work();
  database
    .prepare(
      `insert into words_search (rowid, search_text) select id, search_text from words_search_source where id > ?`,
    )
    .run(last);
  database.exec('delete from words_search_paused');
  return result;
}

/** Makes the system write its cached part of the file to disk. */
async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+').catch((error: { code?: string }) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await file?.sync();
  await file?.close();
}

/** The installation's server may be busy writing. */
const patienceMs = 30_000;
