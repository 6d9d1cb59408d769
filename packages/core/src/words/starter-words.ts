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
 * no admin: a library that its admin has emptied stays empty.
 *
 * @returns how many were added
 */
export async function addStarterWords(deps: StarterWordsDeps): Promise<number> {
  if ((await deps.database.em().count(Word)) > 0 || !(await deps.needsSetup())) return 0;
  const { importWords } = await import('./import/import-words.ts');
  const report: ImportReport = await importWords(deps, createReadStream(starterFile()), {
    onConflict: 'skip',
    source: 'starter',
  });
  return report.added;
}

/** Next to the code in the published package, in the examples folder in the repository. */
function starterFile(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    for (const file of [join(folder, 'starter.csv'), join(folder, 'examples/words/starter.csv')]) {
      if (existsSync(file)) return file;
    }
    if (folder === dirname(folder)) throw new Error('The starter words are missing from this installation.');
  }
}
