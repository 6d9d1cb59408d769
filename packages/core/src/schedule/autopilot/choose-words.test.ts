import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { choiceRules } from '../../contract/autopilot.ts';
import { addDays } from '../../platform/calendar.ts';
import { type Candidate, chooseWords, type Morning } from './choose-words.ts';

const year: Morning[] = Array.from({ length: 365 }, (_, at) => ({ day: addDays('2026-12-01', at) }));

/** Clearly different texts, unless a test overrides them. */
function aCandidate(id: number, over: Partial<Candidate> = {}): Candidate {
  return {
    id,
    word: `${'abcdefghijklmnopqrstuvwxyz'[id % 26]}word${id}`,
    partOfSpeech: ['noun', 'verb', 'adjective'][id % 3] as string,
    definition: `sense${id} meaning${id} idea${id} thought${id}`,
    etymology: ['From Latin.', 'From Greek.', 'From Arabic.', 'Of unknown origin.'][id % 4] as string,
    hasFindings: false,
    ...over,
  };
}

/** Like a library of real words: half nouns, much Latin, some rare letters. */
const library = (size: number) =>
  fc
    .array(
      fc.record({
        initial: fc.constantFrom(...'ssssmmmbbbcccaapppggtthdffeillnorvwuqz'),
        partOfSpeech: fc.constantFrom(
          'noun',
          'noun',
          'noun',
          'noun',
          'adjective',
          'adjective',
          'verb',
          'verb',
          'adverb',
        ),
        etymology: fc.constantFrom(
          'From Latin.',
          'By way of French.',
          'From Old French.',
          'From Greek.',
          'Old Norse.',
          'From Arabic.',
          'Old English.',
          'Yiddish.',
          'Unknown.',
        ),
      }),
      { minLength: size, maxLength: size },
    )
    .map((words) =>
      words.map(({ initial, ...rest }, id) => aCandidate(id, { word: `${initial}word${id}`, ...rest })),
    );

const choose = (candidates: readonly Candidate[], seed: number, mornings: readonly Morning[] = year) =>
  chooseWords({ mornings, candidates, seed });

describe('a year of mornings from 400 words', () => {
  test('repeats no word and keeps every rule', () => {
    fc.assert(
      fc.property(library(400), fc.nat(), (candidates, seed) => {
        const words = choose(candidates, seed).map(({ word }) => word as Candidate);
        expect(new Set(words.map(({ id }) => id)).size).toBe(365);
        const kinds = words.map(({ word, partOfSpeech, etymology }) => ({
          initial: word.charAt(0),
          partOfSpeech,
          origin:
            {
              'From Latin.': 'latin',
              'By way of French.': 'latin',
              'From Old French.': 'latin',
              'Unknown.': undefined,
            }[etymology] ?? etymology,
          isKnown: etymology !== 'Unknown.',
        }));
        for (const [at, kind] of kinds.entries()) {
          const [before, twoBefore] = [kinds[at - 1], kinds[at - 2]];
          expect(kind.initial === before?.initial && kind.initial === twoBefore?.initial).toBe(false);
          expect(
            kind.partOfSpeech === before?.partOfSpeech && kind.partOfSpeech === twoBefore?.partOfSpeech,
          ).toBe(false);
          expect(kind.isKnown && before?.isKnown && kind.origin === before.origin).toBeFalsy();
        }
      }),
      { numRuns: 10 },
    );
  });

  test('is the same for the same seed, regardless of the order of the words', () => {
    fc.assert(
      fc.property(library(60), fc.nat(), fc.infiniteStream(fc.nat()), (candidates, seed, numbers) => {
        const shuffled = candidates
          .map((word) => ({ word, place: numbers.next().value as number }))
          .toSorted((a, b) => a.place - b.place)
          .map(({ word }) => word);
        const month = year.slice(0, 30);
        expect(choose(shuffled, seed, month)).toEqual(choose(candidates, seed, month));
      }),
      { numRuns: 20 },
    );
  });
});

test('no morning stays empty while a word is left, and each broken rule is reported', () => {
  const few = fc.array(
    fc.record({
      word: fc.constantFrom('aa', 'ab', 'ba', 'ca').chain((start) => fc.nat(99).map((end) => start + end)),
      partOfSpeech: fc.constantFrom('noun', 'verb'),
      definition: fc.constantFrom(
        'a very old stone bridge',
        'an old stone bridge',
        'to speak slowly and badly',
      ),
      etymology: fc.constantFrom('Latin', 'French', 'Greek', ''),
      hasFindings: fc.boolean(),
    }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(few, fc.nat(), (texts, seed) => {
      const candidates = texts.map((text, id) => ({ ...text, id }));
      const choices = choose(candidates, seed, year.slice(0, 10));
      expect(choices.filter(({ word }) => word)).toHaveLength(Math.min(10, candidates.length));
      for (const [at, { word, relaxed }] of choices.entries()) {
        if (!word) continue;
        const [before, twoBefore] = [choices[at - 1]?.word, choices[at - 2]?.word];
        const isThird = (trait: (word: Candidate) => string) =>
          before !== undefined &&
          twoBefore !== undefined &&
          [before, twoBefore].every((each) => trait(each) === trait(word));
        expect(relaxed.includes('check')).toBe(word.hasFindings);
        expect(relaxed.includes('initial')).toBe(isThird((each) => each.word.charAt(0)));
        expect(relaxed.includes('part_of_speech')).toBe(isThird((each) => each.partOfSpeech));
        expect(relaxed.every((rule) => choiceRules.includes(rule))).toBe(true);
      }
    }),
  );
});

test('different seeds give different words', () => {
  const candidates = Array.from({ length: 100 }, (_, id) => aCandidate(id));
  const first = choose(candidates, 1).map(({ word }) => word?.id);
  expect(choose(candidates, 2).map(({ word }) => word?.id)).not.toEqual(first);
});

describe('rules are dropped one after another', () => {
  const before: Morning[] = [
    {
      day: '2026-12-01',
      word: aCandidate(900, { word: 'sable', partOfSpeech: 'noun', etymology: 'French' }),
    },
    {
      day: '2026-12-02',
      word: aCandidate(901, {
        word: 'sonder',
        partOfSpeech: 'noun',
        etymology: 'Latin',
        definition: 'a small bright garden path',
      }),
    },
  ];
  const good = aCandidate(1, { word: 'kismet', partOfSpeech: 'verb', etymology: 'Turkish' });
  const flawed = {
    origin: { ...good, id: 2, etymology: 'From Italian.' },
    part_of_speech: { ...good, id: 3, partOfSpeech: 'Noun' },
    initial: { ...good, id: 4, word: 'Sérac' },
    definition: { ...good, id: 5, definition: 'the small, bright garden path' },
    check: { ...good, id: 6, hasFindings: true },
  };
  const pick = (candidates: Candidate[]) => choose(candidates, 7, [...before, { day: '2026-12-03' }])[0];

  test('none is dropped while a word satisfies them all', () => {
    expect(pick([...Object.values(flawed), good])).toEqual({ day: '2026-12-03', word: good, relaxed: [] });
  });

  test.each(choiceRules.map((rule, at) => [rule, at] as const))('%s is', (rule, at) => {
    const left = choiceRules.slice(at).map((each) => flawed[each]);
    expect(pick(left.toReversed())).toEqual({ day: '2026-12-03', word: flawed[rule], relaxed: [rule] });
  });
});

describe('a gap between two emails', () => {
  const around = (over: Partial<Candidate>): Morning[] => [
    { day: '2026-12-01', word: aCandidate(900, over) },
    { day: '2026-12-02' },
    { day: '2026-12-03', word: aCandidate(901, over) },
  ];

  test.each<{ why: string; over: Partial<Candidate> }>([
    { why: 'the initial', over: { word: 'umbra' } },
    { why: 'the part of speech', over: { partOfSpeech: 'noun' } },
    { why: 'the origin', over: { etymology: 'Dutch' } },
  ])('gets no word that would be the third with $why', ({ over }) => {
    const mornings = around({ word: 'wend', partOfSpeech: 'verb', etymology: 'Greek', ...over });
    const bad = aCandidate(1, { word: 'kin', partOfSpeech: 'adverb', etymology: 'Zulu', ...over });
    const fine = aCandidate(2, { word: 'opal', partOfSpeech: 'adjective', etymology: 'Hindi' });
    expect(choose([bad, fine], 3, mornings)).toMatchObject([{ word: { id: 2 }, relaxed: [] }]);
  });

  test('gets no word with the same meaning as one in the next 30 days', () => {
    const same = { definition: 'a narrow street between two old houses' };
    const mornings = (day: string): Morning[] => [
      { day: '2026-12-02' },
      { day, word: aCandidate(901, { word: 'wend', etymology: 'Dutch', ...same }) },
    ];
    const words = [aCandidate(1, same), aCandidate(2)];
    expect(choose(words, 3, mornings('2027-01-01'))).toMatchObject([{ word: { id: 2 } }]);
    const [later] = choose([aCandidate(1, same)], 3, mornings('2027-01-02'));
    expect(later?.relaxed).toEqual([]);
  });
});
