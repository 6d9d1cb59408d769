export interface BatchOptions<Item, Result> {
  /** One result for each item, in their order. */
  write(items: Item[]): Promise<Result[]>;
  /** The most items in one batch. */
  most: number;
  /** Whether only some items caused an error; then each is written separately. */
  isAboutItems(error: unknown): boolean;
}

/**
 * Writes items that arrive together as one batch. While one is being written, the next collects; an item
 * that arrives alone waits for nothing.
 */
export function inBatches<Item, Result>(
  options: BatchOptions<Item, Result>,
): (item: Item) => Promise<Result> {
  const { write, most, isAboutItems } = options;
  type Waiting = { item: Item; resolve(result: Result): void; reject(error: unknown): void };
  const waiting: Waiting[] = [];
  let isWriting = false;

  async function settle(batch: Waiting[]): Promise<void> {
    try {
      const results = await write(batch.map(({ item }) => item));
      for (const [at, { resolve }] of batch.entries()) resolve(results[at] as Result);
    } catch (error) {
      if (batch.length > 1 && isAboutItems(error)) for (const each of batch) await settle([each]);
      else for (const { reject } of batch) reject(error);
    }
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) await settle(waiting.splice(0, most));
    isWriting = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (isWriting) return;
      isWriting = true;
      // Runs after all ready sockets have been read.
      setImmediate(writeAll);
    });
}
