export interface PacerOptions {
  /** Between the starts of two calls; 0 for none. */
  intervalMs: number;
  sleep: (ms: number, signal?: AbortSignal) => Promise<unknown>;
  /** Milliseconds that only ever grow: a wall clock set back would delay every call. */
  clock?: () => number;
}

/** Lets calls start one after the other with a pause in between, in the order of their requests. */
export function createPacer({ intervalMs, sleep, clock = () => performance.now() }: PacerOptions) {
  let free = 0;
  return async function turn(signal?: AbortSignal): Promise<void> {
    const now = clock();
    const start = Math.max(now, free);
    free = start + intervalMs;
    if (start > now) await sleep(start - now, signal);
  };
}
