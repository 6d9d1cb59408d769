import { isPlaceholder } from '../../contract/placeholder.ts';
import type { WordFinding } from '../../contract/word-check.ts';
import type { WordInput } from '../../contract/words.ts';
import { withoutAccents } from '../dictionary/normalize-word.ts';
import { recordedRhythms } from '../dictionary/wordnet/pronunciation.ts';

/**
 * The notation is IPA for General American, as in the library's dictionaries: between slashes, `e` as in "dress", `ɝ`
 * and `ɚ`, no length marks, and stress marks before the syllable.
 */
export function checkPronunciation({ word, phoneticPronunciation }: WordInput): WordFinding[] {
  const text = phoneticPronunciation.trim();
  if (text === '' || isPlaceholder(text)) return [];
  const problem = problemOf(text);
  if (problem === undefined) return otherWord(word.trim(), text);
  const repaired = repairPronunciation(phoneticPronunciation);
  const fix = repaired === phoneticPronunciation ? undefined : { label: `Write ${repaired}`, text: repaired };
  const field = 'phoneticPronunciation';
  return [{ code: 'pronunciation.malformed', field, message: problem, ...(fix && { fix }) }];
}

/** Whether a well-formed pronunciation can be that of its word. */
function otherWord(word: string, text: string): WordFinding[] {
  const problem = rhythmProblem(word, text) ?? soundProblem(word, text);
  if (problem === undefined) return [];
  return [{ code: 'pronunciation.other_word', field: 'phoneticPronunciation', message: problem }];
}

/** Compares syllables and main stress with those of the pronouncing dictionary; any of its variants will do. */
function rhythmProblem(word: string, text: string): string | undefined {
  const recorded = /^\p{L}+$/u.test(word) ? recordedRhythms(word) : [];
  const spoken = rhythmOf(text);
  if (spoken === undefined || recorded.length === 0) return undefined;
  const sameLength = recorded.filter(({ syllables }) => syllables === spoken.syllables);
  if (sameLength.length === 0) {
    const counts = [...new Set(recorded.map(({ syllables }) => syllables))];
    if (counts.some((count) => Math.abs(count - spoken.syllables) === 1) && isFlexible(word, text))
      return undefined;
    return `${text} has ${syllableCount(spoken.syllables)}, but “${word}” has ${counts.map(String).join(' or ')}. Correct the pronunciation.`;
  }
  // Which of two stressed syllables is the stronger one is often a matter of taste.
  if (sameLength.some(({ stressed }) => stressed.includes(spoken.main))) return undefined;
  return `${text} stresses another syllable of “${word}” than the pronouncing dictionary, which has ${sameLength[0]?.ipa}. Check the stress.`;
}

/** Whether people disagree about the number of syllables: "fire", "ennui", and "-ed" of an adjective as in "dogged". */
function isFlexible(word: string, text: string): boolean {
  return glides.test(text) || /ed$/u.test(word);
}

const syllableCount = (count: number) => (count === 1 ? '1 syllable' : `${count} syllables`);
/** Vowels next to each other, a weak one before l, r, n or m, or a glide after a consonant. */
const glides = /[aeoæɑɔʌɝəɚɪiʊu][əɚɪi]|ə[lrnm]|[^/ˈˌ][ˈˌ]?[wj]/u;

function rhythmOf(text: string): { syllables: number; main: number } | undefined {
  const spoken = readSpokenWord(text.replaceAll(/[/ ]/gu, ''));
  if ('unreadable' in spoken) return undefined;
  const main = spoken.syllables.findIndex(({ stress }) => stress === 'main');
  return { syllables: spoken.syllables.length, main: Math.max(0, main) };
}

/** The letters that can spell each consonant; `j` and `w` often have none. */
const spellings: Record<string, string> = {
  p: 'pb',
  b: 'b',
  t: 'td',
  d: 'd',
  k: 'ckqxgh',
  ɡ: 'gx',
  f: 'fpgv',
  v: 'vfw',
  θ: 't',
  ð: 't',
  s: 'scxzt',
  z: 'zsx',
  ʃ: 'sctxz',
  ʒ: 'szgjtx',
  tʃ: 'ctz',
  dʒ: 'jgdi',
  h: 'hwjgx',
  m: 'm',
  n: 'ngm',
  ŋ: 'n',
  l: 'l',
  r: 'r',
};

/** Fewer of its consonants than this in the spelling, in their order, and it is the sound of another word. */
const leastSpelled = 0.67;

function soundProblem(word: string, text: string): string | undefined {
  const letters = withoutAccents(word.toLowerCase()).replaceAll(/[^a-z]/gu, '');
  const sounds = text.match(/tʃ|dʒ|[pbtdkɡfvθðszʃʒhmnŋlr]|[ɝɚ]/gu) ?? [];
  if (sounds.length < 2 || letters === '' || /\d/u.test(word)) return undefined;
  const spelled = sounds.map((sound) => spellings[sound] ?? 'r');
  if (longestMatch(spelled, letters) / sounds.length >= leastSpelled) return undefined;
  return `${text} does not sound like “${word}”. Correct the pronunciation.`;
}

/** How many of the sounds have letters in the word, in the same order. */
function longestMatch(sounds: readonly string[], letters: string): number {
  let last = Array.from({ length: letters.length + 1 }, () => 0);
  for (const sound of sounds) {
    const row = [0];
    for (const [at, letter] of [...letters].entries()) {
      const matched = sound.includes(letter) ? (last[at] ?? 0) + 1 : 0;
      row.push(Math.max(matched, last[at + 1] ?? 0, row[at] ?? 0));
    }
    last = row;
  }
  return last.at(-1) ?? 0;
}

/** What is wrong with a pronunciation and how to fix it; `undefined` if it is well-formed. */
export function problemOf(text: string): string | undefined {
  const [, ipa] = /^\/([^/]+)\/$/u.exec(text) ?? [];
  if (ipa === undefined) return 'Write the pronunciation as IPA between two slashes, such as /ˈpetrɪˌkɔr/.';
  const words = ipa.split(' ');
  for (const word of words) {
    const spoken = readSpokenWord(word);
    if ('unreadable' in spoken) {
      return `“${spoken.unreadable}” does not belong in /${ipa}/. Use the symbols of General American, such as /ˈpetrɪˌkɔr/.`;
    }
    const problem = stressProblem(spoken.syllables, word, words.length > 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** @param inPhrase In a phrase, a word of one syllable may be stressed, and another word may have the main stress. */
function stressProblem(syllables: readonly Syllable[], word: string, inPhrase: boolean): string | undefined {
  if (syllables.length === 0) return `/${word}/ has no vowel. Write out every sound.`;
  const marked = (mark: Syllable['stress']) => syllables.findIndex(({ stress }) => stress === mark);
  // In a phrase, the main stress may be on another word.
  const main = marked('main') < 0 && inPhrase ? marked('secondary') : marked('main');
  if (syllables.length === 1) {
    return main < 0 || inPhrase ? undefined : `/${word}/ has one syllable: leave out the stress mark.`;
  }
  if (main < 0 || syllables.filter(({ stress }) => stress === 'main').length > 1) {
    return `Mark the main stress of /${word}/ with one ˈ before its syllable.`;
  }
  const before = syllables.slice(0, main);
  if (before.length > 1 && before.every(({ stress }) => stress === 'none')) {
    return `Mark the secondary stress before the main one in /${word}/ with ˌ.`;
  }
  const unmarked = syllables.slice(main + 1).find(needsMark);
  return unmarked && `Mark the secondary stress of the syllable with ${unmarked.vowel} in /${word}/ with ˌ.`;
}

/**
 * After the main stress, a full vowel keeps its sound only under stress, except for `oʊ` without a following consonant.
 */
function needsMark({ stress, isFull, vowel, isOpen }: Syllable): boolean {
  return stress === 'none' && isFull && !(isOpen && vowel === 'oʊ');
}

const consonants = 'tʃ dʒ p b t d k ɡ f v θ ð s z ʃ ʒ h m n ŋ l r j w'.split(' ');
/** Vowels that can be unstressed; `o` of "notorious" and the like are written with a diphthong. */
const weakVowels = 'ə ɚ ɪ i ʊ u'.split(' ');
const fullVowels = 'aʊ aɪ eɪ oʊ ɔɪ e æ ɑ ɔ ʌ ɝ'.split(' ');
const symbols = [...consonants, ...fullVowels, ...weakVowels].toSorted(
  (one, other) => other.length - one.length,
);
const vowels = new Set([...fullVowels, ...weakVowels]);
const open = /^(?:$|[ˈˌaeoæɑɔʌɝəɚɪiʊu])/u;

interface Syllable {
  stress: 'main' | 'secondary' | 'none';
  vowel: string;
  /** Whether no consonant follows it in its syllable: the word ends, or the next vowel or a stress mark follows. */
  isOpen: boolean;
  /** A vowel that weakens without stress. */
  isFull: boolean;
}

/** A spoken word, or the part that cannot be read. */
type SpokenWord = { syllables: Syllable[] } | { unreadable: string };

/** Reads one word of a pronunciation, without the slashes. */
function readSpokenWord(ipa: string): SpokenWord {
  const syllables: Syllable[] = [];
  let stress: Syllable['stress'] | undefined;
  for (let at = 0; at < ipa.length; ) {
    const mark = { ˈ: 'main', ˌ: 'secondary' }[ipa.charAt(at)] as Syllable['stress'] | undefined;
    const symbol = mark ? ipa.charAt(at) : symbols.find((known) => ipa.startsWith(known, at));
    if (symbol === undefined) return { unreadable: ipa.charAt(at) };
    // The British vowel of "go".
    if (ipa.startsWith('əʊ', at)) return { unreadable: 'əʊ' };
    if (mark && stress) return { unreadable: ipa.slice(at) };
    if (mark) stress = mark;
    at += symbol.length;
    if (!vowels.has(symbol)) continue;
    const isFull = fullVowels.includes(symbol);
    syllables.push({ stress: stress ?? 'none', vowel: symbol, isOpen: open.test(ipa.slice(at)), isFull });
    stress = undefined;
  }
  // A mark without a vowel after it.
  return stress ? { unreadable: ipa } : { syllables };
}

/** Other ways to write the same sound, two-letter ones first. */
const sameSound: readonly (readonly [string, string])[] = [
  ['\u0361', ''],
  ['t̬', 't'],
  ['l̩', 'əl'],
  ['n̩', 'ən'],
  ['m̩', 'əm'],
  ['ʍ', 'w'],
  ['əʊ', 'oʊ'],
  ['ɜːr', 'ɝ'],
  ['ɜr', 'ɝ'],
  ['ɜɹ', 'ɝ'],
  ['ər', 'ɚ'],
  ['əɹ', 'ɚ'],
  ['ʧ', 'tʃ'],
  ['ʤ', 'dʒ'],
  ['g', 'ɡ'],
  ['ɛ', 'e'],
  ['ɹ', 'r'],
  ['ɫ', 'l'],
  ['ɾ', 't'],
  ['ː', ''],
  [':', ''],
  ['.', ''],
  ['·', ''],
  ["'", 'ˈ'],
  ['’', 'ˈ'],
  [',', 'ˌ'],
];

/**
 * Converts a pronunciation to the library's notation if only the notation differs: slashes, symbols for the same sound,
 * stress marks. Returns it unchanged if a person has to look at it.
 */
export function repairPronunciation(text: string): string {
  if (problemOf(text) === undefined) return text;
  const bare = text
    .normalize('NFC')
    .trim()
    .replace(/^[/[]/u, '')
    .replace(/[/\]]$/u, '')
    .trim();
  const spelled = sameSound.reduce((ipa, [from, to]) => ipa.replaceAll(from, to), bare);
  const candidates = [`/${spelled}/`, `/${spelled.replaceAll(/[ˈˌ]/gu, '')}/`];
  return candidates.find((candidate) => problemOf(candidate) === undefined) ?? text;
}
