import { createReadStream, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ImportReport } from '../contract/words.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { Word } from './word.ts';

export interface StarterWordsDeps {
  database: OpenDatabase;
  now: () => Date;
  /** Whether this installation has no admin yet. */
  needsSetup: () => Promise<boolean>;
}

/**
 * Fills the library of a new installation with the starter words. An installation is new as long as it has no word and
 * no admin: a library that its admin has emptied stays empty, unless the owner asks for the words.
 *
 * @returns how many were added
 */
export async function addStarterWords(
  deps: StarterWordsDeps,
  { isAskedFor = false }: { isAskedFor?: boolean } = {},
): Promise<number> {
  if ((await deps.database.em().count(Word)) > 0) return 0;
  if (!isAskedFor && !(await deps.needsSetup())) return 0;
  const { importWords } = await import('./import/import-words.ts');
  const report: ImportReport = await importWords(deps, createReadStream(packFile('starter.csv')), {
    onConflict: 'skip',
    source: 'starter',
  });
  return report.added;
}

/**
 * Adds the second pack to a library: 366 words, and the introductions of their themes. A library that has no word of the
 * first pack gets that one too; otherwise, words of it that its owner has removed stay away. Words and introductions that
 * are already there stay as they are, so it can be repeated.
 *
 * @param options.dryRun Gives the same report and writes nothing.
 */
export async function addPacks(
  deps: Pick<StarterWordsDeps, 'database' | 'now'>,
  { dryRun = false }: { dryRun?: boolean | undefined } = {},
): Promise<ImportReport> {
  const { importWords } = await import('./import/import-words.ts');
  const { importThemes } = await import('./themes/import-themes.ts');
  const add = (name: string) =>
    importWords(deps, createReadStream(packFile(name)), { onConflict: 'skip', source: 'starter', dryRun });
  const first = (await hasFirstPack(deps.database)) ? undefined : await add('starter.csv');
  const second = await add('second.csv');
  await importThemes(deps, createReadStream(packFile('themes.csv')), { onConflict: 'skip', dryRun });
  return first ? sumOf(first, second, dryRun) : second;
}

async function hasFirstPack(database: OpenDatabase): Promise<boolean> {
  const { readRows } = await import('../platform/import-files/read-rows.ts');
  const { wordColumns } = await import('./import/word-row.ts');
  const words: string[] = [];
  for await (const rows of readRows(createReadStream(packFile('starter.csv')), { fields: wordColumns })) {
    for (const { values } of rows) if (values.word) words.push(values.word);
  }
  return (await database.em().count(Word, { source: 'starter', word: { $in: words } })) > 0;
}

async function sumOf(one: ImportReport, other: ImportReport, dryRun: boolean): Promise<ImportReport> {
  const { importMessage } = await import('./import/import-words.ts');
  const sum = {
    added: one.added + other.added,
    updated: one.updated + other.updated,
    skipped: one.skipped + other.skipped,
    refused: one.refused + other.refused,
  };
  const message = importMessage(sum, { dryRun, stopped: false });
  return { ...other, ...sum, message, errors: [...one.errors, ...other.errors] };
}

/** Next to the code in the published package, in the examples folder in the repository. */
function packFile(name: string): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    for (const file of [join(folder, name), join(folder, 'examples/words', name)]) {
      if (existsSync(file)) return file;
    }
    if (folder === dirname(folder)) throw new Error('The starter words are missing from this installation.');
  }
}
