import { splitCitedForms } from '../../contract/cited-forms.ts';
import { isPlaceholder } from '../../contract/placeholder.ts';
import type { WordFinding } from '../../contract/word-check.ts';
import { wordFieldTable } from '../../contract/word-fields.ts';
import type { WordInput } from '../../contract/words.ts';
import { certainSlip, familiarityOf, nearestWord } from '../dictionary/spelling.ts';
import { areRelated } from '../dictionary/wordnet/meanings.ts';
import { proseFields } from './check-writing.ts';

/** Words that no dictionary has and that look like another word, and British spellings. */
export function checkSpelling(word: WordInput): WordFinding[] {
  return [...misspelledHeadword(word), ...proseFields.flatMap((field) => misspelledIn(word, field))];
}

/** A shorter rare word is close to too many others by chance. */
const shortestHeadword = 8;

function misspelledHeadword({ word }: WordInput): WordFinding[] {
  const plain = word.trim();
  // Phrases, names and foreign words are not judged.
  if (!/^\p{Ll}+$/u.test(plain) || plain.length < shortestHeadword || familiarityOf(plain) !== 'unknown')
    return [];
  const meant = nearestWord(plain);
  if (meant === undefined) return [];
  const message = `No dictionary here has “${plain}”. If you mean “${meant}”, correct the word; otherwise leave it.`;
  return [{ code: 'word.misspelled', field: 'word', message }];
}

type ProseField = (typeof proseFields)[number];

/** A word in a text, and where it stands. */
interface Token {
  text: string;
  start: number;
}

function misspelledIn(word: WordInput, field: ProseField): WordFinding[] {
  const text = word[field];
  if (text.trim() === '' || isPlaceholder(text) || !isEnglish(field, text)) return [];
  const own = word.word.toLowerCase();
  const found: WordFinding[] = [];
  for (const token of tokensOf(field, text)) {
    const isName = token.start > 0 && /^\p{Lu}/u.test(token.text);
    const british = isName ? undefined : americanOf(token.text);
    const meant = british ?? misspellingOf(token.text, own);
    if (meant === undefined || found.length >= mostReported) continue;
    const spelled = likeCase(meant, token.text);
    const { label } = wordFieldTable[field];
    const fix = {
      label: `Write “${spelled}”`,
      text: text.slice(0, token.start) + spelled + text.slice(token.start + token.text.length),
    };
    found.push(
      british
        ? {
            code: 'text.british',
            field,
            message: `${label} has the British spelling “${token.text}”. Write “${spelled}”.`,
            fix,
          }
        : {
            code: 'text.misspelled',
            field,
            message: `${label} has “${token.text}”, which looks misspelled. Did you mean “${spelled}”?`,
          },
    );
  }
  return found;
}

/** A text in another language would have a finding for every word. */
const mostReported = 3;

function tokensOf(field: ProseField, text: string): Token[] {
  const masked = withoutForeign(field, text);
  return [...masked.matchAll(/[\p{L}\p{M}]+(?:[’'][\p{L}\p{M}]+)*/gu)].map(({ 0: token, index }) => ({
    text: token,
    start: index,
  }));
}

/** An etymology that cites foreign words without marking them cannot be judged. */
function isEnglish(field: ProseField, text: string): boolean {
  return field !== 'etymology' || text.includes('*');
}

/** The text with everything blanked out that no English dictionary can judge; each character keeps its place. */
function withoutForeign(field: ProseField, text: string): string {
  const blank = (part: string) => ' '.repeat(part.length);
  const pieces = splitCitedForms(field, text);
  const marked = pieces.map((piece, at) => (at % 2 === 1 ? `*${blank(piece)}*` : piece)).join('');
  return (
    marked
      // Cited words: a misspelling to avoid, a word of another language.
      .replaceAll(/[“‘][\p{L}’'-]+(?: [\p{L}’'-]+)?[.,!?]?[”’]/gu, blank)
      // Template tags, HTML and addresses have findings of their own.
      .replaceAll(/\{\{[^{}]*\}\}|<[^<>]*>|&[a-z]+;/giu, blank)
      .replaceAll(/\S+/gu, (token) => (/@|:\/\/|www\./u.test(token) ? blank(token) : token))
      .replaceAll(/[\p{L}\p{M}’'-]+/gu, (token) => (isPartOrSound(token) ? blank(token) : token))
  );
}

/** Respellings, acronyms, and parts of words: "kee-HOH-tee", "NASA", "-osis", "re-". */
function isPartOrSound(token: string): boolean {
  return token.startsWith('-') || token.endsWith('-') || /\p{Lu}{2}/u.test(token);
}

function misspellingOf(token: string, own: string): string | undefined {
  const lower = token.toLowerCase();
  const slip = certainSlip(lower);
  if (slip) return slip;
  // Names are not judged, and the family of the headword is as rare as it is.
  if (token !== lower || lower.length < 5 || familiarityOf(lower) !== 'unknown') return undefined;
  if (own.split(/[\s-]/u).some((part) => lower.startsWith(part.slice(0, 4)) || areRelated(part, lower)))
    return undefined;
  const base = lower.replace(/(?:y|ish|less|like|ness|ly)$/u, '');
  if (base !== lower && familiarityOf(base) !== 'unknown') return undefined;
  return nearestWord(lower);
}

/** How British spellings become American ones; one counts only if the result is a word and the original is not. */
const americanEndings: readonly [british: RegExp, american: string][] = [
  [/our(?=$|s|ed|ing|ful|less|ite|able|ably|y|er|hood|ist)/u, 'or'],
  [/is(?=(?:e|ed|es|er|ers|ing|ation|ations)$)/u, 'iz'],
  [/ys(?=(?:e|ed|es|er|ers|ing)$)/u, 'yz'],
  [/tre(?=s?$)/u, 'ter'],
  [/bre(?=s?$)/u, 'ber'],
  [/ll(?=(?:ed|er|ers|ing|ery|ous)$)/u, 'l'],
  [/l(?=(?:ful|fully|ment|ments|s)$)/u, 'll'],
  [/ogue(?=s?$)/u, 'og'],
  [/ence(?=s?$)/u, 'ense'],
  [/ae|oe/u, 'e'],
  [/mould/u, 'mold'],
  [/plough/u, 'plow'],
  [/sceptic/u, 'skeptic'],
  [/jewellery/u, 'jewelry'],
  [/aluminium/u, 'aluminum'],
  [/moustache/u, 'mustache'],
  [/^grey/u, 'gray'],
  [/^tyre/u, 'tire'],
  [/^pyjama/u, 'pajama'],
  [/^cheque(?=s?$)/u, 'check'],
  [/programme(?=s?$)/u, 'program'],
  [/manoeuvre/u, 'maneuver'],
];

function americanOf(token: string): string | undefined {
  const lower = token.toLowerCase();
  if (lower.length < 4 || familiarityOf(lower) === 'common') return undefined;
  const american = americanEndings
    .filter(([british]) => british.test(lower))
    .map(([british, ending]) => lower.replace(british, ending));
  return american.find((spelling) => familiarityOf(spelling) === 'common');
}

function likeCase(word: string, as: string): string {
  return /^\p{Lu}/u.test(as) ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}
