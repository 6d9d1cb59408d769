import { areRelated } from '../../text/related-words.ts';
import { withoutAccents } from '../normalize-word.ts';
import { type Gloss, readGloss } from './gloss.ts';
import { baseForms } from './morphology.ts';
import type { SenseEntry, Synset, WordNetFiles } from './wordnet-files.ts';

export interface Meaning extends SenseEntry {
  /** In WordNet's spelling, with capitals and underscores. */
  word: string;
  gloss: Gloss;
  /** Whether it names one person, place or thing. */
  isName: boolean;
  offense: Offense | undefined;
}

/** `gross`: a slur or an obscenity; `mild`: a disparaging word. */
type Offense = 'gross' | 'mild';

/** Offsets of the usage domains that such words point to: ethnic slur, obscenity; disparagement. */
const offensiveUsages: Record<Offense, readonly number[]> = { gross: [6731706, 7139048], mild: [6730109] };

/** Remarks in glosses; many of these words have only a remark. */
const offensiveRemarks: Record<Offense, RegExp> = {
  gross:
    /\([^()]*\b(?:ethnic slur|offensive(?! language))\b[^()]*\)|\b(?:offensive|obscene|insulting|vulgar)(?: and \w+)? (?:slang )?(?:terms?|names?|words?|slang|expression) (?:for|of address)\b/u,
  mild: /\((?:\w+ )?(?:derogatory|disparaging)\b[^()]*\)|\b(?:derogatory|disparaging) (?:terms?|names?|words?) (?:for|of)\b/u,
};

/** All meanings of a lemma, most frequent first within a part of speech; none for an unknown lemma. */
export async function readMeanings(files: WordNetFiles, lemma: string): Promise<Meaning[]> {
  const senses = files.senses(lemma).toSorted((one, other) => one.number - other.number);
  return senses.map((sense) => readMeaning(sense, files.synset(sense), lemma));
}

function readMeaning(sense: SenseEntry, synset: Synset, lemma: string): Meaning {
  const place = synset.words.findIndex((word) => word.toLowerCase() === lemma);
  const word = synset.words[place] ?? lemma;
  const meaning = { ...sense, word, gloss: readGloss(synset.gloss), isName: synset.isInstance };
  return { ...meaning, offense: offenseOf(synset, place + 1) };
}

function offenseOf(synset: Synset, place: number): Offense | undefined {
  const remarks = synset.gloss.replaceAll(/"[^"]*"/gu, '');
  const usages = synset.usages.filter(({ word }) => word === 0 || word === place);
  return (['gross', 'mild'] as const).find(
    (offense) =>
      offensiveRemarks[offense].test(remarks) ||
      usages.some(({ offset }) => offensiveUsages[offense].includes(offset)),
  );
}

/**
 * Chooses the meaning to show. It is spelled as given if a capital makes a difference (China and china). From the most
 * frequent part of speech, it is the most frequent meaning that does not merely repeat the word.
 *
 * @returns `undefined` for a word that is better left out: an offensive meaning is the most frequent, as frequent as
 * the others, or the only one
 */
export function chooseMeaning(meanings: readonly Meaning[], asked: string): Meaning | undefined {
  const same = meanings.filter(({ word }) => word.replaceAll('_', ' ') === asked);
  const alike = meanings.filter(({ word }) => isCapitalizedLike(word, asked));
  const candidates = [same, alike, meanings].find(({ length }) => length > 0) ?? [];
  const ranked = candidates.toSorted(
    (one, other) =>
      other.count - one.count ||
      countOf(candidates, other) - countOf(candidates, one) ||
      one.number - other.number,
  );
  const gross = ranked.filter(({ offense }) => offense === 'gross');
  const isRare = ranked[0]?.count === 0;
  if (ranked[0]?.offense === 'gross' || (isRare && gross.length * 2 >= ranked.length)) return undefined;
  const fit = ranked.filter(({ offense }) => offense === undefined);
  return fit.find(defines) ?? fit[0];
}

/** Whether a meaning explains its word instead of repeating it or another word with the same base. */
export function defines({ word, gloss }: Meaning): boolean {
  return explains(gloss.definition, word.toLowerCase());
}

/** Whether a definition says more than the lemma itself. */
export function explains(definition: string, lemma: string): boolean {
  if (containsLemma(definition, lemma)) return false;
  // Half of a compound in its definition is not circular: ice cream is made of cream.
  if (/[_ -]/u.test(lemma)) return true;
  const words = definition.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return !words.some((word) => areRelated(lemma, word));
}

/** Meanings of the same part of speech. */
function countOf(meanings: readonly Meaning[], { partOfSpeech }: Meaning): number {
  return meanings.filter((meaning) => meaning.partOfSpeech === partOfSpeech).length;
}

/** Whether both start with a capital or neither does. A word all in capitals counts as lower case. */
export function isCapitalizedLike(word: string, asked: string): boolean {
  return hasCapital(word) === (hasCapital(asked) && asked !== asked.toUpperCase());
}

function hasCapital(word: string): boolean {
  return /^\p{Lu}/u.test(word);
}

/** Whether a sentence contains a form of a lemma, given in lower case with underscores. Accents are ignored. */
export function containsLemma(text: string, lemma: string): boolean {
  return findLemma(text, lemma) !== undefined;
}

/** Where the first form of a lemma is in a text: the index of its first character, and the index after its last. */
export function findLemma(text: string, lemma: string): { start: number; end: number } | undefined {
  const words = [...text.toLowerCase().matchAll(/[\p{L}\p{N}\p{M}'.]+/gu)].map((match) => ({
    text: withoutFullStop(match[0]),
    start: match.index,
  }));
  const wanted = withoutAccents(lemma).split(/[_-]/u).map(withoutFullStop);
  for (const [at, { start }] of words.entries()) {
    const found = words.slice(at, at + wanted.length);
    const last = found.at(-1);
    if (last && wanted.every((part, index) => isFormOf(withoutAccents(found[index]?.text ?? ''), part)))
      return { start, end: last.start + last.text.length };
  }
  return undefined;
}

/** "viz." at the end of a sentence looks like "viz". */
function withoutFullStop(word: string): string {
  return word.replace(/\.$/u, '');
}

function isFormOf(word: string, base: string): boolean {
  const plain = word.replace(/'s?$/u, '');
  return word === base || plain === base || baseForms(plain).some(({ lemma }) => lemma === base);
}
