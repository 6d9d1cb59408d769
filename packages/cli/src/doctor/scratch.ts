import { join } from 'node:path';
import { type Config, openWordrise, type Wordrise } from '@wordrise/core';
import { inTemporaryFolder } from '../command-line/temporary-folder.ts';

/** Opens the product on a temporary empty folder, to test settings without touching the data. */
export function onScratch<T>(config: Config, work: (wordrise: Wordrise) => Promise<T>): Promise<T> {
  return inTemporaryFolder(async (dataDir) => {
    const database = { kind: 'sqlite' as const, path: join(dataDir, 'wordrise.db') };
    const wordrise = await openWordrise({ ...config, dataDir, database });
    try {
      return await work(wordrise);
    } finally {
      await wordrise.close();
    }
  });
}
