import { expect, test } from 'vitest';
import { wordInput } from '../../contract/words.ts';
import { checkText } from '../check/check-words.ts';
import { problemOf } from '../check/pronunciation.ts';
import type { LookupOutcome } from './dictionary.ts';
import { createOfflineDictionary } from './offline-dictionary.ts';

const list = (words: string) =>
  words
    .trim()
    .split(/\s+/u)
    .map((word) => word.replaceAll('_', ' '));

/**
 * 140 words of the kinds that a lexicographer tried: words that word lovers like, words of a middle level, inflected
 * forms, phrases, words with a capital, slang and new words. The last 18 were chosen after the rules were written.
 */
const tried = list(`
  petrichor serendipity mellifluous ephemeral sonorous limpid gossamer susurrus crepuscular halcyon lissome quixotic
  penumbra ineffable effervescent pulchritudinous defenestrate sesquipedalian perspicacious obsequious lugubrious
  quiddity cynosure pusillanimous eleemosynary lachrymose skulduggery brouhaha apricity hygge vespertine cromulent
  ailurophile snollygoster xenial pellucid insouciant sanguine taciturn verisimilitude truculent querulous fastidious
  lambent diaphanous evanescent redolent numinous palimpsest soporific elusive demure index meander candid frugal
  tenacious diligent coherent plausible skeptical ambiguous reluctant meticulous wary brisk dwindle thrive linger
  hoard salvage vivid solemn brittle meandering ghosting woke leaves mice furtively gingerly running happiest alumni
  ne'er-do-well bona_fide faux_pas joie_de_vivre red_herring kick_the_bucket give_up wild-goose_chase mother-of-pearl
  esprit_de_corps ad_hoc hoi_polloi déjà_vu bumper-to-bumper wabi-sabi put_up_with look_forward_to rule_of_thumb
  black_sheep white_elephant Kafkaesque Orwellian Machiavellian Schadenfreude Pollyanna Luddite flex hangry selfie
  doomscroll mansplain bougie cringe yeet rizz stan meh zaftig ebullient loquacious sagacious perfidious munificent
  recalcitrant sycophant vellichor sonder hesitate sturdy gleam humble stubborn scatter flourish modest rigid
`);

/** Not in the dictionary, or without a usable definition there. */
const missing = list(`
  vespertine cromulent ailurophile snollygoster xenial meandering bumper-to-bumper put_up_with look_forward_to
  Kafkaesque Orwellian Machiavellian hangry selfie doomscroll mansplain bougie yeet rizz stan meh vellichor sonder
`);

/** Found, but a reader of them all judged that no sense can be edited into a good entry: the usual one is missing. */
const unusable = ['running', 'ghosting', 'woke'];

/** How many come from the built-in packs. */
const own = 42;

const dictionary = createOfflineDictionary();
const outcomes = new Map<string, LookupOutcome>();
for (const word of tried) outcomes.set(word, await dictionary.lookUp(word));
const entries = [...outcomes.values()].flatMap((outcome) => (outcome.found ? [outcome.entry] : []));

test('at least three in four of 140 words can be used after an edit', () => {
  expect(new Set(tried).size).toBe(140);
  const notFound = tried.filter((word) => !outcomes.get(word)?.found);
  expect(notFound.toSorted()).toEqual(missing.toSorted());
  expect(140 - notFound.length - unusable.length).toBeGreaterThanOrEqual(0.75 * 140);
  expect(entries.filter(({ source }) => source === 'starter')).toHaveLength(own);
});

test('no sense of them is a stub, a label or circular', () => {
  const senses = entries.flatMap((entry) => entry.senses ?? [entry]);
  const faults = new Set([
    'field.too_short',
    'definition.circular',
    'definition.part_of_speech',
    'text.sentence',
    'text.quotes',
  ]);
  const found = senses.flatMap((sense) =>
    checkText(wordInput.parse(sense), { count: 0, isOffensive: false })
      .filter(({ code, field }) => faults.has(code) && field === 'definition')
      .map(({ code }) => `${sense.word}: ${sense.definition} (${code})`),
  );
  expect(found).toEqual([]);
});

test('no phrase has a pronunciation put together from its words, and each passes the check', () => {
  const recorded = entries.filter(({ phoneticPronunciation }) => phoneticPronunciation.startsWith('/'));
  expect(recorded.length).toBeGreaterThan(70);
  expect(
    recorded.filter(({ phoneticPronunciation }) => problemOf(phoneticPronunciation) !== undefined),
  ).toEqual([]);
  const phrases = recorded.filter(({ word, source }) => /[ -]/u.test(word) && source === 'wordnet');
  expect(phrases).toEqual([]);
});
