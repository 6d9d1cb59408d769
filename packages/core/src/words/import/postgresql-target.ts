import type { Pool, PoolClient } from 'pg';
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

/** Holds one connection of the pool until it is closed. */
export async function openPostgresqlTarget(pool: Pool, options: TargetOptions): Promise<ImportTarget> {
  const client = await pool.connect();
  // If the connection breaks between two batches the next one fails; without a listener the process would end.
  client.on('error', () => {});
  if (options.staged) {
    // All in one transaction: between two, a pooler may take another of the server's connections.
    await client.query(`
      begin;
      create temp table import_words (like words) on commit drop;
      alter table import_words alter column id drop not null, alter column findings set default '',
        alter column checked_by set default 0, add unique (word_key), add column line int,
        add column position bigint generated always as identity`);
  }
  const target = new PostgresqlTarget(client, options);
  return {
    isElsewhere: true,
    write: (rows, createdAt) => target.write(rows, createdAt),
    finish: () => target.finish(),
    // Closes the connection, which undoes what was not committed.
    close: async () => client.release(true),
  };
}

const inserted = [...textColumns, 'source', 'created_at', 'used_count'];
const arrays = textColumns.map((_, index) => `$${index + 1}::text[]`);
const line = `$${textColumns.length + 1}`;
const source = `$${textColumns.length + 2}::text`;
const createdAt = `$${textColumns.length + 3}`;
/** The batch as a table, its rows in order. */
const batchTable = `unnest(${arrays}, ${line}::int[]) with ordinality as batch (${textColumns}, line, nth)`;

const deadlock = '40P01';
const notUnique = '23505';
const mostAttempts = 5;

class PostgresqlTarget {
  readonly #client: PoolClient;
  readonly #options: TargetOptions;
  readonly #insert: string;
  readonly #find: string;
  readonly #update: string;

  constructor(client: PoolClient, options: TargetOptions) {
    this.#client = client;
    this.#options = options;
    const table = options.staged ? 'import_words' : 'words';
    const [lineColumn, lineValue] = options.staged ? [', line', ', batch.line'] : ['', ''];
    this.#insert = `
      insert into ${table} (${inserted} ${lineColumn})
      select ${textColumns.map((column) => newText(column, `batch.${column}`))}, ${source}, ${createdAt}::timestamptz, 0 ${lineValue}
      from ${batchTable} order by batch.nth`;
    this.#find = `select word_key from ${table} where word_key = any ($1)`;
    this.#update = `
      update ${table} there
      set ${textColumns.map((column) => `${column} = ${changedText(column)}`)}, source = ${source}, checked_by = 0
      from ${batchTable}
      where there.word_key = batch.word_key
        and (${writtenColumns.map((column) => `there.${column}`)}) <> (${writtenColumns.map(changedText)})`;
  }

  async write(batch: Iterable<WordRow>, createdAt: Date): Promise<Counts> {
    const rows = [...batch];
    if (rows.length === 0) return { added: 0, updated: 0, skipped: 0 };
    if (this.#options.staged) return this.#writeAll(rows, createdAt);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#inTransaction(() => this.#writeAll(rows, createdAt));
      } catch (error) {
        // Another process is adding the same words. Nothing from the batch is stored.
        const { code = '' } = error as { code?: string };
        if (![deadlock, notUnique].includes(code) || attempt === mostAttempts) throw error;
      }
    }
  }

  async finish(): Promise<void> {
    const client = this.#client;
    const everyNew = 'from import_words where id is null';
    const { rows: staged } = await client.query<{ count: number }>(
      `select count(*)::int as count ${everyNew}`,
    );
    await client.query('savepoint staged');
    const { rowCount } = await client.query(
      `insert into words (${inserted}) select ${inserted} ${everyNew} order by position
       on conflict (word_key) do nothing`,
    );
    if (rowCount === staged[0]?.count) return void (await client.query('commit'));
    // Another process was first.
    await client.query('rollback to savepoint staged');
    const { rows } = await client.query<{ word: string; line: number }>(
      `select staged.word, staged.line from import_words staged join words using (word_key)
       where staged.id is null order by staged.line limit 1`,
    );
    throw conflict(rows[0] ?? { word: '', line: 0 }, true);
  }

  async #writeAll(rows: readonly WordRow[], createdAt: Date): Promise<Counts> {
    const { onConflict, staged } = this.#options;
    if (staged) await this.#copy(rows);
    const counts: Counts = { added: 0, updated: 0, skipped: 0 };
    // A statement can change a row only once, so rows that repeat a word wait for a later round.
    for (const round of onConflict === 'update' ? eachWordOnce(rows) : [rows]) {
      const known = await this.#insertMissing(round, createdAt);
      const updated = onConflict === 'update' ? await this.#updateDifferent(known) : 0;
      counts.added += round.length - known.length;
      counts.updated += updated;
      counts.skipped += known.length - updated;
      if (onConflict === 'fail' && known[0]) throw await this.#conflict(known[0]);
    }
    return counts;
  }

  async #copy(rows: readonly WordRow[]): Promise<void> {
    await this.#client.query(
      `insert into import_words (id, ${inserted}, line) select id, ${inserted}, 0 from words
       where word_key = any ($1) on conflict (word_key) do nothing`,
      [rows.map(({ wordKey }) => wordKey)],
    );
  }

  /**
   * Looks up existing words first: inserting and skipping conflicts takes 50% longer and uses up ids.
   *
   * @returns the rows whose word already existed, in the library or in an earlier row
   */
  async #insertMissing(rows: readonly WordRow[], createdAt: Date): Promise<WordRow[]> {
    const found = await this.#client.query<{ word_key: string }>(this.#find, [
      rows.map(({ wordKey }) => wordKey),
    ]);
    const there = new Set<string | null>(found.rows.map((row) => row.word_key));
    const known: WordRow[] = [];
    const missing = rows.filter((row) => {
      if (there.has(row.wordKey)) known.push(row);
      return !there.has(row.wordKey) && there.add(row.wordKey);
    });
    const values = [...this.#valuesOf(missing), this.#options.source, createdAt];
    if (missing.length > 0) await this.#client.query(this.#insert, values);
    return known;
  }

  async #updateDifferent(rows: readonly WordRow[]): Promise<number> {
    if (rows.length === 0) return 0;
    const values = [...this.#valuesOf(rows), this.#options.source];
    return (await this.#client.query(this.#update, values)).rowCount ?? 0;
  }

  #valuesOf(rows: readonly WordRow[]): unknown[] {
    return [...textFields.map((field) => rows.map((row) => row[field])), rows.map((row) => row.line)];
  }

  async #conflict(row: WordRow): Promise<Error> {
    const sql = 'select from import_words where word_key = $1 and id > 0';
    const { rowCount } = await this.#client.query(sql, [row.wordKey]);
    return conflict(row, rowCount !== 0);
  }

  async #inTransaction<T>(work: () => Promise<T>): Promise<T> {
    await this.#client.query('begin');
    try {
      const result = await work();
      await this.#client.query('commit');
      return result;
    } catch (error) {
      await this.#client.query('rollback').catch(() => {});
      throw error;
    }
  }
}
