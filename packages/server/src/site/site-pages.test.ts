import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { loadConfig, type Wordrise } from '@wordrise/core';
import { defaultDesign, type PrivacyPage } from '@wordrise/core/contract';
import Koa from 'koa';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../../test/databases.ts';
import { pageErrors } from '../http/http-errors.ts';
import { createLog, requestLog } from '../http/request-log.ts';
import { withSecurityHeaders } from '../http/security-headers.ts';
import type { ServerState } from '../http/session.ts';
import { brandedPages } from './brand.ts';
import type { Site } from './site.ts';
import { siteFiles, sitePages } from './site-pages.ts';

const script = `/* ${'a script '.repeat(300)}*/`;
const landing = `<!doctype html><title>landing</title>${'<p>A word a day.</p>'.repeat(100)}`;

interface Setting {
  app?: string;
  env?: Record<string, string>;
  /** The content of the privacy page. */
  page?: () => Promise<PrivacyPage>;
}

const about = (html: string): PrivacyPage => ({ title: 'Privacy', html });

/**
 * A server for a site with one asset and one file next to the assets. Requests that the site does not handle get 599.
 */
async function serveSite({
  env = {},
  page = async () => about('<p>Little.</p>'),
  app = '<!doctype html><title>app</title>',
}: Setting = {}) {
  const folder = temporaryFolder();
  const assets = join(folder, 'assets');
  mkdirSync(assets);
  writeFileSync(join(assets, 'app-BviXL9hL.js'), script);
  writeFileSync(join(assets, 'text-D8kKGass.woff2'), 'x'.repeat(3000));
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
  writeFileSync(join(folder, 'index.html'), 'not served under this name');
  const records: object[] = [];
  const failures: unknown[] = [];
  const site: Site = {
    landing,
    renderLanding: (campaign = '') => campaign,
    renderPrivacy: ({ title, html }) => `<!doctype html><title>${title}</title>${html}`,
    renderNotice: ({ title }) => `<!doctype html><title>${title}</title>`,
    renderSignup: () => '<!doctype html><title>sign up</title>',
    renderOwnPage: () => '',
    renderQuiz: () => '',
    renderRecall: () => '',
    archive: { word: () => '', month: () => '', notFound: '' },
    login: '<!doctype html><title>login of the app</title>',
    app,
    assets: { folder: assets, path: '/assets/' },
    pagePaths: ['/login', '/admin'],
    widgets: new Map([['/widgets.js', { body: Buffer.from(script), type: 'text/javascript' }]]),
  };
  const wordrise = {
    config: loadConfig({ NODE_ENV: 'test', ...env }),
    privacy: { page } as Wordrise['privacy'],
    archive: { isOn: false } as Wordrise['archive'],
    words: {} as Wordrise['words'],
    templates: {
      look: async () => ({ design: defaultDesign, logo: null, isOwnHtml: false }),
    } as Wordrise['templates'],
  };
  const log = createLog('info', { write: (line) => void records.push(JSON.parse(line)) });
  const routes: unknown[] = [];
  const koa = new Koa<ServerState>();
  koa.use(requestLog(log, { requestFinished: ({ route }) => void routes.push(route) }));
  koa.use(withSecurityHeaders(wordrise.config));
  const pages = brandedPages(site, wordrise);
  koa.use(siteFiles(site, pages, wordrise));
  koa.use(
    sitePages(
      site,
      pages,
      wordrise,
      pageErrors(site.renderNotice, (error) => void failures.push(error)),
    ),
  );
  koa.use((ctx) => {
    ctx.status = 599;
  });
  const server = createServer(koa.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;

  function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
    return new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
      const asked = request({ port, path, headers, method, agent: false }, async (answer) => {
        const body = Buffer.concat(await answer.toArray());
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body });
      });
      asked.once('error', reject).end();
    });
  }
  return { ask, records, routes, failures };
}

test.each([
  { path: '/', status: 200, type: 'text/html; charset=utf-8', caching: 'no-cache', text: 'landing' },
  {
    path: '/?from=mail',
    status: 200,
    type: 'text/html; charset=utf-8',
    caching: 'no-cache',
    text: 'landing',
  },
  {
    path: 'http://words.test/login',
    status: 200,
    type: 'text/html; charset=utf-8',
    caching: 'no-cache',
    text: 'app',
  },
  {
    path: '/login',
    status: 200,
    type: 'text/html; charset=utf-8',
    caching: 'no-cache',
    text: 'login of the app',
  },
  { path: '/admin', status: 200, type: 'text/html; charset=utf-8', caching: 'no-cache', text: '<title>app' },
  { path: '/login/', status: 200, type: 'text/html; charset=utf-8', caching: 'no-cache', text: 'app' },
  { path: '/nowhere', status: 404, type: 'text/html; charset=utf-8', caching: 'no-cache', text: 'app' },
  { path: '/index.html', status: 404, type: 'text/html; charset=utf-8', caching: 'no-cache', text: 'app' },
  { path: '/favicon.svg', status: 200, type: 'image/svg+xml', caching: 'max-age=86400', text: '<svg/>' },
  {
    path: '/assets/app-BviXL9hL.js',
    status: 200,
    type: 'text/javascript; charset=utf-8',
    caching: 'max-age=31536000,immutable',
    text: 'a script',
  },
  {
    path: '/assets/other.js',
    status: 404,
    type: 'text/plain; charset=utf-8',
    caching: undefined,
    text: 'File not found.',
  },
])('$path is answered with $status and its type', async ({ path, status, type, caching, text }) => {
  const { ask } = await serveSite();
  const answer = await ask(path);
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toBe(type);
  expect(answer.headers['cache-control']).toBe(caching);
  expect(answer.headers['content-length']).toBe(String(answer.body.length));
  expect(answer.body.toString()).toContain(text);
});

test.each(['/api', '/api/login', '/API/x', '/healthz', '/readyz/', '/metrics'])(
  '%s is not handled by the site',
  async (path) => {
    const { ask } = await serveSite();
    expect((await ask(path)).status).toBe(599);
  },
);

test('the site handles only GET and HEAD; HEAD has the headers without the body', async () => {
  const { ask } = await serveSite();
  for (const method of ['POST', 'DELETE', 'OPTIONS']) expect((await ask('/', {}, method)).status).toBe(599);
  for (const path of ['/', '/nowhere', '/assets/app-BviXL9hL.js']) {
    const [get, head] = [await ask(path), await ask(path, {}, 'HEAD')];
    expect(head.body.length).toBe(0);
    expect({ ...head.headers, date: '', 'x-request-id': '' }).toEqual({
      ...get.headers,
      date: '',
      'x-request-id': '',
    });
  }
});

test('text is compressed as the client accepts it, unless that gains nothing', async () => {
  const { ask } = await serveSite();
  const decoded = {
    br: (body: Buffer) => brotliDecompressSync(body),
    gzip: (body: Buffer) => gunzipSync(body),
    undefined: (body: Buffer) => body,
  };
  for (const path of ['/', '/widgets.js', '/assets/app-BviXL9hL.js']) {
    for (const [accepted, encoding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip', 'gzip'],
      ['deflate', undefined],
      ['*;q=0', undefined],
      ['identity;q=0', undefined],
    ] as const) {
      const answer = await ask(path, { 'Accept-Encoding': accepted });
      expect(answer.status).toBe(200);
      expect(answer.headers['content-encoding']).toBe(encoding);
      expect(answer.headers.vary).toBe('Accept-Encoding');
      expect(decoded[`${encoding}`](answer.body).toString()).toBe(path === '/' ? landing : script);
    }
  }
  for (const path of ['/favicon.svg', '/assets/text-D8kKGass.woff2']) {
    const { headers } = await ask(path, { 'Accept-Encoding': 'br, gzip' });
    expect(headers).not.toHaveProperty('content-encoding');
    expect(headers).not.toHaveProperty('vary');
  }
});

test('a client that has the file gets 304; each encoding has its own ETag', async () => {
  const { ask } = await serveSite();
  const tags = new Set<string>();
  for (const accepted of ['br', 'gzip', 'identity']) {
    const headers = { 'Accept-Encoding': accepted };
    const { etag = '' } = (await ask('/', headers)).headers;
    tags.add(etag);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await ask('/', { ...headers, 'If-None-Match': known });
      expect(again).toMatchObject({ status: 304, headers: { etag, 'cache-control': 'no-cache' } });
      expect(again.body.length).toBe(0);
      expect(again.headers).not.toHaveProperty('content-type');
    }
    expect((await ask('/', { ...headers, 'If-None-Match': '"other"' })).status).toBe(200);
  }
  expect(tags.size).toBe(3);
  expect((await ask('/nowhere', { 'If-None-Match': '*' })).status).toBe(404);
});

test('each answer has a request id and is recorded once', async () => {
  const { ask, records, routes } = await serveSite();
  const given = await ask('/?secret=1', { 'X-Request-Id': 'from-the-proxy-1' });
  expect(given.headers['x-request-id']).toBe('from-the-proxy-1');
  const made = await ask('/widgets.js', { 'X-Request-Id': 'no id!' });
  expect(made.headers['x-request-id']).toMatch(/^[\w-]{36}$/);
  expect(records).toMatchObject([
    { id: 'from-the-proxy-1', method: 'GET', path: '/', status: 200 },
    { id: made.headers['x-request-id'], path: '/widgets.js', status: 200 },
  ]);
  expect(routes).toEqual([undefined, '/widgets.js']);
});

test('the privacy page is rendered again only when its text has changed', async () => {
  let text = about('<p>Little.</p>');
  const { ask } = await serveSite({ page: async () => text });
  const first = await ask('/privacy');
  expect(first).toMatchObject({ status: 200, headers: { 'cache-control': 'no-cache' } });
  expect(first.body.toString()).toBe('<!doctype html><title>Privacy</title><p>Little.</p>');
  expect(first.headers['content-security-policy']).toContain("style-src 'self';");
  const known = { 'If-None-Match': first.headers.etag ?? '' };
  expect((await ask('/privacy', known)).status).toBe(304);
  text = about('<p>Nothing.</p>');
  expect((await ask('/privacy/', known)).body.toString()).toContain('<p>Nothing.</p>');
});

test('the privacy page survives a moment without the database', async () => {
  const pages = [about('<p>Little.</p>')];
  const noDatabase = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const page = async () => pages.pop() ?? Promise.reject(noDatabase);
  const { ask } = await serveSite({ page });
  expect((await ask('/privacy')).body.toString()).toContain('<p>Little.</p>');
  expect((await ask('/privacy')).body.toString()).toContain('<p>Little.</p>');
  const never = await serveSite({ page });
  const answer = await never.ask('/privacy');
  expect(answer).toMatchObject({
    status: 503,
    headers: { 'retry-after': '30', 'cache-control': 'no-store' },
  });
  expect(never.failures).toEqual([noDatabase]);
  expect(never.records).toMatchObject([{ path: '/privacy', status: 503 }]);
});

test('a bug in a page answers 500 and is reported, even if there is an older text', async () => {
  const bug = new TypeError('page.html is not a function');
  const pages = [about('<p>Little.</p>')];
  const { ask, failures, records } = await serveSite({
    page: async () => pages.pop() ?? Promise.reject(bug),
  });
  await ask('/privacy');
  const answer = await ask('/privacy');
  expect(answer).toMatchObject({
    status: 500,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  });
  expect(answer.body.toString()).not.toContain('function');
  expect(failures).toEqual([bug]);
  expect(records[1]).toMatchObject({ path: '/privacy', status: 500 });
});

test('visitors of the privacy page are sent to the owner’s own, if there is one', async () => {
  const env = { PRIVACY_URL: 'https://example.com/legal/privacy/' };
  const { ask } = await serveSite({ env });
  expect(await ask('/privacy')).toMatchObject({
    status: 302,
    headers: { location: 'https://example.com/legal/privacy/', 'cache-control': 'no-cache' },
  });
});

test('an address that leads nowhere says so without scripts, too, and does not speak of the admin area', async () => {
  const app = readFileSync(new URL('../../../admin-ui/index.html', import.meta.url), 'utf8');
  const { ask } = await serveSite({ app });
  const lost = await ask('/recall/');
  expect(lost.status).toBe(404);
  const said = /<noscript>(.*)<\/noscript>/.exec(`${lost.body}`)?.[1];
  expect(said).toContain('There is no page at this address.');
  expect(said).not.toContain('admin');
  expect(said).toContain('<a href="/">Go to the front page</a>');
  expect(`${(await ask('/admin')).body}`).toContain('The admin area needs JavaScript.');
});
