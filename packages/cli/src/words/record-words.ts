import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { Wordrise } from '@wordrise/core';
import type { RecordingView, WordView } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { UsageError } from '../command-line/exit.ts';
import { requireWord } from './words.ts';

interface RecordOptions {
  word?: string;
  remove?: boolean;
}

/** Adds recordings from files named after their words, or removes those of words. */
export async function recordWords(cli: Cli, given: string[], { word, remove }: RecordOptions): Promise<void> {
  if (given.length === 0) {
    throw new UsageError('Name the files.', 'Such as: wordrise words record petrichor.mp3');
  }
  if (remove) return removeRecordings(cli, given);
  if (word !== undefined && given.length > 1) {
    throw new UsageError('--word is for a single file.', 'Without it, each file is named after its word.');
  }
  const wordrise = await cli.open();
  // Before anything is stored: a misspelled name should not leave half of them.
  const found: { file: string; word: WordView }[] = [];
  for (const file of given) {
    const name = basename(file, extname(file)).normalize('NFC');
    found.push({
      file,
      word: word === undefined ? await wordOf(wordrise, name) : await requireWord(wordrise, word),
    });
  }
  const recorded: (RecordingView & { word: string; file: string })[] = [];
  for (const { file, word } of found) {
    const content = await readFile(file).catch((cause) => {
      throw new UsageError(`The file ${file} could not be read.`, (cause as Error).message);
    });
    const recording = await wordrise.words.addRecording(word.id, content, { dryRun: cli.dryRun });
    recorded.push({ word: word.word, file, ...recording });
  }
  cli.out.confirm({ dryRun: cli.dryRun, recorded }, () =>
    recorded
      .map(({ word, seconds }) => {
        const length = `${seconds.toLocaleString('en-US', { maximumFractionDigits: 1 })} s`;
        return cli.dryRun
          ? `“${word}” would have a recording (${length}).`
          : `“${word}” has a recording (${length}).`;
      })
      .join('\n'),
  );
}

/** A word by the name of its file: its spelling, or with hyphens for what file names lack. */
async function wordOf(wordrise: Wordrise, name: string): Promise<WordView> {
  return (
    (await wordrise.words.find(name)) ??
    (await wordrise.words.find(name.replaceAll(/[-_]/g, ' '))) ??
    (await requireWord(wordrise, name))
  );
}

async function removeRecordings(cli: Cli, given: string[]): Promise<void> {
  const wordrise = await cli.open();
  const removed: string[] = [];
  for (const typed of given) {
    const { id, word, recording } = await requireWord(wordrise, typed);
    if (recording) removed.push(word);
    if (!cli.dryRun) await wordrise.words.removeRecording(id);
  }
  cli.out.confirm({ dryRun: cli.dryRun, removed }, () => {
    if (removed.length === 0) return 'None of these words has a recording.';
    const list = removed.map((word) => `“${word}”`).join(', ');
    return cli.dryRun ? `The recording of ${list} would be removed.` : `The recording of ${list} is removed.`;
  });
}
