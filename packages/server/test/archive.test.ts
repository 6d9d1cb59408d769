import { connect } from 'node:net';
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith';
import { SaxesParser } from 'saxes';
import { describe, expect, test, vi } from 'vitest';
import { anMp3 } from '../../../test/recordings.ts';
import { aQuotation, aWord } from '../../../test/words.ts';
import { startTestServer } from './start-test-server.ts';

const nasty = aWord({
  word: 'café & <b>"co"</b>',
  definition: 'Fish & chips </script><script>alert(1)</script>\nin two lines',
  etymology: 'The origin of this word is not recorded in this dictionary.',
});

/** A server on whose clock "petrichor" and a nasty word were sent, and "secret" will be sent tomorrow. */
async function startArchive(env: Record<string, string> = {}) {
  const clock = { now: new Date('2026-11-20T10:00:00Z') };
  const server = await startTestServer({ env, overrides: { now: () => clock.now } });
  const { wordrise, url, ok, signIn } = server;
  await signIn();
  for (const [word, scheduledDate] of [
    [aWord({ etymology: 'From Greek *petra* & *ichor*.', ...aQuotation }), '2026-11-21T07:00'],
    [nasty, '2026-11-22T07:00'],
    [aWord({ word: 'secret' }), '2026-11-23T07:00'],
  ] as const) {
    const { id: wordId } = await ok('addWord', { body: word });
    await ok('scheduleEmail', { body: { wordId, scheduledDate } });
  }
  clock.now = new Date('2026-11-22T12:00:00Z');
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(url + path, { headers, redirect: 'manual' });
  return { ...server, wordrise, clock, get };
}

/** Throws for anything a strict XML parser refuses. */
function requireWellFormed(xml: string): void {
  new SaxesParser({ xmlns: true }).write(xml).close();
}

test('a word has a page from the moment its email is due', async () => {
  const { clock, get } = await startArchive();
  clock.now = new Date('2026-11-22T11:59:59Z');
  expect((await get('/words/cafe-b-co-b')).status).toBe(404);
  clock.now = new Date('2026-11-22T12:00:00Z');
  const page = await get('/words/cafe-b-co-b');
  expect(page.status).toBe(200);
  expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('Content-Security-Policy')).not.toContain('unsafe-inline');
  expect(await page.text()).toContain('petrichor');
});

test('an unsent word cannot be distinguished from one that does not exist', async () => {
  const { get } = await startArchive();
  const answers = ['secret', 'no-such-word', 'Secret', '%E0%A4%A', 'a/b'].map(async (segment) => {
    const response = await get(`/words/${segment}`);
    const headers = Object.fromEntries(response.headers);
    for (const name of ['date', 'x-request-id']) delete headers[name];
    return { status: response.status, headers, body: await response.text() };
  });
  const [first, ...others] = await Promise.all(answers);
  expect(first).toMatchObject({ status: 404, body: expect.stringContaining('404 Page Not Found') });
  for (const other of others) expect(other).toEqual(first);
});

/** How old an answer can be that a cache still gives. */
function oldestSeconds({ headers }: Response): number {
  const parts = /^public, max-age=(\d+), stale-while-revalidate=(\d+)$/.exec(
    headers.get('Cache-Control') ?? '',
  );
  return Number(parts?.[1]) + Number(parts?.[2]);
}

test('a page is sent compressed, and not again to a browser that has it', async () => {
  const { get } = await startArchive();
  for (const path of ['/words/petrichor', '/archive', '/feed.xml', '/feed.json', '/sitemap.xml']) {
    const fresh = await get(path, { 'Accept-Encoding': 'br' });
    expect(oldestSeconds(fresh)).toBe(300);
    const etag = fresh.headers.get('ETag') ?? '';
    const again = await get(path, { 'If-None-Match': etag, 'Accept-Encoding': 'br' });
    expect([path, again.status, await again.text()]).toEqual([path, 304, '']);
  }
});

test('a word that was sent has a picture for links to it', async () => {
  const { get } = await startArchive();
  const picture = await get('/words/petrichor.png');
  expect([picture.status, picture.headers.get('Content-Type')]).toEqual([200, 'image/png']);
  expect(picture.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
  const bytes = Buffer.from(await picture.arrayBuffer());
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  const other = await get('/words/cafe-b-co-b.png');
  expect(bytes.equals(Buffer.from(await other.arrayBuffer()))).toBe(false);

  const again = await get('/words/petrichor.png', { 'If-None-Match': picture.headers.get('ETag') ?? '' });
  expect(again.status).toBe(304);
  for (const hidden of ['secret', 'no-such-word', 'Petrichor', '%E0%A4%A'])
    expect((await get(`/words/${hidden}.png`)).status).toBe(404);
});

test('other spellings of an address redirect to the page', async () => {
  const { get } = await startArchive();
  for (const spelling of ['Petrichor', 'PETRICHOR', 'p%C3%A9trichor']) {
    const response = await get(`/words/${spelling}`);
    expect([response.status, response.headers.get('Location')]).toEqual([301, '/words/petrichor']);
  }
  expect((await get('/words/petrichor/')).status).toBe(200);
});

test('the archive lists words by month', async () => {
  const { get } = await startArchive();
  const latest = await (await get('/archive')).text();
  expect(latest).toContain('2026-11');
  expect(latest).toContain('cafe-b-co-b,petrichor');
  expect(latest).not.toContain('secret');
  expect(await (await get('/archive/2026-11')).text()).toBe(latest);
  for (const month of ['2026-10', '2026-12', '2026-13', '2026-1', 'november'])
    expect((await get(`/archive/${month}`)).status).toBe(404);
});

describe('the feeds', () => {
  test('Atom is well-formed and has every sent word', async () => {
    const { get } = await startArchive({ PRODUCT_NAME: 'Word & Dawn' });
    const response = await get('/feed.xml');
    expect(response.headers.get('Content-Type')).toBe('application/atom+xml; charset=utf-8');
    const xml = await response.text();
    requireWellFormed(xml);
    const feed = parseAtomFeed(xml);
    expect(feed).toMatchObject({
      title: { value: 'Word & Dawn' },
      id: 'http://words.test/archive',
      updated: '2026-11-22T12:00:00.000Z',
    });
    expect(feed.entries?.map(({ id, title }) => [id, title?.value])).toEqual([
      ['http://words.test/words/cafe-b-co-b#2026-11-22', nasty.word],
      ['http://words.test/words/petrichor#2026-11-21', 'petrichor'],
    ]);
    const [entry] = feed.entries ?? [];
    const html = entry?.content?.value;
    expect(html).toContain('Fish &amp; chips &lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;<br>in two');
    expect(html).toContain('<p dir="auto">Fish');
    expect(html).not.toContain('not recorded');
    expect(xml).not.toContain('secret');
  });

  test('JSON has the same words', async () => {
    const { get } = await startArchive();
    const response = await get('/feed.json');
    expect(response.headers.get('Content-Type')).toBe('application/feed+json; charset=utf-8');
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    const feed = parseJsonFeed(await response.json());
    expect(feed).toMatchObject({ title: 'Wordrise', feed_url: 'http://words.test/feed.json' });
    expect(feed.items?.map(({ url }) => url)).toEqual([
      'http://words.test/words/cafe-b-co-b',
      'http://words.test/words/petrichor',
    ]);
    expect(feed.items?.[1]?.content_html).toContain(
      '<p dir="auto">From Greek <em>petra</em> &amp; <em>ichor</em>.</p>',
    );
    expect(feed.items?.[1]?.content_html).toContain(
      '<blockquote><p dir="auto">A petrichor as of wet stone &amp; clover<br>rose from the road.</p></blockquote><p>Ada Quill, <a href="https://books.example.org/roads?a=1&amp;b=2"><cite>Roads &amp; Rain</cite></a> (1911)</p>',
    );
    expect(feed.items?.[0]?.content_html).not.toContain('blockquote');
  });

  test('their summaries are short, and their contents whole', async () => {
    const { get, clock, ok } = await startArchive();
    const definition = `It ${'goes on, '.repeat(60)}and ends.`;
    const { id: wordId } = await ok('addWord', { body: aWord({ word: 'rambling', definition }) });
    await ok('scheduleEmail', { body: { wordId, scheduledDate: '2026-11-22T07:30' } });
    clock.now = new Date('2026-11-22T13:00:00Z');
    const [atom] = parseAtomFeed(await (await get('/feed.xml')).text()).entries ?? [];
    const [json] = parseJsonFeed(await (await get('/feed.json')).json()).items ?? [];
    expect(atom?.summary?.value).toMatch(/^It goes on, .+ goes( on)?…$/);
    expect(atom?.summary?.value?.length).toBeLessThanOrEqual(201);
    expect(json?.summary).toBe(atom?.summary?.value);
    for (const content of [atom?.content?.value, json?.content_html]) expect(content).toContain('and ends.');
  });

  test('without words they are still valid feeds', async () => {
    const { url } = await startTestServer();
    const atom = parseAtomFeed(await (await fetch(`${url}/feed.xml`)).text());
    expect([atom.id, atom.entries ?? []]).toEqual(['http://words.test/archive', []]);
    expect(parseJsonFeed(await (await fetch(`${url}/feed.json`)).json()).items ?? []).toEqual([]);
    expect((await fetch(`${url}/archive`)).status).toBe(200);
  });
});

test('a recording is heard on its page, in the archive and the feeds, and as a podcast', async () => {
  const { get, ok, call, refused, wordrise } = await startArchive();
  expect((await get('/podcast.xml')).status).toBe(404);
  const id = (await wordrise.words.find('petrichor'))?.id ?? 0;
  const file = anMp3();
  const upload = { params: { id }, raw: file, headers: { 'Content-Type': 'audio/mpeg' } };
  const recording = await ok('uploadRecording', upload);
  expect(recording).toMatchObject({ type: 'audio/mpeg', bytes: file.length });
  expect(await ok('getWord', { params: { id } })).toMatchObject({ recording });
  expect(await refused('uploadRecording', { ...upload, raw: '<html>' })).toMatchObject({
    status: 400,
    code: 'word.recording',
  });
  expect(
    await refused('uploadRecording', { ...upload, headers: { 'Content-Type': 'text/html' } }),
  ).toMatchObject({ status: 415 });
  expect(await refused('uploadRecording', { ...upload, raw: Buffer.alloc(5_000_000) })).toMatchObject({
    status: 413,
  });
  expect((await call('uploadRecording', { ...upload, cookie: undefined })).status).toBe(401);

  expect((await wordrise.archive.word('petrichor'))?.word.recording).toEqual(recording);
  const month = await wordrise.archive.month();
  expect(month?.words.find(({ slug }) => slug === 'petrichor')?.recording).toEqual(recording);
  expect(month?.hasPodcast).toBe(true);
  expect(await ok('today')).not.toHaveProperty('word.recordingUrl');
  const address = `http://words.test${recording.path}`;
  const enclosure = { url: address, type: 'audio/mpeg', length: file.length };
  const xml = await (await get('/podcast.xml')).text();
  requireWellFormed(xml);
  const feed = parseRssFeed(xml);
  expect(feed).toMatchObject({
    title: 'Wordrise',
    itunes: { image: 'http://words.test/podcast.png', explicit: false },
  });
  expect(feed.items).toMatchObject([
    { title: 'petrichor', enclosures: [enclosure], itunes: { duration: 1 } },
  ]);
  const json = parseJsonFeed(await (await get('/feed.json')).json());
  expect(json.items?.[1]?.attachments).toMatchObject([{ url: address, mime_type: 'audio/mpeg' }]);
  const atom = await (await get('/feed.xml')).text();
  requireWellFormed(atom);
  expect(atom).toContain(
    `<link rel="enclosure" type="audio/mpeg" length="${file.length}" href="${address}"/>`,
  );

  await ok('removeRecording', { params: { id } });
  await ok('removeRecording', { params: { id } });
  // Pages are kept in memory for a few seconds.
  expect(await wordrise.archive.episodes(10)).toEqual([]);
  expect((await get(recording.path)).status).toBe(404);
});

test('a recording is served in parts, once for each client, and forever', async () => {
  const { get, ok, wordrise } = await startArchive({ ARCHIVE: 'off' });
  const id = (await wordrise.words.find('petrichor'))?.id ?? 0;
  const file = anMp3();
  const raw = { raw: file, headers: { 'Content-Type': 'application/octet-stream' } };
  const { path } = await ok('uploadRecording', { params: { id }, ...raw });
  const whole = await get(path);
  expect(whole.status).toBe(200);
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-type': 'audio/mpeg',
    'content-length': String(file.length),
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  expect(Buffer.from(await whole.arrayBuffer())).toEqual(file);
  const etag = whole.headers.get('ETag') ?? '';
  const part = async (range: string, headers: Record<string, string> = {}) => {
    const response = await get(path, { Range: range, ...headers });
    const length = (await response.arrayBuffer()).byteLength;
    return [response.status, response.headers.get('Content-Range'), length];
  };
  const { length } = file;
  expect(await part('bytes=0-1')).toEqual([206, `bytes 0-1/${length}`, 2]);
  expect(await part('bytes=100-')).toEqual([206, `bytes 100-${length - 1}/${length}`, length - 100]);
  expect(await part('bytes=-10')).toEqual([206, `bytes ${length - 10}-${length - 1}/${length}`, 10]);
  expect(await part(`bytes=5-${length + 99}`)).toEqual([206, `bytes 5-${length - 1}/${length}`, length - 5]);
  expect(await part(`bytes=${length}-`)).toEqual([416, `bytes */${length}`, 0]);
  for (const odd of ['bytes=9-5', 'bytes=0-1,5-6', 'words=0-1', 'bytes=-']) {
    expect(await part(odd)).toEqual([200, null, length]);
  }
  expect(await part('bytes=0-1', { 'If-Range': etag })).toEqual([206, `bytes 0-1/${length}`, 2]);
  expect(await part('bytes=0-1', { 'If-Range': '"other"' })).toEqual([200, null, length]);
  expect((await get(path, { 'If-None-Match': etag })).status).toBe(304);
  for (const wrong of ['/recordings/x.mp3', `${path.slice(0, -4)}.ogg`, '/recordings/..%2f.mp3'])
    expect((await get(wrong)).status).toBe(404);
});

test('search engines find every page', async () => {
  const { get } = await startArchive();
  const response = await get('/sitemap.xml', { 'Accept-Encoding': 'identity' });
  const xml = await response.text();
  requireWellFormed(xml);
  expect([...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address)).toEqual([
    'http://words.test/',
    'http://words.test/archive',
    'http://words.test/words/cafe-b-co-b',
    'http://words.test/words/petrichor',
  ]);
  expect(await (await get('/robots.txt')).text()).toContain('Sitemap: http://words.test/sitemap.xml');
});

test('any site may read the word of the day', async () => {
  const { ok, call } = await startArchive();
  const response = await call('today', { origin: 'https://any.example', cookie: undefined });
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
  expect(oldestSeconds(response)).toBe(300);
  expect(response.headers.get('Set-Cookie')).toBeNull();
  const { word, ...site } = await ok('today');
  expect(site).toEqual({ productName: 'Wordrise', signupUrl: 'http://words.test/#signup' });
  expect(word).toMatchObject({
    word: nasty.word,
    etymology: '',
    day: '2026-11-22',
    url: 'http://words.test/words/cafe-b-co-b',
  });
});

test('a bug in a page answers 500 and is logged once with its stack; an outage answers 503', async () => {
  const { get, wordrise, lines, call } = await startArchive();
  const word = vi.spyOn(wordrise.archive, 'word');
  word.mockRejectedValueOnce(new TypeError('undefined is not a slug'));
  const broken = await get('/words/petrichor');
  expect([broken.status, broken.headers.get('Content-Type')]).toEqual([500, 'text/html; charset=utf-8']);
  const errors = () => lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50);
  expect(errors()).toEqual([
    expect.objectContaining({
      id: broken.headers.get('X-Request-Id'),
      err: expect.objectContaining({ type: 'TypeError', at: expect.arrayContaining([expect.any(String)]) }),
    }),
  ]);
  expect(await (await call('metrics')).text()).toMatch(
    /^wordrise_http_request_seconds_count\{.*status="500".*\} 1$/m,
  );
  word.mockRejectedValueOnce(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }));
  const away = await get('/words/petrichor');
  expect([away.status, away.headers.get('Retry-After')]).toEqual([503, '30']);
  expect(errors().length).toBe(2);
  expect((await get('/words/petrichor')).status).toBe(200);
});

/** Statuses of requests that are sent in one packet, so that the server reads all of them before it answers any. */
async function atOnce(url: string, paths: string[]): Promise<string[]> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const requests = paths.map((path, nth) => {
    const closing = nth === paths.length - 1 ? 'Connection: close\r\n' : '';
    return `HEAD ${path} HTTP/1.1\r\nHost: words.test\r\n${closing}\r\n`;
  });
  socket.write(requests.join(''));
  const answers = Buffer.concat(await socket.toArray()).toString();
  return [...answers.matchAll(/^HTTP\/1\.1 (\d+) /gm)].map(([, status = '']) => status);
}

test.each(['/words/petrichor', '/words/petrichor.png'])(
  'fifty visitors who open %s at once cost one query',
  async (path) => {
    const { url, wordrise } = await startArchive();
    const word = vi.spyOn(wordrise.archive, 'word');
    expect(await atOnce(url, Array(50).fill(path))).toEqual(Array(50).fill('200'));
    expect(word).toHaveBeenCalledTimes(1);
  },
);

test('of many pictures at once, some are replaced by the one for any word, until they are asked for again', async () => {
  const { url, wordrise, get } = await startArchive();
  const page = await wordrise.archive.word('petrichor');
  if (!page) throw new Error('petrichor was not sent');
  const word = vi.spyOn(wordrise.archive, 'word');
  word.mockImplementation(async (slug) =>
    slug.startsWith('no-') ? undefined : { ...page, word: { ...page.word, slug } },
  );
  const unknown = Array.from({ length: 40 }, (_, nth) => `/words/no-${nth}.png`);
  const known = Array.from({ length: 40 }, (_, nth) => `/words/petrichor-${nth}.png`);
  const statuses = Map.groupBy(await atOnce(url, [...unknown, ...known]), (status) => status);
  expect(statuses.get('404')?.length).toBe(40);
  expect(statuses.get('200')?.length).toBeGreaterThan(20);
  expect(statuses.get('302')?.length).toBeGreaterThan(0);
  expect((await get('/words/petrichor-39.png')).status).toBe(200);
});

test('ARCHIVE=off closes all of it', async () => {
  const { get, ok } = await startArchive({ ARCHIVE: 'off' });
  const elsewhere = await (await get('/no-such-page')).text();
  for (const path of [
    '/archive',
    '/archive/2026-11',
    '/words/petrichor',
    '/feed.xml',
    '/feed.json',
    '/sitemap.xml',
    '/robots.txt',
  ]) {
    const response = await get(path);
    expect([path, response.status, await response.text()]).toEqual([path, 404, elsewhere]);
  }
  expect((await ok('today')).word).toBeNull();
});

test('a removed word has no page', async () => {
  const { ok, wordrise, get } = await startArchive();
  // Until a pass has marked its email as sent, it cannot be removed.
  await wordrise.processor.runPass();
  const word = await wordrise.words.find('petrichor');
  await ok('removeWord', { params: { id: word?.id ?? 0 } });
  expect((await get('/words/petrichor')).status).toBe(404);
  expect(await (await get('/archive')).text()).not.toContain('petrichor');
});

test('in a course, whose lessons are not in the archive, the landing page links to it once an email of the schedule went out', async () => {
  const { clock, get } = await startArchive({ EMAIL_PROVIDER: 'smtp-sandbox', COURSE: 'tag:course' });
  const linked = async () => {
    const pages = await Promise.all(['/', '/?campaign=spring'].map(async (path) => (await get(path)).text()));
    return pages.map((page) => !page.includes('no archive'));
  };
  clock.now = new Date('2026-11-21T11:59:59Z');
  expect(await linked()).toEqual([false, false]);
  clock.now = new Date('2026-11-21T12:00:00Z');
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 10_001);
  expect(await linked()).toEqual([true, true]);
  vi.restoreAllMocks();
});

test('without a course, the landing page links to the archive from the start', async () => {
  const { clock, get } = await startArchive();
  clock.now = new Date('2026-11-20T10:00:00Z');
  expect(await (await get('/')).text()).not.toContain('no archive');
});
