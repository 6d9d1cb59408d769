import { editDistance } from '../../platform/edit-distance.ts';
import { withoutAccents } from './normalize-word.ts';
import { baseForms } from './wordnet/morphology.ts';
import { linesFrom, openWordNetFiles, packedText } from './wordnet/wordnet-files.ts';

/** `common`: in the spelling dictionary, which has about 90,000 American words; `rare`: in WordNet only. */
type Familiarity = 'common' | 'rare' | 'unknown';

/** Most texts share most of their words: checking a library needs the same ones again and again. */
const known = new Map<string, Familiarity>();
const mostKnown = 20_000;

/** How well American English knows a word in this form, whatever its case. */
export function familiarityOf(word: string): Familiarity {
  const plain = plainSpelling(word);
  const cached = known.get(plain);
  if (cached !== undefined) return cached;
  const found = isCommon(plain) ? 'common' : isInWordNet(plain.toLowerCase()) ? 'rare' : 'unknown';
  if (known.size === mostKnown) known.clear();
  known.set(plain, found);
  return found;
}

function isCommon(plain: string): boolean {
  const lower = plain.toLowerCase();
  const spellings = new Set([
    lower,
    plain,
    lower.charAt(0).toUpperCase() + lower.slice(1),
    lower.toUpperCase(),
  ]);
  return [...spellings].some(isListed);
}

function isListed(word: string): boolean {
  const text = packedText('spelling');
  const place = text.findPlace((line) => line < word);
  return text.read(place, word.length + 1) === `${word}\n`;
}

function isInWordNet(lower: string): boolean {
  const files = openWordNetFiles();
  if ([{ lemma: lower }, ...baseForms(lower)].some(({ lemma }) => files.senses(lemma).length > 0))
    return true;
  // The first word of a phrase: "lapis lazuli".
  return files.lemmasStartingWith(`${lower}_`).size > 0;
}

/** Straight apostrophes, no accents, no possessive ending. */
function plainSpelling(word: string): string {
  return withoutAccents(word.replaceAll('’', "'")).replace(/'s?$/u, '');
}

/** How many letters may be wrong: in a short word, one more would make another word of it. */
function lettersWrong(word: string): number {
  if (word.length < 5) return 0;
  return word.length < 10 ? 1 : 2;
}

/**
 * The word that a misspelled one is most likely to be, in lower case: the closest, and of several the most frequent.
 *
 * @returns `undefined` if none is close
 */
export function nearestWord(misspelled: string): string | undefined {
  const lower = plainSpelling(misspelled).toLowerCase();
  const allowed = lettersWrong(lower);
  let closest: { word: string; distance: number; count: number } | undefined;
  for (const start of likelyStarts(lower)) {
    for (const word of wordsStartingWith(start)) {
      if (Math.abs(word.length - lower.length) > allowed) continue;
      const distance = editDistance(lower, word);
      if (distance > Math.min(allowed, closest?.distance ?? allowed)) continue;
      const count = distance === closest?.distance || !closest ? countOf(word) : Number.POSITIVE_INFINITY;
      if (!closest || distance < closest.distance || count > closest.count)
        closest = { word, distance, count };
    }
  }
  return closest?.word;
}

function wordsStartingWith(start: string): Set<string> {
  const words = new Set<string>();
  for (const word of linesFrom(packedText('spelling'), start)) {
    if (!word.startsWith(start)) break;
    words.add(word);
  }
  for (const lemma of openWordNetFiles().lemmasStartingWith(start).keys())
    if (!lemma.includes('_')) words.add(lemma);
  return words;
}

/** How often WordNet's tagged texts have a word. */
function countOf(word: string): number {
  const senses = openWordNetFiles().senses(word);
  return senses.reduce((sum, { count }) => sum + count, 0);
}

/** The first letters, correct, with one missing or doubled, or with two neighbors swapped. */
function likelyStarts(word: string): Set<string> {
  const [first = '', second = '', third = '', fourth = ''] = word;
  return new Set([
    first + second + third,
    second + first + third,
    first + third + second,
    first + second + fourth,
  ]);
}

/** Slips that are certain, whatever the text is about. */
const certainSlips = new Map(
  `accomodate accommodate,acheive achieve,adn and,agian again,alot a lot,arguement argument,beleive believe,calender calendar,
  definately definitely,dissapoint disappoint,embarass embarrass,enviroment environment,existance existence,goverment government,
  grammer grammar,happend happened,harrass harass,hte the,independant independent,knowlege knowledge,libary library,
  mischevious mischievous,mispell misspell,neccessary necessary,noticable noticeable,occassion occasion,occured occurred,
  occurence occurrence,peice piece,persue pursue,posession possession,prefered preferred,privelege privilege,pronounciation pronunciation,
  publically publicly,recieve receive,reccomend recommend,refered referred,rythm rhythm,seperate separate,suprise surprise,
  taht that,teh the,thier their,tommorow tomorrow,truely truly,untill until,wich which,wierd weird,writting writing`
    .split(',')
    .map((pair) => pair.trim().split(/ (.*)/su) as [string, string]),
);

/** What a common misspelling, in lower case, stands for. */
export function certainSlip(word: string): string | undefined {
  return certainSlips.get(word);
}
