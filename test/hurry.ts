import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { onTestFinished, vi } from 'vitest';

/**
 * For tests that wait until something gives up: until the test ends, pauses of this process take a hundredth of their
 * time, and its monotonic clock runs a hundred times as fast.
 */
export function hurry(): void {
  const now = performance.now.bind(performance);
  const startedAt = now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => startedAt + 100 * (now() - startedAt));
  const wait = timers.setTimeout;
  timers.setTimeout = (ms = 0, ...rest) => wait(ms / 100, ...rest);
  syncBuiltinESMExports();
  onTestFinished(() => {
    clock.mockRestore();
    timers.setTimeout = wait;
    syncBuiltinESMExports();
  });
}
