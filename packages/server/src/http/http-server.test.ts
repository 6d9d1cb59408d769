import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import Koa from 'koa';
import { expect, onTestFinished, test } from 'vitest';
import { httpErrors } from './http-errors.ts';
import { createHttpServer } from './http-server.ts';
import { jsonBody } from './json-body.ts';

const patient = { headerSeconds: 600, requestSeconds: 600, keepAliveSeconds: 600, connections: 10 };
const hello: RequestListener = (_req, res) => void res.end('hello');

async function listen(listener: RequestListener, limits: Partial<typeof patient> = {}) {
  const server = createHttpServer(listener, { ...patient, ...limits });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

/** Sends a text and reads until the server closes the connection. */
async function send(port: number, text: string): Promise<{ status: number; body: string }> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write(text);
  const answer = await new Promise<string>((resolve) => {
    let read = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      read += chunk;
    });
    socket.on('error', () => {}).once('close', () => resolve(read));
  });
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), body };
}

test.each([
  { why: 'not HTTP', text: 'hello\r\n\r\n', status: 400, code: 'request.unreadable' },
  {
    why: 'an address that is too long',
    text: `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
    status: 431,
    code: 'request.too_large',
  },
  {
    why: 'a request without a host',
    text: 'GET / HTTP/1.1\r\n\r\n',
    status: 400,
    code: 'request.unreadable',
  },
  {
    why: 'an invalid address',
    text: 'POST http://[/ HTTP/1.1\r\nHost: a\r\n\r\n',
    status: 400,
    code: 'request.unreadable',
  },
  {
    why: 'an address without a path',
    text: 'GET mailto:a HTTP/1.1\r\nHost: a\r\n\r\n',
    status: 400,
    code: 'request.unreadable',
  },
])('$why is refused in JSON', async ({ text, status, code }) => {
  const answer = await send(await listen(hello), text);
  expect({ ...answer, ...JSON.parse(answer.body) }).toMatchObject({
    status,
    code,
    message: expect.stringMatching(/^[A-Z].+\.$/),
  });
});

test('a complete address is reduced to its path', async () => {
  const target: RequestListener = (req, res) => void res.end(req.url);
  const text = 'GET http://a.example:80/b?c HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
  expect(await send(await listen(target), text)).toEqual({ status: 200, body: '/b?c' });
});

test('an unknown expectation is ignored', async () => {
  const text = 'GET / HTTP/1.1\r\nHost: a\r\nExpect: a-miracle\r\nConnection: close\r\n\r\n';
  expect(await send(await listen(hello), text)).toMatchObject({ status: 200 });
});

test.each([
  { part: 'header', text: 'GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ', limits: { headerSeconds: 0.02 } },
  {
    part: 'body',
    text: 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{',
    limits: { headerSeconds: 0.02, requestSeconds: 0.04 },
  },
])('a half-sent $part ends with 408', async ({ text, limits }) => {
  const waiting: RequestListener = (req, res) => void req.resume().once('end', () => res.end());
  const answer = await send(await listen(waiting, limits), text);
  expect(answer.status).toBe(408);
  expect(JSON.parse(answer.body)).toMatchObject({ code: 'request.timeout' });
});

test('connections beyond the limit are closed', async () => {
  const port = await listen(hello, { connections: 1 });
  const first = connect(port, '127.0.0.1');
  onTestFinished(() => void first.destroy());
  await once(first, 'connect');
  expect(await send(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')).toEqual({ status: Number.NaN, body: '' });
  first.end('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  const [answer] = await once(first.setEncoding('utf8'), 'data');
  expect(answer).toContain('200 OK');
});

test('a half-sent JSON body ends with 408 in the time of its call, and the connection closes', async () => {
  const app = new Koa();
  app.use(httpErrors(() => {}));
  app.use(jsonBody({ bytes: 1000, seconds: 0.02 }));
  const type = 'Content-Type: application/json\r\nContent-Length: 100';
  const answer = await send(await listen(app.callback()), `POST / HTTP/1.1\r\nHost: a\r\n${type}\r\n\r\n{`);
  expect(answer.status).toBe(408);
  expect(JSON.parse(answer.body)).toMatchObject({ code: 'request.timeout' });
});
