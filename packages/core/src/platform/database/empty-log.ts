import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';

const retryMs = 20;
const patienceMs = 5000;

/**
 * Copies SQLite's write-ahead log into the database file and truncates it: until then, it holds earlier versions of
 * pages. Waits a few seconds for other connections that are reading or writing.
 */
export async function emptyLog(database: Database): Promise<void> {
  const until = performance.now() + patienceMs;
  while (isBusy(database) && performance.now() < until) await wait(retryMs);
}

function isBusy(database: Database): boolean {
  try {
    const [state] = database.pragma('wal_checkpoint(truncate)') as { busy: number }[];
    return state?.busy === 1;
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (!/^SQLITE_(BUSY|LOCKED)/.test(code)) throw error;
    return true;
  }
}
