import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { makePrivateFile } from '../files.ts';

/** Holds a lock on a separate file while `work` runs; the lock ends with the process. */
export async function holdingFile<T>(path: string, work: () => Promise<T>): Promise<T> {
  makePrivateFile(path);
  const lock = new Database(path, { timeout: 0 });
  try {
    // Polled, because the driver's own waiting would block this process.
    while (!isLocked(lock)) await wait(50);
    return await work();
  } finally {
    lock.close();
  }
}

function isLocked(lock: Database.Database): boolean {
  try {
    lock.exec('begin exclusive');
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
    return false;
  }
}
