import { describe, expect, test } from 'vitest';
import { problems, read } from './read-rows.testing.ts';
import { maxRowBytes } from './source-row.ts';

describe('JSON lines', () => {
  test('are recognized by their first character, read key by key and counted by line', async () => {
    const text = [
      '',
      '{"Word":"a","phonetic_pronunciation":"p","part of speech":"n","other":[1]}',
      '',
      '{"word":"b","definition":null,"etymology":"e😀\\nf"}\r',
      'word,but not JSON',
      '["list"]',
      '{"word":"c","example1":5,"tip":"x"}',
      '  {"word":"d"}  ',
    ].join('\n');
    const rows = await read(`\uFEFF${text}`);
    expect(rows).toEqual([
      { line: 2, values: { word: 'a', phoneticPronunciation: 'p', partOfSpeech: 'n' } },
      { line: 4, values: { word: 'b', etymology: 'e😀\nf' } },
      { line: 5, values: { word: 'word,but not JSON' }, problem: 'The line is not valid JSON' },
      { line: 6, values: { word: '["list"]' }, problem: 'The line is not a JSON object' },
      {
        line: 7,
        values: { word: 'c', example1: '5' },
        problem: '“example1” must be text in quotation marks',
      },
      { line: 8, values: { word: 'd' } },
    ]);
    expect(await read(text, { pieceBytes: 1 })).toEqual(rows);
  });

  test('that are too long are refused without holding them', async () => {
    const long = 'x'.repeat(maxRowBytes);
    const rows = await read(['{"word":"', long, long, long, '"}\n', '{"word":"b"}']);
    expect(problems(rows)).toEqual([
      [1, 'The row is longer than 1 MB'],
      [2, undefined],
    ]);
  });

  test('may be missing if the format is given', async () => {
    expect(await read('', { format: 'jsonl' })).toEqual([]);
  });
});
