import { withoutAccents } from '../normalize-word.ts';
import { type PackedText, type PartOfSpeech, packedText } from './wordnet-files.ts';

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

/** Words that the dictionary says like no English speaker: some were read by a machine. */
const mistrusted = new Set(
  'chutzpah cynosure eleemosynary lachrymose schadenfreude skulduggery skullduggery zaftig'.split(' '),
);

/** Phrases only if the dictionary has them as a whole: the parts of "faux pas" are read as "fox paws". */
function ipaOf(file: PackedText, word: string, partOfSpeech: PartOfSpeech): string | undefined {
  const variants = variantsOf(file, word);
  const [first] = variants;
  if (first === undefined || mistrusted.has(word)) return undefined;
  const ipa = toIpa(chooseVariant(first, variants, partOfSpeech));
  // The dictionary stresses a weak first syllable before the main one, as in "ebullient".
  return ipa.replace(/^ˌ([^ˈaeoæɑɔʌɝəɚɪiʊu]*[əɪ][^ˈaeoæɑɔʌɝəɚɪiʊu]*ˈ)/u, '$1');
}

export interface Rhythm {
  syllables: number;
  /** The syllables with main or secondary stress, from 0. */
  stressed: number[];
  /** The pronunciation that it is from, between slashes. */
  ipa: string;
}

/** The rhythms in which the dictionary records a word; none for an unknown word and for a phrase. */
export function recordedRhythms(word: string): Rhythm[] {
  return variantsOf(packedText('cmudict'), withoutAccents(word.toLowerCase())).map((arpabet) => ({
    syllables: vowelsIn(arpabet),
    stressed: [...arpabet.matchAll(/[012]/gu)].flatMap(([stress], at) => (stress === '0' ? [] : [at])),
    ipa: `/${toIpa(arpabet)}/`,
  }));
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

/** ARPAbet to IPA as American dictionaries write it: no length marks, r-colored vowels as one letter. */
const consonants: Record<string, string> = {
  B: 'b',
  CH: 'tʃ',
  D: 'd',
  DH: 'ð',
  F: 'f',
  G: 'ɡ',
  HH: 'h',
  JH: 'dʒ',
  K: 'k',
  L: 'l',
  M: 'm',
  N: 'n',
  NG: 'ŋ',
  P: 'p',
  R: 'r',
  S: 's',
  SH: 'ʃ',
  T: 't',
  TH: 'θ',
  V: 'v',
  W: 'w',
  Y: 'j',
  Z: 'z',
  ZH: 'ʒ',
};

const vowels: Record<string, string> = {
  AA: 'ɑ',
  AE: 'æ',
  AH: 'ʌ',
  AO: 'ɔ',
  AW: 'aʊ',
  AY: 'aɪ',
  EH: 'e',
  ER: 'ɝ',
  EY: 'eɪ',
  IH: 'ɪ',
  IY: 'i',
  OW: 'oʊ',
  OY: 'ɔɪ',
  UH: 'ʊ',
  UW: 'u',
};
/** Vowels that keep their sound after the main stress only if they are stressed themselves: the "dex" of "index". */
const keptWithStress = new Set('AA AE AO AW AY EH EY OW OY'.split(' '));
const unstressedVowels: Record<string, string> = { AH: 'ə', ER: 'ɚ' };

/** Pairs and triples of consonants that can begin an English syllable; every single one but `NG` can. */
const onsets = new Set(
  `P L,P R,P Y,B L,B R,B Y,T R,T W,D R,D W,K L,K R,K W,K Y,G L,G R,G W,G Y,F L,F R,F Y,V Y,TH R,TH W,SH R,
  S P,S T,S K,S F,S M,S N,S L,S W,HH Y,HH W,M Y,S P L,S P R,S P Y,S T R,S K R,S K W,S K Y`
    .split(',')
    .map((onset) => onset.trim()),
);

interface Syllable {
  onset: string[];
  vowel: string;
  stress: '0' | '1' | '2';
  coda: string[];
}

/** Converts `M IY0 AE1 N D ER0` to `miˈændɚ`. Stress marks precede the syllable, and a single syllable has none. */
export function toIpa(arpabet: string): string {
  // A few words of the dictionary have several main stresses; only the last one is kept.
  const stressed = arpabet.replaceAll(/1(?=.*1)/gu, '2');
  const syllables = syllabify(stressed.split(' '));
  const main = syllables.findIndex(({ stress }) => stress === '1');
  return syllables
    .map(({ onset, vowel, stress, coda }, at) => {
      const isKept =
        main >= 0 && at > main && keptWithStress.has(vowel) && (vowel !== 'OW' || coda.length > 0);
      const spoken = stress === '0' && isKept ? '2' : stress;
      const mark = syllables.length === 1 ? '' : { 0: '', 1: 'ˈ', 2: 'ˌ' }[spoken];
      const nucleus = (stress === '0' && unstressedVowels[vowel]) || vowels[vowel];
      return mark + spell(onset) + nucleus + spell(coda);
    })
    .join('');
}

function spell(phonemes: readonly string[]): string {
  return phonemes.map((phoneme) => consonants[phoneme]).join('');
}

/** Consonants between two vowels belong to the second syllable if an English word could begin with them. */
function syllabify(phonemes: readonly string[]): Syllable[] {
  const syllables: Syllable[] = [];
  let between: string[] = [];
  for (const phoneme of phonemes) {
    const [, vowel, stress] = /^([A-Z]+)([012])$/u.exec(phoneme) ?? [];
    if (vowel === undefined) {
      between.push(phoneme);
      continue;
    }
    const previous = syllables.at(-1);
    const split = previous ? codaLength(between) : 0;
    previous?.coda.push(...between.slice(0, split));
    syllables.push({ onset: between.slice(split), vowel, stress: stress as Syllable['stress'], coda: [] });
    between = [];
  }
  syllables.at(-1)?.coda.push(...between);
  return syllables;
}

function codaLength(between: readonly string[]): number {
  const split = between.findIndex((_phoneme, index) => {
    const onset = between.slice(index);
    return onset.length === 1 ? onset[0] !== 'NG' : onsets.has(onset.join(' '));
  });
  return split < 0 ? between.length : split;
}
