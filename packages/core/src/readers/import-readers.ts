import { parseInstant } from '../calendar/zoned-time.ts';
import { limits } from '../contract/limits.ts';
import { signupInput } from '../contract/signups.ts';
import { oneLine } from '../contract/text.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { DomainError } from '../errors.ts';
import { columnsOf } from '../rows/columns.ts';
import { type ImportInput, readRows } from '../rows/read-rows.ts';
import type { SourceRow } from '../rows/source-row.ts';
import type { Suppressions } from './suppressions.ts';

type ReaderColumn = 'email' | 'firstName' | 'signedUpAt' | 'source';

const columns = columnsOf<ReaderColumn>('email', [
  { name: 'email', aliases: ['email address', 'e-mail address', 'mail', 'address'], required: true },
  {
    name: 'firstName',
    aliases: ['first name', 'given name', 'forename', 'fname', 'first', 'name'],
    required: true,
  },
  {
    name: 'signedUpAt',
    aliases: ['signed up', 'created at', 'subscribed at', 'joined', 'date', 'optin time', 'confirm time'],
    required: false,
  },
  { name: 'source', aliases: ['origin', 'list', 'signup source'], required: false },
]);

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
  values: Partial<Record<ReaderColumn, string>>;
}

export interface ReaderImportCounts {
  /** Rows read, refused ones included. */
  rows: number;
  added: number;
  /** Already a reader, removed before, or earlier in the file. */
  skipped: number;
  refused: number;
}

export interface ImportReadersOptions {
  /** How these people agreed to get the emails; stored with each of them. */
  consent: string;
  /** Gives the same counts and writes nothing. */
  dryRun?: boolean;
  /** Called and awaited for every refused row. */
  onRefused?: (row: RefusedReader) => void | Promise<void>;
  /** Called after each batch, with the bytes of the input read so far. */
  onProgress?: (progress: ReaderImportCounts & { bytes: number }) => void;
  /** Stops after the batch that is being stored. */
  signal?: AbortSignal;
}

/** Few enough that a signup waiting for SQLite's write lock is not delayed noticeably. */
const batchRows = 500;

interface NewReader {
  email: string;
  firstName: string;
  signedUpAt: Date;
  source: string | null;
}

/**
 * Adds people who signed up elsewhere, from a CSV file with a header row or JSON lines. Each batch is on disk before
 * the next one is read, so an import that was interrupted can simply be run again. Existing readers do not change, so
 * someone who has unsubscribed stays unsubscribed. Removed readers are not added again: only they themselves can sign
 * up again. New readers wait for the next pass, as after a signup.
 *
 * @throws DomainError `import.unreadable`, `input.invalid` without a consent
 */
export async function importReaders(
  deps: ImportReadersDeps,
  input: ImportInput,
  { consent, dryRun = false, onRefused, onProgress, signal }: ImportReadersOptions,
): Promise<ReaderImportCounts> {
  const note = oneLine(consent).trim();
  if (note === '') throw new DomainError('input.invalid', 'Say how these people agreed to get the emails.');
  const counts = { rows: 0, added: 0, skipped: 0, refused: 0 };
  let bytes = 0;
  const onBytes = (count: number) => {
    bytes += count;
  };
  // A dry run stores nothing, so it must detect repeated addresses itself.
  const seen = dryRun ? new Set<string>() : undefined;
  async function store(rows: SourceRow<ReaderColumn>[]): Promise<void> {
    const good = new Map<string, NewReader>();
    for (const row of rows) {
      const reader = check(deps, row);
      if (!('message' in reader)) {
        good.set(reader.email, good.get(reader.email) ?? reader);
        continue;
      }
      counts.refused += 1;
      await onRefused?.({ line: row.line, message: reader.message, values: row.values });
    }
    const added = await add(deps, [...good.values()], note, seen);
    const refused = counts.refused;
    counts.rows += rows.length;
    counts.added += added;
    counts.skipped = counts.rows - refused - counts.added;
    onProgress?.({ ...counts, bytes });
  }
  try {
    for await (const rows of readRows(input, { fields: columns, signal, onBytes })) {
      for (const batch of inBatches(rows)) {
        await store(batch);
        signal?.throwIfAborted();
      }
    }
  } catch (error) {
    if (!signal?.aborted) throw withWhatStays(error, dryRun ? 0 : counts.added);
  }
  return counts;
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

const person = signupInput.pick({ email: true, firstName: true });

function check(
  { now, timezone }: ImportReadersDeps,
  { values, problem }: SourceRow<ReaderColumn>,
): NewReader | { message: string } {
  if (problem !== undefined) return { message: problem };
  const parsed = person.safeParse(values);
  if (!parsed.success) return { message: parsed.error.issues.map(({ message }) => message).join('; ') };
  const typed = values.signedUpAt?.trim() ?? '';
  const signedUpAt = typed === '' ? now() : readTime(typed, timezone);
  if (!signedUpAt || signedUpAt > now()) {
    return { message: `The time of the signup must be in the past, such as 2025-11-30 or 2025-11-30 07:15` };
  }
  const source = oneLine(values.source ?? '')
    .trim()
    .slice(0, limits.signupSourceLength);
  return { ...parsed.data, signedUpAt, source: source || null };
}

function readTime(text: string, timezone: string): Date | undefined {
  return parseInstant(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text} 00:00` : text, timezone);
}

/** @returns how many were new */
async function add(
  { database, suppressions }: ImportReadersDeps,
  readers: NewReader[],
  consent: string,
  seen: Set<string> | undefined,
): Promise<number> {
  const unknown = await withoutKnown(database, suppressions, readers);
  if (seen) {
    const fresh = unknown.filter(({ email }) => !seen.has(email));
    for (const { email } of fresh) seen.add(email);
    return fresh.length;
  }
  const rows = unknown.map((row) => [row.email, row.firstName, row.source, consent, row.signedUpAt]);
  // Sorted, so that two processes never wait for each other.
  rows.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  const into = 'registrations (email, first_name, source, consent, created_at)';
  const inserted = await database.insertTogether((insert) =>
    insert<{ id: number }>(into, rows, 'on conflict do nothing returning id'),
  );
  return inserted.length;
}

/** Leaves out existing readers in any state, and removed readers, including those the provider is still taking off. */
async function withoutKnown(
  database: OpenDatabase,
  suppressions: Suppressions,
  readers: NewReader[],
): Promise<NewReader[]> {
  if (readers.length === 0) return [];
  const emails = readers.map(({ email }) => email);
  const places = emails.map(() => '?').join(', ');
  const known = await database.em().execute<{ email: string }[]>(
    `select email from registrations where email in (${places})
     union select email from removed_readers where email in (${places})`,
    [...emails, ...emails],
  );
  const isKnown = new Set(known.map(({ email }) => email));
  const isSuppressed = await suppressions.among(emails);
  return readers.filter(({ email }) => !isKnown.has(email) && !isSuppressed.has(email));
}

function withWhatStays(error: unknown, added: number): unknown {
  if (!(error instanceof DomainError) || added === 0) return error;
  const soFar = `Before that ${added.toLocaleString('en-US')} readers were added, and they stay.`;
  return new DomainError(error.code, `${error.message} ${soFar}`, { cause: error });
}
