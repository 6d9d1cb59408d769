import { expect, test } from 'vitest';
import type { WordFindingCode } from '../../contract/word-check.ts';
import { type WordDraft, type WordInput, wordInput, wordTexts } from '../../contract/words.ts';
import { readUsages } from '../dictionary/wordnet/meanings.ts';
import { checkText } from './check-words.ts';
import { compareWords } from './compare-words.ts';

const good = {
  wainscot: {
    phoneticPronunciation: '/ˈweɪnskət/',
    partOfSpeech: 'noun',
    definition: 'Wooden paneling on the lower part of a wall.',
    etymology: 'From Middle Low German *wagenschot*, a name for fine oak boards.',
    example1: 'The carpenter painted the wainscot white to brighten the hall.',
    example2: 'Something small and quick was living behind the wainscot.',
    conversationTip: 'Point at it in any old dining room: “They kept the wainscot!”',
  },
  harrowing: {
    phoneticPronunciation: '/ˈheroʊɪŋ/',
    partOfSpeech: 'adjective',
    definition: 'So distressing that it stays with you for a long time.',
    etymology: 'From a farm tool that tears up the soil with rows of teeth.',
    example1: 'The nurses told us about a harrowing night in the storm.',
    example2: 'After a harrowing drive over the pass, nobody wanted dinner.',
    conversationTip: 'Save it for real fear: “The descent was harrowing.”',
  },
  forsake: {
    phoneticPronunciation: '/fɚˈseɪk/',
    partOfSpeech: 'verb',
    definition: 'To leave for good somebody or something that counted on you.',
    etymology: 'From Old English *forsacan*, “to object to.”',
    example1: 'She would not forsake the old dog, so the new apartment had to wait.',
    example2: 'He forsook law school for a bakery and never looked back.',
    conversationTip: 'It sounds solemn, so it is fun for small things: “Don’t forsake the soup.”',
  },
  defenestrate: {
    phoneticPronunciation: '/diˈfenəˌstreɪt/',
    partOfSpeech: 'verb',
    definition: 'To throw somebody or something out of a window.',
    etymology: 'From Latin *de-*, “out of,” and *fenestra*, “window.”',
    example1: 'I was ready to defenestrate the printer when it finally woke up.',
    example2: 'The rebels defenestrated two governors, who landed on something soft.',
    conversationTip: 'Say it of a stubborn gadget: “One more update and I’ll defenestrate it.”',
  },
  fusty: {
    phoneticPronunciation: '/ˈfʌsti/',
    partOfSpeech: 'adjective',
    definition: 'Smelling of damp and of years without an open window.',
    etymology: 'From Old French *fust*, “barrel,” by way of wine that tasted of it.',
    example1: 'The fusty tent had spent nine winters in the basement.',
    example2: 'They aired the fusty library for a week before the sale.',
    conversationTip: 'Use it for rules as well as rooms: “That policy is a bit fusty.”',
  },
} satisfies Record<string, Omit<WordDraft, 'word'>>;

interface Fault {
  what: string;
  of: keyof typeof good;
  over: Partial<WordInput>;
  /** The codes, one of which must be among the findings; none for faults that no rule can see. */
  found: WordFindingCode[];
}

/** The kinds of faults that a lexicographer planted, 49 in all, in other entries. */
const planted: Fault[] = [
  {
    what: 'circular: the word itself',
    of: 'fusty',
    over: { definition: 'Being fusty in smell or taste.' },
    found: ['definition.circular'],
  },
  {
    what: 'circular: its base',
    of: 'harrowing',
    over: { definition: 'That which harrows a listener.' },
    found: ['definition.circular'],
  },
  {
    what: 'circular: an irregular form',
    of: 'forsake',
    over: { definition: 'To do what someone who forsook a friend has done.' },
    found: ['definition.circular'],
  },
  {
    what: 'example without the word',
    of: 'wainscot',
    over: { example1: 'The carpenter painted the wall white to brighten the hall.' },
    found: ['example.without_word'],
  },
  {
    what: 'example with the word only inside another',
    of: 'fusty',
    over: { example1: 'His cousin works in a confustying office by the river.' },
    found: ['example.without_word'],
  },
  {
    what: 'same example twice',
    of: 'fusty',
    over: { example2: good.fusty.example1 },
    found: ['example.duplicate'],
  },
  {
    what: 'nearly the same example',
    of: 'fusty',
    over: { example2: 'The fusty tent had spent six winters in the basement.' },
    found: ['example.duplicate'],
  },
  {
    what: 'reworded example',
    of: 'fusty',
    over: { example2: 'In the basement the fusty tent had spent nine winters.' },
    found: ['example.duplicate'],
  },
  { what: 'placeholder: TODO', of: 'fusty', over: { definition: 'TODO' }, found: ['field.placeholder'] },
  {
    what: 'placeholder: lorem ipsum',
    of: 'fusty',
    over: { example1: 'Lorem ipsum dolor sit amet.' },
    found: ['field.placeholder'],
  },
  {
    what: 'placeholder: question marks',
    of: 'fusty',
    over: { etymology: '???' },
    found: ['field.placeholder'],
  },
  {
    what: 'placeholder: a note to oneself',
    of: 'fusty',
    over: { definition: 'TODO: find something better here' },
    found: ['field.placeholder'],
  },
  {
    what: 'placeholder: a sentence about itself',
    of: 'fusty',
    over: { example1: 'Sample sentence with fusty goes in this place.' },
    found: ['field.placeholder'],
  },
  {
    what: 'IPA: British',
    of: 'harrowing',
    over: { phoneticPronunciation: '/ˈhærəʊɪŋ/' },
    found: ['pronunciation.malformed'],
  },
  {
    what: 'IPA: a respelling',
    of: 'fusty',
    over: { phoneticPronunciation: 'FUSS-tee' },
    found: ['pronunciation.malformed'],
  },
  {
    what: 'IPA: another word’s, with other syllables',
    of: 'wainscot',
    over: { phoneticPronunciation: '/bəˈnænə/' },
    found: ['pronunciation.other_word'],
  },
  {
    what: 'IPA: another word’s, with the same rhythm',
    of: 'wainscot',
    over: { phoneticPronunciation: '/ˈkɑfi/' },
    found: ['pronunciation.other_word'],
  },
  {
    what: 'IPA: wrong stress',
    of: 'harrowing',
    over: { phoneticPronunciation: '/həˈroʊɪŋ/' },
    found: ['pronunciation.other_word'],
  },
  {
    what: 'too long in all',
    of: 'fusty',
    over: { etymology: 'Old barrels lend it. '.repeat(60) },
    found: ['entry.too_long', 'field.too_long'],
  },
  {
    what: 'one field too long',
    of: 'fusty',
    over: { etymology: 'Old barrels lend it. '.repeat(35) },
    found: ['field.too_long'],
  },
  {
    what: 'obscene headword',
    of: 'fusty',
    over: {
      word: 'motherfucker',
      example1: 'The tired motherfucker slept.',
      example2: 'Every motherfucker in town knew.',
    },
    found: ['word.offensive', 'text.offensive'],
  },
  {
    what: 'slur as a headword',
    of: 'fusty',
    over: {
      word: 'wetback',
      example1: 'An old film says wetback twice.',
      example2: 'The editor struck out wetback.',
    },
    found: ['word.offensive', 'text.offensive'],
  },
  {
    what: 'obscene compound as a headword',
    of: 'fusty',
    over: {
      word: 'shitshow',
      example1: 'The meeting was a shitshow.',
      example2: 'What a shitshow the launch was.',
    },
    found: ['text.offensive'],
  },
  {
    what: 'obscenity in an example',
    of: 'fusty',
    over: { example1: 'Who the fuck left the fusty tent in my basement?' },
    found: ['text.offensive'],
  },
  {
    what: 'misspelled headword',
    of: 'defenestrate',
    over: { word: 'defenistrate' },
    found: ['word.misspelled'],
  },
  {
    what: 'misspelled text',
    of: 'fusty',
    over: { definition: 'Smelling as if a mischevious persn had shut every window.' },
    found: ['text.misspelled'],
  },
  {
    what: 'misspelled part of speech',
    of: 'wainscot',
    over: { partOfSpeech: 'nuon' },
    found: ['part_of_speech.unknown'],
  },
  {
    what: 'a verb’s definition of a noun',
    of: 'wainscot',
    over: { definition: 'To cover the lower part of a wall with wood.' },
    found: ['definition.part_of_speech'],
  },
  {
    what: 'HTML',
    of: 'fusty',
    over: { definition: '<b>Smelling</b> of damp and of years without air.' },
    found: ['text.markup'],
  },
  {
    what: 'HTML entities',
    of: 'fusty',
    over: { definition: 'Smelling of damp &amp; of years without air.' },
    found: ['text.markup'],
  },
  {
    what: 'Markdown',
    of: 'fusty',
    over: { definition: 'Smelling of **damp** and of years without air.' },
    found: ['text.markup'],
  },
  {
    what: 'a URL',
    of: 'fusty',
    over: { etymology: 'From Old French. See https://example.com/fusty for more.' },
    found: ['text.contact'],
  },
  {
    what: 'a template tag',
    of: 'fusty',
    over: { conversationTip: 'Call a rule {{word}} and see who smiles.' },
    found: ['text.markup'],
  },
  {
    what: 'a fragment as an example',
    of: 'fusty',
    over: { example1: 'A fusty corner of the old library.' },
    found: ['example.fragment'],
  },
  {
    what: 'no capital',
    of: 'fusty',
    over: { definition: 'smelling of damp and of years without an open window.' },
    found: ['text.sentence'],
  },
  {
    what: 'no full stop',
    of: 'fusty',
    over: { definition: 'Smelling of damp and of years without an open window' },
    found: ['text.sentence'],
  },
  {
    what: 'a doubled word',
    of: 'fusty',
    over: { example1: 'The fusty tent had spent nine winters in the the basement.' },
    found: ['text.repeated_word'],
  },
  {
    what: 'all capitals',
    of: 'fusty',
    over: { definition: 'SMELLING OF DAMP AND OF YEARS WITHOUT AN OPEN WINDOW.' },
    found: ['text.capitals'],
  },
  {
    what: 'an emoji',
    of: 'fusty',
    over: { conversationTip: 'Use it for rules as well as rooms 😀.' },
    found: ['text.characters'],
  },
  {
    what: 'invisible characters',
    of: 'fusty',
    over: { definition: 'Smelling of da\u200Bmp and of years without an open window.' },
    found: ['text.characters'],
  },
  {
    what: 'straight quotes',
    of: 'fusty',
    over: { conversationTip: 'Use it for rules as well as rooms: "That policy is a bit fusty."' },
    found: ['text.quotes'],
  },
  {
    what: 'a definition that says nothing',
    of: 'wainscot',
    over: { definition: 'A thing.' },
    found: ['field.too_short'],
  },
  {
    what: 'a tip equal to the definition',
    of: 'fusty',
    over: { conversationTip: good.fusty.definition },
    found: ['tip.repeats_definition'],
  },
  {
    what: 'an etymology of one word',
    of: 'fusty',
    over: { etymology: 'Latin.' },
    found: ['field.too_short'],
  },
  {
    what: 'British spelling',
    of: 'fusty',
    over: { definition: 'Having the odour and colour of an unopened room.' },
    found: ['text.british'],
  },
  {
    what: 'a telephone number',
    of: 'fusty',
    over: { conversationTip: 'Call 212-555-0147 and say that your room is fusty.' },
    found: ['text.contact'],
  },
  {
    what: 'a false definition',
    of: 'fusty',
    over: { definition: 'Shining like freshly polished brass.' },
    found: [],
  },
  {
    what: 'a copied definition',
    of: 'fusty',
    over: { definition: 'Stale and unclean smelling.' },
    found: [],
  },
  {
    what: 'the wrong sense of a homograph',
    of: 'harrowing',
    over: { definition: 'Breaking up soil on a field with a frame of teeth.' },
    found: [],
  },
];

/** More of the same kinds, worded otherwise, so that the rules do not fit single sentences. */
const more: Fault[] = [
  {
    what: 'one word as a definition',
    of: 'fusty',
    over: { definition: 'Musty.' },
    found: ['field.too_short'],
  },
  {
    what: 'a definition that is a usage label',
    of: 'fusty',
    over: { definition: 'Used of persons only.' },
    found: ['field.too_short'],
  },
  {
    what: 'a definition that breaks off',
    of: 'fusty',
    over: { definition: 'Of a room e.g.' },
    found: ['field.too_short'],
  },
  {
    what: 'a gap to fill in',
    of: 'fusty',
    over: { etymology: '[insert origin here]' },
    found: ['field.placeholder'],
  },
  {
    what: 'IPA of another word for a word that no dictionary has',
    of: 'fusty',
    over: { word: 'petrichor', phoneticPronunciation: '/ˈbæskɪt/' },
    found: ['pronunciation.other_word'],
  },
  {
    what: 'stress of a noun on a verb',
    of: 'forsake',
    over: { phoneticPronunciation: '/ˈfɔrsək/' },
    found: ['pronunciation.other_word'],
  },
  {
    what: 'a missing syllable',
    of: 'defenestrate',
    over: { word: 'serendipity', phoneticPronunciation: '/serˈdɪpti/' },
    found: ['pronunciation.other_word'],
  },
  {
    what: 'a common slip in a name’s place',
    of: 'fusty',
    over: { example1: 'Teh fusty tent had spent nine winters in the basement.' },
    found: ['text.misspelled'],
  },
  {
    what: 'two letters swapped',
    of: 'fusty',
    over: { example1: 'The fusty tent had spent nine winters in the basmeent.' },
    found: ['text.misspelled'],
  },
  { what: 'a misspelled headword', of: 'fusty', over: { word: 'surreptitous' }, found: ['word.misspelled'] },
  {
    what: 'an abbreviated part of speech',
    of: 'fusty',
    over: { partOfSpeech: 'adj.' },
    found: ['part_of_speech.unknown'],
  },
  {
    what: 'a part of speech that is something else',
    of: 'fusty',
    over: { partOfSpeech: 'smell' },
    found: ['part_of_speech.unknown'],
  },
  {
    what: 'a noun’s definition of a verb',
    of: 'forsake',
    over: { definition: 'The act of leaving somebody for good.' },
    found: ['definition.part_of_speech'],
  },
  {
    what: 'a link in Markdown',
    of: 'fusty',
    over: { etymology: 'From [Old French](fr) for a barrel.' },
    found: ['text.markup'],
  },
  {
    what: 'asterisks in a field that marks nothing',
    of: 'fusty',
    over: { example1: 'The *fusty* tent had spent nine winters in the basement.' },
    found: ['text.markup'],
  },
  {
    what: 'a numeric entity',
    of: 'fusty',
    over: { example1: 'The fusty tent&#8217;s poles were gone by spring.' },
    found: ['text.markup'],
  },
  {
    what: 'a bare domain',
    of: 'fusty',
    over: { etymology: 'Found on wordhistories.net one rainy day.' },
    found: ['text.contact'],
  },
  {
    what: 'an email address',
    of: 'fusty',
    over: { conversationTip: 'Write to words@example.com when you have used it.' },
    found: ['text.contact'],
  },
  {
    what: 'a fragment without a verb',
    of: 'harrowing',
    over: { example1: 'A harrowing tale of survival at sea.' },
    found: ['example.fragment'],
  },
  {
    what: 'two words as an example',
    of: 'harrowing',
    over: { example2: 'Harrowing times.' },
    found: ['example.fragment'],
  },
  {
    what: 'an unreadable character',
    of: 'fusty',
    over: { example1: 'The fusty tent hadn\uFFFDt been opened since May.' },
    found: ['text.characters'],
  },
  {
    what: 'a space before a comma',
    of: 'fusty',
    over: { example1: 'The fusty tent , of course, was mine.' },
    found: ['text.sentence'],
  },
  {
    what: 'an etymology that repeats a word',
    of: 'fusty',
    over: { etymology: 'It comes from from an old word for a barrel.' },
    found: ['text.repeated_word'],
  },
  {
    what: 'British -ise',
    of: 'fusty',
    over: { example1: 'We realised that the fusty tent was ours.' },
    found: ['text.british'],
  },
  {
    what: 'British doubled l',
    of: 'fusty',
    over: { example1: 'The fusty tent had travelled with us for years.' },
    found: ['text.british'],
  },
  {
    what: 'a slur in a tip',
    of: 'fusty',
    over: { conversationTip: 'People once called them wetbacks for no reason.' },
    found: ['text.offensive'],
  },
];

async function findingsOf(word: WordInput) {
  const [usage] = await readUsages([word.word]);
  if (!usage) throw new Error('There is one usage for one word.');
  return [...checkText(word, usage), ...compareWords([]).check({ ...word, id: 1 })];
}

const entry = ({ of, over }: Pick<Fault, 'of' | 'over'>) =>
  wordTexts({ ...wordInput.parse({ word: of, ...good[of] }), ...over });

test.each(Object.keys(good) as (keyof typeof good)[])('the good entry for %s has no finding', async (of) => {
  expect(await findingsOf(entry({ of, over: {} }))).toEqual([]);
});

test('there are 49 planted faults, of which the check finds 46', () => {
  expect(planted).toHaveLength(49);
  expect(planted.filter(({ found }) => found.length > 0)).toHaveLength(46);
});

test.each([...planted, ...more].filter(({ found }) => found.length > 0))('finds $what', async (fault) => {
  const codes = (await findingsOf(entry(fault))).map(({ code }) => code);
  expect(
    fault.found.some((code) => codes.includes(code)),
    codes.join(),
  ).toBe(true);
});

test.each(planted.filter(({ found }) => found.length === 0))('cannot see $what', async (fault) => {
  expect(await findingsOf(entry(fault))).toEqual([]);
});
