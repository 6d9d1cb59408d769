import { expect, test } from 'vitest';
import { moveFindings, rangeOfLine, readFinding } from './findings.tsx';

test('reads the line of a message', () => {
  expect(readFinding('Line 12: {{/if}} closes nothing.')).toEqual({
    line: 12,
    text: '{{/if}} closes nothing.',
  });
  expect(readFinding('The template is required')).toEqual({
    line: undefined,
    text: 'The template is required',
  });
});

const before = 'one\ntwo\nthree\nfour';
const found = [1, 3, 4].map((line) => ({ line, text: `at ${line}` }));

test.each([
  { why: 'nothing changed', after: before, left: ['at 1 → 1', 'at 3 → 3', 'at 4 → 4'] },
  {
    why: 'a line was inserted above',
    after: 'zero\none\ntwo\nthree\nfour',
    left: ['at 1 → 2', 'at 3 → 4', 'at 4 → 5'],
  },
  { why: 'a line was removed', after: 'one\nthree\nfour', left: ['at 1 → 1', 'at 3 → 2', 'at 4 → 3'] },
  { why: 'its own line was changed', after: 'one\ntwo\nTHREE\nfour', left: ['at 1 → 1', 'at 4 → 4'] },
  { why: 'the end was removed', after: 'one\ntwo', left: ['at 1 → 1'] },
  { why: 'everything was replaced', after: 'other', left: [] },
])('$why: a finding moves with its line', ({ after, left }) => {
  expect(moveFindings(found, before, after).map(({ line, text }) => `${text} → ${line}`)).toEqual(left);
});

test('a finding without a line stays', () => {
  expect(moveFindings([readFinding('Too long')], 'a', 'b')).toEqual([{ line: undefined, text: 'Too long' }]);
});

test.each([
  { line: 1, text: 'one' },
  { line: 2, text: '' },
  { line: 3, text: 'three' },
  { line: 9, text: 'three' },
])('finds line $line', ({ line, text }) => {
  const source = 'one\n\nthree';
  const { start, end } = rangeOfLine(source, line);
  expect(source.slice(start, end)).toBe(text);
});
