import { limits } from '../../contract/limits.ts';
import {
  type ConflictPolicy,
  type ImportError,
  type ImportReport,
  type WordField,
  type WordSource,
  wordInput,
} from '../../contract/words.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import { DomainError, isDomainError } from '../../errors.ts';
import { importMessage } from './import-message.ts';
import { openPostgresqlTarget } from './postgresql-target.ts';
import { type ImportFormat, type ImportInput, readRows } from './read-rows.ts';
import type { SourceRow } from './source-row.ts';
import { openSqliteTarget } from './sqlite-target.ts';
import { type ImportTarget, type TargetOptions, type WordRow, wordRow } from './word-row.ts';

export type { ImportFormat, ImportInput } from './read-rows.ts';

export interface ImportWordsDeps {
  database: OpenDatabase;
  now: () => Date;
}

/** A row that was not imported, with all that stands in it: mended it can be fed in again. */
export interface RefusedRow extends ImportError {
  /** By field. The text of a row whose fields cannot be told apart is in `word`. */
  values: Partial<Record<WordField, string>>;
}

export interface ImportProgress {
  /** Rows read, refused ones included. */
  rows: number;
  /** Bytes of the input read; text counts as UTF-8. */
  bytes: number;
  added: number;
  updated: number;
  skipped: number;
  refused: number;
}

export interface ImportOptions {
  /** Found by the first character that is not blank unless it is given. */
  format?: ImportFormat | undefined;
  /**
   * What becomes of a row whose word is there already, in any case, or stands earlier in the file.
   * `update` replaces the eight fields and nothing else, and leaves a row alone that says the same.
   * `fail` imports the whole file or nothing of it.
   */
  onConflict: ConflictPolicy;
  /** Comes to the same report and writes nothing. */
  dryRun?: boolean | undefined;
  /** Recorded with words that are added or updated. */
  source: WordSource;
  /** Told of every refused row, however many; waited for. */
  onRefused?: ((row: RefusedRow) => void | Promise<void>) | undefined;
  /** Told after each batch. */
  onProgress?: ((progress: ImportProgress) => void) | undefined;
  /** Stops the import behind the batch that is being stored; the report tells how far it came. */
  signal?: AbortSignal | undefined;
  /** Rows in one transaction at most; 2000 unless a test wants fewer. */
  batchRows?: number | undefined;
}

/**
 * Adds the words of a CSV file with a header row, or of JSON lines, to the library. Reads as it
 * stores, in memory that does not grow with the file.
 *
 * A row that is wrong is refused and stops no other. With `skip` and `update` each batch is stored
 * as a whole as soon as it is full, so an import that was interrupted, even by a power cut, may
 * simply be run again: nothing is missing and nothing doubled. With `fail` the rows wait in a
 * temporary table and are stored in one transaction at the end.
 *
 * @throws DomainError `import.unreadable` for a file that is not UTF-8 or lacks columns; batches
 *   before the place stay
 * @throws DomainError `import.conflict` with `onConflict: 'fail'`; nothing of the file stays
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

/** The report names no more refused rows than this one by one. */
const errorsListed = 1000;

class RunningImport {
  readonly #target: ImportTarget;
  readonly #now: () => Date;
  readonly #options: ImportOptions;
  readonly #progress: ImportProgress = { rows: 0, bytes: 0, added: 0, updated: 0, skipped: 0, refused: 0 };
  readonly #errors: ImportError[] = [];
  #batch: WordRow[] = [];
  #rowsSinceBatch = 0;

  constructor(target: ImportTarget, now: () => Date, options: ImportOptions) {
    this.#target = target;
    this.#now = now;
    this.#options = options;
  }

  /** @returns whether it was stopped before the end */
  async readAll(input: ImportInput): Promise<boolean> {
    const { format, signal } = this.#options;
    const onBytes = (count: number) => {
      this.#progress.bytes += count;
    };
    try {
      for await (const rows of readRows(input, { format, signal, onBytes })) {
        for (const row of rows) await this.#take(row);
        if (this.#rowsSinceBatch > 0) await this.#store();
        // Let go of before the next are waited for: what outlives a wait makes the heap grow.
        rows.length = 0;
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
    return { message, added, updated, skipped, refused, errors: this.#errors };
  }

  /** Says how far it came: what was stored stays, and importing the mended file again is safe. */
  withWhatStays(error: DomainError): DomainError {
    if (this.#progress.added + this.#progress.updated === 0) return error;
    const soFar = importMessage(this.#progress, { dryRun: false, stopped: false });
    return new DomainError(error.code, `${error.message} Before that: ${soFar}`, { cause: error });
  }

  async #take(row: SourceRow): Promise<void> {
    this.#progress.rows += 1;
    this.#rowsSinceBatch += 1;
    const checked = row.problem === undefined ? wordInput.safeParse(row.values) : undefined;
    if (checked?.success) {
      this.#batch.push(wordRow(checked.data, row.line));
    } else {
      const messages = checked?.error.issues.map((issue) => issue.message) ?? [row.problem ?? ''];
      await this.#refuse(row, messages.join('; '));
    }
    const { batchRows = 2000 } = this.#options;
    if (this.#rowsSinceBatch >= batchRows) await this.#store();
  }

  async #refuse({ line, values }: SourceRow, message: string): Promise<void> {
    this.#progress.refused += 1;
    const word = (values.word ?? '').trim().slice(0, limits.wordLength);
    const error: ImportError = { line, word, message };
    if (this.#errors.length < errorsListed) this.#errors.push(error);
    await this.#options.onRefused?.({ ...error, values });
  }

  async #store(): Promise<void> {
    if (this.#batch.length > 0) {
      const { added, updated, skipped } = await this.#target.write(this.#batch, this.#now());
      this.#progress.added += added;
      this.#progress.updated += updated;
      this.#progress.skipped += skipped;
    }
    this.#batch = [];
    this.#rowsSinceBatch = 0;
    this.#options.onProgress?.({ ...this.#progress });
    // SQLite is written to without a pause: whatever else this process has to do gets its turn here.
    await new Promise(setImmediate);
    this.#options.signal?.throwIfAborted();
  }
}

function isAbort(error: unknown, signal: AbortSignal | undefined): boolean {
  if (!signal?.aborted) return false;
  return error === signal.reason || (error instanceof Error && error.name === 'AbortError');
}
