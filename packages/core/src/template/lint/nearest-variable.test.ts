import { expect, test } from 'vitest';
import { icontactMergeFields } from '../../mail/icontact/merge-fields.ts';
import { nearestVariable } from './compile-template.ts';

test.each([
  ['defintion', '{{definition}}'],
  ['DEFINITION', '{{definition}}'],
  ['wrod', '{{word}}'],
  ['words', '{{word}}'],
  ['part_of_speech', '{{partOfSpeech}}'],
  ['part-of-speach', '{{partOfSpeech}}'],
  ['pronunciation', '{{phoneticPronunciation}}'],
  ['phonetic', '{{phoneticPronunciation}}'],
  ['etymolgy', '{{etymology}}'],
  ['origin', '{{etymology}}'],
  ['example', '{{example1}}'],
  ['example3', '{{example1}}'],
  ['tip', '{{conversationTip}}'],
  ['Date', '{{DATE}}'],
  ['today', '{{DATE}}'],
  ['first_name', '[fname]'],
  ['email', '[email]'],
  ['banana', undefined],
  ['x', undefined],
  ['constructor', undefined],
  ['__proto__', undefined],
  ['-', undefined],
])('%s: %s', (name, nearest) => {
  expect(nearestVariable(name, icontactMergeFields)).toBe(nearest);
});
