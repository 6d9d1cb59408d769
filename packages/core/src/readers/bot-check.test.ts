import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createServiceCheck, type ServiceOptions } from './bot-check.ts';

type Answer = object | string | ((req: IncomingMessage, res: ServerResponse) => void);

async function google(answer: Answer, options: Partial<ServiceOptions> = {}) {
  const asked: URLSearchParams[] = [];
  const server = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    asked.push(new URLSearchParams(body));
    if (typeof answer === 'function') answer(req, res);
    else res.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const verifyUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`;
  const hostnames = async () => ['words.example.com'];
  const timeoutMs = 600_000;
  const check = createServiceCheck({
    kind: 'recaptcha',
    secretKey: 'shh',
    verifyUrl,
    minScore: 0.5,
    hostnames,
    timeoutMs,
    ...options,
  });
  return { asked, verify: (token?: string) => check.verify(token, { address: '192.0.2.7' }) };
}

const person = { success: true, score: 0.9, action: 'submit', hostname: 'words.example.com' };

test('lets a person in, having sent secret, token and address as a form', async () => {
  const { verify, asked } = await google(person);
  expect(await verify('tok')).toEqual({ outcome: 'passed' });
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({
    secret: 'shh',
    response: 'tok',
    remoteip: '192.0.2.7',
  });
});

test.each([
  { why: 'a low score though it says success', answer: { ...person, score: 0.1 } },
  { why: 'no score, as a key of v2 answers', answer: { ...person, score: undefined } },
  { why: 'a token made for another action', answer: { ...person, action: 'login' } },
  { why: 'a token made on another site', answer: { ...person, hostname: 'evil.example' } },
  { why: 'a spent token', answer: { success: false, 'error-codes': ['timeout-or-duplicate'] } },
])('rejects $why', async ({ answer }) => {
  const { verify } = await google(answer);
  expect(await verify('tok')).toMatchObject({ outcome: 'rejected' });
});

test('rejects a missing token without calling the service', async () => {
  const { verify, asked } = await google(person);
  expect(await verify()).toMatchObject({ outcome: 'rejected' });
  expect(asked).toHaveLength(0);
});

test('gives no verdict if the service hangs, and calls it only once', async () => {
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  onTestFinished(() => timeout.mockRestore());
  // The time is up once the service has the request.
  const { verify, asked } = await google(() => limit.abort(new DOMException('Too late', 'TimeoutError')));
  expect(await verify('tok')).toEqual({ outcome: 'unavailable', reason: 'TimeoutError' });
  expect(timeout).toHaveBeenCalledWith(600_000);
  expect(asked).toHaveLength(1);
});

test.each<{ why: string; answer: Answer }>([
  { why: 'a dropped connection', answer: (_req, res) => res.destroy() },
  { why: 'a server error', answer: (_req, res) => void res.writeHead(503).end() },
  { why: 'nonsense', answer: '<html>' },
  { why: 'our own wrong secret', answer: { success: false, 'error-codes': ['invalid-input-secret'] } },
])('gives no verdict after $why, and calls the service only once', async ({ answer }) => {
  const { verify, asked } = await google(answer);
  const verdict = await verify('tok');
  expect(verdict).toMatchObject({ outcome: 'unavailable' });
  expect(JSON.stringify(verdict)).not.toContain('shh');
  expect(asked).toHaveLength(1);
});

const genuine = { success: true, challenge_ts: '2026-11-23T12:00:00Z', hostname: 'words.example.com' };

test.each<{ kind: ServiceOptions['kind']; why: string; answer: object; outcome: string }>([
  {
    kind: 'turnstile',
    why: 'a person',
    answer: { ...genuine, action: 'submit', cdata: '' },
    outcome: 'passed',
  },
  {
    kind: 'turnstile',
    why: 'a form without an action',
    answer: { ...genuine, action: '' },
    outcome: 'passed',
  },
  { kind: 'turnstile', why: 'another action', answer: { ...genuine, action: 'login' }, outcome: 'rejected' },
  {
    kind: 'turnstile',
    why: 'another site',
    answer: { ...genuine, hostname: 'evil.example' },
    outcome: 'rejected',
  },
  {
    kind: 'turnstile',
    why: 'a spent token',
    answer: { success: false, 'error-codes': ['timeout-or-duplicate'] },
    outcome: 'rejected',
  },
  {
    kind: 'turnstile',
    why: 'an error of Cloudflare',
    answer: { success: false, 'error-codes': ['internal-error'] },
    outcome: 'unavailable',
  },
  { kind: 'hcaptcha', why: 'a person', answer: { ...genuine, credit: true }, outcome: 'passed' },
  {
    kind: 'hcaptcha',
    why: 'a hidden site',
    answer: { ...genuine, hostname: 'not-provided' },
    outcome: 'passed',
  },
  {
    kind: 'hcaptcha',
    why: 'another site',
    answer: { ...genuine, hostname: 'evil.example' },
    outcome: 'rejected',
  },
  {
    kind: 'hcaptcha',
    why: 'a spent token',
    answer: { success: false, 'error-codes': ['invalid-or-already-seen-response'] },
    outcome: 'rejected',
  },
  {
    kind: 'hcaptcha',
    why: 'keys that do not belong together',
    answer: { success: false, 'error-codes': ['sitekey-secret-mismatch'] },
    outcome: 'unavailable',
  },
])('$kind, $why: $outcome', async ({ kind, answer, outcome }) => {
  const { verify, asked } = await google(answer, { kind, siteKey: 'public' });
  expect(await verify('tok')).toMatchObject({ outcome });
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({
    secret: 'shh',
    response: 'tok',
    remoteip: '192.0.2.7',
    ...(kind === 'hcaptcha' && { sitekey: 'public' }),
  });
});
