import { expect, test } from 'vitest';
import { wordInput } from '../../../contract/words.ts';
import { fakeEntry, oneSense } from './sample-answers.testing.ts';
import { startDictionary, startWithEntry } from './start-dictionary.testing.ts';

const sense = (...dt: unknown[]) => ['sense', { dt }];

test('fills all eight fields with clean sentences', async () => {
  const { entryOf, spent } = await startDictionary();
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

test('gives a later homograph the pronunciation of the first', async () => {
  const { entryOf, server } = await startDictionary();
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
  const { entryOf } = await startWithEntry(
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
  const { entryOf } = await startDictionary({ answers: { ponder: { json: [{ ...entry, hwi }] } } });
  expect(await entryOf('ponder')).toMatchObject({ phoneticPronunciation: '\\ˈpän-dər\\' });
});

test('reads a meaning and its example from a usage note', async () => {
  const { entryOf } = await startDictionary();
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
  const { entryOf } = await startWithEntry({ id: 'amble', fl: 'verb', def: [{ sseq }] });
  expect(await entryOf('amble')).toMatchObject({ definition });
});

test('falls back to the short definition', async () => {
  const { entryOf } = await startWithEntry({
    id: 'amble',
    fl: 'verb',
    def: [],
    shortdef: ['to walk slowly : stroll'],
  });
  expect(await entryOf('amble')).toMatchObject({ definition: 'To walk slowly: stroll.' });
});

test('takes examples of the same sense first, and quotations last with their author', async () => {
  const vis = (...items: unknown[]) => ['vis', items];
  const { entryOf, server } = await startWithEntry({
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
  const { entryOf } = await startWithEntry({ id: 'amble', fl: 'verb', def: oneSense('to walk'), et, date });
  expect(await entryOf('amble')).toMatchObject({ etymology });
});

test('keeps the part of speech short', async () => {
  const fl = 'noun, plural in form but singular or plural in construction, and then some more';
  const { entryOf, server } = await startWithEntry({ id: 'optics', fl, def: oneSense('the study of light') });
  expect(await entryOf('optics')).toMatchObject({ partOfSpeech: 'noun' });
  server.answer('optics', {
    json: [fakeEntry({ id: 'optics', fl: 'a '.repeat(80), def: oneSense('light') })],
  });
  expect((await entryOf('optics')).partOfSpeech.length).toBeLessThanOrEqual(50);
});
