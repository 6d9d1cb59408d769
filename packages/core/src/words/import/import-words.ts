import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { ConflictPolicy, WordSource } from '../../contract/choices.ts';
import { limits } from '../../contract/limits.ts';
import { type WordField, wordFields } from '../../contract/word-fields.ts';
import { type IgnoredColumn, type ImportError, type ImportReport, wordInput } from '../../contract/words.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { DomainError, isDomainError } from '../../platform/errors.ts';
import { type ImportFormat, type ImportInput, readRows } from '../../platform/import-files/read-rows.ts';
import { type CsvForm, refusedCsv, type SourceRow } from '../../platform/import-files/rows.ts';
import { openPostgresqlTarget } from './postgresql-target.ts';
import { openSqliteTarget } from './sqlite-target.ts';
import { type ImportTarget, type TargetOptions, type WordRow, wordColumns, wordRow } from './word-row.ts';

export type { ImportFormat, ImportInput } from '../../platform/import-files/read-rows.ts';

export interface ImportWordsDeps {
  database: OpenDatabase;
  now: () => Date;
}

/** A row that was not imported, with its full text: once fixed, it can be imported again. */
export interface RefusedRow extends ImportError {
  /** By field. If the fields of a row cannot be separated, its text is in `word`. */
  values: Partial<Record<WordField, string>>;
  /** How the file was written. */
  csv?: CsvForm | undefined;
}

export interface ImportProgress {
  /** Rows read, refused ones included. */
  rows: number;
  /** Bytes of the input whose rows were read; text counts as UTF-8. */
  bytes: number;
  added: number;
  updated: number;
  skipped: number;
  refused: number;
}

export interface ImportOptions {
  /** If left out, the first non-blank character decides. */
  format?: ImportFormat | undefined;
  /**
   * What to do with a row whose word already exists, ignoring case, or appears earlier in the file. `update` replaces
   * the fields of the word that the file has and nothing else, and skips a row without changes. `fail` imports the whole file or none of
   * it.
   */
  onConflict: ConflictPolicy;
  /** Gives the same report and writes nothing. */
  dryRun?: boolean | undefined;
  /** Recorded with words that are added or updated. */
  source: WordSource;
  /** Called and awaited for every refused row. */
  onRefused?: ((row: RefusedRow) => void | Promise<void>) | undefined;
  /** Called after each batch. */
  onProgress?: ((progress: ImportProgress) => void) | undefined;
  /** Stops the import after the batch that is being stored; the report shows how far it got. */
  signal?: AbortSignal | undefined;
  /** Maximum number of rows in one transaction; 2000 unless a test wants fewer. */
  batchRows?: number | undefined;
}

/**
 * Adds the words of a CSV file with a header row, or of JSON lines, to the library. Reads while it stores, in constant
 * memory.
 *
 * An invalid row is refused and does not stop the others. With `skip` and `update`, each batch is stored as a whole as
 * soon as it is full. An import that was interrupted, even by a power cut, can simply be run again: nothing is missing
 * or duplicated. With `fail`, the rows wait in a temporary table and are stored in one transaction at the end.
 *
 * @throws DomainError `import.unreadable` for a file that is not UTF-8 or lacks columns; batches before the error stay
 * @throws DomainError `import.conflict` with `onConflict: 'fail'`; nothing from the file stays
 */
export async function importWords(
  { database, now }: ImportWordsDeps,
  input: ImportInput,
  options: ImportOptions,
): Promise<ImportReport> {
  const { onConflict, source, dryRun = false } = options;
  const held = onConflict === 'fail';
  const target = await openTarget(database, { onConflict, source, staged: held || dryRun });
  const running = new RunningImport(target, now, options);
  try {
    const stopped = await running.readAll(input);
    if (held && !dryRun && !stopped) await target.finish();
    const nothingStays = held && !dryRun && stopped;
    return running.report({ dryRun, stopped, nothingStays });
  } catch (error) {
    if (!isDomainError(error, 'import.unreadable') || held || dryRun) throw error;
    throw running.withWhatStays(error);
  } finally {
    await target.close();
  }
}

function openTarget({ native }: OpenDatabase, options: TargetOptions): ImportTarget | Promise<ImportTarget> {
  if (native.kind === 'sqlite') return openSqliteTarget(native.database.name, options);
  return openPostgresqlTarget(native.pool, options);
}

/** The report lists at most this many refused rows. */
const errorsListed = 1000;

class RunningImport {
  readonly #target: ImportTarget;
  readonly #now: () => Date;
  readonly #options: ImportOptions;
  readonly #progress: ImportProgress = { rows: 0, bytes: 0, added: 0, updated: 0, skipped: 0, refused: 0 };
  readonly #errors: ImportError[] = [];
  readonly #ignored: IgnoredColumn[] = [];
  /** Storing of the most recent batch. */
  #storing: Promise<void> = Promise.resolve();

  constructor(target: ImportTarget, now: () => Date, options: ImportOptions) {
    this.#target = target;
    this.#now = now;
    this.#options = options;
  }

  /** @returns whether it was stopped before the end */
  async readAll(input: ImportInput): Promise<boolean> {
    const { format, signal } = this.#options;
    const onBytes = (count: number) => {
      this.#progress.bytes = count;
    };
    const onIgnored = (column: IgnoredColumn) => this.#ignored.push(column);
    const reading = { fields: wordColumns, format, signal, onBytes, onIgnored };
    try {
      try {
        for await (const rows of readRows(input, reading)) {
          await this.#readBatches(new Batches(rows, this.#options.batchRows));
        }
      } finally {
        await this.#storing;
      }
      return false;
    } catch (error) {
      if (!isAbort(error, signal)) throw error;
      return true;
    }
  }

  report(outcome: { dryRun: boolean; stopped: boolean; nothingStays: boolean }): ImportReport {
    const { refused, ...counts } = this.#progress;
    const { added, updated, skipped } = outcome.nothingStays ? { added: 0, updated: 0, skipped: 0 } : counts;
    const message = importMessage({ added, updated, skipped, refused }, outcome);
    return { message, added, updated, skipped, refused, errors: this.#errors, ignoredColumns: this.#ignored };
  }

  /** Adds how far it got: stored rows stay, and importing the fixed file again is safe. */
  withWhatStays(error: DomainError): DomainError {
    if (this.#progress.added + this.#progress.updated === 0) return error;
    const soFar = importMessage(this.#progress, { dryRun: false, stopped: false });
    return new DomainError(error.code, `${error.message} Before that: ${soFar}`, { cause: error });
  }

  /** While a database server stores a batch, the next one is read and checked here. */
  async #readBatches(batches: Batches): Promise<void> {
    const { isElsewhere } = this.#target;
    while (!batches.ended) {
      const batch = batches.next();
      const words = isElsewhere ? [...batch.words] : batch.words;
      await this.#storing;
      this.#storing = this.#store(batch, words);
      // The next `await` reports the error.
      this.#storing.catch(() => {});
      if (!isElsewhere) await this.#storing;
    }
  }

  async #store(batch: Batch, words: Iterable<WordRow>): Promise<void> {
    const { onRefused, onProgress, signal } = this.#options;
    const progress = this.#progress;
    const counts = await this.#target.write(words, this.#now());
    progress.rows += batch.rows;
    progress.added += counts.added;
    progress.updated += counts.updated;
    progress.skipped += counts.skipped;
    for (const { values, csv, ...error } of batch.refused) {
      progress.refused += 1;
      if (this.#errors.length < errorsListed) this.#errors.push(error);
      await onRefused?.({ ...error, values, csv });
    }
    if (batch.rows > 0) onProgress?.({ ...progress });
    // Writing to SQLite blocks. Other work of this process gets its turn here.
    await new Promise(setImmediate);
    signal?.throwIfAborted();
  }
}

interface Batch {
  /** The valid rows. Can be iterated once. */
  words: Iterable<WordRow>;
  /** After that: the number of all rows, and the invalid ones. */
  rows: number;
  refused: RefusedRow[];
}

/**
 * Rows in batches, checked as they are iterated. For SQLite, that happens as they are stored: if they were collected
 * first, they would live so long that the garbage collector keeps twice the memory.
 */
class Batches {
  /** Whether there is no further batch; known once the previous one was iterated. */
  ended = false;
  readonly #source: Iterator<SourceRow<WordField>>;
  readonly #batchRows: number;

  constructor(rows: Iterable<SourceRow<WordField>>, batchRows = 2000) {
    this.#source = rows[Symbol.iterator]();
    this.#batchRows = batchRows;
  }

  next(): Batch {
    const batch: Batch = { words: [], rows: 0, refused: [] };
    batch.words = this.#take(batch);
    return batch;
  }

  *#take(batch: Batch): Generator<WordRow> {
    while (batch.rows < this.#batchRows) {
      const { value: row, done } = this.#source.next();
      if (done) {
        this.ended = true;
        return;
      }
      batch.rows += 1;
      const checked = row.problem === undefined ? wordInput.safeParse(row.values) : undefined;
      if (checked?.success) yield wordRow(checked.data, row.values, row.line);
      else batch.refused.push(refuse(row, checked?.error.issues ?? []));
    }
  }
}

function refuse(row: SourceRow<WordField>, issues: { message: string }[]): RefusedRow {
  const { line, values, problem, csv } = row;
  const word = (values.word ?? '').trim().slice(0, limits.wordLength);
  const message = problem ?? issues.map((issue) => issue.message).join('; ');
  return { line, word, message, values, csv };
}

function isAbort(error: unknown, signal: AbortSignal | undefined): boolean {
  if (!signal?.aborted) return false;
  return error === signal.reason || (error instanceof Error && error.name === 'AbortError');
}

type Counts = Pick<ImportReport, 'added' | 'updated' | 'skipped' | 'refused'>;

/** The result of an import in a sentence or two. */
export function importMessage(
  { added, updated, skipped, refused }: Counts,
  { dryRun, stopped }: { dryRun: boolean; stopped: boolean },
): string {
  const parts = [`${dryRun ? 'Would add' : 'Added'} ${counted(added, 'word')}`];
  if (updated > 0) parts.push(`${dryRun ? 'update' : 'updated'} ${inFigures(updated)}`);
  if (skipped > 0) parts.push(`${dryRun ? 'skip' : 'skipped'} ${inFigures(skipped)}`);
  const beginning = stopped ? 'Stopped before the end of the file. ' : '';
  const verb = dryRun ? 'would be' : refused === 1 ? 'was' : 'were';
  const end = refused > 0 ? `; ${counted(refused, 'row')} ${verb} refused.` : '.';
  return `${beginning}${parts.join(', ')}${end}`;
}

export function counted(count: number, noun: string): string {
  return `${inFigures(count)} ${noun}${count === 1 ? '' : 's'}`;
}

function inFigures(count: number): string {
  return count.toLocaleString('en-US');
}

/**
 * The rows of a CSV file that an import refuses, as CSV with the reasons, in constant memory. Writes nothing to the
 * library. Yields nothing until a row is refused or the file ends.
 *
 * @throws DomainError `import.unreadable`
 */
export async function* refusedRows(deps: ImportWordsDeps, input: ImportInput): AsyncGenerator<string> {
  let isEmpty = true;
  const lines = new PassThrough({ encoding: 'utf8' });
  const running = importWords(deps, input, {
    dryRun: true,
    onConflict: 'skip',
    source: 'import',
    format: 'csv',
    async onRefused(refused) {
      const { header, row } = refusedCsv(wordFields, refused.csv);
      const start = isEmpty ? header : '';
      isEmpty = false;
      if (!lines.write(`${start}${row(refused)}`)) await once(lines, 'drain');
    },
  }).then(
    () => void lines.end(),
    (error) => void lines.destroy(error),
  );
  try {
    yield* lines;
    if (isEmpty) yield refusedCsv(wordFields).header;
  } finally {
    lines.destroy();
    await running;
  }
}
