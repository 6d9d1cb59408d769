import type BetterSqlite3 from 'better-sqlite3';
import {
  type Counts,
  conflict,
  eachWordOnce,
  type TargetOptions,
  textColumns,
  textFields,
  type WordRow,
  writtenColumns,
} from './word-row.ts';

export const inserted = [...textColumns, 'source', 'created_at', 'used_count'];

/** Rows in one statement. With more, an import is hardly faster and holds more rows in memory. */
const rowsAtOnce = 50;

/** Stores rows in `words`, or staged in `temp.import_words`. Call it within a transaction. */
export class SqliteRows {
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
    const value = `(${textColumns.map(() => '?')}, ?, ?, 0${staged ? ', ?' : ''})`;
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
       set ${textColumns.map((column) => `${column} = batch.${column}`)}, source = ?
       from batch where there.word_key = batch.word_key
         and (${writtenColumns.map((column) => `there.${column}`)}) <> (${writtenColumns.map((column) => `batch.${column}`)})`,
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
