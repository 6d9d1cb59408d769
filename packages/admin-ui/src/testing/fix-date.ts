import { afterEach, beforeEach, vi } from 'vitest';

/** Fixes the date for the tests of a file. The page's timers keep running. */
export function fixDate(now: string) {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}
