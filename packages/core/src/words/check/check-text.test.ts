import { expect, onTestFinished, test } from 'vitest';
import { wordFieldTable } from '../../contract/word-fields.ts';
import { type WordInput, wordInput } from '../../contract/words.ts';
import { readUsages } from '../dictionary/wordnet/meanings.ts';
import { checkLength, checkText } from './check-words.ts';

const sound: WordInput = wordInput.parse({
  word: 'gingerly',
  phoneticPronunciation: '/ˈdʒɪndʒɚli/',
  partOfSpeech: 'adverb',
  definition: 'So carefully that nothing is hurt, spilled, or woken.',
  etymology: 'Perhaps from Old French gensor, “more graceful”.',
  example1: 'She gingerly lifted the sleeping cat off her laptop.',
  example2: 'He walked gingerly across the icy lot with a birthday cake.',
  conversationTip: 'Use it with verbs of touching and moving.',
});

async function codesOf(over: Partial<WordInput>): Promise<string[]> {
  const word = { ...sound, ...over };
  const [usage] = await readUsages([word.word]);
  if (!usage) throw new Error('There is one usage for one word.');
  return checkText(word, usage).map(({ code, field }) => `${code} ${field}`);
}

test('a complete word has no findings', async () => {
  expect(await codesOf({})).toEqual([]);
});

test('asterisks around cited forms are no finding', async () => {
  expect(await codesOf({ etymology: 'Perhaps from Old French *gensor*, “more graceful.”' })).toEqual([]);
});

test('a teaser does not repeat its word', async () => {
  expect(await codesOf({ teaser: 'as if walking on eggs' })).toEqual([]);
  expect(await codesOf({ teaser: 'gingerly does it' })).toEqual(['teaser.repeats teaser']);
});

const quoted = {
  quotation: 'He set the lamp down gingerly, and it went out.',
  quotationAuthor: 'Ada Quill',
  quotationWork: 'Roads',
};

test.each<{ why: string; over: Partial<WordInput>; found: string[] }>([
  { why: 'none', over: {}, found: [] },
  {
    why: 'none, however long it is',
    over: { quotation: `Gingerly, ${'he went on, '.repeat(40)}` },
    found: [],
  },
  { why: 'another word', over: { quotation: 'He left.' }, found: ['quotation.without_word quotation'] },
  {
    why: 'no source',
    over: { quotationAuthor: '', quotationWork: '' },
    found: ['quotation.source quotationAuthor', 'quotation.source quotationWork'],
  },
  { why: 'markup', over: { quotationWork: '<i>Roads</i>' }, found: ['text.markup quotationWork'] },
  ...['1851', '1851–52', 'about 1599', 'c. 1380', '45 BC', '8 AD', '1380'].map((quotationYear) => ({
    why: `none with the year ${quotationYear}`,
    over: { quotationYear },
    found: [],
  })),
  ...['18511', 'long ago', '2999', '85', '12/3/1851'].map((quotationYear) => ({
    why: `the year ${quotationYear}`,
    over: { quotationYear },
    found: ['quotation.year quotationYear'],
  })),
])('finds in a quotation: $why', async ({ over, found }) => {
  expect(await codesOf({ ...quoted, ...over })).toEqual(found);
});

test('fields about the entry are not part of its length', async () => {
  expect(await codesOf({ tags: 'a, '.repeat(60).trim() })).toEqual([]);
});

test('an optional field may be empty', async () => {
  const etymology: { required: boolean } = wordFieldTable.etymology;
  etymology.required = false;
  onTestFinished(() => {
    etymology.required = true;
  });
  expect(await codesOf({ etymology: '' })).toEqual([]);
  expect(await codesOf({ definition: '' })).toContain('field.missing definition');
});

test.each<{ why: string; over: Partial<WordInput>; found: string[] }>([
  { why: 'a missing field', over: { etymology: ' ' }, found: ['field.missing etymology'] },
  {
    why: 'a placeholder for an example',
    over: { example2: 'Example not available' },
    found: ['field.placeholder example2'],
  },
  {
    why: 'a placeholder for an origin',
    over: { etymology: 'The origin of this word is not recorded in this dictionary.' },
    found: ['field.placeholder etymology'],
  },
  {
    why: 'a placeholder for a pronunciation',
    over: { phoneticPronunciation: 'gingerly (pronunciation not recorded)' },
    found: ['field.placeholder phoneticPronunciation'],
  },
  {
    why: 'a dash instead of text',
    over: { conversationTip: '—' },
    found: ['field.placeholder conversationTip'],
  },
  {
    why: 'a definition with the word',
    over: { definition: 'In a gingerly manner.' },
    found: ['definition.circular definition'],
  },
  {
    why: 'a definition with the base of the word',
    over: {
      word: 'precariously',
      phoneticPronunciation: '/prɪˈkeriəsli/',
      definition: 'In a precarious way.',
      example1: 'A mug stood precariously on the arm of the sofa.',
      example2: 'For two years they lived precariously, on luck and contracts.',
    },
    found: ['definition.circular definition'],
  },
  {
    why: 'a definition with a noun derived from the word',
    over: {
      word: 'generous',
      definition: 'Of great generosity.',
      phoneticPronunciation: '/ˈdʒenərəs/',
      example1: 'A generous slice of pie.',
      example2: 'My aunt is generous with advice.',
    },
    found: ['definition.circular definition'],
  },
  {
    why: 'a definition that only removes the negation',
    over: {
      word: 'unflappable',
      definition: 'Not easily flapped.',
      phoneticPronunciation: '/ʌnˈflæpəbəl/',
      example1: 'An unflappable nurse ran the desk.',
      example2: 'He stayed unflappable through the hail.',
    },
    found: ['definition.circular definition'],
  },
  {
    why: 'a definition with every word of a phrase',
    over: {
      word: 'sea change',
      definition: 'A change like that of the sea.',
      phoneticPronunciation: '/ˈsi ˌtʃeɪndʒ/',
      example1: 'The vote marked a sea change.',
      example2: 'She saw a sea change in how towns plant trees.',
    },
    found: ['definition.circular definition'],
  },
  {
    why: 'an example without the word',
    over: { example1: 'She lifted the sleeping cat off her laptop.' },
    found: ['example.without_word example1'],
  },
  {
    why: 'two nearly identical examples',
    over: { example2: 'She gingerly lifted the sleeping dog off her laptop.' },
    found: ['example.duplicate example2'],
  },
  {
    why: 'an entry that takes more than a minute',
    over: { etymology: 'A long story about an old word. '.repeat(40) },
    found: ['entry.too_long etymology', 'field.too_long etymology'],
  },
  {
    why: 'an everyday word',
    over: {
      word: 'happy',
      phoneticPronunciation: '/ˈhæpi/',
      example1: 'We were happy to be home.',
      example2: 'What makes a goldfish happy is hard to say.',
    },
    found: ['word.too_easy word'],
  },
  {
    why: 'a slur without a note',
    over: {
      word: 'coolie',
      phoneticPronunciation: '/ˈkuli/',
      example1: 'An old song used the word coolie in its first line.',
      example2: 'The editor struck out coolie wherever it stood.',
    },
    found: ['word.offensive conversationTip'],
  },
  {
    why: 'no slur in a common word with a rare offensive meaning',
    over: {
      word: 'dirt',
      phoneticPronunciation: '/dɝt/',
      example1: 'There was dirt on the piano.',
      example2: 'Worms turn leaves into dirt.',
    },
    found: ['word.too_easy word'],
  },
  {
    why: 'a slur that is rarer than the word’s other meanings',
    over: {
      word: 'faggot',
      phoneticPronunciation: '/ˈfæɡət/',
      example1: 'The stove burned one faggot a night.',
      example2: 'They tied each faggot with a willow twig.',
    },
    found: ['word.offensive conversationTip'],
  },
  {
    why: 'a slur that the dictionary does not mark',
    over: {
      word: 'gypsy',
      phoneticPronunciation: '/ˈdʒɪpsi/',
      example1: 'The old poster called her a gypsy.',
      example2: 'He struck out gypsy and wrote Romani.',
    },
    found: ['word.offensive conversationTip'],
  },
])('finds $why', async ({ over, found }) => {
  expect(await codesOf(over)).toEqual(found);
});

test.each<{ why: string; over: Partial<WordInput> }>([
  {
    why: 'an inflection of the word in an example',
    over: {
      word: 'cajole',
      phoneticPronunciation: '/kəˈdʒoʊl/',
      example1: 'She cajoled the landlord into a new boiler.',
      example2: 'An hour of cajoling got the toddler into the car.',
    },
  },
  {
    why: 'a rare word',
    over: {
      word: 'petrichor',
      phoneticPronunciation: '/ˈpetrɪˌkɔr/',
      example1: 'The first drops fell, and petrichor came in at the window.',
      example2: 'No perfume smells as good as petrichor.',
    },
  },
  {
    why: 'a slur with a note',
    over: {
      word: 'coolie',
      phoneticPronunciation: '/ˈkuli/',
      example1: 'An old song used the word coolie in its first line.',
      example2: 'The editor struck out coolie wherever it stood.',
      conversationTip: 'A racist slur: know it, and never say it.',
    },
  },
  {
    why: 'a word without its accents in an example',
    over: {
      word: 'déjà vu',
      phoneticPronunciation: '/ˌdeɪˌʒɑ ˈvu/',
      example1: 'A wave of deja vu hit me in the lobby.',
      example2: 'It was déjà vu, down to the hat.',
    },
  },
  {
    why: 'an abbreviation with periods',
    over: {
      word: 'viz.',
      phoneticPronunciation: '/vɪz/',
      example1: 'He grows three fruits, viz. figs, limes, and plums.',
      example2: 'One guest was late, viz., the groom.',
    },
  },
  {
    why: 'one word of a phrase in its definition',
    over: {
      word: 'mother-in-law',
      definition: 'The mother of the person one has married.',
      phoneticPronunciation: '/ˈmʌðɚɪnˌlɔ/',
      example1: 'My mother-in-law fixes tractors.',
      example2: 'Both mothers-in-law wore green.',
    },
  },
  {
    why: 'two examples that share half of their words',
    over: {
      example1: 'She gingerly lifted the sleeping cat off her laptop.',
      example2: 'The nurse gingerly lifted the bandage off the sleeping lion.',
    },
  },
  {
    why: 'an accent written as a separate character',
    over: {
      word: 'touché',
      phoneticPronunciation: '/tuˈʃeɪ/',
      example1: '“Touche\u0301,” said the cook, and put the salt away.',
      example2: 'Touché, wrote the loser on the back of the check.',
    },
  },
  { why: 'a text about what is unknown', over: { etymology: 'The first part is of unknown origin.' } },
])('accepts $why', async ({ over }) => {
  expect(await codesOf(over)).toEqual([]);
});

test('an entry of exactly a minute is short enough, and one word more is too long', () => {
  const entry = (words: number) => ({ ...sound, etymology: 'word '.repeat(words) });
  expect(checkLength(entry(180))).toEqual([]);
  expect(checkLength(entry(181))).toMatchObject([{ code: 'entry.too_long', field: 'etymology' }]);
});

test('says what to do', async () => {
  const [usage] = await readUsages(['gingerly']);
  if (!usage) throw new Error('There is one usage for one word.');
  const [finding] = checkText({ ...sound, example1: 'Nothing of the kind.' }, usage);
  expect(finding?.message).toBe(
    'Example 1 does not contain “gingerly”. Rewrite it with the word or a form of it.',
  );
});
