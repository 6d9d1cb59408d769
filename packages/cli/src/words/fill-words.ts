import { createWriteStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import type { Wordrise } from '@wordrise/core';
import {
  type BulkSaveInput,
  exampleNotAvailable,
  type LookupResult,
  withSense,
  wordToSave,
} from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { refuseOwnFile } from '../command-line/files.ts';
import { untilStopped } from '../command-line/input.ts';
import { stopSignal } from '../command-line/interruption.ts';
import { createProgressBar } from '../command-line/progress.ts';
import { cutToWidth, oneLine } from '../command-line/text.ts';
import {
  endOfLookups,
  inBatches,
  type RequestedWords,
  readRequestedWords,
  senseNumber,
} from './look-up-words.ts';

interface FillOptions {
  file?: string;
  sense?: string;
  notFound?: string;
}

type SavableWord = BulkSaveInput['wordData'][number];
type NotFoundFile = Awaited<ReturnType<typeof openNotFoundFile>>;

/** Words per batch; several are looked up at the same time. */
const batchSize = 50;
/** Words per save: the most lookups that a power cut can cost. */
const savedTogether = 10;

/** Looks words up and saves them. After any interruption the same command continues where it stopped. */
export async function fillWords(cli: Cli, typed: string[], options: FillOptions): Promise<void> {
  const sense = senseNumber(options.sense, typed);
  if (options.notFound !== undefined) await refuseOwnFile(cli, options.notFound);
  const requested = await readRequestedWords(typed, options.file);
  const signal = stopSignal();
  const wordrise = await cli.open();
  const notFound =
    options.notFound === undefined || cli.dryRun ? undefined : await openNotFoundFile(options.notFound);
  const bar = createProgressBar(cli.out, 'words');
  const report = createFillReport(cli, bar, { showsExisting: options.file === undefined });
  try {
    await fillAll({ wordrise, notFound, report, bar, requested, sense, signal, dryRun: cli.dryRun });
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
  /** From 1, the best. */
  sense: number;
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
  const { wordrise, notFound, report, sense, signal } = filling;
  let unsaved: SavableWord[] = [];
  let index = 0;
  try {
    for await (const found of wordrise.dictionary.lookUpAll(fresh, { signal })) {
      const result = withSense(found, sense);
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

type FillOutcome = 'saved' | 'already' | 'notFound' | 'failed';

interface FillResult {
  word: string;
  outcome: FillOutcome;
  message?: string;
}

export type FillReport = ReturnType<typeof createFillReport>;

/** Reports each word as soon as its result is known, and at the end a summary. */
export function createFillReport(
  cli: Cli,
  bar: { clear(): void },
  /** Whether words that are already in the library get a line each. */
  { showsExisting }: { showsExisting: boolean },
) {
  const { out, dryRun } = cli;
  const counts: Record<FillOutcome, number> = { saved: 0, already: 0, notFound: 0, failed: 0 };
  let stoppedBy: string | undefined;
  let withoutExample = 0;
  let exampleOf = '';

  function show({ word, outcome, message = '' }: FillResult): string | undefined {
    const { paint, width = Number.POSITIVE_INFINITY } = out;
    const name = oneLine(word);
    switch (outcome) {
      case 'saved':
        if (out.quiet) return undefined;
        if (dryRun) return `${paint.green('+')} ${name}`;
        return `${paint.green('✓')} ${paint.bold(name)}  ${paint.dim(cutToWidth(oneLine(message), width - name.length - 5))}`;
      case 'already':
        return out.quiet || !showsExisting ? undefined : paint.dim(`· ${name} is already in the library`);
      default:
        return `${paint.red('✗')} ${message.includes(name) ? oneLine(message) : `${name}: ${oneLine(message)}`}`;
    }
  }

  return {
    count: () => counts.saved + counts.already + counts.notFound + counts.failed,
    add(result: FillResult): void {
      counts[result.outcome] += 1;
      bar.clear();
      out.line({ type: 'result', ...result }, () => show(result));
    },
    /** The dictionary had no example, so the word's email has none until one is written. */
    lacksExample(word: string): void {
      withoutExample += 1;
      exampleOf = word;
    },
    /** Nothing more can be looked up now. */
    stopAt(reason: string): void {
      stoppedBy = reason;
    },
    end({ interrupted }: { interrupted: boolean }): void {
      const report = { type: 'report', dryRun, interrupted, stoppedBy: stoppedBy ?? null, ...counts };
      out.line(report, () => (out.quiet ? undefined : summary(counts, dryRun)));
      if (withoutExample > 0) {
        const which = withoutExample === 1 ? '1 word has' : `${withoutExample} words have`;
        out.note(`${which} no example sentence. To write one: wordrise words edit ${exampleOf}`);
      }
      if (counts.notFound + counts.failed > 0 || stoppedBy) cli.fail();
      if (stoppedBy) out.warn(`${stoppedBy} Run the same command again for the rest.`);
      if (!interrupted) return;
      out.warn('Stopped. Run the same command again for the rest.');
      cli.interrupted();
    },
  };
}

function summary({ saved, already, notFound, failed }: Record<FillOutcome, number>, dryRun: boolean): string {
  const parts = [`${saved} ${dryRun ? 'would be looked up' : 'saved'}`];
  if (already > 0) parts.push(`${already} already in the library`);
  if (notFound > 0) parts.push(`${notFound} not found`);
  if (failed > 0) parts.push(`${failed} failed`);
  return `${parts.join(', ')}.`;
}

/** Words that the dictionary does not have, recorded so that the next run does not look them up again. */
export async function openNotFoundFile(file: string) {
  const text = existsSync(file) ? await readFile(file, 'utf8') : '';
  const known = new Set(text.split(/\r?\n/).map(key));
  const stream = createWriteStream(file, { flags: 'a' });
  if (text !== '' && !text.endsWith('\n')) stream.write('\n');

  return {
    has: (word: string) => known.has(key(word)),
    add(word: string): void {
      if (known.has(key(word))) return;
      known.add(key(word));
      stream.write(`${word}\n`);
    },
    async close(): Promise<void> {
      stream.end();
      await finished(stream);
    },
  };
}

function key(word: string): string {
  return word.trim().toLowerCase();
}
