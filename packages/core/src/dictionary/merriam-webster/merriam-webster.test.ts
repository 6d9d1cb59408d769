import { inspect } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { wordInput } from '../../contract/words.ts';
import { DomainError } from '../../errors.ts';
import type { FakeAnswer } from './fake-answer.ts';
import { type FakeMerriamWebsterOptions, startFakeMerriamWebster } from './fake-server.ts';
import { createMerriamWebster, type MerriamWebsterOptions } from './merriam-webster.ts';
import { fakeEntry, oneSense } from './sample-answers.ts';

async function start(
  fake: FakeMerriamWebsterOptions = {},
  options: Partial<MerriamWebsterOptions> & { queriesLeft?: number } = {},
) {
  const server = await startFakeMerriamWebster(fake);
  onTestFinished(() => server.close());
  const { queriesLeft = Number.POSITIVE_INFINITY, ...rest } = options;
  let spent = 0;
  const dictionary = createMerriamWebster({
    apiKey: server.apiKey,
    apiUrl: server.url,
    async spendQuery() {
      if (spent >= queriesLeft) throw new DomainError('dictionary.quota', 'The day’s lookups are used up.');
      spent++;
    },
    ...rest,
  });
  const entryOf = async (word: string) => {
    const outcome = await dictionary.lookUp(word);
    if (!outcome.found) throw new Error(outcome.reason);
    return outcome.entry;
  };
  return { server, dictionary, entryOf, lookUp: dictionary.lookUp, spent: () => spent };
}

/** Starts with one word whose answer is a single entry. */
const startWith = (entry: Parameters<typeof fakeEntry>[0], ...more: Parameters<typeof fakeEntry>[0][]) =>
  start({ answers: { [entry.id.replace(/:.*/u, '')]: { json: [entry, ...more].map(fakeEntry) } } });

const sense = (...dt: unknown[]) => ['sense', { dt }];

const errorOf = (lookup: Promise<unknown>) =>
  lookup.then(
    () => undefined,
    (error: unknown) => error,
  );

test('fills all eight fields with clean sentences', async () => {
  const { entryOf, spent } = await start();
  const entry = await entryOf('meander');
  expect(entry).toEqual({
    word: 'meander',
    phoneticPronunciation: '\\mē-ˈan-dər\\',
    partOfSpeech: 'verb',
    definition: 'To take a path with many turns.',
    etymology: 'From an old river name. First known use: 1601.',
    example1: 'The stream meanders between low hills.',
    example2: 'We meandered from stall to stall until the market closed.',
    conversationTip: 'Next time you want to say “take a path with many turns”, let “meander” do the work.',
    source: 'merriam-webster',
  });
  expect(wordInput.parse(entry)).toMatchObject({ word: 'meander' });
  expect(spent()).toBe(1);
});

test('shows the headword for an inflected form, a derived form and any case', async () => {
  const { entryOf } = await start();
  expect(await entryOf('meandered')).toMatchObject({ word: 'meander' });
  expect(await entryOf('  MEANDERING ')).toMatchObject({ word: 'meander' });
});

test('offers similar words for an unknown word, if there are any', async () => {
  const { lookUp } = await start();
  expect(await lookUp('meandr')).toEqual({
    found: false,
    reason: 'No entry for “meandr”. Did you mean meander, meanders or menders?',
    suggestions: ['meander', 'meanders', 'menders', 'lavender', 'oleander'],
  });
  expect(await lookUp('zzxqj')).toEqual({
    found: false,
    reason: 'No entry for “zzxqj”.',
    suggestions: [],
  });
});

test('uses the first homograph and ignores compounds', async () => {
  const { entryOf } = await start();
  expect(await entryOf('tender')).toMatchObject({
    word: 'tender',
    partOfSpeech: 'adjective',
    definition: 'Easily hurt or moved; also, soft to bite.',
    example1: 'A tender stem.',
    example2: 'Example not available',
  });
});

test('gives a later homograph the pronunciation of the first', async () => {
  const { entryOf, server } = await start();
  server.answer('tenders', {
    json: [
      fakeEntry({ id: 'tender:1', hw: 'ten*der', mw: 'ˈten-dər', fl: 'adjective', def: oneSense('soft') }),
      fakeEntry({ id: 'tender:2', stems: ['tender', 'tenders'], fl: 'noun', def: oneSense('an offer') }),
    ],
  });
  expect(await entryOf('tenders')).toMatchObject({
    phoneticPronunciation: '\\ˈten-dər\\',
    partOfSpeech: 'noun',
  });
});

test('shows the syllables if there is no pronunciation', async () => {
  const { entryOf } = await startWith(
    { id: 'ponder:1', hw: 'pon*der', fl: 'verb', def: [] },
    { id: 'ponder:2', fl: 'noun', def: oneSense('a long thought') },
  );
  expect(await entryOf('ponder')).toMatchObject({
    partOfSpeech: 'noun',
    phoneticPronunciation: 'pon·der',
  });
});

test('prefers a pronunciation of the whole word', async () => {
  const entry = { ...fakeEntry({ id: 'ponder', fl: 'verb', def: oneSense('to think') }) };
  const hwi = { hw: 'pon*der', prs: [{ l: 'dialect' }, { mw: '-dər' }, { mw: 'ˈpän-dər' }] };
  const { entryOf } = await start({ answers: { ponder: { json: [{ ...entry, hwi }] } } });
  expect(await entryOf('ponder')).toMatchObject({ phoneticPronunciation: '\\ˈpän-dər\\' });
});

test('ignores answers that are only about compounds, names and idioms', async () => {
  const { lookUp, server } = await start();
  server.answer('offer', {
    json: [fakeEntry({ id: 'tender offer', fl: 'noun', def: oneSense('a public bid for shares') })],
  });
  expect(await lookUp('offer')).toEqual({
    found: false,
    reason: 'No entry for “offer”. Did you mean tender offer?',
    suggestions: ['tender offer'],
  });
});

test('prefers the word to a place of that name', async () => {
  const { entryOf } = await startWith(
    { id: 'delta:g', hw: 'Del*ta', fl: 'geographical name', def: oneSense('a town') },
    { id: 'delta', fl: 'noun', def: oneSense('land at the mouth of a river') },
  );
  expect(await entryOf('Delta')).toMatchObject({ word: 'delta', partOfSpeech: 'noun' });
});

test('follows a cross-reference with one more query, or within the same answer', async () => {
  const { entryOf, server, spent } = await start();
  expect(await entryOf('went')).toMatchObject({
    word: 'wend',
    definition: "To go on one's way: travel.",
    etymology: 'Old English wendan; akin to Old English windan. First known use: before 12th century.',
  });
  expect(server.asked).toEqual(['went', 'wend']);
  expect(await entryOf('tendre')).toMatchObject({ word: 'tender' });
  expect(spent()).toBe(3);
});

test('follows only one cross-reference', async () => {
  const pointer = (id: string, cxt: string) => ({
    json: [fakeEntry({ id, cxs: [{ cxl: 'variant of', cxtis: [{ cxt }] }] })],
  });
  const { lookUp, server } = await start({
    answers: { here: pointer('here', 'there'), there: pointer('there', 'here') },
  });
  expect(await lookUp('here')).toMatchObject({ found: false, reason: 'No entry for “here”.' });
  expect(server.asked).toEqual(['here', 'there']);
});

test('prefers a homograph with a meaning to a cross-reference', async () => {
  const { entryOf } = await startWith(
    { id: 'wound:1', cxs: [{ cxl: 'past tense of', cxtis: [{ cxt: 'wind' }] }] },
    { id: 'wound:2', fl: 'noun', def: oneSense('a cut in the skin') },
  );
  expect(await entryOf('wound')).toMatchObject({ word: 'wound', partOfSpeech: 'noun' });
});

test('refuses an offensive word and says why', async () => {
  const { lookUp } = await start();
  expect(await lookUp('rudeword')).toEqual({
    found: false,
    reason: '“rudeword” was left out: the dictionary marks it as offensive.',
    suggestions: [],
  });
});

test('reads a meaning and its example from a usage note', async () => {
  const { entryOf } = await start();
  expect(await entryOf('alas')).toMatchObject({
    partOfSpeech: 'interjection',
    definition: 'Used to express unhappiness, pity, or concern.',
    example1: 'Alas, the last train has left.',
  });
});

test.each([
  {
    why: 'a sense that only names a synonym',
    sseq: [[sense(['text', '{bc}{sx|ramble||1b}'])], [sense(['text', '{bc}to walk about without any plan'])]],
    definition: 'To walk about without any plan.',
  },
  {
    why: 'nothing but synonyms',
    sseq: [[sense(['text', '{bc}{sx|ramble||1b}, {sx|roam:2||}'])]],
    definition: 'Ramble, roam.',
  },
  {
    why: 'a sense without text',
    sseq: [
      [['sen', { sn: '1' }]],
      [sense(['vis', []])],
      [sense(['text', '{bc}to walk about without any plan'])],
    ],
    definition: 'To walk about without any plan.',
  },
  {
    why: 'nesting upon nesting',
    sseq: [
      [['pseq', [['pseq', [['bs', { sense: { dt: [['text', '{bc}to walk or ride about: such as']] } }]]]]]],
    ],
    definition: 'To walk or ride about.',
  },
  {
    why: 'kinds nobody knows',
    sseq: [
      [['novelty', { dt: 7 }], sense(['glitter', {}], ['text', '{bc}to walk about without any plan'], 'odd')],
    ],
    definition: 'To walk about without any plan.',
  },
  {
    why: 'text in several pieces',
    sseq: [
      [
        sense(
          ['text', '{bc}to walk about '],
          ['ri', []],
          ['text', 'without any plan'],
          ['vis', [{ t: 'x' }]],
          ['text', 'no'],
        ),
      ],
    ],
    definition: 'To walk about without any plan.',
  },
  {
    why: 'a short gloss, joined with the next of the same kind',
    sseq: [
      [sense(['text', '{bc}to walk'])],
      [sense(['text', '{bc}{sx|roam||}'])],
      [sense(['text', '{bc}to talk at length'])],
    ],
    definition: 'To walk; also, to talk at length.',
  },
])('picks a gloss from $why', async ({ sseq, definition }) => {
  const { entryOf } = await startWith({ id: 'amble', fl: 'verb', def: [{ sseq }] });
  expect(await entryOf('amble')).toMatchObject({ definition });
});

test('falls back to the short definition', async () => {
  const { entryOf } = await startWith({
    id: 'amble',
    fl: 'verb',
    def: [],
    shortdef: ['to walk slowly : stroll'],
  });
  expect(await entryOf('amble')).toMatchObject({ definition: 'To walk slowly: stroll.' });
});

test('takes examples of the same sense first, and quotations last with their author', async () => {
  const vis = (...items: unknown[]) => ['vis', items];
  const { entryOf, server } = await startWith({
    id: 'amble',
    fl: 'verb',
    def: [
      {
        sseq: [
          [sense(['text', '{bc}{sx|roam||}'], vis({ t: 'they {wi}amble{/wi} off' }))],
          [
            sense(
              ['text', '{bc}to walk without any hurry'],
              vis({ t: 'so we {wi}ambled{/wi} . . . on [and on]', aq: { auth: '{it}A. Writer{/it}' } }),
            ),
          ],
        ],
      },
    ],
  });
  expect(await entryOf('amble')).toMatchObject({
    example1: 'They amble off.',
    example2: 'So we ambled… on (and on). (A. Writer)',
  });
  server.answer('amble', { json: [fakeEntry({ id: 'amble', fl: 'verb', def: oneSense('to walk') })] });
  expect(await entryOf('amble')).toMatchObject({
    example1: 'Example not available',
    example2: 'Example not available',
  });
});

test.each([
  [undefined, undefined, 'The origin of this word is not recorded in this dictionary.'],
  [
    undefined,
    '14th century{ds||1||}',
    'The origin of this word is not recorded in this dictionary. First known use: 14th century.',
  ],
  [
    [['text', '{dx_ety}see {dxt|amble||}{/dx_ety}']],
    undefined,
    'The origin of this word is not recorded in this dictionary.',
  ],
  [
    [
      ['text', 'Middle English {it}amblen{/it}'],
      ['et_snote', [['t', 'A long note.']]],
    ],
    '1385, in the meaning defined above',
    'Middle English amblen. First known use: 1385.',
  ],
])('writes the etymology of %j, %j', async (et, date, etymology) => {
  const { entryOf } = await startWith({ id: 'amble', fl: 'verb', def: oneSense('to walk'), et, date });
  expect(await entryOf('amble')).toMatchObject({ etymology });
});

test('keeps the part of speech short', async () => {
  const fl = 'noun, plural in form but singular or plural in construction, and then some more';
  const { entryOf, server } = await startWith({ id: 'optics', fl, def: oneSense('the study of light') });
  expect(await entryOf('optics')).toMatchObject({ partOfSpeech: 'noun' });
  server.answer('optics', {
    json: [fakeEntry({ id: 'optics', fl: 'a '.repeat(80), def: oneSense('light') })],
  });
  expect((await entryOf('optics')).partOfSpeech.length).toBeLessThanOrEqual(50);
});

test('finds words with spaces, apostrophes and accents', async () => {
  const { entryOf, server } = await start({
    answers: {
      'look up': { json: [fakeEntry({ id: 'look up', fl: 'verb', def: oneSense('to search for') })] },
      "o'clock": {
        json: [fakeEntry({ id: "o'clock", fl: 'adverb', def: oneSense('according to the clock') })],
      },
      naïve: { json: [fakeEntry({ id: 'naive', hw: 'na*ive', fl: 'adjective', def: oneSense('artless') })] },
    },
  });
  expect(await entryOf('Look  up')).toMatchObject({ word: 'look up' });
  expect(await entryOf('o’clock')).toMatchObject({ word: "o'clock" });
  expect(await entryOf('naïve')).toMatchObject({ word: 'naive' });
  expect(server.asked).toEqual(['look up', "o'clock", 'naïve']);
});

test.each(['слово', '言葉', 'naïве', '…', '', '../..', '1234'])(
  'refuses %j without a query',
  async (word) => {
    const { lookUp, server, spent } = await start();
    expect(await lookUp(word)).toMatchObject({ found: false, suggestions: [] });
    expect(spent()).toBe(0);
    expect(server.asked).toEqual([]);
  },
);

test('blames the key only after a common word was refused too', async () => {
  const { lookUp, server, spent } = await start({}, { apiKey: 'wrong-key' });
  await expect(lookUp('meander')).rejects.toMatchObject({
    code: 'dictionary.refused',
    message: expect.stringContaining('MERRIAM_WEBSTER_API_KEY'),
  });
  expect(server.asked).toEqual(['meander', 'word']);
  expect(spent()).toBe(2);
});

test('reports a word as unknown if the answer blames a key that works', async () => {
  const text = 'Invalid API key. Not subscribed for this reference.';
  const { lookUp, server } = await start({ answers: { öddwørd: { text } } });
  expect(await lookUp('öddwørd')).toMatchObject({ found: false, reason: 'No entry for “öddwørd”.' });
  expect(server.asked).toEqual(['öddwørd', 'word']);
});

test('checks the key once for several odd words at the same time', async () => {
  const text = 'Invalid API key. Not subscribed for this reference.';
  const { lookUp, server } = await start({ answers: { å: { text }, ø: { text } } });
  const check = server.hold('word');
  const both = Promise.all([lookUp('å'), lookUp('ø')]);
  await check.arrived;
  check.release();
  expect(await both).toMatchObject([{ found: false }, { found: false }]);
  expect(server.asked.filter((word) => word === 'word')).toHaveLength(1);
});

test('reports a missing key', async () => {
  const { lookUp } = await start({}, { apiKey: '' });
  await expect(lookUp('meander')).rejects.toMatchObject({ code: 'dictionary.refused' });
});

test.each<{ why: string; answer: FakeAnswer; code: string }>([
  { why: 'HTTP 500', answer: { text: 'oops', status: 500 }, code: 'dictionary.unreachable' },
  { why: 'HTTP 404', answer: { text: 'gone', status: 404 }, code: 'dictionary.unreachable' },
  { why: 'HTTP 403', answer: { text: 'no', status: 403 }, code: 'dictionary.refused' },
  { why: 'HTTP 429', answer: { text: 'slow down', status: 429 }, code: 'dictionary.quota' },
  { why: 'a text about a limit', answer: { text: 'Query limit exceeded.' }, code: 'dictionary.quota' },
  { why: 'a broken connection', answer: 'hang up', code: 'dictionary.unreachable' },
  {
    why: 'a web page',
    answer: { text: '<html>limit</html>', type: 'text/html' },
    code: 'dictionary.unreachable',
  },
  { why: 'half an answer', answer: { text: '[{"meta":' }, code: 'dictionary.unreachable' },
  { why: 'an object', answer: { json: { meta: {} } }, code: 'dictionary.unreachable' },
  { why: 'a list of numbers', answer: { json: [1, 2] }, code: 'dictionary.unreachable' },
  { why: 'entries without an id', answer: { json: [{ fl: 'noun' }] }, code: 'dictionary.unreachable' },
  { why: 'nothing', answer: { text: '' }, code: 'dictionary.unreachable' },
])('throws $code for $why', async ({ answer, code }) => {
  const { lookUp } = await start({ answers: { amble: answer } });
  await expect(lookUp('amble')).rejects.toMatchObject({ name: 'DomainError', code });
});

test('gives up on a silent dictionary at the time limit', async () => {
  const { lookUp } = await start({ answers: { amble: 'silence' } }, { timeoutMs: 50 });
  await expect(lookUp('amble')).rejects.toMatchObject({
    code: 'dictionary.unreachable',
    message: 'The dictionary did not answer within 0.05 seconds. Please try again in a few minutes.',
  });
});

test('reads entries that arrive as plain text, and skips odd items', async () => {
  const entries = [null, 7, fakeEntry({ id: 'amble', fl: 'verb', def: oneSense('to walk at ease') })];
  const { entryOf } = await start({ answers: { amble: { text: ` ${JSON.stringify(entries)}` } } });
  expect(await entryOf('amble')).toMatchObject({ definition: 'To walk at ease.' });
});

test('makes no query when today’s queries are used up', async () => {
  const { lookUp, server } = await start({}, { queriesLeft: 1 });
  await expect(lookUp('went')).rejects.toMatchObject({ code: 'dictionary.quota' });
  await expect(lookUp('meander')).rejects.toMatchObject({ code: 'dictionary.quota' });
  expect(server.asked).toEqual(['went']);
});

test('stops with the reason given by the caller', async () => {
  const { lookUp, server } = await start();
  const held = server.hold('meander');
  const stop = new AbortController();
  const lookup = errorOf(lookUp('meander', { signal: stop.signal }));
  await held.arrived;
  stop.abort();
  expect(await lookup).toMatchObject({ name: 'AbortError' });
  await expect(lookUp('wend', { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' });
  expect(server.asked).toEqual(['meander']);
  held.release();
});

test.each<{ why: string; fake?: FakeMerriamWebsterOptions; options?: Partial<MerriamWebsterOptions> }>([
  { why: 'a server error', fake: { answers: { amble: { text: 'x', status: 500 } } } },
  { why: 'a broken connection', fake: { answers: { amble: 'hang up' } } },
  { why: 'silence', fake: { answers: { amble: 'silence' } }, options: { timeoutMs: 20 } },
  { why: 'nobody listening', options: { apiUrl: 'http://127.0.0.1:1' } },
  { why: 'an invalid address', options: { apiUrl: 'no address' } },
  { why: 'a refused key', fake: { apiKey: 'another' } },
])('never shows the key or the address in the error of $why', async ({ fake, options }) => {
  const apiKey = 'very-secret key/1';
  const { lookUp, server } = await start({ apiKey, ...fake }, { apiKey, ...options });
  const error = await errorOf(lookUp('amble'));
  expect(error).toBeInstanceOf(DomainError);
  const shown = inspect(error, { depth: 10, showHidden: true });
  for (const secret of [apiKey, encodeURIComponent(apiKey), 'very-secret', '?key', server.url]) {
    expect(shown).not.toContain(secret);
  }
});
