import { pbkdf2Sync } from 'node:crypto';
import { expect, test } from 'vitest';
import { startTestServer } from './start-test-server.ts';

const ada = { email: 'ada@example.com', firstName: 'Ada' };
const own = 'http://words.test';
const blog = 'https://blog.example';
const altcha = { BOT_CHECK: 'altcha', WIDGET_ORIGINS: blog };
const sandbox = { ...altcha, EMAIL_PROVIDER: 'smtp-sandbox', CONFIRM_SIGNUPS: 'off' };

/** Solves a challenge as its format says, without the library that the server uses. */
async function tokenFrom(url: string, headers: Record<string, string> = {}): Promise<string> {
  const challenge = await (await fetch(`${url}/api/challenge`, { headers })).json();
  const { nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters;
  for (let counter = 0; ; counter += 1) {
    const password = Buffer.concat([Buffer.from(nonce, 'hex'), Buffer.alloc(4)]);
    password.writeUInt32BE(counter, password.length - 4);
    const derivedKey = pbkdf2Sync(password, Buffer.from(salt, 'hex'), cost, keyLength, 'sha256').toString(
      'hex',
    );
    if (derivedKey.startsWith(keyPrefix))
      return Buffer.from(JSON.stringify({ challenge, solution: { counter, derivedKey } })).toString('base64');
  }
}

test('a solved challenge signs up one reader, on the site that it was made for', async () => {
  const { url, ok, refused } = await startTestServer({ env: altcha });
  expect((await ok('config')).botCheck).toEqual({ kind: 'altcha', siteKey: null });
  const botCheckToken = await tokenFrom(url);
  expect(await ok('register', { body: { ...ada, botCheckToken } })).toMatchObject({ confirmFirst: false });
  expect(await refused('register', { body: { ...ada, botCheckToken } })).toMatchObject({
    status: 403,
    code: 'bot_check.rejected',
  });
  const ofBlog = await tokenFrom(url, { Origin: blog });
  const elsewhere = await refused('register', { body: { ...ada, botCheckToken: ofBlog } });
  expect(elsewhere.code).toBe('bot_check.rejected');
  await ok('register', { body: { ...ada, botCheckToken: ofBlog }, origin: blog });
});

test('a plain form may contain the field of the ALTCHA widget', async () => {
  const { url, wordrise } = await startTestServer({ env: altcha });
  const body = new URLSearchParams({ ...ada, altcha: await tokenFrom(url) });
  const answer = await fetch(`${url}/api/register`, { method: 'POST', body, redirect: 'manual' });
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/signed-up']);
  expect((await wordrise.readers.list({ page: 1, limit: 10 })).total).toBe(1);
});

test('there is no challenge without that check', async () => {
  const { refused } = await startTestServer();
  expect(await refused('challenge')).toMatchObject({ status: 404 });
});

test('without scripts a reader confirms with a link, although others need not', async () => {
  const { url, ok, wordrise } = await startTestServer({ env: sandbox });
  const body = new URLSearchParams(ada);
  const answer = await fetch(`${url}/api/register`, {
    method: 'POST',
    body,
    headers: { Origin: own },
    redirect: 'manual',
  });
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/signed-up/confirm']);
  expect(await ok('register', { body: { ...ada, email: 'grace@example.com' } })).toMatchObject({
    confirmFirst: true,
  });
  await ok('register', { body: { ...ada, email: 'eve@example.com', botCheckToken: await tokenFrom(url) } });
  const { readers } = await wordrise.readers.list({ page: 1, limit: 10 });
  expect(readers.map(({ email, status }) => [email, status])).toEqual([
    ['eve@example.com', 'waiting'],
    ['grace@example.com', 'unconfirmed'],
    ['ada@example.com', 'unconfirmed'],
  ]);
});

test('signups that no check saw have limits of their own', async () => {
  const limits = { uncheckedSignups: { points: 1, seconds: 3600 } };
  const { url, ok, refused } = await startTestServer({ env: sandbox, overrides: { limits } });
  await ok('register', { body: ada });
  const next = { ...ada, email: 'next@example.com' };
  expect(await refused('register', { body: next })).toMatchObject({ status: 429, code: 'limit.too_many' });
  await ok('register', { body: { ...next, botCheckToken: await tokenFrom(url) } });
});

test('without scripts and without links, a signup is refused and says what to do', async () => {
  const { refused, wordrise } = await startTestServer({ env: altcha });
  expect(await refused('register', { body: ada })).toMatchObject({
    status: 403,
    message: expect.stringContaining('Turn on JavaScript'),
  });
  expect((await wordrise.readers.list({ page: 1, limit: 10 })).total).toBe(0);
});
