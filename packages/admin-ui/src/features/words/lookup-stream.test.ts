import { wordFields } from '@wordrise/core/contract';
import { expect, test } from 'vitest';
import { NetworkError } from '../../kit/api.ts';
import { LookupInterruptedError, streamResults } from './use-bulk-lookup.ts';

const ndjson = { headers: { 'Content-Type': 'application/x-ndjson' } };
const found = (word: string) => ({
  ...Object.fromEntries(wordFields.map((field) => [field, 'schön'])),
  word,
  success: true,
  source: 'wordnet',
});
const line = (word: string) => `${JSON.stringify(found(word))}\n`;

/** A response whose body arrives in the given pieces. */
function arriving(...pieces: (string | Uint8Array)[]): Response {
  const bytes = pieces.map((piece) => (typeof piece === 'string' ? new TextEncoder().encode(piece) : piece));
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = bytes.shift();
      if (next) controller.enqueue(next);
      else controller.close();
    },
  });
  return new Response(body, ndjson);
}

async function wordsOf(response: Response, signal = new AbortController().signal): Promise<string[]> {
  const words: string[] = [];
  for await (const results of streamResults(response, signal)) words.push(...results.map(({ word }) => word));
  return words;
}

test.each([
  { why: 'a line at a time', pieces: [line('one'), line('two'), line('three')] },
  { why: 'all at once', pieces: [line('one') + line('two') + line('three')] },
  {
    why: 'cut in the middle of a line',
    pieces: [line('one') + line('two').slice(0, 5), line('two').slice(5), line('three')],
  },
  { why: 'without a last line break', pieces: [line('one'), line('two'), line('three').trimEnd()] },
  { why: 'with blank lines between', pieces: [`${line('one')}\n\n`, `${line('two')}\r\n`, line('three')] },
])('reads results that arrive $why', async ({ pieces }) => {
  expect(await wordsOf(arriving(...pieces))).toEqual(['one', 'two', 'three']);
});

test('reads a letter whose bytes arrive separately', async () => {
  const bytes = new TextEncoder().encode(line('élan'));
  const at = bytes.indexOf(0xc3) + 1;
  expect(await wordsOf(arriving(bytes.slice(0, at), bytes.slice(at)))).toEqual(['élan']);
});

test('reads a whole list from a server that does not stream', async () => {
  const response = Response.json([found('one'), { word: 'two', success: false, error: 'No.' }]);
  expect(await wordsOf(response)).toEqual(['one', 'two']);
});

test('the line that ends the answer early is an error, not a result', async () => {
  const end = JSON.stringify({ word: '', success: false, error: 'The lookup broke off.' });
  const words: string[] = [];
  async function read() {
    for await (const results of streamResults(arriving(line('one') + end), new AbortController().signal)) {
      words.push(...results.map(({ word }) => word));
    }
  }
  await expect(read()).rejects.toThrow(new LookupInterruptedError('The lookup broke off.'));
  expect(words).toEqual(['one']);
});

test('a broken connection is a network error', async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) });
  await expect(wordsOf(new Response(body, ndjson))).rejects.toBeInstanceOf(NetworkError);
});

test('anything that is not a result is an error', async () => {
  await expect(wordsOf(arriving('<html>'))).rejects.toThrow();
  await expect(wordsOf(arriving('{"word":1}'))).rejects.toThrow();
});

test('ends when aborted, and closes the connection', async () => {
  const stop = new AbortController();
  let canceled = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(line('one'))),
    cancel() {
      canceled = true;
    },
  });
  const words: string[] = [];
  for await (const results of streamResults(new Response(body, ndjson), stop.signal)) {
    words.push(...results.map(({ word }) => word));
    stop.abort();
  }
  expect(words).toEqual(['one']);
  expect(canceled).toBe(true);
});
