import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { DomainError } from '../../../platform/errors.ts';
import type { FakeMerriamWebsterOptions } from './fake-server.testing.ts';
import type { MerriamWebsterOptions } from './merriam-webster.ts';
import type { FakeAnswer } from './sample-answers.testing.ts';
import { fakeEntry, oneSense } from './sample-answers.testing.ts';
import { startDictionary } from './start-dictionary.testing.ts';

const errorOf = (lookup: Promise<unknown>) =>
  lookup.then(
    () => undefined,
    (error: unknown) => error,
  );

test('blames the key only after a common word was refused too', async () => {
  const { lookUp, server, spent } = await startDictionary({}, { apiKey: 'wrong-key' });
  await expect(lookUp('meander')).rejects.toMatchObject({
    code: 'dictionary.refused',
    message: expect.stringContaining('MERRIAM_WEBSTER_API_KEY'),
  });
  expect(server.asked).toEqual(['meander', 'word']);
  expect(spent()).toBe(2);
});

test('reports a word as unknown if the answer blames a key that works', async () => {
  const text = 'Invalid API key. Not subscribed for this reference.';
  const { lookUp, server } = await startDictionary({ answers: { öddwørd: { text } } });
  expect(await lookUp('öddwørd')).toMatchObject({ found: false, reason: 'No entry for “öddwørd”.' });
  expect(server.asked).toEqual(['öddwørd', 'word']);
});

test('checks the key once for several odd words at the same time', async () => {
  const text = 'Invalid API key. Not subscribed for this reference.';
  const { lookUp, server } = await startDictionary({ answers: { å: { text }, ø: { text } } });
  const check = server.hold('word');
  const both = Promise.all([lookUp('å'), lookUp('ø')]);
  await check.arrived;
  check.release();
  expect(await both).toMatchObject([{ found: false }, { found: false }]);
  expect(server.asked.filter((word) => word === 'word')).toHaveLength(1);
});

test('reports a missing key', async () => {
  const { lookUp } = await startDictionary({}, { apiKey: '' });
  await expect(lookUp('meander')).rejects.toMatchObject({ code: 'dictionary.refused' });
});

test.each<{ why: string; answer: FakeAnswer; code: string }>([
  { why: 'HTTP 500', answer: { text: 'oops', status: 500 }, code: 'dictionary.unreachable' },
  { why: 'HTTP 404', answer: { text: 'gone', status: 404 }, code: 'dictionary.unreachable' },
  { why: 'HTTP 403', answer: { text: 'no', status: 403 }, code: 'dictionary.refused' },
  { why: 'HTTP 429', answer: { text: 'slow down', status: 429 }, code: 'dictionary.quota' },
  { why: 'a text about a limit', answer: { text: 'Query limit exceeded.' }, code: 'dictionary.quota' },
  { why: 'a broken connection', answer: 'hang up', code: 'dictionary.unreachable' },
  {
    why: 'a web page',
    answer: { text: '<html>limit</html>', type: 'text/html' },
    code: 'dictionary.unreachable',
  },
  { why: 'half an answer', answer: { text: '[{"meta":' }, code: 'dictionary.unreachable' },
  { why: 'an object', answer: { json: { meta: {} } }, code: 'dictionary.unreachable' },
  { why: 'a list of numbers', answer: { json: [1, 2] }, code: 'dictionary.unreachable' },
  { why: 'entries without an id', answer: { json: [{ fl: 'noun' }] }, code: 'dictionary.unreachable' },
  { why: 'nothing', answer: { text: '' }, code: 'dictionary.unreachable' },
])('throws $code for $why', async ({ answer, code }) => {
  const { lookUp } = await startDictionary({ answers: { amble: answer } });
  await expect(lookUp('amble')).rejects.toMatchObject({ name: 'DomainError', code });
});

test('gives up on a silent dictionary at the time limit', async () => {
  const { lookUp } = await startDictionary({ answers: { amble: 'silence' } }, { timeoutMs: 50 });
  await expect(lookUp('amble')).rejects.toMatchObject({
    code: 'dictionary.unreachable',
    message: 'The dictionary did not answer within 0.05 seconds. Please try again in a few minutes.',
  });
});

test('reads entries that arrive as plain text, and skips odd items', async () => {
  const entries = [null, 7, fakeEntry({ id: 'amble', fl: 'verb', def: oneSense('to walk at ease') })];
  const { entryOf } = await startDictionary({ answers: { amble: { text: ` ${JSON.stringify(entries)}` } } });
  expect(await entryOf('amble')).toMatchObject({ definition: 'To walk at ease.' });
});

test('makes no query when today’s queries are used up', async () => {
  const { lookUp, server } = await startDictionary({}, { queriesLeft: 1 });
  await expect(lookUp('went')).rejects.toMatchObject({ code: 'dictionary.quota' });
  await expect(lookUp('meander')).rejects.toMatchObject({ code: 'dictionary.quota' });
  expect(server.asked).toEqual(['went']);
});

test('stops with the reason given by the caller', async () => {
  const { lookUp, server } = await startDictionary();
  const held = server.hold('meander');
  const stop = new AbortController();
  const lookup = errorOf(lookUp('meander', { signal: stop.signal }));
  await held.arrived;
  stop.abort();
  expect(await lookup).toMatchObject({ name: 'AbortError' });
  await expect(lookUp('wend', { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' });
  expect(server.asked).toEqual(['meander']);
  held.release();
});

test.each<{ why: string; fake?: FakeMerriamWebsterOptions; options?: Partial<MerriamWebsterOptions> }>([
  { why: 'a server error', fake: { answers: { amble: { text: 'x', status: 500 } } } },
  { why: 'a broken connection', fake: { answers: { amble: 'hang up' } } },
  { why: 'silence', fake: { answers: { amble: 'silence' } }, options: { timeoutMs: 20 } },
  { why: 'nobody listening', options: { apiUrl: 'http://127.0.0.1:1' } },
  { why: 'an invalid address', options: { apiUrl: 'no address' } },
  { why: 'a refused key', fake: { apiKey: 'another' } },
])('never shows the key or the address in the error of $why', async ({ fake, options }) => {
  const apiKey = 'very-secret key/1';
  const { lookUp, server } = await startDictionary({ apiKey, ...fake }, { apiKey, ...options });
  const error = await errorOf(lookUp('amble'));
  expect(error).toBeInstanceOf(DomainError);
  const shown = inspect(error, { depth: 10, showHidden: true });
  for (const secret of [apiKey, encodeURIComponent(apiKey), 'very-secret', '?key', server.url]) {
    expect(shown).not.toContain(secret);
  }
});
