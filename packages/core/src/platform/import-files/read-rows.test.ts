import { describe, expect, test } from 'vitest';
import { wordColumns } from '../../words/import/word-row.ts';
import { header, problemOf, problems, read, row } from './read-rows.testing.ts';
import { readRows } from './read-rows.ts';
import { maxRowBytes } from './rows.ts';

describe('encodings', () => {
  const advice = 'Save the file as UTF-8 (spreadsheets call it “CSV UTF-8”) and import it again.';
  const text = `${header}\n${row('a')}\n${row('café')}\n${row('b')}`;
  test.each([
    { why: 'UTF-16 with its mark', bytes: Buffer.from(`\uFEFF${text}`, 'utf16le') },
    { why: 'UTF-16 with the other byte order', bytes: Buffer.from(`\uFEFF${text}`, 'utf16le').swap16() },
    { why: 'UTF-16 without a mark', bytes: Buffer.from(text, 'utf16le') },
  ])('are reported for $why', async ({ bytes }) => {
    expect(await problemOf([bytes])).toBe(`This file is not plain text in UTF-8. ${advice}`);
    expect(await problemOf([bytes], 1)).toBe(`This file is not plain text in UTF-8. ${advice}`);
  });

  test('a ZIP archive and a spreadsheet, which is one inside, are named as such', async () => {
    const bytes = Buffer.from('504b03041400060008000000', 'hex');
    expect(await problemOf([bytes])).toContain('This is a ZIP archive or an Excel file.');
    expect(await problemOf([bytes], 1)).toContain('save the sheet as “CSV UTF-8”');
  });

  test.each([
    { why: 'Latin-1', bytes: Buffer.from(text, 'latin1') },
    {
      why: 'a character cut in half',
      bytes: Buffer.from(text).subarray(0, Buffer.from(text).indexOf('é') + 1),
    },
    { why: 'JSON lines in Latin-1', bytes: Buffer.from('{"word":"a"}\n\n{"word":"café"}\n', 'latin1') },
  ])('name the line of $why', async ({ bytes }) => {
    expect(await problemOf([bytes])).toBe(`Line 3 is not in UTF-8. ${advice}`);
    expect(await problemOf([bytes], 1)).toBe(`Line 3 is not in UTF-8. ${advice}`);
  });

  test('name the header row', async () => {
    expect(await problemOf([Buffer.from(`${header},note é\n`, 'latin1')])).toContain(
      'Line 1 is not in UTF-8.',
    );
  });
});

test('a source is read only as its rows are requested, and closed when they no longer are', async () => {
  let given = 0;
  let closed = false;
  async function* source() {
    try {
      yield `${header}\n`;
      for (;;) {
        given += 1;
        yield `${row(`w${given}`)}\n`;
      }
    } finally {
      closed = true;
    }
  }
  for await (const rows of readRows(source(), { fields: wordColumns, pieceBytes: 1 })) {
    if ([...rows].length > 0) break;
  }
  expect(given).toBeLessThan(3);
  expect(closed).toBe(true);
});

test('an error in the source is thrown while reading', async () => {
  async function* source() {
    yield `${header}\n${row('a')}\n`;
    throw new Error('The disk is gone.');
  }
  await expect(read(source())).rejects.toThrow('The disk is gone.');
});

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
