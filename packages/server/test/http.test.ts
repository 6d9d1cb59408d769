import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { aWord } from '../../../test/words.ts';
import { rawRequest } from './raw-request.ts';
import { admin, startTestServer } from './start-test-server.ts';

const reader = { email: 'reader@example.com', firstName: 'Ada' };

describe('metrics', () => {
  const own = { PUBLIC_URL: 'http://localhost:5000' };
  const remote = { 'X-Forwarded-For': '192.0.2.1' };

  test('need no token on a computer where the product is tried out', async () => {
    const { call, refused } = await startTestServer({ env: own });
    expect((await call('metrics', { headers: { Authorization: '' } })).status).toBe(200);
    const answer = await refused('metrics', { headers: { ...remote, Authorization: 'Bearer undefined' } });
    expect(answer).toMatchObject({ status: 401, code: 'auth.metrics_token' });
    expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
  });

  test.each([
    { why: 'with a public address', env: {} },
    { why: 'behind a proxy', env: { ...own, TRUST_PROXY: '1' } },
  ])('need the token $why, even from the machine itself', async ({ env }) => {
    const METRICS_TOKEN = 'm'.repeat(32);
    const { call } = await startTestServer({ env: { ...env, METRICS_TOKEN } });
    const ask = async (Authorization: string) =>
      (await call('metrics', { headers: { Authorization } })).status;
    expect(await ask(`Bearer ${METRICS_TOKEN}`)).toBe(200);
    for (const wrong of ['', METRICS_TOKEN, 'Bearer ', `Bearer ${METRICS_TOKEN}x`, 'Bearer m'])
      expect(await ask(wrong)).toBe(401);
  });
});

test('no cache keeps an answer about an account, or one that confirms an action', async () => {
  const { call, signIn, ok, owner } = await startTestServer();
  await signIn();
  const { id } = await ok('addWord', { body: aWord() });
  const calls = [
    await call('needsSetup'),
    await call('setupAdmin', { body: owner }),
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

test.each([
  { why: 'a visitor’s browser', env: {}, keepAlive: 'timeout=5' },
  { why: 'a proxy, longer than the proxy keeps it', env: { TRUST_PROXY: '1' }, keepAlive: 'timeout=130' },
])('keeps a connection for $why', async ({ env, keepAlive }) => {
  const { call } = await startTestServer({ env });
  expect((await call('needsSetup')).headers.get('Keep-Alive')).toBe(keepAlive);
});

describe('on the machine itself', () => {
  test('every loopback name is our own origin; a foreign name that resolves here is not', async () => {
    const { url, call, wordrise } = await startTestServer({ env: { PUBLIC_URL: 'http://localhost:5000' } });
    const { port } = new URL(url);
    expect((await call('setupAdmin', { body: admin, origin: `http://127.0.0.1:${port}` })).status).toBe(201);
    expect(await wordrise.accounts.needsSetup()).toBe(false);
    // A browser lured to evil.example, which resolves to 127.0.0.1.
    const raw = await rawRequest(Number(port), 'evil.example', { Origin: `http://evil.example:${port}` });
    expect(raw).toContain(' 403 ');
    expect(raw).toContain('request.origin');
  });
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

  test.each(['before', 'while'] as const)(
    'ends a connection with the answer to what was sent %s the server stopped',
    async (when) => {
      const { url, stop, call } = await startTestServer();
      const body = JSON.stringify(reader);
      const request = `POST /api/register HTTP/1.1\r\nHost: words.test\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      let answers = '';
      socket.setEncoding('utf8').on('data', (chunk) => {
        answers += chunk;
        // At once, as a busy client does.
        if (socket.writable) socket.write(request);
      });
      const ended = new Promise((resolve) => socket.once('close', resolve).once('error', () => {}));
      // All but its last byte, or the half of its headers.
      const sent = when === 'before' ? request.length - 1 : 30;
      socket.write(request.slice(0, sent));
      await call('health');
      const stopped = stop();
      socket.write(request.slice(sent));
      await stopped;
      await ended;
      expect(answers).toMatch(/^HTTP\/1\.1 201 Created\r\n/);
      expect(answers).toContain('\r\nConnection: close\r\n');
      expect(answers.match(/HTTP\/1\.1/g)).toHaveLength(1);
    },
  );

  test('a pass runs on start', async () => {
    const { lines, call } = await startTestServer({ env: { PROCESSOR: 'on' } });
    await eventually(async () => {
      const metrics = await (await call('metrics')).text();
      expect(metrics).toMatch(/wordrise_processor_last_pass_timestamp_seconds [1-9]/);
    });
    expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });
});

test('the admin sees everything about one person, and removes them', async () => {
  const { ok, refused, signIn, lines } = await startTestServer();
  await ok('register', { body: reader });
  await signIn();
  const params = { email: 'Reader@example.com' };
  expect(await ok('describeReader', { params })).toMatchObject({ ...reader, outbox: [] });
  await ok('removePerson', { params });
  for (const name of ['describeReader', 'removePerson'] as const) {
    expect(await refused(name, { params })).toMatchObject({ status: 404, code: 'signup.not_found' });
  }
  expect(lines.join('')).not.toMatch(/reader(@|%40)example/i);
});
