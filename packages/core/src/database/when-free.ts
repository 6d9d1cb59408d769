import { setTimeout as wait } from 'node:timers/promises';

const retryMs = 10;

/**
 * How long a statement waits for other processes to finish writing. Nothing makes sure that it is its turn: on a busy
 * machine, four writers have kept one waiting for longer than the five seconds that are usual with SQLite.
 */
const patienceMs = 20_000;

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
