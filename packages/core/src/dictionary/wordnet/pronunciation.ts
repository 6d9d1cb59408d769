import { toIpa } from './ipa.ts';
import { type PackedText, packedText } from './packed-text.ts';
import type { PartOfSpeech } from './wordnet-files.ts';

export interface Pronunciations {
  /** IPA between slashes, or a remark that there is none. */
  of(word: string, partOfSpeech: PartOfSpeech): string;
}

/**
 * The file is sorted except for a few neighbors, so a word and its variants are searched on both sides of its position.
 */
const aroundBytes = 2048;

/** The CMU Pronouncing Dictionary, read only around the position of the word: all of it takes 65 MB. */
export function createPronunciations(): Pronunciations {
  return {
    of(word, partOfSpeech) {
      const ipa = ipaOf(packedText('cmudict'), word.toLowerCase(), partOfSpeech);
      return ipa === undefined ? `${word} (pronunciation not recorded)` : `/${ipa}/`;
    },
  };
}

function ipaOf(file: PackedText, word: string, partOfSpeech: PartOfSpeech): string | undefined {
  const variants = variantsOf(file, word);
  const [first] = variants;
  if (first !== undefined) return toIpa(chooseVariant(first, variants, partOfSpeech));
  const parts = word.split(/[ -]/u).filter(Boolean);
  if (parts.length < 2) return undefined;
  const spoken = parts.map((part) => ipaOf(file, part, partOfSpeech));
  return spoken.includes(undefined) ? undefined : spoken.join(' ');
}

function variantsOf(file: PackedText, word: string): string[] {
  const place = file.findPlace((line) => wordOf(line) < word);
  const around = file.read(Math.max(0, place - aroundBytes), 2 * aroundBytes);
  return around
    .split('\n')
    .flatMap((line) => (wordOf(line) === word ? [line.slice(line.indexOf(' ') + 1)] : []));
}

/** The word of a line: `word W ER1 D` or, for a variant, `word(2) …`. */
function wordOf(line: string): string {
  return /^[^ (]*/u.exec(line)?.[0] ?? '';
}

/**
 * The first of several pronunciations is the most common one, except for the pairs that English
 * distinguishes by the part of speech: the record and to record, an estimate and to estimate.
 */
function chooseVariant(first: string, variants: readonly string[], partOfSpeech: PartOfSpeech): string {
  const isVerb = partOfSpeech === 'verb';
  const shifted = variants.filter((variant) => stressOf(variant) !== stressOf(first));
  const pair = shifted.find((variant) => vowelsIn(variant) === vowelsIn(first));
  if (pair !== undefined && vowelsIn(first) === 2) {
    return stressOf(pair) > stressOf(first) === isVerb ? pair : first;
  }
  const ate = / EY[012] T$/u;
  const others = variants.filter((variant) => ate.test(variant) === isVerb);
  return variants.some((variant) => ate.test(variant)) ? (others[0] ?? first) : first;
}

/** The syllable with the main stress, counted from 0. */
function stressOf(arpabet: string): number {
  return [...arpabet.matchAll(/[012]/gu)].findIndex(([stress]) => stress === '1');
}

function vowelsIn(arpabet: string): number {
  return arpabet.match(/[012]/gu)?.length ?? 0;
}
