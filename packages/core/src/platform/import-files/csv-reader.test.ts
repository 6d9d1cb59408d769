import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { requiredFields } from '../../contract/word-fields.ts';
import { readFields } from './csv-reader.ts';
import { asWritten, header, problemOf, problems, read, row } from './read-rows.testing.ts';
import { maxRowBytes } from './rows.ts';

function* oneByOne(bytes: Buffer): Generator<Buffer> {
  for (const byte of bytes) yield Buffer.of(byte);
}

describe('CSV', () => {
  test.each([
    { why: 'commas', text: `${header}\n${row('a')}\n${row('b')}\n` },
    { why: 'no line break at the end', text: `${header}\n${row('a')}\n${row('b')}` },
    { why: 'line breaks of Windows', text: `${header}\r\n${row('a')}\r\n${row('b')}\r\n` },
    { why: 'line breaks of old Macintosh files', text: `${header}\r${row('a')}\r${row('b')}\r` },
    { why: 'line breaks of two kinds', text: `${header}\n${row('a')}\r\n${row('b')}\n` },
    { why: 'a carriage return at the end', text: `${header}\r\n${row('a')}\r\n${row('b')}\r` },
    { why: 'a byte order mark', text: `\uFEFF${header}\n${row('a')}\n${row('b')}\n` },
    { why: 'semicolons', text: `${header}\n${row('a')}\n${row('b')}\n`.replaceAll(',', ';') },
    { why: 'tabs', text: `${header}\n${row('a')}\n${row('b')}\n`.replaceAll(',', '\t') },
    { why: 'everything quoted', text: `${header}\n${row('a')}\n${row('b')}\n`.replace(/\w+/g, '"$&"') },
    { why: 'blanks around', text: `${header}\n${row('a')}\n${row('b')}\n`.replaceAll(',', ' , ') },
    {
      why: 'blanks around quotation marks',
      text: `${header}\n${row('a')}\n${row('b')}\n`.replace(/\w+/g, ' "$&" '),
    },
    {
      why: 'names with spaces, underscores and capitals',
      text: `WORD,Phonetic Pronunciation,part_of_speech,Definition,etymology,Example 1,example-2,Conversation Tip\n${row('a')}\n${row('b')}\n`,
    },
    {
      why: 'a name that the forms use',
      text: `${header.replace('phoneticPronunciation', 'Pronunciation')}\n${row('a')}\n${row('b')}\n`,
    },
  ])('is read with $why', async ({ text }) => {
    const rows = await read(text);
    expect(asWritten(rows)).toEqual([
      [2, 'a'],
      [3, 'b'],
    ]);
    expect(rows[0]?.values).toEqual({
      word: 'a',
      phoneticPronunciation: 'p',
      partOfSpeech: 'n',
      definition: 'd',
      etymology: 'e',
      example1: 'e1',
      example2: 'e2',
      conversationTip: 't',
    });
  });

  test('is read with columns in another order and others between them', async () => {
    const text =
      'id,example2,word,part of speech,etymology,note,example1,definition,conversationTip,pronunciation\n';
    const rows = await read(`${text}1,e2,a,n,e,x,e1,d,t,p\n`);
    expect(rows).toEqual([
      {
        line: 2,
        values: {
          word: 'a',
          phoneticPronunciation: 'p',
          partOfSpeech: 'n',
          definition: 'd',
          etymology: 'e',
          example1: 'e1',
          example2: 'e2',
          conversationTip: 't',
        },
        csv: { separator: ',', hasMark: false },
      },
    ]);
  });

  test('is read with semicolons if a quoted name contains commas', async () => {
    const text = `"a, b, c, d, e, f, g, h, i";${header.replaceAll(',', ';')}\nx;${row('a').replaceAll(',', ';')}`;
    expect(asWritten(await read(text))).toEqual([[2, 'a']]);
  });

  test.each([
    { why: '\\n', eol: '\n' },
    { why: '\\r\\n', eol: '\r\n' },
    { why: '\\r', eol: '\r' },
  ])('counts lines of the file that end with $why', async ({ eol }) => {
    const lines = [
      '',
      header,
      row('a'),
      'b,p,n,"d',
      '',
      'd ""quoted"", and more",e,e1,"e2',
      '",t',
      '',
      '  ',
      ',,,,,,,',
      row('c'),
      'too,few',
      row('d'),
    ];
    const rows = await read(lines.join(eol));
    expect(asWritten(rows)).toEqual([
      [3, 'a'],
      [4, 'b'],
      [11, 'c'],
      [12, 'too'],
      [13, 'd'],
    ]);
    expect(rows[1]?.values.definition).toBe(`d${eol}${eol}d "quoted", and more`);
  });

  test('gives the same rows however it is split into pieces', async () => {
    const text = [
      header,
      'naïve,/nɑːˈiːv/,adj,"über 😀 ""x""\r\nnew line",e,e1,e2,"t😀"',
      'bad"quote,p,n,d,e,e1,e2,t',
      '"open,p,n,d,e,e1,e2,t',
      'good,"p","n",d,e,e1,e2,t',
      'short,p',
      'last,p,n,d,e,e1,e2,👍🏽',
    ].join('\r\n');
    const bytes = Buffer.from(`\uFEFF${text}`);
    const whole = await read([bytes]);
    expect(asWritten(whole).map(([line]) => line)).toEqual([2, 4, 5, 6, 7, 8]);
    for (let pieceBytes = 1; pieceBytes < bytes.length; pieceBytes += 1) {
      expect(await read([bytes], { pieceBytes })).toEqual(whole);
    }
    expect(await read(oneByOne(bytes))).toEqual(whole);
    expect(await read(`\uFEFF${text}`)).toEqual(whole);
    expect(await read(`\uFEFF${text}`.split(''))).toEqual(whole);
  });

  test.each([
    { why: 'too few fields', text: 'a,p,n', problem: 'The row has 3 fields where the header row has 8' },
    { why: 'one field', text: 'a', problem: 'The row has 1 field where the header row has 8' },
    { why: 'too many', text: `${row('a')},x,y`, problem: 'The row has 10 fields where the header row has 8' },
    {
      why: 'text after a closing mark',
      text: '"a"b,p,n,d,e,e1,e2,t',
      problem: expect.stringContaining('A quotation mark'),
    },
    {
      why: 'a mark inside a field',
      text: 'a "b",p,n,d,e,e1,e2,t',
      problem: expect.stringContaining('A quotation mark'),
    },
    {
      why: 'a field with a wrong mark on its second line',
      text: 'a,"p\nq" r,n,d,e,e1,e2,t',
      problem: expect.stringContaining('A quotation mark'),
      also: [[4, expect.stringContaining('A quotation mark')]],
    },
    {
      why: 'a mark that is never closed',
      text: 'a,p,n,"d,e,e1,e2,t',
      problem: expect.stringContaining('A quotation mark'),
    },
  ])('refuses a row with $why and reads on', async ({ text, problem, also = [] }) => {
    const behind = 3 + text.split('\n').length;
    const rows = await read(`${header}\n${row('before')}\n${text}\n${row('after')}\n${row('end')}`);
    expect(problems(rows)).toEqual([
      [2, undefined],
      [3, problem],
      ...also,
      [behind, undefined],
      [behind + 1, undefined],
    ]);
    expect(asWritten(rows).at(-1)).toEqual([behind + 1, 'end']);
  });

  test('gives up only the line with a mark that is never closed, with or without quoted rows after it', async () => {
    const quoted = row('b').replace(/\w+/g, '"$&"');
    const text = [header, 'a,p,n,"d,e,e1,e2,t', quoted, row('c'), '"z', quoted, '"', quoted, '"y'].join('\n');
    const rows = await read(text);
    expect(rows.map(({ line, problem }) => [line, problem === undefined])).toEqual([
      [2, false],
      [3, true],
      [4, true],
      [5, false],
      [6, true],
      [7, false],
      [8, true],
      [9, false],
    ]);
  });

  test('keeps all text of a refused row', async () => {
    const rows = await read(
      [
        header,
        `${row('many')},x,y`,
        'few,p',
        'a 6" b,p,n,d,e,e1,e2,t',
        '"open, it stays',
        '"wrong" mark,p,n,d,e,e1,e2,t',
      ].join('\n'),
    );
    expect(rows.map(({ values }) => values)).toEqual([
      expect.objectContaining({ word: 'many', conversationTip: 't,x,y' }),
      { word: 'few', phoneticPronunciation: 'p' },
      expect.objectContaining({ word: 'a 6" b', conversationTip: 't' }),
      { word: '"open, it stays' },
      expect.objectContaining({ word: '"wrong" mark', conversationTip: 't' }),
    ]);
  });

  test('refuses rows that are too long without holding them, and reads on', async () => {
    const long = 'x'.repeat(maxRowBytes);
    const quotedLine = '"never closed\n';
    function* input() {
      yield `${header}\n${row('a')}\nb,`;
      for (let part = 0; part < 4; part += 1) yield long;
      yield `\n${row('c')}\n${quotedLine}`;
      for (let part = 0; part < 40_000; part += 1) yield `${row('filler')}\n`;
      yield `"${long}${long}\n${row('d')}`;
    }
    const rows = await read(input());
    expect(problems(rows).filter(([, problem]) => problem)).toEqual([
      [3, 'The row is longer than 1 MB'],
      [5, expect.stringContaining('A quotation mark')],
      [40_006, expect.stringContaining('A quotation mark')],
    ]);
    expect(rows).toHaveLength(40_006);
    expect(asWritten(rows).at(-1)).toEqual([40_007, 'd']);
  });

  test('quickly reads a great many rows with open marks', async () => {
    const text = `${header}\n${'"a\n'.repeat(5000)}`;
    expect(await read(text)).toHaveLength(5000);
  });

  test.each([
    { why: 'nothing in it', text: '', problem: 'The file is empty. Its first row must name the columns.' },
    {
      why: 'blanks alone',
      text: ' \n\n',
      problem: 'The file is empty. Its first row must name the columns.',
    },
    {
      why: 'no header row',
      text: row('a'),
      problem: `The first row must name these columns, in any order: ${requiredFields.join(', ')}.`,
    },
    {
      why: 'a column missing',
      text: header.replace(',etymology', ''),
      problem: `The header row lacks a column: etymology. It must name these columns, in any order: ${requiredFields.join(', ')}.`,
    },
    {
      why: 'columns missing',
      text: 'word;definition;Example 1;example2;part of speech',
      problem: `The header row lacks 3 columns: phoneticPronunciation, etymology, conversationTip. It must name these columns, in any order: ${requiredFields.join(', ')}.`,
    },
    {
      why: 'a column twice',
      text: `${header},Word`,
      problem: 'The header row names the column “word” more than once. Keep one of them.',
    },
    {
      why: 'a mark in the wrong place of its header',
      text: `"wo"rd,${header}`,
      problem: expect.stringContaining('The header row cannot be read. A quotation mark'),
    },
    {
      why: 'a mark left open in its header',
      text: `"word,${header}\n${row('a')}`,
      problem: expect.stringContaining('The header row cannot be read. A quotation mark'),
    },
    { why: 'an endless header', text: 'x'.repeat(2 * maxRowBytes), problem: expect.stringContaining('1 MB') },
    { why: 'a JSON list', text: ' [{"word":"a"}]', problem: expect.stringContaining('one JSON list') },
  ])('is not read with $why', async ({ text, problem }) => {
    expect(await problemOf(text)).toEqual(problem);
  });
});

describe('the fields of a row', () => {
  test.each([
    ['a,b,c', ['a', 'b', 'c']],
    [' a ,\tb b\u00A0,c\r\n', ['a', 'b b', 'c']],
    ['a,,', ['a', '', '']],
    ['', ['']],
    ['"a, b"," ""c"" ", "d" ,""\n', ['a, b', ' "c" ', 'd', '']],
    ['"two\r\nlines",x', ['two\r\nlines', 'x']],
    ['a"b', undefined],
    ['"a"b', undefined],
    ['"a', undefined],
    ['x "a"', undefined],
    ['"" ""', undefined],
  ])('%j', (row, fields) => {
    expect(readFields(row, ',')).toEqual(fields);
  });

  test('reads every row of up to six characters as csv-parse does', () => {
    const characters = ['a', '"', ',', ' '];
    let rows = [''];
    for (let length = 1; length <= 6; length += 1) {
      rows = rows.flatMap((row) => characters.map((character) => row + character));
      // csv-parse ignores quoted blanks after an empty field.
      for (const row of rows.filter((row) => !/"" +"/.test(row)))
        expect(readFields(row, ','), row).toEqual(byCsvParse(row));
    }
  });

  function byCsvParse(row: string): string[] | undefined {
    try {
      return parse(`${row}\n`, { relax_column_count: true, trim: true })[0];
    } catch {
      return undefined;
    }
  }
});
