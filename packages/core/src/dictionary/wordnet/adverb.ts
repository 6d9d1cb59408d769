import { chooseMeaning, explains, type Meaning, readMeanings } from './meanings.ts';
import type { WordNetFiles } from './wordnet-files.ts';

/** How adjectives become adverbs: `rueful-ly`, `gent-le`, `happ-y`, `true`, `frantic-ally`. */
const adjectiveEndings: [adverb: RegExp, adjective: string][] = [
  [/ily$/u, 'y'],
  [/ically$/u, 'ic'],
  [/ly$/u, ''],
  [/(?<=[^aeiou])ly$/u, 'le'],
  [/(?<=l)ly$/u, 'l'],
  [/ly$/u, 'e'],
  [/ally$/u, ''],
];

/**
 * What an adverb in -ly means, from its adjective: WordNet's own gloss is mostly "in a … manner".
 *
 * @returns `undefined` for other words, and if no adjective explains it
 */
export async function meaningFromAdjective(
  files: WordNetFiles,
  { word, partOfSpeech }: Meaning,
): Promise<string | undefined> {
  if (partOfSpeech !== 'adverb' || !/ly$/u.test(word)) return undefined;
  for (const [adverb, adjective] of adjectiveEndings) {
    const lemma = word.toLowerCase().replace(adverb, adjective);
    if (lemma === word.toLowerCase()) continue;
    const meanings = (await readMeanings(files, lemma)).filter(
      (meaning) => meaning.partOfSpeech === 'adjective',
    );
    const main = chooseMeaning(meanings, lemma);
    if (main && explains(main.gloss.definition, word.toLowerCase())) return inManner(main.gloss.definition);
  }
  return undefined;
}

/** Turns the definition of an adjective into that of its adverb. */
function inManner(definition: string): string {
  const [, related] = /^(?:of or )?(?:relating|pertaining) to (.*)$/u.exec(definition) ?? [];
  if (related !== undefined) return `in a manner relating to ${related}`;
  return /^\w+(?:ing|ed)\b|^full of\b/u.test(definition)
    ? `in a manner ${definition}`
    : `in a way that is ${definition}`;
}
