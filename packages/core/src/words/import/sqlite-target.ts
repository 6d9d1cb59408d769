import { open } from 'node:fs/promises';
import type BetterSqlite3 from 'better-sqlite3';
import { openSqlite } from '../../platform/database/sqlite-dialect.ts';
import { whenFree } from '../../platform/database/waiting.ts';
import {
  type Counts,
  changedText,
  conflict,
  eachWordOnce,
  type ImportTarget,
  newText,
  type TargetOptions,
  textColumns,
  textFields,
  type WordRow,
  writtenColumns,
} from './word-row.ts';

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

const inserted = [...textColumns, 'source', 'created_at', 'used_count'];

/** Rows in one statement. With more, an import is hardly faster and holds more rows in memory. */
const rowsAtOnce = 50;

/** Stores rows in `words`, or staged in `temp.import_words`. Call it within a transaction. */
class SqliteRows {
  readonly #database: BetterSqlite3.Database;
  readonly #options: TargetOptions;
  readonly #table: string;
  readonly #statements = new Map<string, BetterSqlite3.Statement>();

  constructor(database: BetterSqlite3.Database, options: TargetOptions) {
    this.#database = database;
    this.#options = options;
    this.#table = options.staged ? 'temp.import_words' : 'main.words';
  }

  write(rows: Iterable<WordRow>, createdAt: Date): Counts {
    const counts: Counts = { added: 0, updated: 0, skipped: 0 };
    for (const some of inGroups(rows)) {
      // A statement can change a row only once, so rows that repeat a word wait for a later round.
      const rounds = this.#options.onConflict === 'update' ? eachWordOnce(some) : [some];
      for (const round of rounds) this.#writeRound(round, createdAt.getTime(), counts);
    }
    return counts;
  }

  #writeRound(rows: readonly WordRow[], createdAt: number, counts: Counts): void {
    const { onConflict, staged } = this.#options;
    if (staged) this.#copy(rows);
    const { last } = this.#prepare(`select max(rowid) as last from ${this.#table}`).get() as { last: number };
    const added = this.#insert(rows, createdAt);
    counts.added += added;
    if (added === rows.length) return;
    let updated = 0;
    if (onConflict !== 'skip') {
      const known = this.#knownBefore(rows, last ?? 0);
      if (onConflict === 'fail') throw this.#firstConflict(known);
      updated = this.#update(known);
    }
    counts.updated += updated;
    counts.skipped += rows.length - added - updated;
  }

  /** Copies words of the library, so that they are found in the staging table. */
  #copy(rows: readonly WordRow[]): void {
    this.#prepare(
      `insert into temp.import_words select *, 0 from main.words
       where word_key in (select value from json_each(?)) on conflict do nothing`,
    ).run(JSON.stringify(rows.map(({ wordKey }) => wordKey)));
  }

  #insert(rows: readonly WordRow[], createdAt: number): number {
    const { source, staged } = this.#options;
    const value = `(${textColumns.map((column) => newText(column, '?'))}, ?, ?, 0${staged ? ', ?' : ''})`;
    const insert = this.#prepare(
      `insert into ${this.#table} (${[...inserted, ...(staged ? ['line'] : [])]})
       values ${rows.map(() => value)} on conflict (word_key) do nothing`,
    );
    const values: (string | number | null)[] = [];
    for (const row of rows) {
      for (const field of textFields) values.push(row[field]);
      values.push(source, createdAt);
      if (staged) values.push(row.line);
    }
    return insert.run(values).changes;
  }

  /** Rows that were not added after the row `last`, or that repeat a row that was. */
  #knownBefore(rows: readonly WordRow[], last: number): WordRow[] {
    const added = this.#prepare(`select word_key from ${this.#table} where rowid > ?`).pluck().all(last);
    const waiting = new Set(added);
    return rows.filter(({ wordKey }) => !waiting.delete(wordKey));
  }

  #firstConflict([row]: readonly WordRow[]): Error {
    if (!row) return new Error('No row is in conflict.');
    const { id } = this.#prepare(`select id from ${this.#table} where word_key = ?`).get(row.wordKey) as {
      id: number | null;
    };
    return conflict(row, id !== null);
  }

  /** @returns how many had different text */
  #update(rows: readonly WordRow[]): number {
    const update = this.#prepare(
      `with batch (${textColumns}) as (values ${rows.map(() => `(${textColumns.map(() => '?')})`)})
       update ${this.#table} as there
       set ${textColumns.map((column) => `${column} = ${changedText(column)}`)}, source = ?, checked_by = 0
       from batch where there.word_key = batch.word_key
         and (${writtenColumns.map((column) => `there.${column}`)}) <> (${writtenColumns.map(changedText)})`,
    );
    const texts = rows.flatMap((row) => textFields.map((field) => row[field]));
    return update.run([...texts, this.#options.source]).changes;
  }

  #prepare(sql: string): BetterSqlite3.Statement {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

function* inGroups(rows: Iterable<WordRow>): Generator<WordRow[]> {
  let group: WordRow[] = [];
  for (const row of rows) {
    group.push(row);
    if (group.length < rowsAtOnce) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
