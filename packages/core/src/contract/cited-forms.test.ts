import { expect, test } from 'vitest';
import { citedFormsAsHtml, splitCitedForms, withoutCitedMarks } from './cited-forms.ts';

const text = 'From Latin *os*, “bone,” or *os & ossa*.';

test('a text is split at its cited forms', () => {
  expect(splitCitedForms('etymology', text)).toEqual([
    'From Latin ',
    'os',
    ', “bone,” or ',
    'os & ossa',
    '.',
  ]);
  expect(splitCitedForms('etymology', '*Os* is Latin.')).toEqual(['', 'Os', ' is Latin.']);
});

test('cited forms are plain or in italics', () => {
  expect(withoutCitedMarks('etymology', text)).toBe('From Latin os, “bone,” or os & ossa.');
  expect(citedFormsAsHtml('etymology', text)).toBe(
    'From Latin <em>os</em>, “bone,” or <em>os &amp; ossa</em>.',
  );
});

test.each([
  'From *bher- and *gher-.',
  '2*3*4',
  'a * b * c',
  '**bold**',
  '*one line\nand another*',
  '<b>*',
  '',
])('“%s” has no cited form', (plain) => {
  expect(splitCitedForms('etymology', plain)).toEqual([plain]);
});

test('in other fields, asterisks are text', () => {
  expect(splitCitedForms('conversationTip', text)).toEqual([text]);
  expect(citedFormsAsHtml('example1', '*R&B*')).toBe('*R&amp;B*');
});
