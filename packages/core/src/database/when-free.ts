import { setTimeout as wait } from 'node:timers/promises';

const retryMs = 10;

/** How long a statement waits for another process to finish writing. */
const patienceMs = 5000;

/**
 * Runs `work` once no other connection has SQLite's lock, or fails as SQLite does. SQLite's own waiting would block the
 * whole process; here, other work continues.
 */
export async function whenFree<T>(work: () => T | Promise<T>, mostMs = patienceMs): Promise<T> {
  const until = performance.now() + mostMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if ((error as { code?: string }).code !== 'SQLITE_BUSY' || performance.now() > until) throw error;
      await wait(retryMs);
    }
  }
}
