import { hash } from 'node:crypto';

/** What puts items in an order that looks random. */
export interface SeededOrder<Item> {
  /** The same one gives the same order. */
  seed: string;
  idOf: (item: Item) => number;
}

/**
 * The items in an order that looks random. Each has its place by its id alone, so that an item more or less does not
 * shuffle the others.
 */
export function inSeededOrder<Item>(items: readonly Item[], { seed, idOf }: SeededOrder<Item>): Item[] {
  const placeOf = placesOf(seed);
  const byPlace = new Map(items.map((item) => [placeOf(idOf(item)), item]));
  // Places alone are sorted, many times as fast as what they belong to.
  return [...Uint32Array.from(byPlace.keys()).sort()].map((place) => byPlace.get(place) as Item);
}

/** As many are found one by one before the others are sorted. */
const foundSingly = 12;

/**
 * The same order one by one, with items that come `first` before all others. A caller that needs only a few of many
 * items does not wait until all are sorted.
 */
export function* oneByOne<Item>(
  items: readonly Item[],
  { seed, idOf, isFirst }: SeededOrder<Item> & { isFirst: (item: Item) => boolean },
): Generator<Item> {
  const placeOf = placesOf(seed);
  const keys = Float64Array.from(items, (item) => placeOf(idOf(item)) + (isFirst(item) ? 0 : 2 ** 32));
  let last = -1;
  for (let found = 0; found < foundSingly; found += 1) {
    const at = nextAfter(last, keys);
    if (at === undefined) return;
    last = keys[at] as number;
    yield items[at] as Item;
  }
  const byKey = new Map(items.map((item, at) => [keys[at] as number, item]));
  for (const key of keys.filter((each) => each > last).sort()) yield byKey.get(key) as Item;
}

/** Where the least key above another one is. */
function nextAfter(last: number, keys: Float64Array): number | undefined {
  let least = Number.POSITIVE_INFINITY;
  let found: number | undefined;
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] as number;
    if (key > last && key < least) {
      least = key;
      found = at;
    }
  }
  return found;
}

/** Whole numbers below 2 ** 32; different ids have different ones. */
function placesOf(seed: string): (id: number) => number {
  const start = hash('md5', seed, 'buffer').readInt32BE(0);
  return (id) => spread(start ^ id);
}

/** The last step of MurmurHash3: close numbers come out far apart, and different ones differ. */
function spread(bits: number): number {
  let mixed = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
