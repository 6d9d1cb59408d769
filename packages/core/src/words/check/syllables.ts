const consonants = 'tʃ dʒ p b t d k ɡ f v θ ð s z ʃ ʒ h m n ŋ l r j w'.split(' ');
/** Vowels that can be unstressed; `o` of "notorious" and the like are written with a diphthong. */
const weakVowels = 'ə ɚ ɪ i ʊ u'.split(' ');
const fullVowels = 'aʊ aɪ eɪ oʊ ɔɪ e æ ɑ ɔ ʌ ɝ'.split(' ');
const symbols = [...consonants, ...fullVowels, ...weakVowels].toSorted(
  (one, other) => other.length - one.length,
);
const vowels = new Set([...fullVowels, ...weakVowels]);
const open = /^(?:$|[ˈˌaeoæɑɔʌɝəɚɪiʊu])/u;

export interface Syllable {
  stress: 'main' | 'secondary' | 'none';
  vowel: string;
  /** Whether no consonant follows it in its syllable: the word ends, or the next vowel or a stress mark follows. */
  isOpen: boolean;
  /** A vowel that weakens without stress. */
  isFull: boolean;
}

/** A spoken word, or the part that cannot be read. */
export type SpokenWord = { syllables: Syllable[] } | { unreadable: string };

/** Reads one word of a pronunciation, without the slashes. */
export function readSpokenWord(ipa: string): SpokenWord {
  const syllables: Syllable[] = [];
  let stress: Syllable['stress'] | undefined;
  for (let at = 0; at < ipa.length; ) {
    const mark = { ˈ: 'main', ˌ: 'secondary' }[ipa.charAt(at)] as Syllable['stress'] | undefined;
    const symbol = mark ? ipa.charAt(at) : symbols.find((known) => ipa.startsWith(known, at));
    if (symbol === undefined) return { unreadable: ipa.charAt(at) };
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
