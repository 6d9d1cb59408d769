import { limits } from '@wordrise/core/contract';
import { expect, test } from 'vitest';
import { startTestServer } from './start-test-server.ts';

const email = 'ada@example.com';
const complaint = { event: 'complained', email };
const token = 'h'.repeat(32);
const basic = (password: string) => ({ Authorization: `Basic ${btoa(`relay:${password}`)}` });

async function start() {
  const env = { EMAIL_PROVIDER: 'smtp-sandbox', CONFIRM_SIGNUPS: 'off', DELIVERY_HOOK_TOKEN: token };
  const server = await startTestServer({ env });
  await server.ok('register', { body: { email, firstName: 'Ada' } });
  await server.wordrise.processor.runPass();
  return { ...server, status: async () => (await server.wordrise.readers.find(email)).status };
}

test('a relay’s reports need the token; a session is not enough', async () => {
  const { refused, ok, signIn, status } = await start();
  await signIn();
  const wrong = ['', token, 'Bearer ', `Bearer ${token}x`, 'Bearer h', 'Basic ', `Basic ${btoa(token)}x`];
  for (const Authorization of wrong) {
    const answer = await refused('reportDeliveries', { body: complaint, headers: { Authorization } });
    expect(answer).toMatchObject({ status: 401, code: 'auth.hook_token' });
    expect(answer.headers.get('WWW-Authenticate')).toContain('Basic');
  }
  expect(await refused('reportDeliveries', { body: complaint, headers: basic('wrong') })).toMatchObject({
    status: 401,
  });
  expect(await status()).toBe('subscribed');
  // No browser sends them, so neither origin nor cookie matters.
  const options = { body: complaint, headers: basic(token), origin: undefined, cookie: undefined };
  expect(await ok('reportDeliveries', options)).toEqual({ reports: 1 });
  expect(await status()).toBe('complained');
});

test('without the setting, the call does not exist', async () => {
  const { refused } = await startTestServer({ env: { DELIVERY_HOOK_TOKEN: '' } });
  const answer = await refused('reportDeliveries', { body: complaint });
  expect(answer).toMatchObject({ status: 404, code: 'request.not_found' });
});

test('an answer does not reveal who is a reader', async () => {
  const { call } = await start();
  const ask = async (about: string) => {
    const response = await call('reportDeliveries', { body: { ...complaint, email: about } });
    return [response.status, await response.text()];
  };
  expect(await ask('nobody@example.com')).toEqual(await ask(email));
});

test('an Amazon SNS notification arrives as text, and may be large', async () => {
  const { call, refused, status } = await start();
  const bounce = {
    bounceType: 'Permanent',
    bounceSubType: 'General',
    bouncedRecipients: [{ emailAddress: email, status: '5.1.1' }],
  };
  const event = { notificationType: 'Bounce', bounce, mail: { headers: 'x'.repeat(40_000) } };
  const raw = JSON.stringify({ Type: 'Notification', Message: JSON.stringify(event) });
  const type = { 'Content-Type': 'text/plain; charset=UTF-8' };
  expect(await refused('reportDeliveries', { raw, headers: type })).toMatchObject({ status: 415 });
  const headers = { ...type, 'x-amz-sns-message-type': 'Notification' };
  expect(await (await call('reportDeliveries', { raw, headers })).json()).toEqual({ reports: 1 });
  expect(await status()).toBe('bounced');
  const large = JSON.stringify({ Type: 'Notification', Message: 'x'.repeat(limits.hookBodyBytes) });
  expect(await refused('reportDeliveries', { raw: large, headers })).toMatchObject({ status: 413 });
});

test('with the key of Mailgun, an event with a wrong signature is refused with 403', async () => {
  const env = { EMAIL_PROVIDER: 'smtp-sandbox', MAILGUN_SIGNING_KEY: 'k'.repeat(32) };
  const { refused } = await startTestServer({ env });
  const body = {
    signature: { timestamp: '1', token: 'a', signature: 'b' },
    'event-data': { event: 'complained', recipient: email },
  };
  expect(await refused('reportDeliveries', { body })).toMatchObject({
    status: 403,
    code: 'auth.hook_signature',
  });
});

test.each([
  ['a bounce of no kind', { event: 'bounced', email }, 'kind'],
  ['nobody', { event: 'complained' }, 'email'],
  ['another event', { event: 'opened', email }, 'event'],
  ['an address with a zero character', { event: 'complained', email: 'a\0@example.com' }, 'email'],
  ['a token with half a character', { event: 'complained', token: 'a\ud800' }, 'token'],
  ['another time', { event: 'complained', email, at: 'soon' }, 'at'],
])('a report of %s is refused', async (_, body, field) => {
  const { refused } = await startTestServer();
  const answer = await refused('reportDeliveries', { body });
  expect(answer).toMatchObject({ status: 400, code: 'input.invalid' });
  expect(Object.keys(answer.fields ?? {})).toEqual([field]);
});
