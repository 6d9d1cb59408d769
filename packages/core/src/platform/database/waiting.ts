import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';

/** How long one piece of work has waited for the database since the database last answered it. */
interface Waiting {
  mostMs: number;
  usedMs: number;
}

const current = new AsyncLocalStorage<Waiting>();

/**
 * Limits how long `work` waits for a database that is locked, hangs or is out of connections: after `mostMs`, it and
 * everything that it still asks of the database fails. Without this, a wait may be much longer, as it should for
 * imports and passes.
 */
export function limitWaiting<T>(mostMs: number, work: () => T): T {
  return current.run({ mostMs, usedMs: 0 }, work);
}

/** Runs work that others wait for too: it has the limit of the work that started it, from its beginning. */
export function renewWaiting<T>(work: () => T): T {
  const waiting = current.getStore();
  return waiting ? limitWaiting(waiting.mostMs, work) : work();
}

/** How much longer the current work may wait; `undefined` without a limit. */
export function waitingLeft(): number | undefined {
  const waiting = current.getStore();
  return waiting && Math.max(0, waiting.mostMs - waiting.usedMs);
}

/** @param hasProgress Whether the database has answered, so that the next wait starts at zero. */
export function noteWaited(ms: number, hasProgress: boolean): void {
  const waiting = current.getStore();
  if (waiting) waiting.usedMs = hasProgress ? 0 : waiting.usedMs + ms;
}

/**
 * Waits for something that is lent to one at a time, such as a connection, as long as the current work may wait.
 *
 * @param giveBack Called with what comes too late.
 */
export async function waitLimited<T>(pending: Promise<T>, giveBack: (late: T) => unknown): Promise<T> {
  const left = waitingLeft();
  if (left === undefined) return pending;
  const startedAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    const error = new Error('No connection to the database became free.');
    timer = setTimeout(() => reject(Object.assign(error, { code: 'ETIMEDOUT' })), left);
  });
  try {
    return await Promise.race([pending, tooLong]);
  } catch (error) {
    pending.then(giveBack).catch(() => {});
    throw error;
  } finally {
    clearTimeout(timer);
    noteWaited(performance.now() - startedAt, false);
  }
}

/**
 * How often a waiting statement is tried. A transaction takes a few milliseconds: a process that looks only every ten finds
 * that another was faster, and two processes write no more than one.
 */
const retry = { firstMs: 1, factor: 1.1, mostMs: 10 };

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
  let startedAt: number | undefined;
  let until = 0;
  for (let pauseMs = retry.firstMs; ; pauseMs = Math.min(retry.mostMs, pauseMs * retry.factor)) {
    try {
      const result = await work();
      noteWaited(startedAt === undefined ? 0 : performance.now() - startedAt, startedAt === undefined);
      return result;
    } catch (error) {
      // Only work that has to wait needs the clock, which takes a short command a few milliseconds to load.
      if (startedAt === undefined) {
        startedAt = performance.now();
        until = startedAt + Math.min(mostMs, waitingLeft() ?? mostMs);
      }
      if ((error as { code?: string }).code !== 'SQLITE_BUSY' || performance.now() >= until) {
        noteWaited(performance.now() - startedAt, false);
        throw error;
      }
      await wait(pauseMs);
    }
  }
}
