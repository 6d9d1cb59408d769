import type { ReaderImportCounts, ReaderImportView } from '../contract/reader-imports.ts';
import type { AuditLog } from '../owner/audit.ts';
import { LeaseLost, leaseEnd, unleasedRows } from '../platform/database/lease.ts';
import { fields, type Instant, isoInstant } from '../platform/database/query.ts';
import { DomainError } from '../platform/errors.ts';
import type { ImportInput } from '../platform/import-files/read-rows.ts';
import { type ImportReadersDeps, nothingCounted, type ReaderImportProgress } from './import-readers.ts';
import { type Changed, readerTables } from './reader-tables.ts';

// The rows of imports and the pieces of their files.

/** After a crash, another process waits this long. */
export const leaseMs = 30_000;
/** How long an import is kept, with its file if rows of it were refused. */
export const keptMs = 86_400_000;
const pieceBytes = 196_608;

export interface ReaderImportsDeps extends ImportReadersDeps {
  audit: AuditLog;
  /** Called after readers may have been added. */
  onChange: () => void;
}

/** What was found or done so far; stored as JSON. */
export interface Result
  extends Pick<ReaderImportView, 'columns' | 'examples' | 'refused' | 'question' | 'problem'> {
  progress: ReaderImportProgress;
}

export const jobs = readerTables
  .selectFrom('reader_imports')
  .select(
    fields('reader_imports', [
      'id',
      'state',
      'name',
      'bytes',
      'bytesRead',
      'pieces',
      'answers',
      'result',
      'consent',
      'account',
      'createdAt',
      'startedAt',
      'endedAt',
    ]),
  );

export interface Job {
  id: number;
  state: ReaderImportView['state'];
  name: string | null;
  bytes: number | string;
  bytesRead: number | string;
  pieces: number;
  answers: string;
  result: string | null;
  consent: string | null;
  account: string | null;
  createdAt: Instant;
  startedAt: Instant | null;
  endedAt: Instant | null;
}

export const noResult: Result = {
  columns: [],
  examples: {},
  refused: [],
  question: null,
  problem: null,
  progress: { ...nothingCounted(), bytes: 0, sourceRows: 0 },
};

export const readResult = (text: string | null): Result => (text === null ? noResult : JSON.parse(text));

export function presentJob(job: Job): ReaderImportView {
  const { progress, ...found } = readResult(job.result);
  const { bytes: _bytes, sourceRows: _rows, lastBefore: _last, ...counts } = progress;
  const time = (at: Instant | null) => (at === null ? null : isoInstant(at));
  return {
    id: Number(job.id),
    state: job.state,
    name: job.name,
    bytes: Number(job.bytes),
    bytesRead: Number(job.bytesRead),
    ...found,
    counts: counts as ReaderImportCounts,
    consent: job.consent,
    hasFile: job.pieces > 0,
    createdAt: isoInstant(job.createdAt),
    startedAt: time(job.startedAt),
    endedAt: time(job.endedAt),
  };
}

export async function findJob({ database }: ReaderImportsDeps, id: number): Promise<Job> {
  const [job] = await database.read(jobs.where('id', '=', id));
  if (!job)
    throw new DomainError('import.not_found', 'This import is no longer here. Choose the file again.');
  return job;
}

export function notReady(state: ReaderImportView['state']): DomainError {
  const message =
    state === 'importing' || state === 'done'
      ? 'This import was started already.'
      : 'The file has not been checked yet, or a column of it is not clear.';
  return new DomainError('import.started', message);
}

/** The process that works on it now loses the lease. @throws DomainError `import.started` in any other state */
export async function changeJob(
  { database }: ReaderImportsDeps,
  id: number,
  states: readonly ReaderImportView['state'][],
  columns: Changed<'reader_imports'>,
): Promise<void> {
  const rows = await database.writeTogether((run) =>
    run(
      readerTables
        .updateTable('reader_imports')
        .set({ ...columns, lease_token: null, lease_until: null })
        .where('id', '=', id)
        .where('state', 'in', states)
        .returning('id'),
    ),
  );
  if (rows.length === 0) throw notReady((await findJob({ database } as ReaderImportsDeps, id)).state);
}

/** Stores a file in pieces. If it does not arrive completely, nothing of it stays. */
export async function storeFile(
  deps: ReaderImportsDeps,
  input: ImportInput,
  name: string | null,
): Promise<number> {
  const { database, now } = deps;
  const [row] = await database.writeTogether((_run, insert) =>
    insert<{ id: number }>(
      'reader_imports (state, name, answers, created_at)',
      [['uploading', name, '{}', now()]],
      'returning id',
    ),
  );
  const id = Number(row?.id);
  let bytes = 0;
  let pieces = 0;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  async function storePiece() {
    const content = Buffer.concat(waiting).toString('base64');
    const piece = [id, pieces, content];
    await database.insertTogether((insert) =>
      insert('reader_import_pieces (import_id, nth, content)', [piece]),
    );
    pieces += 1;
    waiting = [];
    waitingBytes = 0;
  }
  try {
    for await (const chunk of input) {
      const piece = Buffer.from(chunk);
      bytes += piece.length;
      waiting.push(piece);
      waitingBytes += piece.length;
      if (waitingBytes >= pieceBytes) await storePiece();
    }
    await storePiece();
    await changeJob(deps, id, ['uploading'], { state: 'checking', bytes, pieces });
  } catch (error) {
    await removeJob(deps, id);
    throw error;
  }
  return id;
}

export async function* piecesOf(
  { database }: ReaderImportsDeps,
  { id, pieces }: Job,
): AsyncGenerator<Buffer> {
  for (let nth = 0; nth < pieces; nth += 1) {
    const [piece] = await database.read(
      readerTables
        .selectFrom('reader_import_pieces')
        .select('content')
        .where('import_id', '=', id)
        .where('nth', '=', nth),
    );
    // It was deleted.
    if (!piece) throw new LeaseLost();
    yield Buffer.from(piece.content, 'base64');
  }
}

export async function removeJob({ database }: ReaderImportsDeps, id: number): Promise<void> {
  await database.writeTogether(async (run) => {
    await run(readerTables.deleteFrom('reader_imports').where('id', '=', id));
    await run(readerTables.deleteFrom('reader_import_pieces').where('import_id', '=', id));
  });
  await database.forgetDeleted();
}

export async function deleteOld(deps: ReaderImportsDeps): Promise<void> {
  const { database, now } = deps;
  const old = await database.read(
    readerTables
      .selectFrom('reader_imports')
      .select('id')
      .where('created_at', '<', new Date(now().getTime() - keptMs))
      .where('state', '<>', 'importing'),
  );
  for (const { id } of old) await removeJob(deps, Number(id));
}

/** The lease of one run on one import. */
export interface Held {
  token: string;
  /** How far the database's clock is ahead. */
  aheadMs: number;
}

export async function claimJob(
  deps: ReaderImportsDeps,
  id: number,
): Promise<{ job: Job; held: Held } | undefined> {
  const { database, now } = deps;
  const at = await database.sharedTime(now());
  const held = { token: crypto.randomUUID(), aheadMs: at.getTime() - now().getTime() };
  const rows = await database.writeTogether((run) =>
    run(
      readerTables
        .updateTable('reader_imports')
        .set({ lease_token: held.token, lease_until: leaseEnd(at, leaseMs) })
        .where('id', '=', id)
        .where('state', 'in', ['checking', 'importing'])
        .where(unleasedRows(at, leaseMs))
        .returning('id'),
    ),
  );
  return rows.length === 0 ? undefined : { job: await findJob(deps, id), held };
}

/** A change of an import that this process works on. It changes no row if another process has taken over. */
export function changeHeld(id: number, { token }: Held, columns: Changed<'reader_imports'>) {
  return readerTables
    .updateTable('reader_imports')
    .set(columns)
    .where('id', '=', id)
    .where('lease_token', '=', token)
    .returning('id');
}

export const nextEnd = ({ now }: ReaderImportsDeps, { aheadMs }: Held) =>
  leaseEnd(new Date(now().getTime() + aheadMs), leaseMs);

/**
 * Stores what was found, and keeps the lease unless this is the end. At the end of an import that refused nothing, its
 * file goes too: addresses of readers are not kept longer than they are needed.
 *
 * @throws LeaseLost
 */
export async function saveResult(
  deps: ReaderImportsDeps,
  { id }: Job,
  held: Held,
  result: Result,
  end?: ReaderImportView['state'],
): Promise<void> {
  const { database } = deps;
  const { bytes, refused } = result.progress;
  const isUseless = end === 'done' && refused === 0;
  const endedAt = end === 'checked' ? null : deps.now();
  const change = {
    result: JSON.stringify(result),
    bytes_read: bytes,
    ...(end === undefined
      ? { lease_until: nextEnd(deps, held) }
      : { state: end, ended_at: endedAt, lease_token: null, lease_until: null }),
    ...(isUseless && { pieces: 0 }),
  };
  const stored = await database.writeTogether(async (run) => {
    const rows = await run(changeHeld(id, held, change));
    if (isUseless && rows.length > 0)
      await run(readerTables.deleteFrom('reader_import_pieces').where('import_id', '=', id));
    return rows;
  });
  if (stored.length === 0) throw new LeaseLost();
  if (isUseless) await database.forgetDeleted();
}
