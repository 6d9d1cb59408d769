import { describe, expect, test } from 'vitest';
import { wordColumns } from '../words/import/word-columns.ts';
import { header, problemOf, read, row } from './read-rows.testing.ts';
import { readRows } from './read-rows.ts';

describe('encodings', () => {
  const advice = 'Save the file as UTF-8 (spreadsheets call it “CSV UTF-8”) and import it again.';
  const text = `${header}\n${row('a')}\n${row('café')}\n${row('b')}`;
  test.each([
    { why: 'UTF-16 with its mark', bytes: Buffer.from(`\uFEFF${text}`, 'utf16le') },
    { why: 'UTF-16 with the other byte order', bytes: Buffer.from(`\uFEFF${text}`, 'utf16le').swap16() },
    { why: 'UTF-16 without a mark', bytes: Buffer.from(text, 'utf16le') },
    { why: 'a spreadsheet', bytes: Buffer.from('504b03041400060008000000', 'hex') },
  ])('are reported for $why', async ({ bytes }) => {
    expect(await problemOf([bytes])).toBe(`This file is not plain text in UTF-8. ${advice}`);
    expect(await problemOf([bytes], 1)).toBe(`This file is not plain text in UTF-8. ${advice}`);
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
  for await (const rows of readRows(source(), { fields: wordColumns, onBytes: () => {}, pieceBytes: 1 })) {
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
