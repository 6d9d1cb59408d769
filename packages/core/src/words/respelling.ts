/**
 * The sounds of General American, longer symbols first, so that `tʃ` is not read as `t`, with spellings that Americans
 * can read without a key.
 */
const consonants: Record<string, string> = {
  tʃ: 'ch',
  dʒ: 'j',
  θ: 'th',
  ð: 'th',
  ʃ: 'sh',
  ʒ: 'zh',
  ŋ: 'ng',
  ɡ: 'g',
  j: 'y',
  ...Object.fromEntries([...'pbtdkfvszhmnlrw'].map((letter) => [letter, letter])),
};

interface Spelling {
  /** At the end of a syllable. */
  open: string;
  /** Before a consonant, if it differs. */
  closed?: string;
  /** Together with a following r, if it differs. */
  withR?: string;
  /** Together with a following l, if it differs. */
  withL?: string;
  /** Before a stop consonant in the same syllable, if it differs. */
  beforeStop?: string;
  /** A short, clear vowel: when stressed, it takes a consonant into its syllable. */
  checked?: true;
}

const vowels: Record<string, Spelling> = {
  aʊ: { open: 'ow' },
  aɪ: { open: 'ye' },
  eɪ: { open: 'ay' },
  oʊ: { open: 'oh' },
  ɔɪ: { open: 'oy' },
  æ: { open: 'a', checked: true },
  e: { open: 'eh', closed: 'e', withR: 'air', checked: true },
  ɪ: { open: 'ih', closed: 'i', withR: 'eer', checked: true },
  ʊ: { open: 'oo', withR: 'oor', withL: 'ull', checked: true },
  ʌ: { open: 'uh', closed: 'u', checked: true },
  ɑ: { open: 'ah', withR: 'ar', beforeStop: 'o' },
  ɔ: { open: 'aw', withR: 'or' },
  ə: { open: 'uh', closed: 'u' },
  i: { open: 'ee' },
  u: { open: 'oo' },
  ɝ: { open: 'ur' },
  ɚ: { open: 'er' },
};

/**
 * Groups of consonants that begin a syllable inside a word; every single one but `ŋ` can. Without `tw`, `dw`, `sm`, and
 * `sn`, which inside a word mostly meet at a seam: not-withstanding, talis-man.
 */
const onsets = new Set(
  'pl pr pj bl br bj tr dr kl kr kw kj ɡl ɡr ɡw fl fr fj θr ʃr sp st sk sl sw spr str skr skw spl hj mj vj'.split(
    ' ',
  ),
);

const stops = new Set('pbtdkɡ');

interface Syllable {
  stress: 'main' | 'secondary' | 'none';
  onset: string[];
  vowel: string;
  coda: string[];
}

/**
 * A pronunciation in syllables that anyone can read, with the main stress in capitals: `/ˈæfəbəl/` is "AF-uh-bul".
 *
 * @param pronunciation IPA of General American between slashes
 * @param word The headword. A respelling with the same letters as a word of one syllable would say nothing.
 * @returns an empty text for anything else
 */
export function respell(pronunciation: string, word = ''): string {
  const [, ipa] = /^\s*\/([^/]+)\/\s*$/u.exec(pronunciation) ?? [];
  const words = ipa?.split(' ').map(respellWord) ?? [];
  const text = words.includes('') ? '' : words.join(' ');
  return text.toLowerCase() === word.toLowerCase() ? '' : text;
}

function respellWord(ipa: string): string {
  const symbols = readSymbols(ipa);
  const syllables = symbols ? syllabify(symbols) : [];
  const isShort = syllables.length === 1;
  const spelled = syllables.map((syllable) => {
    const text = spell(syllable);
    return syllable.stress === 'main' || isShort ? text.toUpperCase() : text;
  });
  return spelled.join('-');
}

/** `undefined` if it contains anything that is not a sound of General American. */
function readSymbols(ipa: string): string[] | undefined {
  const symbols: string[] = [];
  for (let at = 0; at < ipa.length; at += symbols.at(-1)?.length ?? 1) {
    const symbol = [ipa.slice(at, at + 2), ipa.charAt(at)].find(isSymbol);
    if (symbol === undefined) return undefined;
    symbols.push(symbol);
  }
  return symbols;
}

function isSymbol(symbol: string): boolean {
  return symbol === 'ˈ' || symbol === 'ˌ' || symbol in consonants || symbol in vowels;
}

function syllabify(symbols: readonly string[]): Syllable[] {
  const syllables: Syllable[] = [];
  let before: string[] = [];
  let mark: { stress: Syllable['stress']; at: number } | undefined;
  for (const symbol of symbols) {
    if (symbol === 'ˈ' || symbol === 'ˌ') {
      mark = { stress: symbol === 'ˈ' ? 'main' : 'secondary', at: before.length };
    } else if (symbol in consonants) {
      before.push(symbol);
    } else {
      const previous = syllables.at(-1);
      const split = previous ? (mark?.at ?? boundary(previous, before)) : 0;
      previous?.coda.push(...before.slice(0, split));
      syllables.push({ stress: mark?.stress ?? 'none', onset: before.slice(split), vowel: symbol, coda: [] });
      before = [];
      mark = undefined;
    }
  }
  syllables.at(-1)?.coda.push(...before);
  return syllables;
}

/** How many of the consonants between two vowels end the first syllable. */
function boundary({ vowel, stress }: Syllable, between: readonly string[]): number {
  const first = between.findIndex((_symbol, at) => {
    const onset = between.slice(at);
    return onset.length === 1 ? onset[0] !== 'ŋ' : onsets.has(onset.join(''));
  });
  const split = first < 0 ? between.length : first;
  const { checked, withR } = vowels[vowel] ?? { open: '' };
  const takesOne = stress !== 'none' && (checked || (withR && between[0] === 'r'));
  return takesOne && between.length > 0 ? Math.max(1, split) : split;
}

function spell({ onset, vowel, coda }: Syllable): string {
  const start = onset.map((symbol) => consonants[symbol]).join('');
  if (vowel === 'aɪ') return spellLongI(start, coda);
  const { open, closed, withR, withL, beforeStop } = vowels[vowel] ?? { open: '' };
  // Nobody reads "gee" with a hard g.
  if (vowel === 'i' && start.endsWith('g')) return `${start}h${open}${end(coda)}`;
  const [next = '', ...rest] = coda;
  if (withR !== undefined && next === 'r') return start + withR + end(rest);
  if (withL !== undefined && next === 'l') return start + withL + end(rest);
  if (beforeStop !== undefined && stops.has(next)) return start + beforeStop + end(coda);
  return start + (coda.length === 0 ? open : (closed ?? open)) + end(coda);
}

/** As in "rye", "guy", "rite", "rice", "mynd", and alone as in "eye": nobody reads "y" alone as "eye". */
function spellLongI(start: string, coda: readonly string[]): string {
  if (start === '') return `eye${end(coda)}`;
  const afterG = start.endsWith('g');
  const [only = '', ...more] = coda;
  if (coda.length === 0) return start + (afterG ? 'uy' : 'ye');
  if (more.length > 0) return start + (afterG ? 'uy' : 'y') + end(coda);
  const last = only === 's' ? 'c' : consonants[only];
  return `${start}${afterG ? 'hy' : 'i'}${last}e`;
}

/** A single s at the end of a syllable would be read as a z, and so would one after n or l. */
function end(coda: readonly string[]): string {
  const text = coda.map((symbol) => consonants[symbol]).join('');
  return text === 's' ? 'ss' : text.replace(/^([nl])s$/u, '$1ce');
}
