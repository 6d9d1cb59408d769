import { type DeliverDeps, deliverDueSends, nextDue } from './deliver-sends.ts';

interface Releases {
  /** Releases and delivers what is due, one run at a time. */
  releaseDue(): Promise<number>;
  /** Sets the timer for what is due next. */
  arm(): void;
  /** Stops after the emails in progress. */
  stop(): Promise<void>;
}

interface ReleasesDeps extends Omit<DeliverDeps, 'isStopped'> {
  onError: (error: unknown) => void;
}

/** How often a process checks for sends that others have scheduled. */
const pollMs = 1000;

/** Automatically releases sends when they are due. */
export function createReleases({ onError, ...given }: ReleasesDeps): Releases {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const deps = { ...given, isStopped: () => isStopped };
  const { database, now } = deps;

  function releaseDue(): Promise<number> {
    const next = last.then(() => deliverDueSends(deps));
    last = next.catch(() => {});
    return next;
  }

  function arm(): void {
    clearTimeout(timer);
    if (isStopped) return;
    const wait = (nextDue(database) ?? Number.POSITIVE_INFINITY) - now().getTime();
    timer = setTimeout(tick, Math.max(0, Math.min(pollMs, wait))).unref();
  }

  async function tick(): Promise<void> {
    try {
      const due = nextDue(database);
      if (due !== undefined && due <= now().getTime()) await releaseDue();
      arm();
    } catch (error) {
      if (isStopped) return;
      onError(error);
      timer = setTimeout(tick, pollMs).unref();
    }
  }

  async function stop(): Promise<void> {
    isStopped = true;
    clearTimeout(timer);
    await last;
  }

  return { releaseDue, arm, stop };
}
