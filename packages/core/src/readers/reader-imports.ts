import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ImportAnswers, ReaderImportView } from '../contract/reader-imports.ts';
import type { Actor } from '../owner/audit.ts';
import { unleasedRows } from '../platform/database/lease.ts';
import { DomainError, isDomainError } from '../platform/errors.ts';
import type { ImportInput } from '../platform/import-files/read-rows.ts';
import { refusedCsv } from '../platform/import-files/rows.ts';
import {
  changeJob,
  deleteOld,
  findJob,
  type Job,
  jobs,
  keptMs,
  leaseMs,
  noResult,
  notReady,
  piecesOf,
  presentJob,
  type ReaderImportsDeps,
  type Result,
  readResult,
  removeJob,
  storeFile,
} from './import-jobs.ts';
import { refusedReaders } from './import-readers.ts';
import { fileOfPasted } from './pasted-list.ts';
import { answersOf, giveUp, noteImport, workOn } from './run-import.ts';
import { consentMissing } from './store-imported.ts';

const lookEveryMs = 15_000;
/** An import whose error comes back this often is not tried again by itself. */
const mostTries = 5;
const pastedBytes = 4_194_304;

/**
 * Imports of files in the background. The file is stored in the database, so that an import survives the end of the
 * page and of the process: whichever process is there continues it. What was done is recorded in the transaction that
 * stores each batch, so that the counts are right and nobody is missing or added twice.
 */
export interface ReaderImports {
  /** Those of the last day, newest first. */
  list(): Promise<ReaderImportView[]>;
  /** @throws DomainError `import.not_found` */
  get(id: number): Promise<ReaderImportView>;
  /**
   * Stores a file and starts to check it, which writes nothing.
   *
   * @param options.as `list` for pasted addresses; see `fileOfPasted`.
   */
  upload(
    input: ImportInput,
    options: { name?: string | undefined; as: 'file' | 'list' },
  ): Promise<ReaderImportView>;
  /** Checks the file again. @throws DomainError `import.not_found`, `import.started` */
  check(id: number, answers: ImportAnswers): Promise<ReaderImportView>;
  /**
   * Imports what was checked, or continues an import that was stopped or failed.
   *
   * @param options.consent Without one, an import that is continued keeps the one that it has.
   * @throws DomainError `import.not_found`, `import.started` unless it is checked, stopped or failed; `input.invalid`
   *   without a consent if someone is to be added
   */
  start(id: number, options: { consent?: string | undefined }, actor: Actor): Promise<ReaderImportView>;
  /** The refused rows as CSV with the reasons, in pieces. @throws DomainError `import.not_found` */
  refused(id: number): Promise<AsyncIterable<string>>;
  /** Stops an import after the batch that is being stored; what was imported stays. Does nothing if it has ended. */
  stopImport(id: number): Promise<ReaderImportView>;
  /** Deletes an import and its file. @throws DomainError `import.not_found`, `import.started` while it is running */
  remove(id: number): Promise<void>;
  /** Continues imports that another process has left, now and then, until it is stopped. */
  keepRunning(options?: KeepRunningOptions): void;
  /** Resolves when nothing runs here. Other processes, or the next start, continue the imports. */
  stop(): Promise<void>;
}

interface KeepRunningOptions {
  /** Called when readers were added. */
  onAdded?: (() => void) | undefined;
  /** An import failed for a reason that is not in the file; it is tried again. */
  onFailed?: ((error: unknown) => void) | undefined;
  /** Imports that were left could not be looked for, such as while the database is down. There may be none. */
  onUnseen?: ((error: unknown) => void) | undefined;
}

export function openReaderImports(deps: ReaderImportsDeps): ReaderImports {
  const { database, now } = deps;
  const stopping = new AbortController();
  const running = new Map<number, { ended: Promise<void>; stop: AbortController }>();
  const tries = new Map<number, number>();
  let listeners: KeepRunningOptions = {};
  let looking: Promise<void> | undefined;
  // Outside of the request that starts it, whose wait for the database is limited.
  const outside = AsyncLocalStorage.snapshot();

  /** Works on an import in the background, after what this process is doing with it now. */
  function run(id: number): void {
    if (stopping.signal.aborted) return;
    const before = running.get(id);
    before?.stop.abort();
    const stop = new AbortController();
    const ended = outside(async () => {
      await before?.ended;
      try {
        await workOn(deps, id, AbortSignal.any([stop.signal, stopping.signal]), listeners.onAdded);
        tries.delete(id);
      } catch (error) {
        listeners.onFailed?.(error);
        const tried = (tries.get(id) ?? 0) + 1;
        tries.set(id, tried);
        if (tried >= mostTries) await giveUp(deps, id).catch(() => {});
      }
      if (running.get(id)?.stop === stop) running.delete(id);
    });
    running.set(id, { ended, stop });
  }

  async function look(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await deleteOld(deps);
        const free = unleasedRows(await database.sharedTime(now()), leaseMs);
        const left = await database.read(
          sql<{ id: number }>`select id from reader_imports
            where state in ('checking', 'importing') and ${free} order by id`,
        );
        for (const { id } of left) if (!running.has(Number(id))) run(Number(id));
      } catch (error) {
        listeners.onUnseen?.(error);
      }
      await wait(lookEveryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  }

  async function endHere(id: number): Promise<void> {
    const here = running.get(id);
    here?.stop.abort();
    await here?.ended;
  }

  return {
    async list() {
      const since = new Date(now().getTime() - keptMs);
      const latest = jobs.where('created_at', '>', since).orderBy('id', 'desc').limit(20);
      return (await database.read(latest)).map(presentJob);
    },
    get: async (id) => presentJob(await findJob(deps, id)),
    async upload(input, { name, as }) {
      await deleteOld(deps);
      const id = await storeFile(deps, as === 'list' ? await pasted(input) : input, name ?? null);
      run(id);
      return presentJob(await findJob(deps, id));
    },
    async check(id, answers) {
      await changeJob(deps, id, ['checking', 'checked'], {
        state: 'checking',
        answers: JSON.stringify(answers),
        bytes_read: 0,
      });
      run(id);
      return presentJob(await findJob(deps, id));
    },
    async start(id, { consent }, { account }) {
      const { state, result, startedAt, consent: before } = await findJob(deps, id);
      const { question, problem, progress } = readResult(result);
      const isReady = state === 'checked' && question === null && problem === null;
      const isNew = startedAt === null;
      if (isNew && !isReady) throw notReady(state);
      if (isNew && consent === undefined && progress.added > 0) throw consentMissing();
      await changeJob(deps, id, ['checked', 'stopped', 'failed'], {
        state: 'importing',
        consent: consent ?? before,
        account: account ?? null,
        ended_at: null,
        // What the check found is not done yet.
        ...(isNew && { started_at: now(), bytes_read: 0, result: JSON.stringify(begun(readResult(result))) }),
      });
      tries.delete(id);
      run(id);
      return presentJob(await findJob(deps, id));
    },
    async refused(id) {
      const job = await findJob(deps, id);
      if (job.pieces === 0)
        throw new DomainError('import.not_found', 'The file of this import is no longer here.');
      return refusedRows(deps, job);
    },
    async stopImport(id) {
      const isRunning = (await findJob(deps, id)).state === 'importing';
      const stopped = isRunning && changeJob(deps, id, ['importing'], { state: 'stopped', ended_at: now() });
      try {
        await stopped;
      } catch (error) {
        // It has just ended by itself.
        if (!isDomainError(error, 'import.started')) throw error;
        return presentJob(await findJob(deps, id));
      }
      await endHere(id);
      const job = await findJob(deps, id);
      if (isRunning) await noteImport(deps, job);
      return presentJob(job);
    },
    async remove(id) {
      const { state } = await findJob(deps, id);
      if (state === 'importing') throw notReady(state);
      await removeJob(deps, id);
      await endHere(id);
    },
    keepRunning(options = {}) {
      listeners = options;
      looking ??= outside(look);
    },
    async stop() {
      stopping.abort();
      await Promise.all([looking, ...[...running.values()].map(({ ended }) => ended)]);
    },
  };
}

/** The columns stay, and everything is counted from the beginning. */
function begun({ columns }: Result): Result {
  return { ...noResult, columns };
}

async function pasted(input: ImportInput): Promise<ImportInput> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of input) {
    const piece = Buffer.from(chunk);
    bytes += piece.length;
    if (bytes > pastedBytes) {
      throw new DomainError(
        'request.too_large',
        'This is too long to paste. Save it as a file and choose that.',
      );
    }
    chunks.push(piece);
  }
  return [fileOfPasted(Buffer.concat(chunks).toString('utf8'))];
}

async function* refusedRows(deps: ReaderImportsDeps, job: Job): AsyncGenerator<string> {
  let csv: ReturnType<typeof refusedCsv<string>> | undefined;
  for await (const { columns, ...row } of refusedReaders(deps, piecesOf(deps, job), answersOf(job))) {
    if (!csv) {
      // A file of refused rows ends with two columns of its own.
      const ofFile = columns.filter((column) => column !== 'line' && column !== 'error');
      csv = refusedCsv(ofFile, row.csv);
      yield csv.header;
    }
    yield csv.row(row);
  }
}
