import { expect, test } from 'vitest';
import { cutToWidth, displayWidth, oneLine, printable } from './display-width.ts';

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
