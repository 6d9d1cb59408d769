import { expect, test } from 'vitest';
import {
  cutToWidth,
  displayWidth,
  fitLines,
  fitToTerminal,
  oneLine,
  printable,
  textWidth,
  wrapText,
} from './text.ts';

test('breaks between words, later lines under the first', () => {
  expect(wrapText('one two three four', 9, '  ')).toBe('one two\n  three\n  four');
  expect(wrapText('one\n two  interdisciplinary', 9)).toBe('one two\ninterdisciplinary');
});

test('keeps an option and its number on one line', () => {
  expect(wrapText('The next page: --page 2', 22)).toBe('The next page:\n--page 2');
});

test('is as wide as the terminal, as COLUMNS says, or 80 columns', ({ onTestFinished }) => {
  const { COLUMNS } = process.env;
  onTestFinished(() => {
    if (COLUMNS === undefined) delete process.env.COLUMNS;
    else process.env.COLUMNS = COLUMNS;
  });
  process.env.COLUMNS = '50';
  expect([textWidth({ columns: 120 }), textWidth({})]).toEqual([120, 50]);
  process.env.COLUMNS = 'wide';
  expect(textWidth({})).toBe(80);
});

test('messages stay on one line unless a person reads them', () => {
  expect(fitToTerminal('one two three', { isTTY: false, columns: 9 })).toBe('one two three');
  expect(fitToTerminal('one two three', { isTTY: true, columns: 9 }, '  ')).toBe('one two\n  three');
});

test('what stands beside a label goes on below itself, unless the label takes most of the line', () => {
  const stream = { isTTY: true, columns: 24 };
  expect(fitLines('  Speed     one two three four', stream)).toBe(
    '  Speed     one two\n            three four',
  );
  expect(fitLines('  \u001b[1mSpeed   \u001b[22m  one two three four', stream)).toBe(
    '  \u001b[1mSpeed   \u001b[22m  one two\n            three four',
  );
  expect(fitLines('✓ two  one two three four five', stream)).toBe('✓ two  one two three\n       four five');
  expect(fitLines('the label of a  one two three', stream)).toBe('the label of a one two\nthree');
});

test.each([undefined, 0, 1, 2])('loses no word on a terminal of %s columns', (columns) => {
  const stream = columns === undefined ? { isTTY: true } : { isTTY: true, columns };
  const text = '✓ Database       one two interdisciplinary';
  const words = text.split(/\s+/);
  expect(fitToTerminal(text, stream, ' '.repeat(15)).split(/\s+/)).toEqual(words);
  expect(fitLines(`  ${text}`, stream).trim().split(/\s+/)).toEqual(words);
  // There is no room for an indent where not even a word has room.
  expect(wrapText('one two', columns ?? 0, ' '.repeat(15))).toBe('one\ntwo');
});

test.each([
  { text: 'plain', width: 5 },
  { text: '/ˈpɛtrɪkɔːr/', width: 12 },
  { text: 'éclat', width: 5 },
  { text: 'e\u0301clat', width: 5 },
  { text: '日本語', width: 6 },
  { text: '🌅', width: 2 },
  { text: '👩‍👩‍👧', width: 2 },
  { text: '\u001b[1mbold\u001b[22m', width: 4 },
])('$text takes $width columns', ({ text, width }) => {
  expect(displayWidth(text)).toBe(width);
});

test('cuts at a whole letter and ends with …', () => {
  expect(cutToWidth('petrichor', 9)).toBe('petrichor');
  expect(cutToWidth('petrichor', 5)).toBe('petr…');
  expect(cutToWidth('ad hoc', 4)).toBe('ad…');
  expect(cutToWidth('ad hoc', 0)).toBe('…');
  expect(cutToWidth('日本語', 4)).toBe('日…');
  expect(cutToWidth('e\u0301e\u0301e\u0301', 2)).toBe('e\u0301…');
});

test('stored text cannot move the cursor or change colors', () => {
  expect(oneLine('a\u001b[31mb\r\n\tc\u0007')).toBe('a[31mb c');
  expect(printable('a\r\nb\u001b[2Jc')).toBe('a\nb[2Jc');
});
