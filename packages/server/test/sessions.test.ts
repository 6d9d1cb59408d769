import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryDatabaseUrl } from '../../../test/databases.ts';
import { rawRequest } from './raw-request.ts';
import { admin, cookieOf, cookiesOf, startTestServer } from './start-test-server.ts';

const reader = { email: 'reader@example.com', firstName: 'Ada' };

describe('sessions', () => {
  test('a login creates a new session id, so a planted one is worthless', async () => {
    const { call, signIn } = await startTestServer();
    const first = await signIn();
    const again = await call('login', { body: admin, cookie: first });
    expect(cookieOf(again)).not.toBe(first);
    expect((await call('currentUser', { cookie: first })).status).toBe(401);
    expect((await call('currentUser', { cookie: cookieOf(again) })).status).toBe(200);
  });

  test('survive a restart, even with a rotated secret', async () => {
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
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
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
    const { call, owner } = await startTestServer({ env: { PUBLIC_URL: 'https://words.test' } });
    const origin = 'https://words.test';
    await call('setupAdmin', { body: owner, origin });
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
    const { refused, call, owner } = await startTestServer({
      env: { TRUST_PROXY: '1' },
      overrides: { limits: { loginPerAddress: { points: 2, seconds: 60 } } },
    });
    await call('setupAdmin', { body: owner });
    const from = (address: string) => ({ 'X-Forwarded-For': `203.0.113.99, ${address}` });
    const wrong = { ...admin, password: 'wrong' };
    for (const _ of [1, 2]) await call('login', { body: wrong, headers: from('192.0.2.1') });
    const answer = await refused('login', { body: wrong, headers: from('192.0.2.1') });
    expect(answer).toMatchObject({ status: 429, code: 'limit.too_many' });
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await call('login', { body: admin, headers: from('192.0.2.2') })).status).toBe(200);
  });

  test('a browser that has signed in before gets in, no matter what others try from its address', async () => {
    const { refused, call, owner } = await startTestServer({
      overrides: { limits: { loginPerAddress: { points: 2, seconds: 60 } } },
    });
    await call('setupAdmin', { body: owner });
    const device = cookiesOf(await call('login', { body: admin }), 'wordrise.device');
    expect(device).toContain('wordrise.device.sig=');
    const wrong = { ...admin, password: 'wrong' };
    await call('login', { body: wrong });
    const forged = device.replace(/=1\./, '=1.x');
    for (const cookie of [undefined, forged])
      expect(await refused('login', { body: admin, cookie })).toMatchObject({ status: 429 });
    const response = await call('login', { body: admin, cookie: device });
    expect(response.status).toBe(200);
    const idIn = (cookies: string) => /wordrise\.device=(\d+\.[\w-]+)\./.exec(cookies)?.[1];
    expect(idIn(cookiesOf(response, 'wordrise.device'))).toBe(idIn(device) ?? 'an id');
    expect(
      response.headers
        .getSetCookie()
        .filter((cookie) => cookie.includes('device'))
        .join(),
    ).toMatch(/path=\/api\/login;.*samesite=strict; httponly/);
  });

  test('a change of password makes other browsers unknown again', async () => {
    const { ok, refused, call, owner } = await startTestServer({
      overrides: { limits: { loginPerAddress: { points: 2, seconds: 60 } } },
    });
    await call('setupAdmin', { body: owner });
    const stolen = cookiesOf(await call('login', { body: admin }), 'wordrise.device');
    const login = await call('login', { body: admin });
    const newPassword = 'battery staple';
    const body = { currentPassword: admin.password, newPassword };
    const changed = await call('changePassword', { body, cookie: cookieOf(login) });
    expect(changed.status).toBe(200);
    const now = { ...admin, password: newPassword };
    for (const cookie of [stolen, cookiesOf(login, 'wordrise.device')])
      expect(await refused('login', { body: now, cookie })).toMatchObject({ status: 429 });
    const own = cookiesOf(changed, 'wordrise.device');
    expect((await ok('login', { body: now, cookie: own })).user).toMatchObject({ username: 'admin' });
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

  const own = { PUBLIC_URL: 'http://localhost:5000' };
  const proxied: Record<string, string>[] = [
    { 'X-Forwarded-For': '127.0.0.1' },
    { Forwarded: 'for=127.0.0.1' },
    { 'X-Real-IP': '127.0.0.1' },
    { Via: '1.1 proxy' },
  ];

  test.each([
    { why: 'with a public address, even from the machine itself', env: {}, calls: [{}, ...proxied] },
    { why: 'with a proxy', env: { ...own, TRUST_PROXY: '1' }, calls: [{}, ...proxied] },
    { why: 'through a proxy that says so', env: own, calls: proxied },
  ])('needs the token from the link $why', async ({ env, calls }) => {
    const { refused, ok, wordrise, config } = await startTestServer({ env });
    const origin = config.publicUrl;
    for (const headers of calls) {
      for (const token of [undefined, 'guessed']) {
        const answer = await refused('setupAdmin', { body: { ...admin, token }, headers, origin });
        expect(answer).toMatchObject({ status: 403, code: 'auth.setup_token' });
        expect(answer.message).toContain('setup link');
      }
    }
    expect(await wordrise.accounts.needsSetup()).toBe(true);
    expect(await ok('needsSetup')).toEqual({ needsSetup: true });
  });

  test('works with the token from the link, from anywhere', async () => {
    const { call, wordrise } = await startTestServer();
    const link = wordrise.accounts.setupLink('https://words.test');
    expect(link).toMatch(/^https:\/\/words\.test\/admin-setup#token=[\w-]{32}$/);
    const body = { ...admin, token: tokenIn(link) };
    expect((await call('setupAdmin', { body, headers: proxied[0] ?? {} })).status).toBe(201);
  });

  test('a foreign name that resolves to this machine is not the machine itself', async () => {
    const { url, wordrise } = await startTestServer({ env: own });
    const { port } = new URL(url);
    const origin = { Origin: own.PUBLIC_URL };
    const answer = await rawRequest(Number(port), 'words.test', origin, '/api/setup-admin', admin);
    expect(answer).toContain('auth.setup_token');
    expect(await wordrise.accounts.needsSetup()).toBe(true);
  });
});
