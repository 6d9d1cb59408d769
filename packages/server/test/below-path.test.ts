import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/databases.ts';
import { aWord } from '../../../test/words.ts';
import { reader } from './good-bodies.ts';
import { admin, startTestServer } from './start-test-server.ts';

/** A server below `/words`, on whose clock "petrichor" was sent. */
async function startBelow(publicUrl = 'http://words.test/words/') {
  const clock = { now: new Date('2026-11-20T10:00:00Z') };
  const server = await startTestServer({
    env: { PUBLIC_URL: publicUrl },
    overrides: { now: () => clock.now },
  });
  const { wordrise } = server;
  const { id: wordId } = await wordrise.words.add(aWord());
  await wordrise.schedule.add({ wordId, scheduledDate: '2026-11-21T12:00:00Z', status: 'pending' });
  clock.now = new Date('2026-11-22T12:00:00Z');
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(server.url + path, { redirect: 'manual', ...init });
  return { ...server, ask };
}

describe('an installation below a path', () => {
  test('answers there, and refuses other paths with the reason', async () => {
    const { ask, lines } = await startBelow();
    for (const path of [
      '/words',
      '/words/',
      '/words?from=mail',
      '/words/archive',
      '/words/words/petrichor',
      '/words/api/config',
    ])
      expect([path, (await ask(path)).status]).toEqual([path, 200]);
    for (const path of ['/', '/archive', '/api/config', '/wordsmith', '/admin']) {
      const answer = await ask(path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect((await answer.json()).message).toContain('http://words.test/words/');
    }
    const warnings = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 40);
    expect(warnings).toEqual([
      expect.objectContaining({ msg: expect.stringContaining('pass on the path unchanged') }),
    ]);
  });

  test('answers probes there and at the root', async () => {
    const { ask } = await startBelow();
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      const [below, root] = [await ask(`/words${path}`), await ask(path)];
      expect([path, below.status]).toEqual([path, root.status]);
      expect(root.status).not.toBe(404);
    }
  });

  test('has its path in every address that it gives', async () => {
    const { ask } = await startBelow();
    expect((await ask('/words/words/Petrichor')).headers.get('Location')).toBe('/words/words/petrichor');
    const feed = await (await ask('/words/feed.xml')).text();
    expect(feed).toContain('href="http://words.test/words/words/petrichor"');
    const map = await (await ask('/words/sitemap.xml')).text();
    expect([...map.matchAll(/<loc>([^<]+)/g)].map(([, address]) => address)).toEqual([
      'http://words.test/words/',
      'http://words.test/words/archive',
      'http://words.test/words/words/petrichor',
    ]);
    const robots = await (await ask('/words/robots.txt')).text();
    expect(robots).toContain('Disallow: /words/admin\n');
    expect(robots).toContain('Sitemap: http://words.test/words/sitemap.xml');
    const today = await (await ask('/words/api/today')).json();
    expect(today).toMatchObject({
      signupUrl: 'http://words.test/words/#signup',
      word: { url: 'http://words.test/words/words/petrichor' },
    });
    const openApi = await (await ask('/words/api/openapi.json')).json();
    expect(openApi.servers).toEqual([{ url: 'http://words.test/words' }]);
  });

  test.each([
    { publicUrl: 'http://words.test/words', name: 'wordrise.sid' },
    { publicUrl: 'https://words.test/words', name: '__Secure-wordrise.sid' },
  ])(
    'has cookies for its path, and takes changes from its origin: $publicUrl',
    async ({ publicUrl, name }) => {
      const { ask, owner } = await startBelow(publicUrl);
      const { origin } = new URL(publicUrl);
      const post = (path: string, body: object, headers = {}) =>
        ask(`/words${path}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Origin: origin, ...headers },
          body: JSON.stringify(body),
        });
      expect((await post('/api/setup-admin', owner)).status).toBe(201);
      const cookies = (await post('/api/login', admin)).headers.getSetCookie();
      expect(cookies.find((cookie) => cookie.startsWith(`${name}=`))).toMatch(/; path=\/words\/(;|$)/i);
      expect(cookies.find((cookie) => cookie.includes('wordrise.device='))).toMatch(
        /; path=\/words\/api\/login(;|$)/i,
      );
      const Cookie = cookies.map((cookie) => cookie.split(';')[0]).join('; ');
      expect((await ask('/words/api/auth/user', { headers: { Cookie } })).status).toBe(200);
      expect((await post('/api/register', reader)).status).toBe(201);
      expect((await post('/api/logout', {}, { Origin: 'http://evil.example' })).status).toBe(403);
    },
  );
});

describe('a Unix socket as HOST', () => {
  const askOver = (socketPath: string, path: string, headers = {}) =>
    new Promise<number>((resolve, reject) => {
      const asked = request({ socketPath, path, headers: { Host: 'words.test', ...headers } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      asked.once('error', reject).end();
    });

  test('is listened on, for its group, and is gone afterward', async () => {
    const path = join(temporaryFolder(), 'wordrise.sock');
    const { url, stop, lines } = await startTestServer({ env: { HOST: `unix:${path}` } });
    expect(url).toBe(`unix:${path}`);
    expect(statSync(path).mode & 0o777).toBe(0o660);
    expect(await askOver(path, '/readyz')).toBe(200);
    // It may be anyone, through a proxy.
    expect(await askOver(path, '/metrics', { Host: 'localhost' })).toBe(401);
    expect(lines.join()).toContain('Set TRUST_PROXY=1.');
    await stop();
    expect(existsSync(path)).toBe(false);
  });

  test('replaces one that a killed process left behind, and no other', async () => {
    const path = join(temporaryFolder(), 'wordrise.sock');
    const { stop } = await startTestServer({ env: { HOST: path, TRUST_PROXY: '1' } });
    await expect(startTestServer({ env: { HOST: path, TRUST_PROXY: '1' } })).rejects.toThrow('EADDRINUSE');
    expect(await askOver(path, '/readyz')).toBe(200);
    await stop();
    leaveSocket(path);
    await startTestServer({ env: { HOST: path, TRUST_PROXY: '1' } });
    expect(await askOver(path, '/readyz')).toBe(200);
  });

  test('is refused with the reason if it cannot be created', async () => {
    const path = join(temporaryFolder(), 'missing', 'wordrise.sock');
    await expect(startTestServer({ env: { HOST: path } })).rejects.toThrow('Its folder must exist');
  });

  test('leaves the visitor’s address to the proxy', async () => {
    const path = join(temporaryFolder(), 'wordrise.sock');
    const { wordrise } = await startTestServer({ env: { HOST: path, TRUST_PROXY: '1' } });
    const body = JSON.stringify(reader);
    await new Promise((resolve, reject) => {
      const headers = {
        Host: 'words.test',
        Origin: 'http://words.test',
        'Content-Type': 'application/json',
        'X-Forwarded-For': '203.0.113.9',
      };
      request({ socketPath: path, path: '/api/register', method: 'POST', headers }, (answer) => {
        answer.resume().once('end', () => resolve(undefined));
      })
        .once('error', reject)
        .end(body);
    });
    expect((await wordrise.readers.describe(reader.email)).ipAddress).toBe('203.0.113.9');
  });
});

/** A socket on which nobody listens. */
function leaveSocket(path: string): void {
  const program = `require('node:net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`;
  spawnSync(process.execPath, ['-e', program, path]);
  expect(existsSync(path)).toBe(true);
}
