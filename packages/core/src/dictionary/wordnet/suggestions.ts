import { chooseMeaning, readMeanings } from './meanings.ts';
import type { WordNetFiles } from './wordnet-files.ts';

/** Words that are spelled much like this one, the most frequent first; no offensive ones. */
export async function suggestLemmas(files: WordNetFiles, lemma: string): Promise<string[]> {
  const allowed = lemma.length < 5 ? 1 : 2;
  const found = new Map<string, { distance: number; count: number }>();
  for (const start of startsLike(lemma)) {
    for (const [candidate, count] of await files.lemmasStartingWith(start)) {
      if (Math.abs(candidate.length - lemma.length) > allowed) continue;
      const distance = editDistance(lemma, candidate);
      if (distance <= allowed) found.set(candidate, { distance, count });
    }
  }
  const closest = Math.min(...[...found.values()].map(({ distance }) => distance));
  const best = [...found]
    .filter(([, { distance }]) => distance === closest)
    .toSorted(([, one], [, other]) => other.count - one.count)
    .slice(0, 3);
  const written = await Promise.all(
    best.map(async ([candidate]) => chooseMeaning(await readMeanings(files, candidate), candidate)?.word),
  );
  return written.filter((word) => word !== undefined).map((word) => word.replaceAll('_', ' '));
}

/** The first letters, right or with two neighbours swapped: few people get them wrong otherwise. */
function startsLike(lemma: string): Set<string> {
  const [first = '', second = '', third = '', fourth = ''] = lemma;
  return new Set([
    first + second + third,
    second + first + third,
    first + third + second,
    first + second + fourth,
  ]);
}

/** Letters to be put in, taken out, replaced or swapped with their neighbour. */
function editDistance(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1];
      let best = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (same ? 0 : 1));
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]) {
        best = Math.min(best, beforeLast[column - 2]! + 1);
      }
      current.push(best);
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length]!;
}
