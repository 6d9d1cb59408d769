const known: Record<string, Promise<unknown> | undefined> = {};

/** What was loaded from an address, once per page; after a failure the next call loads again. */
export function remember<Value>(address: string, load: (address: string) => Promise<Value>): Promise<Value> {
  known[address] ??= load(address).catch((error) => {
    delete known[address];
    throw error;
  });
  return known[address] as Promise<Value>;
}
