import { hash } from 'node:crypto';

/**
 * The items in an order that looks random and is the same for the same seed: each has its place by its id
 * alone, so an item more or less does not shuffle the others.
 */
export function inSeededOrder<Item>(
  items: readonly Item[],
  seed: string,
  idOf: (item: Item) => number,
): Item[] {
  const start = hash('md5', seed, 'buffer').readInt32BE(0);
  const byPlace = new Map(items.map((item) => [spread(start ^ idOf(item)), item]));
  // Places alone are sorted, many times as fast as what they belong to.
  return [...Uint32Array.from(byPlace.keys()).sort()].map((place) => byPlace.get(place) as Item);
}

/** The last step of MurmurHash3: close numbers come out far apart, and different ones differ. */
function spread(bits: number): number {
  let mixed = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
