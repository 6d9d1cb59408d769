import { expect, test } from 'vitest';
import { sentenceCase, withPeriod } from './sentence-case.ts';

test.each([
  ['the port to listen on', 'The port to listen on.'],
  ['“stop!”', '“Stop!”'],
  ['who is it?', 'Who is it?'],
  ["unknown option '--x'", "Unknown option '--x'."],
  ['Done.', 'Done.'],
])('writes %s as a sentence', (text, sentence) => {
  expect(sentenceCase(text)).toBe(sentence);
});

test('ends a text without changing its first letter', () => {
  expect(withPeriod('connect ECONNREFUSED 127.0.0.1:25')).toBe('connect ECONNREFUSED 127.0.0.1:25.');
  expect(withPeriod('535 5.7.8 Wrong.')).toBe('535 5.7.8 Wrong.');
});
