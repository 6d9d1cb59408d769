import { limits } from '../contract/limits.ts';
import { countLeft, leftOutReasons, type ReaderImportCounts } from '../contract/reader-imports.ts';
import { signupInput } from '../contract/signups.ts';
import { oneLine, shortLine } from '../contract/text.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import type { RunStatement } from '../platform/database/writes.ts';
import { DomainError } from '../platform/errors.ts';
import { type ImportInput, readRows } from '../platform/import-files/read-rows.ts';
import type { CsvForm, SourceRow } from '../platform/import-files/rows.ts';
import { sampleOnce, withAddressColumn } from './address-column.ts';
import {
  type ColumnAnswers,
  type FileRow,
  type FileSuppression,
  hasLeft,
  ReaderColumns,
  readTime,
  UnclearColumn,
  type UsedColumns,
} from './import-columns.ts';
import { readWritten } from './preferences.ts';
import {
  type ImportedReader,
  type ImportOutcome,
  type Known,
  lastReader,
  noneLeftOut,
  type StoredReaders,
  storeImported,
} from './store-imported.ts';
import type { Suppressions } from './suppressions.ts';

export interface ImportReadersDeps {
  database: OpenDatabase;
  suppressions: Suppressions;
  now: () => Date;
  /** The time zone of times without an offset; an IANA name. */
  timezone: string;
}

/** A row that was not imported, with its full text: once fixed, it can be imported again. */
export interface RefusedReader {
  /** Line of the file, from 1. */
  line: number;
  message: string;
  /** By the names of the columns in the file. */
  values: Partial<Record<string, string>>;
  /** How the file was written. */
  csv?: CsvForm | undefined;
}

/** How far an import is. */
export interface ReaderImportProgress extends ReaderImportCounts {
  /** Of the input, up to the last of these rows. */
  bytes: number;
  /** Rows of the file read so far, of people or not. */
  sourceRows: number;
  /** The last id of a reader before the import: those it added have others. */
  lastBefore?: number | undefined;
}

/** The result of an import. */
export interface ReaderImport extends ReaderImportCounts {
  /** Which columns of the file were used. */
  columns: UsedColumns;
}

export interface ImportReadersOptions extends ColumnAnswers {
  /** How these people agreed to get the emails; stored with each of them who is added. */
  consent?: string | undefined;
  /** Gives the same counts and writes nothing. */
  dryRun?: boolean;
  /** Called and awaited for every refused row. `columns` are those of the file. */
  onRefused?: (row: RefusedReader, columns: readonly string[]) => void | Promise<void>;
  /** Called after each batch, with the counts up to its end. */
  onProgress?: (progress: ReaderImportProgress) => void;
  /** Called with what becomes of each person who is not refused, before it is stored. */
  onOutcome?: ((outcome: ImportOutcome, email: string) => void) | undefined;
  /**
   * Runs in the transaction that stores a batch, with the counts after it. Like that work, it may run more than once.
   * If it throws, the batch is not stored, and the import ends with the error.
   *
   * @internal
   */
  alongside?: ((run: RunStatement, progress: ReaderImportProgress) => Promise<void>) | undefined;
  /** The progress of an earlier import of the same file, as `alongside` stored it: continues behind it. */
  from?: ReaderImportProgress | undefined;
  /** Stops after the batch that is being stored. */
  signal?: AbortSignal;
}

/** Few enough that a signup waiting for SQLite's write lock is not delayed noticeably. */
const batchRows = 500;

/**
 * Adds people who signed up elsewhere, from a CSV file with a header row or JSON lines. Columns are known by their names,
 * and that of the addresses also by its content. Each batch is on disk before
 * the next one is read, so an import that was interrupted can simply be run again. New readers wait for the next pass,
 * as after a signup.
 *
 * People who left stay out. A reader who has left according to the file is stored as having left. A reader who has left here, was
 * removed here or has not confirmed stays so whatever the file says, unless the owner states in a column `consentAt`
 * that the person has agreed again since. A file that says who is still on the list in a way that is not understood is
 * not imported.
 *
 * @throws DomainError `import.unreadable`, `import.unclear` if it is not clear who is still on the list, `input.invalid`
 *   before someone is added without a consent
 */
export async function importReaders(
  deps: ImportReadersDeps,
  input: ImportInput,
  options: ImportReadersOptions,
): Promise<ReaderImport> {
  const { consent = '', dryRun = false, onRefused, onProgress, signal, alongside, from, ...rest } = options;
  const { onOutcome, ...answers } = rest;
  const note = oneLine(consent).trim();
  const { bytes: _before, sourceRows: skipped = 0, lastBefore: known, ...counted } = from ?? {};
  let counts: ReaderImportCounts = from ? structuredClone(counted as ReaderImportCounts) : nothingCounted();
  let columns = new ReaderColumns(answers, deps.timezone);
  let bytes = 0;
  let sourceRows = 0;
  const onBytes = (count: number) => {
    bytes = count;
  };
  const lastBefore = known ?? (await lastReader(deps));
  // A dry run stores nothing, so it must remember itself who would be there.
  const imagined = dryRun ? new Map<string, Known>() : undefined;
  async function store(rows: SourceRow<string>[]): Promise<void> {
    const read = readBatch(columns, rows);
    requireColumns(columns);
    sourceRows += rows.length;
    // Batches are the same every time, so this one was stored as a whole.
    if (sourceRows <= skipped) return;
    const people = new Map<string, ImportedReader>();
    const suppressions: FileSuppression[] = [];
    for (const { row, found } of read) {
      if ('suppression' in found) {
        suppressions.push(found);
        continue;
      }
      counts.rows += 1;
      const reader = 'message' in found ? found : check(deps, found, note);
      if ('message' in reader) {
        counts.refused += 1;
        const { line, values, csv } = row;
        await onRefused?.({ line, message: reader.message, values, csv }, columns.names);
        continue;
      }
      const earlier = people.get(reader.email);
      if (earlier) counts.leftOut.repeated += 1;
      people.set(reader.email, earlier ? ofBoth(earlier, reader) : reader);
    }
    const progress = (stored: StoredReaders) => ({
      ...together(counts, stored),
      bytes,
      sourceRows,
      lastBefore,
    });
    counts.remembered += suppressions.filter(({ suppression }) => suppression === 'hash').length;
    const stored = await storeImported(deps, [...people.values()], suppressions, {
      imagined,
      mayAdd: note !== '',
      lastBefore,
      onOutcome,
      alongside: alongside && ((run, result) => alongside(run, progress(result))),
    });
    counts = together(counts, stored);
    onProgress?.({ ...counts, bytes, sourceRows });
  }
  try {
    const { samples, whole } = await sampleOnce(input, signal);
    columns = new ReaderColumns(withAddressColumn(answers, samples), deps.timezone);
    for await (const rows of readRows(whole, { fields: columns, signal, onBytes })) {
      for (const batch of inBatches(rows)) {
        await store(batch);
        // Reading from and writing to SQLite blocks. Other work of this process gets its turn here.
        await new Promise(setImmediate);
        signal?.throwIfAborted();
      }
    }
  } catch (error) {
    if (!signal?.aborted) throw withWhatStays(error, dryRun ? 0 : counts.added);
  }
  return { ...counts, columns: columns.used() };
}

/** The counts before the first row. */
export function nothingCounted(): ReaderImportCounts {
  return {
    rows: 0,
    added: 0,
    skipped: 0,
    refused: 0,
    leftOut: noneLeftOut(),
    takenOff: 0,
    broughtBack: 0,
    remembered: 0,
  };
}

/** What an import did, for the activity log. */
export function describeImport(counts: ReaderImportCounts): string {
  const left = countLeft(counts);
  const parts = [
    [counts.added, 'added'],
    [left, 'stored as having left'],
    [counts.takenOff, 'of them taken off the list'],
    [counts.remembered, 'removed elsewhere remembered'],
  ] as const;
  const done = parts.filter(([count]) => count > 0);
  if (done.length === 0) return '0 added';
  return done.map(([count, what]) => `${count.toLocaleString('en-US')} ${what}`).join(', ');
}

/** The rows of a file that an import would refuse, with the columns of the file. @throws DomainError as an import does */
export async function* refusedReaders(
  deps: ImportReadersDeps,
  input: ImportInput,
  answers: ColumnAnswers,
): AsyncGenerator<RefusedReader & { columns: readonly string[] }> {
  const columns = new ReaderColumns(answers, deps.timezone);
  for await (const rows of readRows(input, { fields: columns })) {
    for (const batch of inBatches(rows)) {
      for (const { row, found } of readBatch(columns, batch)) {
        const reader = 'suppression' in found || 'message' in found ? found : check(deps, found, '');
        if (!('message' in reader)) continue;
        const { line, values, csv } = row;
        yield { line, message: reader.message, values, csv, columns: columns.names };
      }
    }
  }
}

/** The counts after a batch. */
function together(counts: ReaderImportCounts, stored: StoredReaders): ReaderImportCounts {
  const leftOut = { ...counts.leftOut };
  for (const reason of leftOutReasons) leftOut[reason] += stored.leftOut[reason];
  const added = counts.added + stored.added;
  return {
    ...counts,
    added,
    skipped: counts.rows - counts.refused - added,
    leftOut,
    takenOff: counts.takenOff + stored.takenOff,
    broughtBack: counts.broughtBack + stored.broughtBack,
  };
}

function* inBatches<T>(rows: Iterable<T>): Generator<T[]> {
  let batch: T[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < batchRows) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

interface ReadRow {
  row: SourceRow<string>;
  found: FileRow | FileSuppression | { message: string };
}

/** @throws DomainError `import.unclear` */
function readBatch(columns: ReaderColumns, rows: SourceRow<string>[]): ReadRow[] {
  try {
    return rows.map((row) => ({
      row,
      found: row.problem === undefined ? columns.read(row.values) : { message: row.problem },
    }));
  } catch (error) {
    if (!(error instanceof UnclearColumn)) throw error;
    throw unclear(error, rows);
  }
}

/** Values of an unclear column that are shown. */
const mostShown = 6;

function unclear(cause: UnclearColumn, rows: SourceRow<string>[]): DomainError {
  const { column } = cause;
  const seen = new Set(cause.values);
  for (const { values } of rows) {
    const one = values[column]?.trim();
    if (one && seen.size < mostShown) seen.add(one);
  }
  cause.values = [...seen];
  const shown = [...seen].map((one) => `“${one}”`).join(', ');
  const example = [...seen][0] ?? 'yes';
  return new DomainError(
    'import.unclear',
    `The column “${column}” seems to say who is still on the list, but not in words that are known here: ${shown || 'it is empty'}. ` +
      `If it does, say which value means that someone is on the list: --status-column "${column}" --subscribed-value "${example}". ` +
      `If it does not: --ignore-column "${column}".`,
    { cause },
  );
}

function requireColumns(columns: ReaderColumns): void {
  const [missing] = columns.missing();
  if (missing === undefined) return;
  throw new DomainError(
    'input.invalid',
    `The file has no column “${missing}”. It has these: ${columns.names.join(', ')}.`,
  );
}

const { email: address, firstName: name, favoriteWord: word } = signupInput.shape;

function check(
  { now, timezone }: ImportReadersDeps,
  row: FileRow,
  note: string,
): ImportedReader | { message: string } {
  const email = address.safeParse(row.email);
  const firstName = row.firstName === '' ? undefined : name.safeParse(row.firstName);
  const favoriteWord = word.safeParse(row.favoriteWord);
  const problems = [email, firstName, favoriteWord].flatMap((one) => one?.error?.issues ?? []);
  if (!email.success || problems.length > 0) {
    return { message: problems.map(({ message }) => message).join('; ') };
  }
  const preferences = readWritten(row.preferences, timezone);
  if ('message' in preferences) return preferences;
  const times = { signedUpAt: undefined, confirmedAt: undefined, consentAt: undefined } as Record<
    'signedUpAt' | 'confirmedAt' | 'consentAt',
    Date | undefined
  >;
  for (const field of ['signedUpAt', 'confirmedAt', 'consentAt'] as const) {
    if (row[field] === '') continue;
    times[field] = readTime(row[field], timezone);
    const isWrong = !times[field] || times[field] > now();
    if (isWrong && !hasLeft(row.state)) return { message: wrongTimes[field] };
    if (isWrong) times[field] = undefined;
  }
  return {
    email: email.data,
    firstName: firstName?.data ?? '',
    favoriteWord: favoriteWord.data ?? null,
    source: oneLine(row.source).slice(0, limits.signupSourceLength) || null,
    campaign: shortLine(row.campaign, limits.campaignLength) || null,
    consent: oneLine(row.consent) || (hasLeft(row.state) ? null : note),
    preferences: preferences.stored,
    signedUpAt: times.signedUpAt ?? times.confirmedAt ?? now(),
    joinedAt: latest(times.signedUpAt, times.confirmedAt),
    confirmedAt: times.confirmedAt ?? null,
    consentAt: times.consentAt,
    state: row.state,
    isExplicit: row.isExplicit,
    leftAt: row.leftAt && row.leftAt > now() ? undefined : row.leftAt,
    reason: hasLeft(row.state) ? oneLine(row.reason) || null : null,
  };
}

const inThePast = 'must be a date in the past, such as 2025-11-30 or 2025-11-30 07:15';
const wrongTimes = {
  signedUpAt: `The time of the signup ${inThePast}`,
  confirmedAt: `The time of the confirmation ${inThePast}`,
  consentAt: `The time of the consent ${inThePast}`,
};

/** Two rows about one person. A reader who left stays out, unless the other row says that they came back later. */
function ofBoth(one: ImportedReader, other: ImportedReader): ImportedReader {
  const left = [one, other].find(({ state }) => state !== 'subscribed');
  const on = [one, other].find(({ state }) => state === 'subscribed');
  if (!left) return one;
  if (!on) return one.leftAt && other.leftAt && other.leftAt > one.leftAt ? other : one;
  const hasComeBack = on.isExplicit && left.leftAt && on.joinedAt && on.joinedAt > left.leftAt;
  return hasComeBack ? on : left;
}

function latest(one: Date | undefined, other: Date | undefined): Date | undefined {
  return one && other && other > one ? other : (one ?? other);
}

function withWhatStays(error: unknown, added: number): unknown {
  if (!(error instanceof DomainError) || added === 0) return error;
  const soFar = `Before that ${added.toLocaleString('en-US')} readers were added, and they stay.`;
  return new DomainError(error.code, `${error.message} ${soFar}`, { cause: error });
}
