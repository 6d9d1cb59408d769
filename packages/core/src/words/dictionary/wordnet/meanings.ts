import { plainText, withoutAccents } from '../normalize-word.ts';
import { baseForms } from './morphology.ts';
import { openWordNetFiles, type SenseEntry, type Synset, type WordNetFiles } from './wordnet-files.ts';

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
 * The meanings to offer, best first. They are spelled as given if a capital makes a difference (China and china). The
 * most frequent come first, then the part of speech with most meanings; a meaning of a special field comes last. Those
 * that merely repeat the word or break off are left out, and so are offensive ones.
 *
 * @returns `undefined` for a word that is better left out: an offensive meaning is the most frequent, as frequent as
 * the others, or the only one
 */
export function rankMeanings(meanings: readonly Meaning[], asked: string): Meaning[] | undefined {
  const fit = inoffensive(meanings, asked);
  return fit?.filter(defines);
}

/** The best of these meanings, even if it only repeats the word; see `rankMeanings`. */
export function chooseMeaning(meanings: readonly Meaning[], asked: string): Meaning | undefined {
  const fit = inoffensive(meanings, asked);
  return fit?.find(defines) ?? fit?.[0];
}

function inoffensive(meanings: readonly Meaning[], asked: string): Meaning[] | undefined {
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
  return fit.toSorted(
    (one, other) => other.count - one.count || Number(isSpecial(one)) - Number(isSpecial(other)),
  );
}

/** A meaning in one field, such as chemistry: a label before the definition that is no grammar. */
function isSpecial({ gloss: { label } }: Meaning): boolean {
  return label !== undefined && !/^(?:usually|often|followed|used|with|of|sometimes|in|as)\b/u.test(label);
}

/** Whether a meaning explains its word instead of repeating it or another word with the same base. */
function defines({ word, gloss: { definition } }: Meaning): boolean {
  return !breaksOff(definition) && !namesSource(definition, word) && explains(definition, word.toLowerCase());
}

/** Whether a definition only points to the name that a word is made from: "relating to George Orwell". */
function namesSource(definition: string, word: string): boolean {
  if (
    !hasCapital(word) ||
    !/^(?:of or )?relating to\b|^(?:a )?(?:follower|supporter|advocate) of\b/u.test(definition)
  )
    return false;
  const names = definition.match(/\p{Lu}[\p{L}]+/gu) ?? [];
  return names.some(
    (name) => name.length >= shortestShared && word.toLowerCase().startsWith(name.toLowerCase()),
  );
}

/** Whether a gloss has no definition besides examples and remarks: "of a path e.g.". */
function breaksOff(definition: string): boolean {
  return !/\p{L}/u.test(definition) || /\b(?:e\.g|i\.e|as in|such as)\.?$/u.test(definition);
}

/** Whether a definition says more than the lemma itself. */
export function explains(definition: string, lemma: string): boolean {
  if (containsLemma(definition, lemma)) return false;
  const words = definition.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  // Half of a compound in its definition is not circular: ice cream is made of cream.
  const parts = lemma.split(/[_ -]/u);
  if (parts.length > 1) return !parts.every((part) => words.some((word) => areRelated(part, word)));
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
  const words = [...plainApostrophes(text.toLowerCase()).matchAll(/[\p{L}\p{N}\p{M}'.]+/gu)].map((match) => ({
    text: withoutFullStop(match[0]),
    start: match.index,
  }));
  const wanted = withoutAccents(plainApostrophes(lemma)).split(/[_-]/u).map(withoutFullStop);
  for (const [at, { start }] of words.entries()) {
    const found = words.slice(at, at + wanted.length);
    const last = found.at(-1);
    if (last && wanted.every((part, index) => isFormOf(withoutAccents(found[index]?.text ?? ''), part)))
      return { start, end: last.start + last.text.length };
  }
  return undefined;
}

/** An apostrophe of either shape is part of its word. */
function plainApostrophes(text: string): string {
  return text.replaceAll('’', "'");
}

/** "viz." at the end of a sentence looks like "viz". */
function withoutFullStop(word: string): string {
  return word.replace(/\.$/u, '');
}

function isFormOf(word: string, base: string): boolean {
  const plain = word.replace(/'s?$/u, '');
  return word === base || plain === base || baseForms(plain).some(({ lemma }) => lemma === base);
}

export interface Gloss {
  /** A field or a remark before the definition: "computer science", "of a leaf shape". */
  label: string | undefined;
  /** Plain text, not yet a sentence. */
  definition: string;
  /** Plain text, with the author of a quotation. */
  examples: { text: string; author: string | undefined }[];
}

/** An email has room for this much; longer definitions are for specialists. */
const definitionLength = 260;

/** Splits a gloss into its parts: `(label) meaning; more of it; "an example"; "a quotation"- Author`. */
export function readGloss(gloss: string): Gloss {
  const parts = splitParts(gloss);
  const examples = parts.flatMap((part) => readExamples(part) ?? []);
  const meanings = parts.filter((part) => readExamples(part) === undefined);
  const [first = '', ...more] = meanings.map((part) => plain(part.replace(endsInExample, '$1')));
  const inPart = meanings.flatMap((part) => {
    const example = endsInExample.exec(part)?.[2];
    return example === undefined ? [] : [{ text: plain(example), author: undefined }];
  });
  const [, label, start = first] = /^\(([^()]*)\)\s*(\S.*)$/u.exec(first) ?? [];
  const [opening, ...rest] = [start, ...more].filter((part) => !usageLabel.test(part));
  let definition = opening ?? '';
  for (const part of rest) {
    // Remarks on other words of the synset.
    if (/^\(.*\)$/u.test(part)) continue;
    if (definition.length + part.length > definitionLength) break;
    definition += `; ${part}`;
  }
  return { label, definition, examples: [...inPart, ...examples] };
}

/** Where a word is used is no meaning: "used of persons only". A meaning may follow: "used of wines and waters; …". */
const usageLabel =
  /^\(?(?:used|said) (?:only |especially |chiefly |mainly |usually |often |sometimes )?(?:of|about|in|with)\b[^;:]*\)?$/u;

/** A meaning with an example after a colon. */
const endsInExample = /^(.*[^\s:])\s*:\s*"([^"]*)"$/u;

function plain(text: string): string {
  return plainText(
    text
      // Quotation marks inside examples and around mentioned words.
      .replaceAll(/`((?:[^`']|'(?=\w)|(?<=s)'(?= \w+'))*)'/gu, '‘$1’')
      .replaceAll('`', '‘')
      .replaceAll(/"([^"]*)"/gu, '“$1”')
      .replaceAll('"', '')
      .replaceAll('--', ' — ')
      .replaceAll('s.th.', 'something')
      .replaceAll('s.o.', 'someone'),
  );
}

/** Splits at the semicolons outside examples and parentheses. */
function splitParts(gloss: string): string[] {
  const parts: string[] = [];
  const balanced = gloss.split('(').length === gloss.split(')').length;
  let part = '';
  let inQuotes = false;
  let depth = 0;
  for (const letter of gloss) {
    if (letter === '"') inQuotes = !inQuotes;
    else if (!inQuotes && letter === '(') depth++;
    else if (!inQuotes && letter === ')') depth--;
    if (letter === ';' && !inQuotes && (depth === 0 || !balanced)) {
      parts.push(part);
      part = '';
    } else {
      part += letter;
    }
  }
  return [...parts, part].map((text) => text.trim()).filter((text) => /\p{L}/u.test(text));
}

/** The examples in a part that contains only examples; `undefined` for a meaning. */
function readExamples(part: string): Gloss['examples'] | undefined {
  if (!/^(?:(?:as in )?e\.g\.,? )?"/u.test(part)) return undefined;
  const after = part.slice(part.lastIndexOf('"') + 1).replace(/^[\s,–—-]+/u, '');
  const author = /^\p{Lu}/u.test(after) ? plain(after) : undefined;
  return [...part.matchAll(/"([^"]*)"/gu)].map(([, text = '']) => ({ text: plain(text), author }));
}

const endings =
  /(?:ally|ly|fulness|ness|ities|ity|ical|ic|iously|ious|ous|ance|ence|ant|ent|ancy|ency|ation|ating|ated|ates|ate|ing|ed|er|or|able|ible|ment|ism|ist|al|ful|ish|es|s|y|e)$/u;
const shortestRoot = 4;

/** Endings that change the root, as in "generous" and "generosity". */
const derivations = new Set(
  `able e ed ful fulness ible ic ify ily iness ing ion iful istic itous ity ive ization ize ly ness osity ous ption tic tion ution y`.split(
    ' ',
  ),
);
/** Shorter beginnings can be shared by chance, as in "passion" and "passing". */
const shortestShared = 5;
/** Only for adjectives: "impress" is not a negation of "press". */
const negated = /^(?:un|in|im|ir|il|non)-?(?=\p{L}{4,}(?:able|al|ant|ed|ent|ful|ible|ic|ing|ous)$)/u;

/** Whether two words have the same base, as "precarious" and "precariously" do. */
export function areRelated(word: string, other: string): boolean {
  if (word === other) return true;
  const root = rootOf(other);
  if (root.length >= shortestRoot && root === rootOf(word)) return true;
  const positive = word.replace(negated, '');
  return positive === word ? shareRoot(word, other) : areRelated(positive, other);
}

/** Whether two words are the same except for their endings. */
function shareRoot(one: string, other: string): boolean {
  for (let length = Math.min(one.length, other.length); length >= shortestShared; length--) {
    if (!one.startsWith(other.slice(0, length))) continue;
    const ends = [one, other].map((word) => word.slice(length));
    if (ends.every((end) => end === '' || derivations.has(end))) return true;
  }
  return false;
}

/** A word without its endings: `precari` for "precariously" and "precarious". */
function rootOf(word: string): string {
  let root = word;
  for (;;) {
    const shorter = root.replace(endings, '');
    if (shorter === root || shorter.length < shortestRoot) return root;
    root = shorter;
  }
}

/** A word that occurs this often in the tagged texts is understood in its inoffensive meanings. */
const commonFrom = 10;

/** How often each word occurs in WordNet's tagged texts, and whether it can offend; in the order given. */
export async function readUsages(
  words: readonly string[],
): Promise<{ count: number; isOffensive: boolean }[]> {
  const files = openWordNetFiles();
  const usages = [];
  for (const word of words) {
    const lemma = withoutAccents(word.trim().toLowerCase()).replaceAll(/\s+/gu, '_');
    const meanings = await readMeanings(files, lemma);
    const count = meanings.reduce((sum, meaning) => sum + meaning.count, 0);
    const isMostlyOffensive = meanings.length > 0 && chooseMeaning(meanings, word) === undefined;
    const canOffend = count < commonFrom && meanings.some(({ offense }) => offense === 'gross');
    usages.push({ count, isOffensive: isMostlyOffensive || canOffend });
  }
  return usages;
}
