import { expect, test } from 'vitest';
import { rawCall, startTestSandbox } from './testing.ts';

const now = () => new Date('2026-09-15T09:00:00Z');

test('returns JSON with the content type of HTML', async () => {
  const sandbox = await startTestSandbox();

  expect(await rawCall(sandbox, 'GET', '{base}/contacts')).toMatchObject({
    status: 200,
    type: 'text/html; charset=utf-8',
  });
});

test('gives the time without credentials, in New York', async () => {
  const sandbox = await startTestSandbox({ now });

  const response = await fetch(`${sandbox.url}/time`);

  expect(await response.json()).toEqual({ time: '2026-09-15T05:00:00-04:00', timestamp: 1789462800 });
});

test.each([
  { why: 'a wrong user', headers: { 'API-Username': 'x' }, status: 401, text: 'Api username invalid' },
  { why: 'a wrong password', headers: { 'API-Password': 'x' }, status: 401, text: 'Api password invalid' },
  { why: 'another version', headers: { 'API-Version': '2.3' }, status: 501, text: /Version Not Implemented/ },
  { why: 'XML wanted', headers: { Accept: 'text/xml' }, status: 406, text: /JSON/ },
])('refuses $why with $status', async ({ headers, status, text }) => {
  const sandbox = await startTestSandbox();

  const answer = await rawCall(sandbox, 'GET', '{base}/contacts', undefined, headers);

  expect(answer).toMatchObject({ status, body: { errors: [expect.stringMatching(text)] } });
});

test.each([
  { method: 'GET', path: '/a//c//contacts', status: 501 },
  { method: 'GET', path: '{base}/spools', status: 501 },
  { method: 'GET', path: '{base}/constructor', status: 501 },
  { method: 'GET', path: '/a/5/c/200001/contacts', status: 404 },
  { method: 'GET', path: '/a/100001/c/5/contacts', status: 404 },
  { method: 'GET', path: '{base}/contacts/5', status: 404 },
  { method: 'GET', path: '{base}/contacts/five', status: 404 },
  { method: 'GET', path: '{base}/subscriptions/300001_5', status: 404 },
  { method: 'GET', path: '{base}/messages/5/opens', status: 501 },
  { method: 'POST', path: '/a', status: 405 },
  { method: 'GET', path: '{base}/lists', status: 405 },
  { method: 'PUT', path: '{base}/contacts/5', status: 405 },
  { method: 'DELETE', path: '{base}/contacts', status: 405 },
  { method: 'DELETE', path: '{base}/subscriptions/300001_5', status: 405 },
  { method: 'DELETE', path: '{base}/campaigns/400001', status: 405 },
  { method: 'PUT', path: '{base}/messages/5', status: 405 },
  { method: 'DELETE', path: '{base}/messages/5', status: 405 },
  { method: 'POST', path: '{base}/sends/5', status: 405 },
  { method: 'PUT', path: '{base}/sends/5', status: 405 },
  { method: 'POST', path: '{base}/contacts', body: '{', status: 400 },
  { method: 'POST', path: '{base}/contacts', body: '{"email":"a@example.com"}', status: 400 },
  { method: 'POST', path: '{base}/contacts', body: '["a@example.com"]', status: 400 },
])('answers $status to $method $path $body', async ({ method, path, body, status }) => {
  const sandbox = await startTestSandbox();

  const answer = await rawCall(sandbox, method, path, body ?? (method === 'GET' ? undefined : '{}'));

  expect(answer).toMatchObject({ status, body: { errors: [expect.any(String)] } });
});

test('refuses a body that is not called JSON', async () => {
  const sandbox = await startTestSandbox();

  const answer = await rawCall(sandbox, 'POST', '{base}/contacts', '[]', { 'Content-Type': 'text/xml' });

  expect(answer.status).toBe(415);
});

test('leads from the account to its folder', async () => {
  const sandbox = await startTestSandbox();

  expect((await rawCall(sandbox, 'GET', '/a/')).body).toMatchObject({
    accounts: [{ accountId: '100001', enabled: '1' }],
    total: 1,
  });
  expect((await rawCall(sandbox, 'GET', '/a/100001/c/')).body).toMatchObject({
    clientfolders: [{ clientFolderId: '200001' }],
  });
});
