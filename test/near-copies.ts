import { editDistance } from '../packages/core/src/platform/edit-distance.ts';
import { lemmaOf } from '../packages/core/src/words/check/check-words.ts';
import { contentWords, likeness } from '../packages/core/src/words/check/word-sets.ts';
import { withoutAccents } from '../packages/core/src/words/dictionary/normalize-word.ts';
import { readMeanings } from '../packages/core/src/words/dictionary/wordnet/meanings.ts';
import { openWordNetFiles } from '../packages/core/src/words/dictionary/wordnet/wordnet-files.ts';

export interface GlossedWord {
  word: string;
  definition: string;
  gloss: string;
}

/** Every gloss of some words in the offline dictionary, of all their parts of speech. */
export async function readGlosses(
  words: readonly { word: string; definition: string }[],
): Promise<GlossedWord[]> {
  const files = openWordNetFiles();
  const glosses = [];
  for (const { word, definition } of words) {
    for (const { gloss } of await readMeanings(files, lemmaOf(withoutAccents(word)))) {
      glosses.push({ word, definition, gloss: gloss.definition });
    }
  }
  return glosses;
}

/** Whether a definition is its gloss with a few words changed. */
export function isNearCopy({ definition, gloss }: GlossedWord): boolean {
  return distance(definition, gloss) < 0.5 || likeness(contentWords(definition), contentWords(gloss)) > 0.5;
}

/** Letters to change, as a fraction of the longer text: 0 for the same text, 1 for nothing in common. */
export function distance(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => text.toLowerCase().replaceAll(/[^a-z ]/gu, '')) as [
    string,
    string,
  ];
  return editDistance(a, b) / Math.max(a.length, b.length);
}
