import { isAlike, type Meaning, meaningOf } from '../words/check/compare-words.ts';
import { originFamily } from './origin-family.ts';

/** The fields of a word that decide when it may go out. */
export interface TextOfChoice {
  word: string;
  partOfSpeech: string;
  definition: string;
  etymology: string;
}

/** What two words can have in common. */
export interface Traits {
  initial: string;
  partOfSpeech: string;
  /** `undefined` if the etymology does not say. */
  origin: string | undefined;
  meaning: Meaning;
}

export function traitsOf(word: TextOfChoice): Traits {
  const meaning = meaningOf(word);
  return {
    initial: meaning.spelling.charAt(0),
    partOfSpeech: word.partOfSpeech.trim().toLowerCase(),
    origin: originFamily(word.etymology),
    meaning,
  };
}

export function meanNearlyTheSame(one: Traits, other: Traits): boolean {
  return isAlike(one.meaning, other.meaning);
}
