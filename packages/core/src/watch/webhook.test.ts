import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startWebhook, type WebhookAnswer } from '../../../../test/webhook.ts';
import { loadConfig } from '../platform/settings/load-config.ts';
import { postToWebhook } from './send-alerts.ts';

const secret = 'a secret of at least 16 characters';
const now = new Date('2026-12-01T23:00:00Z');
const limits = { timeoutMs: 600_000, now };
const post = { id: 'email_failed:1', body: '{"text":"“éclat” will not be sent."}' };

test('a POST is JSON, with an id, a time and a signature over both and the body', async () => {
  const webhook = await startWebhook();
  expect(await postToWebhook({ url: webhook.url, secret }, post, limits)).toBeUndefined();
  const { headers, body } = webhook.last();
  expect(body).toBe(post.body);
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'webhook-id': 'email_failed:1',
    'webhook-timestamp': '1796166000',
  });
  const signed = createHmac('sha256', secret).update(`email_failed:1.1796166000.${post.body}`);
  expect(headers['webhook-signature']).toBe(`v1,${signed.digest('base64')}`);
});

test('a POST without a secret is not signed', async () => {
  const webhook = await startWebhook();
  await postToWebhook({ url: webhook.url, secret: undefined }, post, limits);
  expect(webhook.posts[0]?.headers).not.toHaveProperty('webhook-signature');
});

test('the example in the documentation verifies a signature, and refuses a changed body and an old one', async () => {
  const docs = readFileSync(join(import.meta.dirname, '../../../../docs/alerts.md'), 'utf8');
  const [, example = ''] = /```js\n(.*?)```/s.exec(docs) ?? [];
  const { isFromWordrise } = await import(`data:text/javascript,${encodeURIComponent(example)}`);
  const webhook = await startWebhook();
  await postToWebhook({ url: webhook.url, secret }, post, limits);
  const { headers, body } = webhook.last();
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'], now });
  expect(isFromWordrise(headers, body, secret)).toBe(true);
  expect(isFromWordrise(headers, body.replace('not ', ''), secret)).toBe(false);
  expect(isFromWordrise(headers, body, `${secret}!`)).toBe(false);
  vi.setSystemTime(now.getTime() + 301_000);
  expect(isFromWordrise(headers, body, secret)).toBe(false);
});

const redirect: WebhookAnswer = (req, res) => {
  res.writeHead(308, { Location: `${req.url}/elsewhere` }).end();
};
test.each<{ why: string; answer: WebhookAnswer; says: string }>([
  { why: 'a server error', answer: 500, says: 'The webhook answered with status 500.' },
  { why: 'an address that no longer exists', answer: 404, says: 'The webhook answered with status 404.' },
  {
    why: 'a redirect, without following it',
    answer: redirect,
    says: 'The webhook redirects (308). Set ALERT_WEBHOOK_URL to its final address.',
  },
  {
    why: 'a dropped connection',
    answer: (_req, res) => res.destroy(),
    says: 'The webhook cannot be reached (UND_ERR_SOCKET).',
  },
])('reports $why, and does not name the address', async ({ answer, says }) => {
  const webhook = await startWebhook();
  webhook.answer = answer;
  expect(await postToWebhook({ url: webhook.url, secret }, post, limits)).toBe(says);
  expect(webhook.posts).toHaveLength(1);
});

test('reports a webhook that hangs when the time is up', async () => {
  const webhook = await startWebhook();
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  try {
    webhook.answer = () => limit.abort(new DOMException('Too late', 'TimeoutError'));
    const failure = await postToWebhook({ url: webhook.url, secret }, post, { timeoutMs: 5000, now });
    expect(failure).toBe('The webhook did not answer within 5 seconds.');
    expect(timeout).toHaveBeenCalledWith(5000);
  } finally {
    timeout.mockRestore();
  }
});

test.each([
  { url: 'http://hooks.example/x', says: 'must start with https:// unless the service is on this machine' },
  { url: 'hooks.example', says: 'must be an address that starts with https:// or http://' },
])('$url is refused as ALERT_WEBHOOK_URL', ({ url, says }) => {
  expect(() => loadConfig({ ALERT_WEBHOOK_URL: url })).toThrow(says);
});

test.each(['https://hooks.example/x/', 'http://localhost:8080/x'])('%s is kept unchanged', (url) => {
  expect(loadConfig({ ALERT_WEBHOOK_URL: url }).alertWebhook).toEqual({ url, secret: undefined });
});
