import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, openWordrise, type Wordrise } from '@wordrise/core';

/** Opens the product on a temporary empty folder, to try out settings without touching the data. */
export async function onScratch<T>(config: Config, work: (wordrise: Wordrise) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'wordrise-'));
  try {
    const database = { kind: 'sqlite' as const, path: join(dataDir, 'wordrise.db') };
    const wordrise = await openWordrise({ ...config, dataDir, database });
    try {
      return await work(wordrise);
    } finally {
      await wordrise.close();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
