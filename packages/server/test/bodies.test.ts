import { describe, expect, test } from 'vitest';
import { aWord } from '../../../test/words.ts';
import { admin, startTestServer } from './start-test-server.ts';

const reader = { email: 'reader@example.com', firstName: 'Ada' };

describe('an interrupted upload', () => {
  test('is refused, and the server keeps running', async () => {
    const { refused, ok, signIn } = await startTestServer();
    await signIn();
    const part = 'Content-Disposition: form-data; name="file"; filename="w.csv"\r\nContent-Type: text/csv';
    const answer = await refused('uploadWords', {
      raw: `--edge\r\n${part}\r\n\r\nword,`,
      headers: { 'Content-Type': 'multipart/form-data; boundary=edge' },
    });
    expect(answer).toMatchObject({ status: 400, code: 'import.unreadable' });
    expect(await ok('listWords')).toMatchObject({ total: 0 });
  });
});

describe('compression', () => {
  /** `fetch` decodes bodies, but leaves the header. */
  const encodingOf = (answer: Response) => answer.headers.get('Content-Encoding');

  test('answers of 1 kB and more are compressed for clients that accept it', async () => {
    const { call, ok, signIn } = await startTestServer();
    await signIn();
    const gzip = { headers: { 'Accept-Encoding': 'br, gzip' } };
    expect(encodingOf(await call('listWords', gzip))).toBeNull();
    for (const word of ['dawn', 'dusk', 'noon', 'petrichor', 'zephyr'])
      await ok('addWord', { body: aWord({ word }) });
    const plain = await call('listWords', { headers: { 'Accept-Encoding': '*;q=0' } });
    expect(encodingOf(plain)).toBeNull();
    expect(plain.headers.get('Vary')).toContain('Accept-Encoding');
    const text = await plain.text();
    expect(plain.headers.get('Content-Length')).toBe(String(Buffer.byteLength(text)));
    const compressed = await call('listWords', gzip);
    expect(encodingOf(compressed)).toBe('gzip');
    expect(Number(compressed.headers.get('Content-Length'))).toBeLessThan(text.length);
    expect(compressed.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect(await compressed.text()).toBe(text);
  });

  test('a download is compressed as it streams, lines are not', async () => {
    const { call, ok, signIn } = await startTestServer();
    await signIn();
    await ok('addWord', { body: aWord() });
    const headers = { 'Accept-Encoding': 'gzip' };
    const csv = await call('exportWords', { headers });
    expect(encodingOf(csv)).toBe('gzip');
    expect(await csv.text()).toContain('petrichor');
    const lines = await call('exportWords', { headers, query: { format: 'jsonl' } });
    expect(encodingOf(lines)).toBeNull();
    expect(JSON.parse(await lines.text())).toMatchObject({ word: 'petrichor' });
  });
});

test('a public call accepts 16 kB', async () => {
  const { refused, call } = await startTestServer();
  const signup = (length: number) => ({ body: { ...reader, favoriteWord: 'x'.repeat(length) } });
  expect((await call('register', signup(16_000))).status).toBe(400);
  expect(await refused('register', signup(16_384))).toMatchObject({ status: 413, code: 'request.too_large' });
});

test('an admin’s body is limited in depth and in the number of values before it is validated', async () => {
  const { refused, signIn } = await startTestServer();
  await signIn();
  const json = (raw: string) => ({ raw, headers: { 'Content-Type': 'application/json' } });
  const deep = `{"words":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  const many = `{"words":[${'0,'.repeat(900_000)}0]}`;
  for (const raw of [deep, many]) {
    const answer = await refused('lookUpWords', json(raw));
    expect(answer).toMatchObject({ status: 413, code: 'request.too_large' });
  }
  // Brackets and commas in a text do not count as parts.
  const text = JSON.stringify({ words: ['[,'.repeat(50_000), '\\"[[[[[[[[[[[[[[[[[[[[[[[[[['] });
  expect(await refused('lookUpWords', json(text))).toMatchObject({ status: 400, code: 'input.invalid' });
});

test.each(['lookUpWords', 'saveLookedUpWords'] as const)(
  '%s checks the length of a list before its items',
  async (name) => {
    const { refused, signIn } = await startTestServer();
    await signIn();
    const items = Array.from({ length: 501 }, () => '?'.repeat(200));
    const answer = await refused(name, { body: { words: items, wordData: items } });
    expect(answer).toMatchObject({
      status: 400,
      message: expect.stringMatching(/^At most 500 words can be /),
    });
    expect(Object.values(answer.fields ?? {}).flat()).toHaveLength(1);
  },
);

test.each(['*;q=0', 'identity;q=0', 'identity;q=0, *;q=0', ';;q=,=', 'gzip;q=NaN'])(
  'Accept-Encoding: %s is answered, with errors in JSON',
  async (accepted) => {
    const { call, refused, signIn, url } = await startTestServer();
    await signIn();
    const headers = { 'Accept-Encoding': accepted };
    for (const path of ['/', '/nowhere', '/widgets.js', '/assets/none.js'])
      expect((await fetch(url + path, { headers })).status).toBeLessThan(500);
    for (const name of ['health', 'openapi', 'listWords', 'exportWords', 'metrics'] as const)
      expect((await call(name, { headers })).status).toBe(200);
    expect(await refused('login', { headers, body: {} })).toMatchObject({
      status: 400,
      code: 'input.invalid',
    });
  },
);

test('a page accepts no methods other than GET and HEAD', async () => {
  const { url } = await startTestServer();
  for (const [path, method] of [
    ['/', 'POST'],
    ['/login', 'DELETE'],
    ['/nowhere', 'PUT'],
  ] as const) {
    const answer = await fetch(url + path, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('Allow')).toBe('GET, HEAD');
    expect(await answer.json()).toMatchObject({ code: 'request.method_not_allowed' });
  }
});

test('a body with a false Content-Encoding is bad input', async () => {
  const { refused } = await startTestServer();
  for (const encoding of ['gzip', 'br']) {
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': encoding };
    const answer = await refused('login', { raw: JSON.stringify(admin), headers });
    expect(answer).toMatchObject({ status: 400, code: 'request.unreadable' });
  }
});
