import { join } from 'node:path';
import type { Config } from '../platform/settings/config.ts';

/** The file that records a restore in progress. Every start looks for it, so this loads no code of restores. */
export function restoreJournal({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'restore.json');
}
