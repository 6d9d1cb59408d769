import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createRecaptcha } from './bot-check.ts';

type Answer = object | string | ((req: IncomingMessage, res: ServerResponse) => void);

async function google(answer: Answer) {
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
  const check = createRecaptcha({ secretKey: 'shh', verifyUrl, minScore: 0.5, hostnames, timeoutMs });
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
