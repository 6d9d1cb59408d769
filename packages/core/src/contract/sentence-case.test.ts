import { expect, test } from 'vitest';
import { sentenceCase } from './sentence-case.ts';

test.each([
  ['the port to listen on', 'The port to listen on.'],
  ['“stop!”', '“Stop!”'],
  ['who is it?', 'Who is it?'],
  ["unknown option '--x'", "Unknown option '--x'."],
  ['Done.', 'Done.'],
])('writes %s as a sentence', (text, sentence) => {
  expect(sentenceCase(text)).toBe(sentence);
});
