import { expect, onTestFinished, test } from 'vitest';
import { type LookupResult, lookupResult } from '../../contract/dictionary.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Dictionary } from './dictionary.ts';
import {
  type FakeMerriamWebsterOptions,
  startFakeMerriamWebster,
} from './merriam-webster/fake-server.testing.ts';
import { createMerriamWebster } from './merriam-webster/merriam-webster.ts';
import { fakeEntry, oneSense } from './merriam-webster/sample-answers.testing.ts';
import { lookUpWord, lookUpWords } from './open-dictionary.ts';

async function start(options: FakeMerriamWebsterOptions & { apiUrl?: string; queries?: number } = {}) {
  const server = await startFakeMerriamWebster(options);
  onTestFinished(() => server.close());
  let left = options.queries ?? Number.POSITIVE_INFINITY;
  const dictionary = createMerriamWebster({
    apiKey: server.apiKey,
    apiUrl: options.apiUrl ?? server.url,
    async spendQuery() {
      if (left === 0) throw new DomainError('dictionary.quota', 'The day’s lookups are used up.');
      left--;
    },
  });
  return { server, deps: { dictionary, retryDelaysMs: [0, 0] } };
}

const known = (word: string) => ({
  json: [fakeEntry({ id: word, fl: 'noun', def: oneSense(`something called ${word}`) })],
});
const manyWords = Array.from(
  { length: 40 },
  (_, index) => `w${'abcdefghij'[index % 10]}${'xyzu'[index % 4]}`,
);
const knowing = (words: readonly string[]) => ({
  answers: Object.fromEntries(words.map((word) => [word, known(word)])),
});

async function all(results: AsyncIterable<LookupResult>): Promise<LookupResult[]> {
  const list: LookupResult[] = [];
  for await (const result of results) list.push(lookupResult.parse(result));
  return list;
}

const errorOf = (result: LookupResult) => (result.success ? undefined : result.error);

test('yields a result for each word in the given order, found or not', async () => {
  const { deps } = await start();
  expect(await all(lookUpWords(deps, ['tender', 'meandr', 'слово', 'zzxqj', 'went']))).toMatchObject([
    { word: 'tender', success: true, source: 'merriam-webster', partOfSpeech: 'adjective' },
    {
      word: 'meandr',
      success: false,
      error: 'No entry for “meandr”. Did you mean meander, meanders or menders?',
    },
    { word: 'слово', success: false },
    { word: 'zzxqj', success: false, error: 'No entry for “zzxqj”.', code: 'dictionary.not_found' },
    { word: 'wend', success: true },
  ]);
});

test('looks up one word', async () => {
  const { deps, server } = await start();
  expect(await lookUpWord(deps, 'meander')).toMatchObject({ word: 'meander', success: true });
  server.answerAll('hang up');
  expect(await lookUpWord(deps, 'meander')).toEqual({
    word: 'meander',
    success: false,
    error: 'The dictionary could not be reached. Please try again in a few minutes.',
    code: 'dictionary.unreachable',
  });
  expect(server.asked).toEqual(['meander', 'meander', 'meander', 'meander']);
});

test('looks up a word once if it is given in several cases', async () => {
  const { deps, server } = await start();
  const results = await all(lookUpWords(deps, ['Meander', 'wend', 'MEANDER', ' meander ', 'zzxqj', 'ZZXQJ']));
  expect(results.map(({ word }) => word)).toEqual([
    'meander',
    'wend',
    'meander',
    'meander',
    'zzxqj',
    'ZZXQJ',
  ]);
  expect(server.asked.toSorted()).toEqual(['meander', 'wend', 'zzxqj']);
});

test('yields each result as soon as it is known, in order', async () => {
  const { deps, server } = await start();
  const held = server.hold('tender');
  const progress: string[] = [];
  const meanderKnown = Promise.withResolvers<void>();
  const onResult = ({ word }: LookupResult) => {
    progress.push(word);
    if (word === 'meander') meanderKnown.resolve();
  };
  const results = lookUpWords(deps, ['wend', 'tender', 'meander'], { onResult });
  expect((await results.next()).value).toMatchObject({ word: 'wend' });
  const second = results.next();
  await meanderKnown.promise;
  expect(progress).toContain('meander');
  expect(progress).not.toContain('tender');
  held.release();
  expect((await second).value).toMatchObject({ word: 'tender' });
  expect((await results.next()).value).toMatchObject({ word: 'meander' });
  expect((await results.next()).done).toBe(true);
});

test('makes four queries at the same time and never more', async () => {
  const { deps, server } = await start(knowing(manyWords));
  const holds = manyWords.slice(0, 4).map((word) => server.hold(word));
  const results = all(lookUpWords(deps, manyWords));
  await Promise.all(holds.map(({ arrived }) => arrived));
  expect(server.asked).toHaveLength(4);
  for (const { release } of holds) release();
  expect(await results).toHaveLength(40);
  expect(server.underWay.most).toBe(4);
});

/** A dictionary without words that answers the first lookup immediately and the others when the gate opens. */
function gatedDictionary() {
  const gate = Promise.withResolvers<void>();
  const asked: string[] = [];
  const dictionary: Dictionary = {
    source: 'wordnet',
    concurrency: 4,
    async lookUp(word) {
      if (asked.push(word) > 1) await gate.promise;
      return { found: false, reason: 'Nothing is known.', suggestions: [] };
    },
  };
  return { deps: { dictionary }, asked, open: gate.resolve };
}

/** Waits until all work without input or output is done. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('makes no more queries when the caller stops reading', async () => {
  const { deps, asked, open } = gatedDictionary();
  const results = lookUpWords(deps, manyWords);
  await results.next();
  await results.return();
  open();
  await settled();
  expect(asked).toEqual(manyWords.slice(0, asked.length));
  expect(asked.length).toBeLessThanOrEqual(5);
});

test('makes no more queries once it is stopped, and ends without an error', async () => {
  const { deps, asked, open } = gatedDictionary();
  const stop = new AbortController();
  const results = lookUpWords(deps, manyWords, { signal: stop.signal });
  await results.next();
  const second = results.next();
  stop.abort();
  open();
  await second;
  expect(await results.next()).toEqual({ done: true, value: undefined });
  await settled();
  expect(asked.length).toBeLessThanOrEqual(5);
  expect(await all(lookUpWords(deps, manyWords, { signal: stop.signal }))).toEqual([]);
  expect(asked.length).toBeLessThanOrEqual(5);
});

test('aborts queries under way when it is stopped', async () => {
  const { deps, server } = await start(knowing(manyWords));
  const stop = new AbortController();
  const held = server.hold(manyWords[1] ?? '');
  const results = lookUpWords(deps, manyWords, { signal: stop.signal });
  expect((await results.next()).done).toBe(false);
  const second = results.next();
  await held.arrived;
  stop.abort();
  expect(await second).toEqual({ done: true, value: undefined });
});

test('stays a few words ahead of a slow caller', async () => {
  const { deps, server } = await start(knowing(manyWords));
  const known: string[] = [];
  const sixteen = Promise.withResolvers<void>();
  const results = lookUpWords(deps, manyWords, {
    onResult({ word }) {
      if (known.push(word) === 16) sixteen.resolve();
    },
  });
  await results.next();
  await sixteen.promise;
  await lookUpWord(deps, 'meander');
  expect(server.asked).toHaveLength(17);
  await results.return();
});

test('retries a dictionary that is briefly unreachable', async () => {
  const { deps, server } = await start();
  server.answer('wend', { text: 'oops', status: 503 });
  const held = server.hold('wend');
  const result = lookUpWord(deps, 'wend');
  await held.arrived;
  server.answer('wend', known('wend'));
  held.release();
  expect(await result).toMatchObject({ word: 'wend', success: true });
});

test('reports one word that stays unreachable and continues', async () => {
  const { deps, server } = await start();
  server.answer('tender', { text: 'oops', status: 500 });
  expect(await all(lookUpWords(deps, ['wend', 'tender', 'meander']))).toMatchObject([
    { success: true },
    {
      word: 'tender',
      success: false,
      error: 'The dictionary answered with an error (HTTP 500). Please try again in a few minutes.',
    },
    { success: true },
  ]);
  expect(server.asked.filter((word) => word === 'tender')).toHaveLength(3);
});

test('stops asking a dictionary that is down', async () => {
  const { deps, server } = await start(knowing(manyWords));
  server.answerAll('hang up');
  const results = await all(lookUpWords(deps, manyWords));
  expect(results).toHaveLength(40);
  expect(new Set(results.map(errorOf))).toEqual(
    new Set(['The dictionary could not be reached. Please try again in a few minutes.']),
  );
  expect(new Set(server.asked).size).toBeLessThan(16);
});

test('stops at a refused key and reports it for every remaining word', async () => {
  const { deps, server } = await start({ ...knowing(manyWords), apiKey: 'right' });
  server.answerAll({ text: 'Invalid API key. Not subscribed for this reference.' });
  const results = await all(lookUpWords(deps, manyWords));
  expect(results).toHaveLength(40);
  expect(results.every((result) => errorOf(result)?.includes('MERRIAM_WEBSTER_API_KEY'))).toBe(true);
  expect(server.asked.length).toBeLessThanOrEqual(8);
});

test('stops when today’s queries are used up and keeps its results', async () => {
  const words = [...new Set(manyWords)];
  const { deps, server } = await start({ ...knowing(words), queries: 6 });
  const results = await all(lookUpWords(deps, words));
  expect(results.filter(({ success }) => success).map(({ word }) => word)).toEqual(words.slice(0, 6));
  expect(results.slice(6).every((result) => errorOf(result) === 'The day’s lookups are used up.')).toBe(true);
  expect(server.asked).toHaveLength(6);
});

test('lets a bug through', async () => {
  const dictionary: Dictionary = {
    source: 'wordnet',
    concurrency: 2,
    lookUp: () => Promise.reject(new TypeError('a bug')),
  };
  await expect(all(lookUpWords({ dictionary }, ['a', 'b', 'c']))).rejects.toThrow('a bug');
});

test('yields nothing for no words', async () => {
  const { deps } = await start();
  expect(await all(lookUpWords(deps, []))).toEqual([]);
});
