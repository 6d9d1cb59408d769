import { searchable } from '../word.ts';

/** Words that say nothing about a meaning. */
const functionWords = new Set(
  `a an and any as at be been being but by can for from had has have in into is it its more most much not of off on one
  or other out over someone somebody so something such than that the their them then there they this those to too up
  very was were when where which who whom whose will with without you your`.split(/\s+/u),
);

/** The words of a text in lower case, without punctuation. */
export function wordsOf(text: string): string[] {
  return searchable(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The words that carry the meaning of a text, each once. */
export function contentWords(text: string): Set<string> {
  return new Set(wordsOf(text).filter((word) => !functionWords.has(word)));
}

/** How much two sets have in common: 0 for nothing, 1 for everything. */
export function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of one) if (other.has(word)) shared += 1;
  const all = one.size + other.size - shared;
  return all === 0 ? 0 : shared / all;
}
