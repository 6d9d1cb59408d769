import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { readFields } from './csv-fields.ts';

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
