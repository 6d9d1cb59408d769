import { editDistance } from '../../text/edit-distance.ts';
import { chooseMeaning, readMeanings } from './meanings.ts';
import type { WordNetFiles } from './wordnet-files.ts';

/** Words with a similar spelling, most frequent first, without offensive ones. */
export async function suggestLemmas(files: WordNetFiles, lemma: string): Promise<string[]> {
  const allowed = lemma.length < 5 ? 1 : 2;
  const found = new Map<string, { distance: number; count: number }>();
  for (const start of startsLike(lemma)) {
    for (const [candidate, count] of files.lemmasStartingWith(start)) {
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

/** The first letters, correct or with two neighbors swapped: other mistakes are rare there. */
function startsLike(lemma: string): Set<string> {
  const [first = '', second = '', third = '', fourth = ''] = lemma;
  return new Set([
    first + second + third,
    second + first + third,
    first + third + second,
    first + second + fourth,
  ]);
}
