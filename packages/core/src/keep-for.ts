/** A value that takes long to compute, kept for a while. */
export interface Kept<T> {
  get(): Promise<T>;
  /** Makes the next caller compute it again. */
  forget(): void;
}

/** @param keptMs The maximum age of a value. A failure is not kept. */
export function keepFor<T>(keptMs: number, now: () => Date, compute: () => Promise<T>): Kept<T> {
  let kept: { until: number; value: Promise<T> } | undefined;
  return {
    get() {
      const at = now().getTime();
      if (kept && at < kept.until) return kept.value;
      const mine = { until: at + keptMs, value: compute() };
      mine.value.catch(() => {
        if (kept === mine) kept = undefined;
      });
      kept = mine;
      return mine.value;
    },
    forget() {
      kept = undefined;
    },
  };
}
