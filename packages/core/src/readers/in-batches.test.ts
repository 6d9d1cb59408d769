import { describe, expect, test } from 'vitest';
import { inBatches } from './sign-up.ts';

const bad = new Error('This item cannot be written.');

/** Writes numbers; a batch with a negative one fails. Each batch waits for `release`. */
function collect({ most = 100, isAboutItems = true } = {}) {
  const batches: number[][] = [];
  const gates: (() => void)[] = [];
  const put = inBatches<number, string>({
    most,
    isAboutItems: () => isAboutItems,
    async write(items) {
      batches.push(items);
      await new Promise<void>((resolve) => gates.push(resolve));
      if (items.some((item) => item < 0)) throw bad;
      return items.map((item) => `wrote ${item}`);
    },
  });
  /** Lets batches end until `done` is settled. */
  async function run<T>(done: Promise<T>): Promise<T> {
    let isOpen = true;
    const finish = () => {
      isOpen = false;
    };
    done.then(finish, finish);
    while (isOpen) {
      gates.shift()?.();
      await new Promise(setImmediate);
    }
    return done;
  }
  return { batches, put, run };
}

describe('items written in batches', () => {
  test('share a batch if they arrive together, each with its own result', async () => {
    const { batches, put, run } = collect();
    expect(await run(Promise.all([put(1), put(2), put(3)]))).toEqual(['wrote 1', 'wrote 2', 'wrote 3']);
    expect(batches).toEqual([[1, 2, 3]]);
  });

  test('wait for the batch that is being written, and then share the next', async () => {
    const { batches, put, run } = collect();
    const first = put(1);
    while (batches.length === 0) await new Promise(setImmediate);
    const next = [put(2), put(3)];
    await new Promise(setImmediate);
    expect(batches).toEqual([[1]]);
    await run(Promise.all([first, ...next]));
    expect(batches).toEqual([[1], [2, 3]]);
    expect(await run(put(4))).toBe('wrote 4');
  });

  test('are at most as many as a batch takes', async () => {
    const { batches, put, run } = collect({ most: 2 });
    await run(Promise.all([1, 2, 3, 4, 5].map(put)));
    expect(batches).toEqual([[1, 2], [3, 4], [5]]);
  });

  test('are each written separately if one of them causes the error, and only that one fails', async () => {
    const { batches, put, run } = collect();
    const results = await run(Promise.allSettled([put(1), put(-2), put(3)]));
    expect(batches).toEqual([[1, -2, 3], [1], [-2], [3]]);
    expect(results).toEqual([
      { status: 'fulfilled', value: 'wrote 1' },
      { status: 'rejected', reason: bad },
      { status: 'fulfilled', value: 'wrote 3' },
    ]);
  });

  test('fail together if none of them causes the error', async () => {
    const { batches, put, run } = collect({ isAboutItems: false });
    const results = await run(Promise.allSettled([put(1), put(-2)]));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(batches).toHaveLength(1);
    expect(await run(put(5))).toBe('wrote 5');
  });
});
