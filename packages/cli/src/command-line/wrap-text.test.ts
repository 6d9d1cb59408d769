import { expect, test } from 'vitest';
import { fitToTerminal, textWidth, wrapText } from './wrap-text.ts';

test('breaks between words, later lines under the first', () => {
  expect(wrapText('one two three four', 9, '  ')).toBe('one two\n  three\n  four');
  expect(wrapText('one\n two  interdisciplinary', 9)).toBe('one two\ninterdisciplinary');
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
