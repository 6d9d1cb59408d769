import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, dayNumber } from '../../platform/calendar.ts';
import type { Candidate } from './choose-words.ts';
import { repeatWords } from './repeat-words.ts';

const days = Array.from({ length: 60 }, (_, at) => addDays('2026-12-01', at));
const mornings = days.map((day) => ({ day }));

function aSent(id: number, lastDay: string | null): { word: Candidate; lastDay: string | null } {
  const word = {
    id,
    word: `${'abcdefghijklmnopqrstuvwxyz'[id % 26]}word${id}`,
    partOfSpeech: ['noun', 'verb', 'adjective'][id % 3] as string,
    definition: `sense${id} meaning${id} idea${id}`,
    etymology: ['From Latin.', 'From Greek.', 'From Arabic.'][id % 3] as string,
    hasFindings: false,
  };
  return { word, lastDay };
}

test('no word is sent twice within two years while another one is left, then the oldest go first', () => {
  const library = fc
    .array(fc.integer({ min: 0, max: 1000 }), { minLength: 60, maxLength: 120 })
    .map((ages) => ages.toSorted((a, b) => b - a).map((age, id) => aSent(id, addDays('2026-11-30', -age))));
  fc.assert(
    fc.property(library, fc.nat(), (sent, seed) => {
      const chosen = repeatWords({ mornings, sent, seed });
      expect([...chosen.keys()]).toEqual(days);
      const ids = [...chosen.values()].map(({ id }) => id);
      expect(new Set(ids).size).toBe(60);
      expect([...repeatWords({ mornings, sent, seed })]).toEqual([...chosen]);
      const lastOf = new Map(sent.map(({ word, lastDay }) => [word.id, lastDay as string]));
      const left = new Map(lastOf);
      for (const [day, { id }] of chosen) {
        const isRested = (last: string) => dayNumber(day) - dayNumber(last) >= 730;
        const last = lastOf.get(id) as string;
        if (!isRested(last)) {
          expect([...left.values()].some(isRested)).toBe(false);
          expect(last).toBe([...left.values()].toSorted()[0]);
        }
        left.delete(id);
      }
    }),
    { numRuns: 15 },
  );
});

test('mornings stay as they are if they have a word, or if no word is left', () => {
  const [first, second, third] = days as [string, string, string];
  const given = aSent(7, null).word;
  const chosen = repeatWords({
    mornings: [{ day: first }, { day: second, word: given }, { day: third }],
    sent: [aSent(1, '2026-11-01')],
    seed: 1,
  });
  expect([...chosen].map(([day, { id }]) => [day, id])).toEqual([[first, 1]]);
});
