import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { startFakeMerriamWebster } from '@wordrise/core/testing';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { holdWriteLock, onPostgres, temporaryDatabaseUrl } from '../../../test/databases.ts';
import { eventually } from '../../../test/eventually.ts';
import { aWord } from '../../../test/words.ts';
import { admin, cookieOf, cookiesOf, startTestServer } from './start-test-server.ts';

const reader = { email: 'reader@example.com', firstName: 'Ada' };
const blog = 'https://blog.example';

describe('the signup form on other sites', () => {
  const embedded = () => startTestServer({ env: { WIDGET_ORIGINS: `${blog}, https://shop.example` } });
  const preflight = (url: string, origin: string, path = '/api/register') =>
    fetch(url + path, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type',
      },
    });

  test('allowed origins may read the configuration and sign up, without credentials', async () => {
    const { call, url } = await embedded();
    for (const origin of [blog, 'https://shop.example', 'http://words.test']) {
      const asked = await preflight(url, origin);
      expect(asked.status).toBe(204);
      expect(asked.headers.get('Access-Control-Allow-Origin')).toBe(origin);
      expect(asked.headers.get('Access-Control-Allow-Methods')).toContain('POST');
      expect(asked.headers.get('Access-Control-Allow-Headers')?.toLowerCase()).toContain('content-type');
      expect(asked.headers.get('Access-Control-Allow-Credentials')).toBeNull();
      for (const name of ['register', 'config'] as const) {
        const response = await call(name, { origin, ...(name === 'register' ? { body: reader } : {}) });
        expect(response.status).toBeLessThan(300);
        expect(response.headers.get('Access-Control-Allow-Origin')).toBe(origin);
        expect(response.headers.get('Vary')).toContain('Origin');
      }
    }
  });

  test('errors can be read there too, with the time to wait', async () => {
    const { call } = await startTestServer({
      env: { WIDGET_ORIGINS: blog },
      overrides: { limits: { signupPerAddress: { points: 1, seconds: 60 } } },
    });
    const bad = await call('register', { origin: blog, body: { email: 'x' } });
    expect(bad.status).toBe(400);
    expect(bad.headers.get('Access-Control-Allow-Origin')).toBe(blog);
    await call('register', { origin: blog, body: reader });
    const over = await call('register', { origin: blog, body: reader });
    expect(over.status).toBe(429);
    expect(over.headers.get('Retry-After')).toMatch(/^\d+$/);
    expect(over.headers.get('Access-Control-Allow-Origin')).toBe(blog);
    expect(over.headers.get('Access-Control-Expose-Headers')).toContain('Retry-After');
  });

  test('other origins get no access', async () => {
    const { call, url } = await embedded();
    for (const origin of [
      'https://evil.example',
      'https://blog.example.evil.example',
      'http://blog.example',
      'null',
    ]) {
      expect((await preflight(url, origin)).headers.get('Access-Control-Allow-Origin')).toBeNull();
      const response = await call('config', { origin });
      expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull();
    }
  });

  test('`*` allows every site', async () => {
    const { call } = await startTestServer({ env: { WIDGET_ORIGINS: '*' } });
    const response = await call('register', { origin: 'https://any.example', body: reader });
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('https://any.example');
  });

  test('no other endpoint allows another origin', async () => {
    const { call, url } = await startTestServer({ env: { WIDGET_ORIGINS: '*' } });
    for (const path of ['/api/login', '/api/admin/words', '/api/auth/user']) {
      expect((await preflight(url, blog, path)).headers.get('Access-Control-Allow-Origin')).toBeNull();
    }
    const response = await call('currentUser', { origin: blog });
    expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull();
  });
});

describe('sessions', () => {
  test('a login creates a new session id, so a planted one is worthless', async () => {
    const { call, signIn } = await startTestServer();
    const first = await signIn();
    const again = await call('login', { body: admin, cookie: first });
    expect(cookieOf(again)).not.toBe(first);
    expect((await call('currentUser', { cookie: first })).status).toBe(401);
    expect((await call('currentUser', { cookie: cookieOf(again) })).status).toBe(200);
  });

  test('survive a restart, also with a rotated secret', async () => {
    const databaseUrl = await temporaryDatabaseUrl('sqlite');
    const [older, newer] = ['o'.repeat(32), 'n'.repeat(32)];
    const one = await startTestServer({ databaseUrl, env: { SESSION_SECRET: older } });
    const cookie = await one.signIn();
    await one.stop();
    const two = await startTestServer({ databaseUrl, env: { SESSION_SECRET: `${newer},${older}` } });
    expect((await two.call('currentUser', { cookie })).status).toBe(200);
    await two.stop();
    const three = await startTestServer({ databaseUrl, env: { SESSION_SECRET: newer } });
    expect((await three.call('currentUser', { cookie })).status).toBe(401);
  });

  test('are renewed every ten minutes of use, not with every request', async () => {
    const { call, signIn, wordrise } = await startTestServer();
    const cookie = await signIn();
    expect((await call('currentUser')).headers.getSetCookie()).toEqual([]);
    const sid = /wordrise\.sid=([^;]+)/.exec(cookie)?.[1] ?? '';
    const { sessions } = wordrise.accounts;
    const week = 7 * 86_400_000;
    await sessions.prolong(sid, week - 9 * 60_000);
    expect((await call('currentUser')).headers.getSetCookie()).toEqual([]);
    await sessions.prolong(sid, week - 11 * 60_000);
    const renewed = await call('currentUser');
    expect(renewed.status).toBe(200);
    expect(cookieOf(renewed)).toBe(cookie);
    const expires = /expires=([^;]+)/.exec(renewed.headers.getSetCookie()[0] ?? '')?.[1] ?? '';
    expect(Date.parse(expires)).toBeGreaterThan(Date.now() + week - 60_000);
    expect((await sessions.get(sid))?.expire.getTime()).toBeGreaterThan(Date.now() + week - 60_000);
    expect((await call('currentUser')).headers.getSetCookie()).toEqual([]);
  });

  test('are listed, and signed out one by one or everywhere', async () => {
    const { call, ok, refused, signIn } = await startTestServer();
    const mine = await signIn();
    const userAgent = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';
    const other = cookieOf(
      await call('login', { body: admin, cookie: undefined, headers: { 'User-Agent': userAgent } }),
    );
    expect(other).not.toBe(mine);
    const { sessions } = await ok('listSessions', { cookie: mine });
    expect(sessions).toHaveLength(2);
    expect(sessions.find(({ isCurrent }) => !isCurrent)).toMatchObject({
      browser: 'Firefox on Windows',
      address: '127.0.0.1',
    });
    const { id = '' } = sessions.find(({ isCurrent }) => !isCurrent) ?? {};
    await ok('endSession', { params: { id }, cookie: mine });
    expect((await call('currentUser', { cookie: other })).status).toBe(401);
    const again = await refused('endSession', { params: { id }, cookie: mine });
    expect(again).toMatchObject({ status: 404, code: 'session.not_found' });
    await ok('endSessions', { cookie: mine });
    expect((await call('currentUser', { cookie: mine })).status).toBe(401);
  });

  test('are not looked up by public calls', async () => {
    const { call, signIn, url, wordrise } = await startTestServer();
    const cookie = await signIn();
    const get = vi.spyOn(wordrise.accounts.sessions, 'get');
    for (const path of ['/', '/login', '/widgets.js']) await fetch(url + path, { headers: { cookie } });
    for (const name of ['config', 'health', 'ready', 'metrics', 'openapi', 'needsSetup'] as const)
      await call(name);
    expect((await call('register', { body: reader })).status).toBe(201);
    expect(get).not.toHaveBeenCalled();
    await call('currentUser');
    expect(get).toHaveBeenCalledOnce();
  });

  test('the cookie is secure if the public address is https', async () => {
    const { call } = await startTestServer({ env: { PUBLIC_URL: 'https://words.test' } });
    const origin = 'https://words.test';
    await call('setupAdmin', { body: admin, origin });
    const response = await call('login', { body: admin, origin });
    expect(response.status).toBe(200);
    const cookies = response.headers.getSetCookie();
    for (const cookie of cookies) expect(cookie.toLowerCase()).toContain('; secure');
    const session = cookies.find((cookie) => cookie.startsWith('__Host-wordrise.sid='));
    expect(session).toMatch(/; path=\/;/);
    expect(session).not.toContain('domain');
    expect((await call('currentUser', { cookie: cookieOf(response) })).status).toBe(200);
    expect(response.headers.get('Strict-Transport-Security')).toContain('max-age');
  });

  test('too many logins from an address that a trusted proxy reports are refused with the time to wait', async () => {
    const { refused, call } = await startTestServer({
      env: { TRUST_PROXY: '1' },
      overrides: { limits: { loginPerAddress: { points: 2, seconds: 60 } } },
    });
    await call('setupAdmin', { body: admin });
    const from = (address: string) => ({ 'X-Forwarded-For': `203.0.113.99, ${address}` });
    const wrong = { ...admin, password: 'wrong' };
    for (const _ of [1, 2]) await call('login', { body: wrong, headers: from('192.0.2.1') });
    const answer = await refused('login', { body: wrong, headers: from('192.0.2.1') });
    expect(answer).toMatchObject({ status: 429, code: 'limit.too_many' });
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await call('login', { body: admin, headers: from('192.0.2.2') })).status).toBe(200);
  });

  test('a browser that has signed in before gets in, whatever others try from its address', async () => {
    const { refused, call } = await startTestServer({
      overrides: { limits: { loginPerAddress: { points: 2, seconds: 60 } } },
    });
    await call('setupAdmin', { body: admin });
    const device = cookiesOf(await call('login', { body: admin }), 'wordrise.device');
    expect(device).toContain('wordrise.device.sig=');
    const wrong = { ...admin, password: 'wrong' };
    await call('login', { body: wrong });
    const forged = device.replace(/=1\./, '=1.x');
    for (const cookie of [undefined, forged])
      expect(await refused('login', { body: admin, cookie })).toMatchObject({ status: 429 });
    const response = await call('login', { body: admin, cookie: device });
    expect(response.status).toBe(200);
    expect(cookiesOf(response, 'wordrise.device')).toBe(device);
    expect(
      response.headers
        .getSetCookie()
        .filter((cookie) => cookie.includes('device'))
        .join(),
    ).toMatch(/path=\/api\/login;.*samesite=strict; httponly/);
  });

  test('the addresses of one IPv6 network count as one visitor', async () => {
    const { call } = await startTestServer({
      env: { TRUST_PROXY: '1' },
      overrides: { limits: { signupPerAddress: { points: 2, seconds: 60 } } },
    });
    const from = (address: string) =>
      call('register', { body: reader, headers: { 'X-Forwarded-For': address } });
    expect((await from('2001:db8:1:2::1')).status).toBe(201);
    expect((await from('2001:db8:1:2:ffff::2')).status).toBe(201);
    expect((await from('2001:db8:1:2:aaaa:bbbb:cccc:dddd')).status).toBe(429);
    expect((await from('2001:db8:1:3::1')).status).toBe(201);
  });

  test('without a proxy, forwarded addresses are ignored', async () => {
    const { call } = await startTestServer({
      overrides: { limits: { loginPerAddress: { points: 2, seconds: 60 } } },
    });
    const from = (n: number) => ({ 'X-Forwarded-For': `192.0.2.${n}` });
    const attempts = [1, 2, 3].map((n) =>
      call('login', { body: { ...admin, password: 'x' }, headers: from(n) }),
    );
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([401, 401, 429]);
  });
});

describe('the setup of the admin account', () => {
  const tokenIn = (link: string) => new URLSearchParams(new URL(link).hash.slice(1)).get('token');

  test('needs the token of the link, except on the machine itself', async () => {
    const { refused, call, ok, wordrise } = await startTestServer({ env: { TRUST_PROXY: '1' } });
    const link = wordrise.accounts.setupLink('https://words.test');
    expect(link).toMatch(/^https:\/\/words\.test\/admin-setup#token=[\w-]{32}$/);
    const proxied: Record<string, string>[] = [
      { 'X-Forwarded-For': '127.0.0.1' },
      { Forwarded: 'for=127.0.0.1' },
      { 'X-Real-IP': '127.0.0.1' },
      { Via: '1.1 proxy' },
    ];
    for (const headers of proxied) {
      for (const token of [undefined, 'guessed']) {
        const answer = await refused('setupAdmin', { body: { ...admin, token }, headers });
        expect(answer).toMatchObject({ status: 403, code: 'auth.setup_token' });
        expect(answer.message).toContain('setup link');
      }
    }
    expect(await ok('needsSetup')).toEqual({ needsSetup: true });
    const body = { ...admin, token: tokenIn(link) };
    expect((await call('setupAdmin', { body, headers: proxied[0] ?? {} })).status).toBe(201);
  });

  test('a foreign name that resolves to this machine is not the machine itself', async () => {
    const { url, wordrise } = await startTestServer();
    const { port } = new URL(url);
    const origin = { Origin: 'http://words.test' };
    const answer = await rawRequest(Number(port), 'words.test', origin, '/api/setup-admin', admin);
    expect(answer).toContain('auth.setup_token');
    expect(await wordrise.accounts.needsSetup()).toBe(true);
  });
});

describe('metrics', () => {
  const remote = { 'X-Forwarded-For': '192.0.2.1' };

  test('are for this machine', async () => {
    const { call, refused } = await startTestServer();
    expect((await call('metrics')).status).toBe(200);
    const answer = await refused('metrics', { headers: { ...remote, Authorization: 'Bearer undefined' } });
    expect(answer).toMatchObject({ status: 401, code: 'auth.metrics_token' });
    expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
  });

  test('are for other machines with the token', async () => {
    const METRICS_TOKEN = 'm'.repeat(32);
    const { call } = await startTestServer({ env: { METRICS_TOKEN } });
    const ask = async (Authorization: string) =>
      (await call('metrics', { headers: { ...remote, Authorization } })).status;
    expect(await ask(`Bearer ${METRICS_TOKEN}`)).toBe(200);
    for (const wrong of ['', METRICS_TOKEN, 'Bearer ', `Bearer ${METRICS_TOKEN}x`, 'Bearer m'])
      expect(await ask(wrong)).toBe(401);
  });
});

test('no cache keeps an answer about an account, or that something went well', async () => {
  const { call, signIn, ok } = await startTestServer();
  await signIn();
  const { id } = await ok('addWord', { body: aWord() });
  const calls = [
    await call('needsSetup'),
    await call('setupAdmin', { body: admin }),
    await call('login', { body: admin }),
    await call('login', { body: {} }),
    await call('currentUser'),
    await call('editWord', { params: { id }, body: aWord() }),
    await call('health'),
    await call('register', { body: reader }),
    await call('logout'),
  ];
  expect(calls.map(({ headers }) => headers.get('Cache-Control'))).toEqual(calls.map(() => 'no-store'));
});

describe('on the machine itself', () => {
  test('every loopback name is our own origin; a foreign name that resolves here is not', async () => {
    const { url, call, wordrise } = await startTestServer({ env: { PUBLIC_URL: 'http://localhost:5000' } });
    const { port } = new URL(url);
    expect((await call('setupAdmin', { body: admin, origin: `http://127.0.0.1:${port}` })).status).toBe(201);
    expect(await wordrise.accounts.needsSetup()).toBe(false);
    // A browser that was lured to evil.example, which resolves to 127.0.0.1.
    const raw = await rawRequest(Number(port), 'evil.example', { Origin: `http://evil.example:${port}` });
    expect(raw).toContain(' 403 ');
    expect(raw).toContain('request.origin');
  });
});

describe('the email provider', () => {
  test('unreachable: the entry waits, is listed, and is sent with the next pass', async () => {
    let passed = 0;
    const now = () => new Date(Date.now() + passed);
    const { ok, signIn, wordrise, call } = await startTestServer({ overrides: { now } });
    await signIn();
    const sandbox = await wordrise.mail.sandbox();
    const word = await ok('addWord', { body: aWord() });
    sandbox?.faults.next({ path: /./, fault: 'drop-before', times: 1000 });
    const entry = await ok('scheduleEmail', { body: { wordId: word.id, scheduledDate: '2030-01-01T07:00' } });
    expect(entry).toMatchObject({
      status: 'pending',
      sendId: null,
      reason: expect.stringContaining('iContact'),
    });
    const list = await call('listProviderSends');
    expect(list.headers.get('X-Email-Provider')).toBe('unreachable');
    expect(await list.json()).toMatchObject([{ id: entry.id, sendId: null, status: 'pending' }]);
    expect(await ok('scheduleStats')).toMatchObject({ pending: 1, scheduled: 0 });
    sandbox?.faults.clear();
    passed = 5 * 60_000;
    expect(await wordrise.delivery.runPass()).toMatchObject({ done: 1, failed: 0 });
    expect(await ok('scheduleStats')).toMatchObject({ pending: 0, scheduled: 1 });
    expect(await ok('listProviderSends')).toMatchObject([{ id: entry.id, sendId: expect.any(String) }]);
  });

  test('refuses for good: nothing is stored, and the answer gives the reason', async () => {
    const { ok, refused, signIn, wordrise } = await startTestServer();
    await signIn();
    const sandbox = await wordrise.mail.sandbox();
    const word = await ok('addWord', { body: aWord() });
    const answer = { status: 402, body: { errors: ['The bill is unpaid.'] } };
    sandbox?.faults.next({ method: 'POST', path: /messages$/, fault: answer });
    const body = { wordId: word.id, scheduledDate: '2030-01-01T07:00' };
    expect(await refused('scheduleEmail', { body })).toMatchObject({
      status: 502,
      code: 'email_provider.refused',
      message: expect.stringContaining('The bill is unpaid.'),
    });
    expect(await ok('scheduleStats')).toMatchObject({ total: 0 });
    expect((await ok('listUnusedWords')).total).toBe(1);
  });
});

describe('the bot check', () => {
  async function google(answer: object | undefined) {
    const server = createServer((_req, res) => {
      if (answer) res.end(JSON.stringify(answer));
      else res.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    return {
      RECAPTCHA_SITE_KEY: 'site-key',
      RECAPTCHA_SECRET_KEY: 'secret-key',
      RECAPTCHA_VERIFY_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    };
  }
  const passed = { success: true, score: 0.9, action: 'submit', hostname: 'words.test' };

  test('lets people in, and the page gets only the site key', async () => {
    const { ok, call } = await startTestServer({ env: await google(passed) });
    expect(await ok('config')).toMatchObject({ recaptchaSiteKey: 'site-key' });
    await ok('register', { body: { ...reader, recaptchaToken: 'tok' } });
    const policy = (await call('health')).headers.get('Content-Security-Policy');
    expect(policy).toContain('https://www.google.com/recaptcha/');
  });

  test.each([
    { why: 'rejects', answer: { ...passed, score: 0.1 }, status: 403, code: 'bot_check.rejected' },
    { why: 'does not answer', answer: undefined, status: 503, code: 'bot_check.unreachable' },
  ])('$why: $status', async ({ answer, status, code }) => {
    const { refused, wordrise } = await startTestServer({ env: await google(answer) });
    const body = { ...reader, recaptchaToken: 'tok' };
    expect(await refused('register', { body })).toMatchObject({ status, code });
    expect((await wordrise.readers.list({ page: 1, limit: 1 })).total).toBe(0);
  });
});

describe('a lookup of many words', () => {
  test('stops when the client disconnects', async () => {
    const leaving = new AbortController();
    const dictionary = await startFakeMerriamWebster();
    onTestFinished(() => dictionary.close());
    dictionary.answerAll('silence');
    const { call, signIn } = await startTestServer({
      env: { MERRIAM_WEBSTER_API_KEY: dictionary.apiKey, MERRIAM_WEBSTER_API_URL: dictionary.url },
    });
    await signIn();
    const words = Array.from({ length: 200 }, (_, n) => `word${n}`);
    const options = { body: { words }, headers: { Accept: 'application/x-ndjson' } };
    const response = call('lookUpWords', { ...options, signal: leaving.signal });
    // As many as are looked up at once.
    await eventually(() => expect(dictionary.underWay.now).toBe(4));
    const asked = dictionary.asked.length;
    leaving.abort();
    await expect(response.then((answer) => answer.text())).rejects.toThrow();
    await eventually(() => expect(dictionary.underWay.now).toBe(0));
    expect(dictionary.asked.length).toBe(asked);
  });
});

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

describe('while the database is unreachable', () => {
  test('another process holds the write lock: reads still work, writes answer 503', async () => {
    const { ok, refused, signIn, config } = await startTestServer();
    await signIn();
    await ok('addWord', { body: aWord() });
    if (config.database.kind !== 'sqlite') throw new Error('not SQLite');
    const releaseLock = await holdWriteLock(config.database.path);
    expect(await ok('listWords')).toMatchObject({ total: 1 });
    const word = aWord({ word: 'dusk' });
    const answer = await refused('addWord', { body: word });
    expect(answer).toMatchObject({ status: 503, code: 'database.unreachable' });
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    releaseLock();
    await ok('addWord', { body: word });
  });

  test('PostgreSQL is down: 503, but the pages and process metrics work, and it recovers', async () => {
    const proxy = await proxyTo(await temporaryDatabaseUrl('postgresql'));
    const { call, ok, refused, signIn, url } = await startTestServer({ databaseUrl: proxy.url });
    await signIn();
    await proxy.cut();
    for (const name of ['ready', 'currentUser', 'listWords'] as const) {
      const answer = await refused(name);
      expect({ name, ...answer }).toMatchObject({ name, status: 503, code: 'database.unreachable' });
    }
    expect(await refused('register', { body: reader })).toMatchObject({ status: 503 });
    expect((await call('health')).status).toBe(200);
    expect((await fetch(url)).status).toBe(200);
    const metrics = await call('metrics');
    expect(metrics.status).toBe(200);
    expect(await metrics.text()).toContain('process_cpu_seconds_total');
    await proxy.restore();
    await ok('ready');
    await ok('currentUser');
    await ok('register', { body: reader });
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

test('a public call takes 16 kB', async () => {
  const { refused, call } = await startTestServer();
  const signup = (length: number) => ({ body: { ...reader, favoriteWord: 'x'.repeat(length) } });
  expect((await call('register', signup(16_000))).status).toBe(400);
  expect(await refused('register', signup(16_384))).toMatchObject({ status: 413, code: 'request.too_large' });
});

test('a body of an admin is bounded in depth and in the number of its values before it is validated', async () => {
  const { refused, signIn } = await startTestServer();
  await signIn();
  const json = (raw: string) => ({ raw, headers: { 'Content-Type': 'application/json' } });
  const deep = `{"words":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  const many = `{"words":[${'0,'.repeat(900_000)}0]}`;
  for (const raw of [deep, many]) {
    const answer = await refused('lookUpWords', json(raw));
    expect(answer).toMatchObject({ status: 413, code: 'request.too_large' });
  }
  // Brackets and commas in a text are no parts.
  const text = JSON.stringify({ words: ['[,'.repeat(50_000), '\\"[[[[[[[[[[[[[[[[[[[[[[[[[['] });
  expect(await refused('lookUpWords', json(text))).toMatchObject({ status: 400, code: 'input.invalid' });
});

test.each(['lookUpWords', 'saveLookedUpWords'] as const)(
  '%s looks at the length of a list before its items',
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

test('a page takes no other method than GET and HEAD', async () => {
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

describe('stopping', () => {
  test('finishes requests in progress and accepts no new ones', async () => {
    const server = await startTestServer();
    await server.signIn();
    const { url, stop, call } = server;
    // The server stops while this request's body is still being sent.
    const { port } = new URL(url);
    const body = JSON.stringify(reader);
    const socket = connect(Number(port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      answer += chunk;
    });
    socket.write(
      `POST /api/register HTTP/1.1\r\nHost: words.test\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body.slice(0, 5)}`,
    );
    await call('health');
    const stopped = stop();
    socket.write(body.slice(5));
    await eventually(() => expect(answer).toContain('201 Created'));
    await stopped;
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });

  test('a pass runs on start', async () => {
    const { lines, call } = await startTestServer({ env: { PROCESSOR: 'on' } });
    await eventually(async () => {
      const metrics = await (await call('metrics')).text();
      expect(metrics).toMatch(/wordrise_processor_last_pass_timestamp_seconds [1-9]/);
    });
    expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });
});

/** A proxy to PostgreSQL whose connections can be cut and restored. */
async function proxyTo(url: string) {
  const sockets = new Set<Socket>();
  const server = createTcpServer((near) => {
    const far = connect(Number(new URL(url).port), '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  async function cut() {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  }
  onTestFinished(async () => {
    if (server.listening) await cut();
  });
  return { url: Object.assign(new URL(url), { port }).href, cut, restore: () => listen(port) };
}

/** Sends its own Host header, which `fetch` does not allow. */
function rawRequest(
  port: number,
  host: string,
  headers: Record<string, string>,
  path = '/api/logout',
  content: object = {},
): Promise<string> {
  const body = JSON.stringify(content);
  return new Promise((resolve, reject) => {
    const lines = Object.entries({ Host: `${host}:${port}`, 'Content-Type': 'application/json', ...headers });
    const socket = connect(port, '127.0.0.1', () => {
      const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      socket.write(
        `POST ${path} HTTP/1.1\r\n${head}Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
      );
    });
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      answer += chunk;
    });
    socket.once('end', () => resolve(answer)).once('error', reject);
  });
}

test('the log says once when PostgreSQL has no index for searches', async () => {
  const databaseUrl = await temporaryDatabaseUrl('postgresql');
  const complete = await startTestServer({ databaseUrl });
  expect(complete.lines.join()).not.toContain('search index');
  await complete.stop();
  await onPostgres('drop index words_search', databaseUrl);
  const { lines } = await startTestServer({ databaseUrl });
  const said = lines.filter((line) => line.includes('search index')).map((line) => JSON.parse(line));
  expect(said).toEqual([
    expect.objectContaining({ level: 40, msg: expect.stringContaining('create extension pg_trgm') }),
  ]);
});

test('the admin sees everything about one person, and removes them', async () => {
  const { ok, refused, signIn, lines } = await startTestServer();
  await ok('register', { body: reader });
  await signIn();
  const params = { email: 'Reader@example.com' };
  expect(await ok('describePerson', { params })).toMatchObject({ ...reader, outbox: [] });
  await ok('removePerson', { params });
  for (const name of ['describePerson', 'removePerson'] as const) {
    expect(await refused(name, { params })).toMatchObject({ status: 404, code: 'signup.not_found' });
  }
  expect(lines.join('')).not.toMatch(/reader(@|%40)example/i);
});
