import { type AddressInfo, createServer } from 'node:net';
import { TLSSocket } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { cert, key } from '../../../../../test/self-signed.ts';
import { openProductDatabase } from '../../entities.ts';
import { tlsOf } from './postgresql-tls.ts';

/** A server that understands only the start of a connection: a request for TLS, or plain text. */
async function beginningOf(query: string): Promise<'asks for TLS' | 'plain text'> {
  const { promise, resolve } = Promise.withResolvers<'asks for TLS' | 'plain text'>();
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (bytes) => {
      // Version 3.0 of the protocol, or the number that requests TLS.
      resolve(bytes.readInt32BE(4) === 80_877_103 ? 'asks for TLS' : 'plain text');
      socket.end('N');
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const url = `postgres://user:secret@127.0.0.1:${port}/words${query}`;
  await expect(openProductDatabase({ kind: 'postgresql', url })).rejects.toThrow();
  return promise;
}

test.each([
  { query: '', tls: 'off' },
  { query: '?sslmode=disable', tls: 'off' },
  { query: '?sslmode=prefer', tls: 'off' },
  { query: '?sslmode=require', tls: 'unverified' },
  { query: '?sslmode=no-verify', tls: 'unverified' },
  { query: '?sslmode=verify-full', tls: 'verified' },
  { query: '?ssl=true', tls: 'verified' },
  { query: '?ssl=0', tls: 'off' },
])('a URL that ends with "$query" has TLS $tls', async ({ query, tls }) => {
  expect(tlsOf(`postgres://user@db.example/words${query}`)).toBe(tls);
  expect(await beginningOf(query)).toBe(tls === 'off' ? 'plain text' : 'asks for TLS');
});

test.each([
  { query: '?sslmode=require&sslrootcert=ca.pem', tls: 'verified' },
  { query: '?sslmode=verify-ca&sslrootcert=ca.pem', tls: 'verified' },
])('with its own certificate authority "$query" has TLS $tls', ({ query, tls }) => {
  expect(tlsOf(`postgres://user@db.example/words${query}`)).toBe(tls);
});

test('a certificate of an unknown authority is refused, with how to name it', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write('S');
      new TLSSocket(socket, { isServer: true, key, cert }).on('error', () => {});
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const url = `postgres://user:secret@localhost:${port}/words?sslmode=verify-full`;
  await expect(openProductDatabase({ kind: 'postgresql', url })).rejects.toThrow(
    'its certificate is not from an authority that is known here; name the file of its authority with sslrootcert=/path/ca.pem.',
  );
});
