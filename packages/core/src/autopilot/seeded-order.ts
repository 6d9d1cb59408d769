import { hash } from 'node:crypto';

/**
 * The items in an order that looks random and is the same for the same seed. The place of an item depends only on its
 * id, so adding or removing one does not shuffle the others.
 */
export function inSeededOrder<Item>(
  items: readonly Item[],
  seed: string,
  idOf: (item: Item) => number,
): Item[] {
  const start = hash('md5', seed, 'buffer').readInt32BE(0);
  const byPlace = new Map(items.map((item) => [spread(start ^ idOf(item)), item]));
  // Only the places are sorted, which is many times faster than sorting the items.
  return [...Uint32Array.from(byPlace.keys()).sort()].map((place) => byPlace.get(place) as Item);
}

/** The last step of MurmurHash3: close numbers come out far apart, and different ones differ. */
function spread(bits: number): number {
  let mixed = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
