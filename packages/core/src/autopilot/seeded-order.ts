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
  return items
    .map((item) => ({ item, id: idOf(item), place: placeOf(`${seed}:${idOf(item)}`) }))
    .toSorted((a, b) => a.place - b.place || a.id - b.id)
    .map(({ item }) => item);
}

function placeOf(text: string): number {
  return hash('md5', text, 'buffer').readUInt32BE(0);
}
