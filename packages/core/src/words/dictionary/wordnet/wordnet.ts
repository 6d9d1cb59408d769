import { exampleNotAvailable, limits } from '../../../contract/limits.ts';
import { editDistance } from '../../../platform/edit-distance.ts';
import { conversationTip } from '../conversation-tip.ts';
import {
  type Dictionary,
  type DictionaryEntry,
  type LookupOutcome,
  originNotRecorded,
} from '../dictionary.ts';
import {
  clip,
  noDefinition,
  noEntry,
  normalizeWord,
  refuseOffensive,
  refuseUnlikely,
  sentence,
  withoutAccents,
} from '../normalize-word.ts';
import { certainSlip } from '../spelling.ts';
import {
  chooseMeaning,
  containsLemma,
  explains,
  isCapitalizedLike,
  type Meaning,
  rankMeanings,
  readMeanings,
} from './meanings.ts';
import { baseForms } from './morphology.ts';
import { createPronunciations, type Pronunciations } from './pronunciation.ts';
import { openWordNetFiles, type WordNetFiles } from './wordnet-files.ts';

/**
 * Princeton WordNet with the CMU pronouncing dictionary, read from packed files without network or key. It has no
 * etymologies, and no examples for many words.
 */
export function createWordNet(): Dictionary {
  const files = openWordNetFiles();
  const pronunciations = createPronunciations();
  return {
    source: 'wordnet',
    concurrency: 4,
    async lookUp(word, { signal } = {}) {
      signal?.throwIfAborted();
      const asked = normalizeWord(word);
      const unlikely = refuseUnlikely(asked);
      if (unlikely) return unlikely;
      return find(files, pronunciations, asked);
    },
  };
}

async function find(
  files: WordNetFiles,
  pronunciations: Pronunciations,
  asked: string,
): Promise<LookupOutcome> {
  const spellings = spellingsOf(asked);
  const meanings =
    (await meaningsAsWritten(files, spellings)) ?? (await meaningsOfBaseForm(files, spellings, asked));
  if (meanings === undefined) return noEntry(asked, await suggestLemmas(files, spellings[0]));
  const ranked = rankMeanings(meanings, asked);
  const main = chooseMeaning(meanings, asked);
  if (ranked === undefined || main === undefined) return refuseOffensive(asked);
  if (ranked.length > 0) {
    const senses = ranked
      .slice(0, mostSenses)
      .map((sense) => present({ main: sense, meanings, pronunciations, definition: undefined }));
    return found(senses);
  }
  const definition = await meaningFromAdjective(files, main);
  if (definition === undefined) return noDefinition(main.word.replaceAll('_', ' '));
  return found([present({ main, meanings, pronunciations, definition })]);
}

/** Nobody reads more than these; "run" has 57. */
const mostSenses = 12;

/** The first sense, and all of them to choose from if there are several. */
function found(senses: readonly DictionaryEntry[]): LookupOutcome {
  const [first] = senses;
  if (first === undefined) throw new Error('A found word has a sense.');
  if (senses.length === 1) return { found: true, entry: first };
  return { found: true, entry: { ...first, senses: senses.map(({ source, ...sense }) => sense) } };
}

/** The possible spellings of the word's entry: WordNet uses no accents, and `_` instead of a space. */
function spellingsOf(asked: string): [string, ...string[]] {
  const plain = withoutAccents(asked.toLowerCase());
  const joined = plain.replaceAll(' ', '_');
  const others = new Set([
    joined.replaceAll('_', '-'),
    joined.replaceAll('-', '_'),
    plain.replaceAll(/[ -]/gu, ''),
  ]);
  others.delete(joined);
  return [joined, ...others];
}

async function meaningsAsWritten(files: WordNetFiles, spellings: readonly string[]) {
  for (const spelling of spellings) {
    const meanings = await readMeanings(files, spelling);
    if (meanings.length > 0) return meanings;
  }
  return undefined;
}

/** The meanings of the most frequent word that the form can come from: for "leaves" it is "leave". */
async function meaningsOfBaseForm(files: WordNetFiles, spellings: readonly string[], asked: string) {
  const found: Meaning[][] = [];
  for (const { lemma, partOfSpeech } of spellings.flatMap(baseForms)) {
    const meanings = await readMeanings(files, lemma);
    const fitting = meanings.filter((meaning) => meaning.partOfSpeech === partOfSpeech);
    // "Oases" does not come from OAS: a name keeps its capitals.
    const alike = fitting.filter(({ word }) => isCapitalizedLike(word, asked));
    found.push(alike.length > 0 ? alike : fitting.map((meaning) => ({ ...meaning, count: -1 })));
  }
  const count = (meanings: readonly Meaning[]) => Math.max(...meanings.map((meaning) => meaning.count));
  return found.filter(({ length }) => length > 0).toSorted((one, other) => count(other) - count(one))[0];
}

interface Found {
  main: Meaning;
  meanings: readonly Meaning[];
  pronunciations: Pronunciations;
  /** Replaces the definition in the gloss. */
  definition: string | undefined;
}

function present({ main, meanings, pronunciations, definition }: Found): DictionaryEntry {
  const { partOfSpeech, gloss } = main;
  const word = main.word.replaceAll('_', ' ');
  const own = definition ?? gloss.definition;
  const meaning = partOfSpeech === 'verb' ? own.replace(/^(?:to )?/u, 'to ') : own;
  const [example1 = exampleNotAvailable, example2 = exampleNotAvailable] = pickExamples(main, meanings);
  return {
    word,
    phoneticPronunciation: pronunciations.of(word, partOfSpeech),
    partOfSpeech,
    definition: curly(
      clip(sentence(gloss.label ? `${gloss.label}: ${meaning}` : meaning), limits.textLength),
    ),
    etymology: originNotRecorded,
    example1: curly(example1),
    example2: curly(example2),
    conversationTip: curly(conversationTip({ word, partOfSpeech, meaning, isName: main.isName })),
    source: 'wordnet',
  };
}

/** The library's apostrophes, which readers see. */
function curly(text: string): string {
  return text.replaceAll(/(?<=[\p{L}\p{N}])'(?=\p{L})|(?<=s)'(?=\s)/gu, '’');
}

/**
 * Examples that contain the word, quotations last. The second may come from another sense. A single example may not,
 * because it would seem to belong to the definition.
 */
function pickExamples(main: Meaning, meanings: readonly Meaning[]): string[] {
  const own = examplesOf(main);
  if (own.length === 0) return [];
  const others = meanings.filter(
    (other) =>
      other !== main &&
      other.partOfSpeech === main.partOfSpeech &&
      other.word === main.word &&
      other.offense === undefined,
  );
  const examples = [...own];
  for (const other of others) {
    if (examples.length >= 2) break;
    examples.push(...examplesOf(other));
  }
  return [...new Set(examples)].slice(0, 2);
}

/** "Myriad stars." shows nobody how a word is used. */
const weakExampleWords = 5;

function examplesOf({ gloss, word }: Meaning): string[] {
  const containing = gloss.examples.filter(({ text }) => containsLemma(text, word.toLowerCase()));
  return containing
    .toSorted((one, other) => Number(one.author !== undefined) - Number(other.author !== undefined))
    .map(({ text, author }) =>
      clip(author ? `${sentence(text)} (${author})` : sentence(text), limits.textLength),
    )
    .filter((text) => text.split(/\s+/u).length > weakExampleWords);
}

/** How adjectives become adverbs: `rueful-ly`, `gent-le`, `happ-y`, `true`, `frantic-ally`. */
const adjectiveEndings: [adverb: RegExp, adjective: string][] = [
  [/ily$/u, 'y'],
  [/ically$/u, 'ic'],
  [/ly$/u, ''],
  [/(?<=[^aeiou])ly$/u, 'le'],
  [/(?<=l)ly$/u, 'l'],
  [/ly$/u, 'e'],
  [/ally$/u, ''],
];

/**
 * What an adverb in -ly means, from its adjective: WordNet's own gloss is mostly "in a … manner".
 *
 * @returns `undefined` for other words, and if no adjective explains it
 */
async function meaningFromAdjective(
  files: WordNetFiles,
  { word, partOfSpeech }: Meaning,
): Promise<string | undefined> {
  if (partOfSpeech !== 'adverb' || !/ly$/u.test(word)) return undefined;
  for (const [adverb, adjective] of adjectiveEndings) {
    const lemma = word.toLowerCase().replace(adverb, adjective);
    if (lemma === word.toLowerCase()) continue;
    const meanings = (await readMeanings(files, lemma)).filter(
      (meaning) => meaning.partOfSpeech === 'adjective',
    );
    const main = chooseMeaning(meanings, lemma);
    if (main && explains(main.gloss.definition, word.toLowerCase())) return inManner(main.gloss.definition);
  }
  return undefined;
}

/** Turns the definition of an adjective into that of its adverb. */
function inManner(definition: string): string {
  const [, related] = /^(?:of or )?(?:relating|pertaining) to (.*)$/u.exec(definition) ?? [];
  if (related !== undefined) return `in a manner relating to ${related}`;
  return /^\w+(?:ing|ed)\b|^full of\b/u.test(definition)
    ? `in a manner ${definition}`
    : `in a way that is ${definition}`;
}

/** Words with a similar spelling, most frequent first, without offensive ones. */
async function suggestLemmas(files: WordNetFiles, lemma: string): Promise<string[]> {
  const certain = certainSlip(lemma);
  if (certain !== undefined) return [certain];
  const allowed = lemma.length < 5 ? 1 : 2;
  const found = new Map<string, { distance: number; count: number }>();
  for (const start of startsLike(lemma)) {
    for (const [candidate, count] of files.lemmasStartingWith(start)) {
      if (Math.abs(candidate.length - lemma.length) > allowed) continue;
      const distance = editDistance(lemma, candidate);
      if (distance <= allowed) found.set(candidate, { distance, count });
    }
  }
  const closest = Math.min(...[...found.values()].map(({ distance }) => distance));
  const best = [...found]
    .filter(([, { distance }]) => distance === closest)
    .toSorted(([, one], [, other]) => other.count - one.count)
    .slice(0, 3);
  const written = await Promise.all(
    best.map(async ([candidate]) => chooseMeaning(await readMeanings(files, candidate), candidate)?.word),
  );
  return written.filter((word) => word !== undefined).map((word) => word.replaceAll('_', ' '));
}

/** The first letters, correct or with two neighbors swapped: other mistakes are rare there. */
function startsLike(lemma: string): Set<string> {
  const [first = '', second = '', third = '', fourth = ''] = lemma;
  return new Set([
    first + second + third,
    second + first + third,
    first + third + second,
    first + second + fourth,
  ]);
}
