import type { Wordrise } from '@wordrise/core';
import {
  type BulkSaveInput,
  exampleNotAvailable,
  type LookupResult,
  wordToSave,
} from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { stopSignal } from '../command-line/interruption.ts';
import { createProgressBar } from '../terminal/progress-bar.ts';
import { untilStopped } from '../terminal/standard-input.ts';
import { createFillReport, type FillReport } from './fill-report.ts';
import { endOfLookups } from './look-up-words.ts';
import { openNotFoundFile } from './not-found-file.ts';
import { inBatches, type RequestedWords, readRequestedWords } from './requested-words.ts';

interface FillOptions {
  file?: string;
  notFound?: string;
}

type SavableWord = BulkSaveInput['wordData'][number];
type NotFoundFile = Awaited<ReturnType<typeof openNotFoundFile>>;

/** Words per batch; several are looked up at the same time. */
const batchSize = 50;
/** Words per save: the most lookups that a power cut can cost. */
const savedTogether = 10;

/** Looks words up and saves them. After any interruption the same command continues where it stopped. */
export async function fillWords(cli: Cli, options: FillOptions, typed: string[]): Promise<void> {
  const requested = await readRequestedWords(typed, options.file);
  const signal = stopSignal();
  const wordrise = await cli.open();
  const notFound =
    options.notFound === undefined || cli.dryRun ? undefined : await openNotFoundFile(options.notFound);
  const bar = createProgressBar(cli.out, 'words');
  const report = createFillReport(cli, bar, { showsExisting: options.file === undefined });
  try {
    await fillAll({ wordrise, notFound, report, bar, requested, signal, dryRun: cli.dryRun });
  } finally {
    bar.clear();
    await notFound?.close();
  }
  report.end({ interrupted: signal.aborted });
}

interface Filling {
  wordrise: Wordrise;
  notFound: NotFoundFile | undefined;
  report: FillReport;
  bar: ReturnType<typeof createProgressBar>;
  requested: RequestedWords;
  signal: AbortSignal;
  dryRun: boolean;
}

async function fillAll(filling: Filling): Promise<void> {
  const { requested, report, bar, signal, dryRun } = filling;
  for await (const batch of inBatches(untilStopped(requested.words, signal), batchSize)) {
    if (signal.aborted) return;
    const fresh = await findFresh(filling, batch);
    if (dryRun) for (const word of fresh) report.add({ word, outcome: 'saved' });
    else if (!(await fillBatch(filling, fresh))) return;
    bar.update({ done: requested.readBytes(), total: requested.totalBytes, count: report.count() });
  }
}

/** The words that are neither in the library nor known to be missing from the dictionary. */
async function findFresh({ wordrise, notFound, report }: Filling, batch: string[]): Promise<string[]> {
  const fresh: string[] = [];
  for (const word of batch) {
    if (await wordrise.words.find(word)) report.add({ word, outcome: 'already' });
    else if (notFound?.has(word)) report.add({ word, outcome: 'notFound', message: 'Not found before.' });
    else fresh.push(word);
  }
  return fresh;
}

/** @returns whether to continue */
async function fillBatch(filling: Filling, fresh: string[]): Promise<boolean> {
  const { wordrise, notFound, report, signal } = filling;
  let unsaved: SavableWord[] = [];
  let index = 0;
  try {
    for await (const result of wordrise.dictionary.lookUpAll(fresh, { signal })) {
      const word = fresh[index++] ?? result.word;
      if (result.success) {
        unsaved.push(...savable(report, result));
        if (unsaved.length >= savedTogether) await save(filling, unsaved.splice(0));
      } else if (endOfLookups.includes(result.code)) {
        report.stopAt(result.error);
        return false;
      } else {
        const isUnknown = result.code === 'dictionary.not_found';
        if (isUnknown) notFound?.add(word);
        const outcome = isUnknown ? 'notFound' : 'failed';
        report.add({ word, outcome, message: result.error });
      }
    }
    return !signal.aborted;
  } finally {
    // Always: each lookup has cost a query.
    await save(filling, unsaved);
    unsaved = [];
  }
}

/** A dictionary entry that has all that a word needs. */
function savable(report: FillReport, result: LookupResult): SavableWord[] {
  const word = wordToSave.safeParse(result);
  if (word.success) return [word.data];
  const message = `The dictionary's entry cannot be used: ${word.error.issues[0]?.message}`;
  report.add({ word: result.word, outcome: 'failed', message });
  return [];
}

async function save({ wordrise, report }: Filling, found: SavableWord[]): Promise<void> {
  if (found.length === 0) return;
  const fresh: SavableWord[] = [];
  for (const word of found) {
    // Under another form than the requested one, such as "run" for "running".
    if (await wordrise.words.find(word.word)) report.add({ word: word.word, outcome: 'already' });
    else fresh.push(word);
  }
  if (fresh.length === 0) return;
  await wordrise.words.saveLookedUp({ wordData: fresh });
  for (const { word, partOfSpeech, definition, example1 } of fresh) {
    report.add({ word, outcome: 'saved', message: `${partOfSpeech}: ${definition}` });
    if (example1 === exampleNotAvailable) report.lacksExample(word);
  }
}
