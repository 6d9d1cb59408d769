import { hash } from 'node:crypto';
import { type ChoiceReason, type ChoiceRule, choiceRules } from '../../contract/autopilot.ts';
import { dayNumber } from '../../platform/calendar.ts';
import { isAlike, type Meaning, meaningOf } from '../../words/check/compare-words.ts';

/** A morning with its word, or one that should get a word. */
export interface Morning {
  /** `YYYY-MM-DD` */
  day: string;
  word?: TextOfChoice | undefined;
}

export interface Choice<Word> {
  day: string;
  /** `undefined` if no word is left. */
  word: Word | undefined;
  /** Rules that it breaks, because no other word was left. */
  relaxed: ChoiceRule[];
  /** Why it is this word, if it was not drawn from the unused ones. */
  reason?: ChoiceReason;
}

/**
 * Chooses a word for each morning without one. A word that breaks no rule is preferred. Otherwise the one whose broken
 * rule matters least is chosen, in the order of `choiceRules`, so that no morning stays empty.
 *
 * @param input.mornings In order, with the mornings before and after, which count for the rules.
 * @param input.seed Decides between equally good words: the same seed gives the same words.
 */
export function chooseWords<Word extends Candidate>(input: {
  mornings: readonly Morning[];
  candidates: readonly Word[];
  seed: number;
}): Choice<Word>[] {
  const slots: Slot[] = input.mornings.map(({ day, word }) => ({
    dayNumber: dayNumber(day),
    traits: word && traitsOf(word),
  }));
  const pool = new WordPool(input.candidates);
  return input.mornings.flatMap(({ day, word }, at): Choice<Word>[] => {
    if (word) return [];
    const chosen = choose(pool, slots, at, `${input.seed}:${day}`);
    if (!chosen) return [{ day, word: undefined, relaxed: [] }];
    pool.take(chosen);
    const broken = breaches(slots, at, chosen.traits);
    const relaxed: ChoiceRule[] = chosen.word.hasFindings ? ['check', ...broken] : broken;
    slots[at] = { dayNumber: dayNumber(day), traits: chosen.traits };
    return [{ day, word: chosen.word, relaxed }];
  });
}

function choose<Word extends Candidate>(
  pool: WordPool<Word>,
  slots: readonly Slot[],
  at: number,
  seed: string,
): Choosable<Word> | undefined {
  const order = { seed, idOf: ({ word }: Choosable<Word>) => word.id, isFirst: pool.pressing() };
  const leastRank = pool.hasPassing ? 0 : rankOf('check');
  let best: { rank: number; each: Choosable<Word> } | undefined;
  for (const each of oneByOne(pool.words(), order)) {
    const broken = each.word.hasFindings ? 'check' : worstBreach(slots, at, each.traits);
    const rank = broken ? rankOf(broken) : 0;
    if (!best || rank < best.rank) best = { rank, each };
    if (rank === leastRank) break;
  }
  return best?.each;
}

/** A morning and its word, if it has one already. */
interface Slot {
  /** Days since any fixed day. */
  dayNumber: number;
  traits: Traits | undefined;
}

/** Words with nearly the same meaning are this many days apart. */
const alikeDays = 30;

type Rule = (mornings: readonly Slot[], at: number, traits: Traits) => boolean;

/** Whether a word at a place would break a rule, given the words around it. */
const isBroken: Record<Exclude<ChoiceRule, 'check'>, Rule> = {
  origin: (mornings, at, { origin }) =>
    origin !== undefined && [at - 1, at + 1].some((near) => mornings[near]?.traits?.origin === origin),
  part_of_speech: (mornings, at, traits) => isThirdRunning(mornings, at, traits, 'partOfSpeech'),
  initial: (mornings, at, traits) => isThirdRunning(mornings, at, traits, 'initial'),
  definition: (mornings, at, traits) => isNear(mornings, at, traits, -1) || isNear(mornings, at, traits, 1),
};

const byImportance = choiceRules.toReversed().filter((rule) => rule !== 'check');

/** How much it matters to break a rule; more than 0. */
const rankOf = (rule: ChoiceRule) => choiceRules.indexOf(rule) + 1;

/** The most important rule that a word would break at this place, given the words around it. */
function worstBreach(mornings: readonly Slot[], at: number, traits: Traits): ChoiceRule | undefined {
  return byImportance.find((rule) => isBroken[rule](mornings, at, traits));
}

/** Every rule that a word would break at this place, given the words around it. */
function breaches(mornings: readonly Slot[], at: number, traits: Traits): ChoiceRule[] {
  return byImportance.filter((rule) => isBroken[rule](mornings, at, traits));
}

function isThirdRunning(
  mornings: readonly Slot[],
  at: number,
  traits: Traits,
  trait: 'initial' | 'partOfSpeech',
): boolean {
  const isSame = (near: number) => mornings[near]?.traits?.[trait] === traits[trait];
  const pairs = [
    [at - 2, at - 1],
    [at - 1, at + 1],
    [at + 1, at + 2],
  ];
  return pairs.some((pair) => pair.every(isSame));
}

/** Whether one of the words before or after means nearly the same. */
function isNear(mornings: readonly Slot[], at: number, traits: Traits, step: 1 | -1): boolean {
  const here = mornings[at]?.dayNumber ?? 0;
  for (let near = at + step; ; near += step) {
    const other = mornings[near];
    if (!other || Math.abs(other.dayNumber - here) > alikeDays) return false;
    if (other.traits && meanNearlyTheSame(traits, other.traits)) return true;
  }
}

/** A word that could go out. */
export interface Candidate extends TextOfChoice {
  id: number;
  /** Whether the word check found something. */
  hasFindings: boolean;
}

interface Choosable<Word extends Candidate> {
  word: Word;
  traits: Traits;
}

/**
 * The share of words that may have a trait in common before it is hard to keep them apart: the rules allow at most two
 * of three mornings, or every other one.
 */
const mostShare = { partOfSpeech: 0.6, initial: 0.6, origin: 0.45 } as const;
const traitNames = Object.keys(mostShare) as (keyof typeof mostShare)[];

/** The words that are left, and how many of those that pass the check have each trait. */
class WordPool<Word extends Candidate> {
  readonly #left: Map<number, Choosable<Word>>;
  readonly #counts = traitNames.map((name) => ({ name, counts: new Map<string, number>() }));
  #passing = 0;

  constructor(candidates: readonly Word[]) {
    this.#left = new Map(candidates.map((word) => [word.id, { word, traits: traitsOf(word) }]));
    for (const each of this.#left.values()) this.#count(each, 1);
  }

  /** Whether a word is left in which the check found nothing. */
  get hasPassing(): boolean {
    return this.#passing > 0;
  }

  words(): Choosable<Word>[] {
    return [...this.#left.values()];
  }

  take(chosen: Choosable<Word>): void {
    this.#left.delete(chosen.word.id);
    this.#count(chosen, -1);
  }

  /** If most of the remaining words share a trait, those words come first: later, nothing would separate them. */
  pressing(): (each: Choosable<Word>) => boolean {
    const shared = this.#counts.flatMap(({ name, counts }) =>
      [...counts]
        .filter(([, count]) => count > mostShare[name] * this.#passing)
        .map(([value]) => ({ name, value })),
    );
    return ({ word, traits }) =>
      !word.hasFindings && shared.some(({ name, value }) => traits[name] === value);
  }

  #count({ word, traits }: Choosable<Word>, step: 1 | -1): void {
    if (word.hasFindings) return;
    this.#passing += step;
    for (const { name, counts } of this.#counts) {
      const value = traits[name];
      if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + step);
    }
  }
}

/** The fields of a word that decide when it may go out. */
interface TextOfChoice {
  word: string;
  partOfSpeech: string;
  definition: string;
  etymology: string;
  /** Its theme; empty if it has none. */
  theme?: string;
}

/** What two words can have in common. */
interface Traits {
  initial: string;
  partOfSpeech: string;
  /** `undefined` if the etymology does not say. */
  origin: string | undefined;
  meaning: Meaning;
}

function traitsOf(word: TextOfChoice): Traits {
  const meaning = meaningOf(word);
  return {
    initial: meaning.spelling.charAt(0),
    partOfSpeech: word.partOfSpeech.trim().toLowerCase(),
    origin: originFamily(word.etymology),
    meaning,
  };
}

function meanNearlyTheSame(one: Traits, other: Traits): boolean {
  return isAlike(one.meaning, other.meaning);
}

/** Languages named in etymologies, by the family of their words in English. */
const families: Record<string, readonly string[]> = {
  // Latin and its descendants: their words look alike in English.
  latin: [
    'Latin',
    'French',
    'Italian',
    'Spanish',
    'Portuguese',
    'Provençal',
    'Occitan',
    'Catalan',
    'Romanian',
  ],
  greek: ['Greek'],
  germanic: [
    'German',
    'Dutch',
    'Norse',
    'Danish',
    'Swedish',
    'Norwegian',
    'Icelandic',
    'Afrikaans',
    'Frisian',
    'Yiddish',
    'Scots',
  ],
  celtic: ['Irish', 'Gaelic', 'Welsh', 'Breton', 'Cornish'],
  slavic: ['Russian', 'Polish', 'Czech', 'Serbian', 'Ukrainian', 'Bulgarian', 'Croatian'],
  semitic: ['Arabic', 'Hebrew', 'Aramaic'],
  iranian: ['Persian'],
  indic: ['Sanskrit', 'Hindi', 'Urdu', 'Bengali', 'Marathi'],
  dravidian: ['Tamil', 'Malayalam', 'Telugu', 'Kannada'],
  turkic: ['Turkish', 'Turkic', 'Tatar'],
  chinese: ['Chinese', 'Mandarin', 'Cantonese'],
  japanese: ['Japanese'],
  malayic: ['Malay', 'Tagalog', 'Javanese', 'Indonesian'],
  polynesian: ['Hawaiian', 'Maori', 'Māori', 'Tahitian', 'Tongan', 'Samoan'],
};

const familyOf = new Map(
  Object.entries(families).flatMap(([family, languages]) => languages.map((name) => [name, family] as const)),
);
/** Only these mean native English words; plain "English" says nothing about the origin. */
const englishSource = /\b(?:Old|Middle) English\b/u;

/**
 * The family of the language that a word comes from: that of the first foreign language in its etymology, or English if
 * only an older form of English is named.
 *
 * @returns `undefined` if the text does not say
 */
export function originFamily(etymology: string): string | undefined {
  for (const [name] of etymology.matchAll(/\p{Lu}\p{L}+/gu)) {
    const family = familyOf.get(name);
    if (family) return family;
  }
  return englishSource.test(etymology) ? 'germanic' : undefined;
}

/** What puts items in an order that looks random. */
export interface SeededOrder<Item> {
  /** The same one gives the same order. */
  seed: string;
  idOf: (item: Item) => number;
}

/**
 * The items in an order that looks random. Each has its place by its id alone, so that an item more or less does not
 * shuffle the others.
 */
export function inSeededOrder<Item>(items: readonly Item[], { seed, idOf }: SeededOrder<Item>): Item[] {
  const placeOf = placesOf(seed);
  const byPlace = new Map(items.map((item) => [placeOf(idOf(item)), item]));
  // Places alone are sorted, many times as fast as what they belong to.
  return [...Uint32Array.from(byPlace.keys()).sort()].map((place) => byPlace.get(place) as Item);
}

/** As many are found one by one before the others are sorted. */
const foundSingly = 12;

/**
 * The same order one by one, with items that come `first` before all others. A caller that needs only a few of many
 * items does not wait until all are sorted.
 */
function* oneByOne<Item>(
  items: readonly Item[],
  { seed, idOf, isFirst }: SeededOrder<Item> & { isFirst: (item: Item) => boolean },
): Generator<Item> {
  const placeOf = placesOf(seed);
  const keys = Float64Array.from(items, (item) => placeOf(idOf(item)) + (isFirst(item) ? 0 : 2 ** 32));
  let last = -1;
  for (let found = 0; found < foundSingly; found += 1) {
    const at = nextAfter(last, keys);
    if (at === undefined) return;
    last = keys[at] as number;
    yield items[at] as Item;
  }
  const byKey = new Map(items.map((item, at) => [keys[at] as number, item]));
  for (const key of keys.filter((each) => each > last).sort()) yield byKey.get(key) as Item;
}

/** Where the least key above another one is. */
function nextAfter(last: number, keys: Float64Array): number | undefined {
  let least = Number.POSITIVE_INFINITY;
  let found: number | undefined;
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] as number;
    if (key > last && key < least) {
      least = key;
      found = at;
    }
  }
  return found;
}

/** Whole numbers below 2 ** 32; different ids have different ones. */
function placesOf(seed: string): (id: number) => number {
  const start = hash('md5', seed, 'buffer').readInt32BE(0);
  return (id) => spread(start ^ id);
}

/** The last step of MurmurHash3: close numbers come out far apart, and different ones differ. */
function spread(bits: number): number {
  let mixed = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
