import { vi } from 'vitest';

/** Repeats a check until it passes, and fails only after two minutes, when something must be hanging. */
export function eventually<T>(check: () => T): Promise<Awaited<T>> {
  return vi.waitFor(check, { timeout: 120_000, interval: 20 }) as Promise<Awaited<T>>;
}
