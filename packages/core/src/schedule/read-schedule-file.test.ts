import { expect, test } from 'vitest';
import { readScheduleFile } from './read-schedule-file.ts';

const read = (text: string) => all(readScheduleFile(pieces(text)));

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** Splits a text at arbitrary places, like a stream. */
async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += 7) yield bytes.subarray(start, start + 7);
}

test.each([
  { why: 'commas', text: 'petrichor,2026-12-01 07:00\nhush,2026-12-02 07:00\n' },
  { why: 'semicolons and CRLF', text: 'petrichor;2026-12-01 07:00\r\nhush;2026-12-02 07:00\r\n' },
  { why: 'tabs, no newline at the end', text: 'petrichor\t2026-12-01 07:00\nhush\t2026-12-02 07:00' },
  {
    why: 'a byte order mark and quotation marks',
    text: '\uFEFF"petrichor","2026-12-01 07:00"\n"hush","2026-12-02 07:00"\n',
  },
])('reads $why', async ({ text }) => {
  expect(await read(text)).toEqual([
    { line: 1, word: 'petrichor', at: '2026-12-01 07:00' },
    { line: 2, word: 'hush', at: '2026-12-02 07:00' },
  ]);
});

test('takes the order of columns from a header, and counts its line', async () => {
  expect(await read('At,note,Word\n2026-12-01 07:00,x,petrichor\n\n2026-12-02 07:00,,hush\n')).toEqual([
    { line: 2, word: 'petrichor', at: '2026-12-01 07:00' },
    { line: 4, word: 'hush', at: '2026-12-02 07:00' },
  ]);
});

test('passes on a row without a time; the caller checks it', async () => {
  expect(await read('petrichor\n')).toEqual([{ line: 1, word: 'petrichor', at: '' }]);
});

test('reports the line near a wrong quotation mark', async () => {
  await expect(read('hush,2026-12-02 07:00\n"petrichor,2026-12-01 07:00\n')).rejects.toMatchObject({
    code: 'import.unreadable',
    message: expect.stringContaining('line'),
  });
});

test('passes on errors from reading', async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('hush,2026-12-02 07:00\n');
    throw new Error('the disk is gone');
  }
  await expect(all(readScheduleFile(broken()))).rejects.toThrow('the disk is gone');
});
