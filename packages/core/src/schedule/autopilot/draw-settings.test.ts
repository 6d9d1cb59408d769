import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DrawSettings } from '../../contract/autopilot.ts';
import { drawLevels, wordLevels } from '../../contract/word-fields.ts';
import { drawsEverything, mayDraw, widenAdvice } from './draw-settings.ts';

const everything: DrawSettings = {
  levels: [...drawLevels],
  onlyTags: [],
  neverTags: [],
  withoutSensitive: [],
};
const plain = { level: '', tags: '', sensitive: '' };

test.each<{ why: string; settings: Partial<DrawSettings>; word: Partial<typeof plain>; may: boolean }>([
  { why: 'a word of a chosen level', settings: { levels: ['rare'] }, word: { level: 'rare' }, may: true },
  { why: 'a word of another level', settings: { levels: ['rare'] }, word: { level: 'reader' }, may: false },
  { why: 'no level, if only levels are chosen', settings: { levels: [...wordLevels] }, word: {}, may: false },
  { why: 'no level, if that is chosen', settings: { levels: ['none'] }, word: {}, may: true },
  {
    why: 'one of the tags, in any case',
    settings: { onlyTags: ['food', 'work'] },
    word: { tags: 'Weather , Work' },
    may: true,
  },
  { why: 'part of a tag', settings: { onlyTags: ['work'] }, word: { tags: 'homework' }, may: false },
  { why: 'no tag', settings: { onlyTags: ['work'] }, word: {}, may: false },
  {
    why: 'a tag that is never drawn',
    settings: { neverTags: ['work'] },
    word: { tags: 'a,work' },
    may: false,
  },
  { why: 'another tag', settings: { neverTags: ['work'] }, word: { tags: 'a' }, may: true },
  {
    why: 'a kind that is left out',
    settings: { withoutSensitive: ['religion'] },
    word: { sensitive: 'death, religion' },
    may: false,
  },
  {
    why: 'another kind',
    settings: { withoutSensitive: ['religion'] },
    word: { sensitive: 'violence' },
    may: true,
  },
  {
    why: 'any kind, if all are left out',
    settings: { withoutSensitive: ['all'] },
    word: { sensitive: 'snakes' },
    may: false,
  },
  { why: 'nothing sensitive', settings: { withoutSensitive: ['all'] }, word: {}, may: true },
])('$why', ({ settings, word, may }) => {
  expect(mayDraw({ ...everything, ...settings }, { ...plain, ...word })).toBe(may);
});

test('the default draws every word, whatever its marks', () => {
  expect(drawsEverything(everything)).toBe(true);
  const marks = fc.record({
    level: fc.constantFrom('', ...wordLevels),
    tags: fc.string(),
    sensitive: fc.string(),
  });
  fc.assert(fc.property(marks, (word) => mayDraw(everything, word)));
});

test('the advice names the settings that leave out words, most useful first', () => {
  const groups = [
    { ...plain, level: 'rare', count: 1200 },
    { ...plain, level: 'reader', sensitive: 'religion', count: 30 },
    { ...plain, level: 'rare', sensitive: 'religion', count: 5 },
    { ...plain, level: 'everyday', count: 8 },
  ];
  const settings: DrawSettings = {
    ...everything,
    levels: ['everyday', 'reader'],
    withoutSensitive: ['religion'],
  };
  expect(widenAdvice(settings, groups)).toBe(
    'The autopilot’s settings leave out 1,235 unused words: 1,200 because of their level, 30 because they are sensitive.',
  );
  expect(widenAdvice(settings, [{ ...plain, level: 'rare', sensitive: 'religion', count: 1 }])).toBe(
    'The autopilot’s settings leave out 1 unused word.',
  );
  expect(widenAdvice(everything, groups)).toBeUndefined();
});
