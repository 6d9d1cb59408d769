import { expect, test } from 'vitest';
import { editDistance } from './edit-distance.ts';

test.each([
  ['', '', 0],
  ['word', 'word', 0],
  ['', 'word', 4],
  ['word', '', 4],
  ['word', 'words', 1],
  ['word', 'ward', 1],
  ['word', 'wrod', 1],
  ['owrd', 'wordy', 2],
  ['word', 'drow', 3],
])('from "%s" to "%s" it is %i', (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance);
  expect(editDistance(other, one)).toBe(distance);
});
