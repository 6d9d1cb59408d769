import { expect, test } from 'vitest';
import { cacheByKey, cacheFor } from './cache.ts';

/** Computations that end when the test says so. */
function controlled() {
  const ends: { resolve: (value: string) => void; reject: (error: Error) => void }[] = [];
  const compute = () => new Promise<string>((resolve, reject) => void ends.push({ resolve, reject }));
  return { ends, compute };
}

test('fifty callers at once share one computation, even one that takes longer than its value is kept', async () => {
  const clock = { ms: 0 };
  const get = cacheByKey<string>({ keptMs: 10, now: () => clock.ms });
  const { ends, compute } = controlled();
  const answers = Array.from({ length: 50 }, () => {
    clock.ms += 1;
    return get('/archive', compute);
  });
  expect(ends.length).toBe(1);
  ends[0]?.resolve('page');
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['page']));
});

test('a failure reaches everybody who waits for it, and nobody after them', async () => {
  const get = cacheByKey<string>({ keptMs: 10_000, now: () => 0 });
  const { ends, compute } = controlled();
  const waiting = [get('/archive', compute), get('/archive', compute)];
  ends[0]?.reject(new Error('no database'));
  for (const outcome of await Promise.allSettled(waiting)) expect(outcome.status).toBe('rejected');
  const next = get('/archive', compute);
  ends[1]?.resolve('page');
  expect(await next).toBe('page');
});

test('a computation that never ends is not shared forever', async () => {
  const clock = { ms: 0 };
  const get = cacheByKey<string>({ keptMs: 10, now: () => clock.ms });
  const { ends, compute } = controlled();
  void get('/archive', compute);
  clock.ms = 60_000;
  const next = get('/archive', compute);
  ends[1]?.resolve('page');
  expect(await next).toBe('page');
});

test('a value that changes while it is computed is not kept', async () => {
  const kept = cacheFor(10_000, () => new Date(0), controlledNumbers());
  const before = kept.get();
  kept.forget();
  expect([await before, await kept.get(), await kept.get()]).toEqual([1, 2, 2]);
});

function controlledNumbers() {
  let count = 0;
  return async () => ++count;
}
