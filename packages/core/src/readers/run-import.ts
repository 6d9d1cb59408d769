import type { ImportAnswers, LeftOutReason } from '../contract/reader-imports.ts';
import type { Actor } from '../owner/audit.ts';
import { LeaseLost } from '../platform/database/lease.ts';
import { isDomainError } from '../platform/errors.ts';
import { type Samples, sampleFile, withAddressColumn } from './address-column.ts';
import { ReaderColumns, UnclearColumn } from './import-columns.ts';
import {
  changeHeld,
  changeJob,
  claimJob,
  findJob,
  type Held,
  type Job,
  nextEnd,
  noResult,
  piecesOf,
  type ReaderImportsDeps,
  type Result,
  readResult,
  saveResult,
} from './import-jobs.ts';
import { describeImport, importReaders, type RefusedReader } from './import-readers.ts';

/** How often the progress of a check is stored. */
const saveEveryMs = 500;
const refusedShown = 50;
const examplesShown = 5;

/** Works on an import until it waits for the owner or is done. Does nothing if another process works on it. */
export async function workOn(
  deps: ReaderImportsDeps,
  id: number,
  signal: AbortSignal,
  onAdded: (() => void) | undefined,
): Promise<void> {
  const claimed = await claimJob(deps, id);
  if (!claimed) return;
  const { job, held } = claimed;
  try {
    if (job.state === 'checking') await checkFile(deps, job, held, signal);
    else await importFile(deps, job, held, { signal, onAdded });
  } catch (error) {
    // Someone else works on it now, or it was stopped or deleted.
    if (!(error instanceof LeaseLost)) throw error;
  } finally {
    if (signal.aborted) {
      await deps.database
        .writeTogether((run) => run(changeHeld(id, held, { lease_token: null, lease_until: null })))
        .catch(() => {});
    }
  }
}

/** Counts what an import would do. Writes nothing but that. */
async function checkFile(
  deps: ReaderImportsDeps,
  given: Job,
  held: Held,
  stopped: AbortSignal,
): Promise<void> {
  const samples = await sampleFile(piecesOf(deps, given));
  const job = { ...given, answers: await storeAddressColumn(deps, given, held, samples) };
  const columns = new ReaderColumns(answersOf(job), deps.timezone);
  columns.recognize([...samples.keys()]);
  const found = collect({
    ...noResult,
    columns: columns.uses().map((column) => ({ ...column, samples: [...(samples.get(column.name) ?? [])] })),
  });
  const lost = new AbortController();
  const signal = AbortSignal.any([stopped, lost.signal]);
  let saved = deps.now().getTime();
  let saving: Promise<unknown> = Promise.resolve();
  let failure: unknown;
  try {
    await importReaders(deps, piecesOf(deps, job), {
      ...answersOf(job),
      ...found.options,
      dryRun: true,
      signal,
      onProgress(progress) {
        found.result.progress = progress;
        if (deps.now().getTime() - saved < saveEveryMs) return;
        saved = deps.now().getTime();
        saving = saveResult(deps, job, held, found.result).catch((error) => lost.abort(error));
      },
    });
  } catch (error) {
    failure = error;
  }
  await saving;
  if (signal.aborted) throw lost.signal.aborted ? lost.signal.reason : new LeaseLost();
  if (failure !== undefined) noteProblem(found.result, failure);
  await saveResult(deps, job, held, found.result, 'checked');
}

/** Stores which column has the addresses if that was found by the content, until the owner gives other answers. */
async function storeAddressColumn(
  deps: ReaderImportsDeps,
  job: Job,
  held: Held,
  samples: Samples,
): Promise<string> {
  const before = answersOf(job);
  const answers = withAddressColumn(before, samples);
  if (answers === before) return job.answers;
  const found = JSON.stringify(answers);
  const stored = await deps.database.writeTogether((run) =>
    run(changeHeld(job.id, held, { answers: found })),
  );
  if (stored.length === 0) throw new LeaseLost();
  return found;
}

/** An error that is about the file is the owner's to solve; any other is thrown. */
function noteProblem(result: Result, error: unknown): void {
  if (!isDomainError(error) || error.code === 'database.unreachable') throw error;
  if (error.cause instanceof UnclearColumn) {
    const { column, values } = error.cause;
    result.question = { column, values };
  } else result.problem = error.message;
}

async function importFile(
  deps: ReaderImportsDeps,
  job: Job,
  held: Held,
  { signal, onAdded }: { signal: AbortSignal; onAdded: (() => void) | undefined },
): Promise<void> {
  const before = readResult(job.result);
  const found = collect({ ...before, problem: null });
  const { result } = found;
  let failure: unknown;
  try {
    await importReaders(deps, piecesOf(deps, job), {
      ...answersOf(job),
      ...found.options,
      consent: job.consent ?? undefined,
      from: before.progress,
      signal,
      async alongside(run, progress) {
        const change = {
          result: JSON.stringify({ ...result, progress }),
          bytes_read: progress.bytes,
          lease_until: nextEnd(deps, held),
        };
        const stored = await run(changeHeld(job.id, held, change).where('state', '=', 'importing'));
        if (stored.length === 0) throw new LeaseLost();
        result.progress = progress;
      },
    });
  } catch (error) {
    failure = error;
  } finally {
    deps.onChange();
  }
  if (signal.aborted) return;
  if (failure !== undefined) noteProblem(result, failure);
  await saveResult(deps, job, held, result, failure === undefined ? 'done' : 'failed');
  await noteImport(deps, await findJob(deps, job.id));
  if (result.progress.added > 0) onAdded?.();
}

export async function noteImport({ audit }: ReaderImportsDeps, { account, result }: Job): Promise<void> {
  const actor: Actor = { via: 'web', account: account ?? undefined };
  const detail = describeImport(readResult(result).progress);
  await audit.record({ action: 'reader.import', actor, detail });
}

export const answersOf = ({ answers }: Job): Partial<ImportAnswers> => JSON.parse(answers);

export async function giveUp(deps: ReaderImportsDeps, id: number): Promise<void> {
  const { result, state } = await findJob(deps, id);
  if (state !== 'importing' && state !== 'checking') return;
  const problem = 'The import failed for a reason that is not in the file. The log of the server says why.';
  await changeJob(deps, id, [state], {
    state: state === 'importing' ? 'failed' : 'checked',
    result: JSON.stringify({ ...readResult(result), problem }),
  });
}

/** Gathers what the owner sees besides the counts. */
function collect(before: Result) {
  const result: Result = structuredClone(before);
  return {
    result,
    options: {
      onOutcome(outcome: 'added' | LeftOutReason, email: string) {
        result.examples[outcome] ??= [];
        const shown = result.examples[outcome];
        if (shown.length < examplesShown) shown.push(email);
      },
      onRefused({ line, message, values }: RefusedReader) {
        if (result.refused.length >= refusedShown) return;
        const column = result.columns.find(({ use }) => use === 'email')?.name;
        const value = (column === undefined ? undefined : values[column]) ?? '';
        result.refused.push({ line, value: value.slice(0, 200), message });
      },
    },
  };
}
