/** Collects the results of promises, for a caller that writes several results together. */
export interface Gathering<T> {
  /** The number of added promises whose result has not been taken. */
  readonly open: number;
  add(promise: Promise<T>): void;
  /** The results so far. */
  take(): T[];
  /**
   * Resolves when this many results are available, when all are, or soon after the first. Throws if a promise rejects.
   */
  some(count: number): Promise<void>;
}

/** Long enough to write several results together, too short to notice. */
const waitMs = 50;

export function gather<T>(): Gathering<T> {
  let results: T[] = [];
  let pending = 0;
  let failure: { error: unknown } | undefined;
  let notify: (() => void) | undefined;
  const settled = () => {
    pending -= 1;
    notify?.();
  };
  return {
    get open() {
      return pending + results.length;
    },
    add(promise) {
      pending += 1;
      promise
        .then((result) => void results.push(result))
        .catch((error) => {
          failure ??= { error };
        })
        .finally(settled);
    },
    take() {
      const taken = results;
      results = [];
      return taken;
    },
    async some(count) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        notify = () => {
          if (failure || results.length >= count || pending === 0) resolve();
          else if (results.length > 0) timer ??= setTimeout(resolve, waitMs);
        };
        notify();
      });
      clearTimeout(timer);
      notify = undefined;
      if (failure) throw failure.error;
    },
  };
}
