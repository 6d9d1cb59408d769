const known: Record<string, Promise<unknown> | undefined> = {};

/** Loads an address once per page; the next call after a failure loads it again. */
export function remember<Value>(address: string, load: (address: string) => Promise<Value>): Promise<Value> {
  known[address] ??= load(address).catch((error) => {
    delete known[address];
    throw error;
  });
  return known[address] as Promise<Value>;
}
