import { type FileHandle, open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { toIpa } from './ipa.ts';
import { findPlace, readPiece } from './sorted-file.ts';
import type { PartOfSpeech } from './wordnet-files.ts';

const require = createRequire(import.meta.url);

export interface Pronunciations {
  /** IPA between slashes, or a remark that there is none. */
  of(word: string, partOfSpeech: PartOfSpeech): Promise<string>;
}

/**
 * The file is sorted except for a few neighbors, so a word and its variants are searched for on both
 * sides of its place.
 */
const aroundBytes = 2048;

/**
 * The CMU pronouncing dictionary. Its module is read as a text file with an entry on each line, only
 * around the place of the word: importing it takes 130 ms and 65 MB.
 */
export function createPronunciations(): Pronunciations {
  const path = require.resolve('cmu-pronouncing-dictionary');
  return {
    async of(word, partOfSpeech) {
      const file = await open(path);
      try {
        const ipa = await ipaOf(file, word.toLowerCase(), partOfSpeech);
        return ipa === undefined ? `${word} (pronunciation not recorded)` : `/${ipa}/`;
      } finally {
        await file.close();
      }
    },
  };
}

async function ipaOf(
  file: FileHandle,
  word: string,
  partOfSpeech: PartOfSpeech,
): Promise<string | undefined> {
  const variants = await variantsOf(file, word);
  const [first] = variants;
  if (first !== undefined) return toIpa(chooseVariant(first, variants, partOfSpeech));
  const parts = word.split(/[ -]/u).filter(Boolean);
  if (parts.length < 2) return undefined;
  const spoken = await Promise.all(parts.map((part) => ipaOf(file, part, partOfSpeech)));
  return spoken.includes(undefined) ? undefined : spoken.join(' ');
}

async function variantsOf(file: FileHandle, word: string): Promise<string[]> {
  const place = await findPlace(file, (line) => (readLine(line)?.word ?? '\uffff') < word);
  const around = await readPiece(file, Math.max(0, place - aroundBytes), 2 * aroundBytes);
  return around.split('\n').flatMap((line) => {
    const entry = readLine(line);
    return entry?.word === word ? [entry.arpabet] : [];
  });
}

/** `"word": "W ER1 D",` or, for a variant, `"word(2)": …`. */
function readLine(line: string): { word: string; arpabet: string } | undefined {
  const [, word, arpabet = ''] = /^ {2}"([^"(]+)(?:\(\d+\))?": "([^"]*)"/u.exec(line) ?? [];
  return word === undefined ? undefined : { word, arpabet };
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
