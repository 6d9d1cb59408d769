import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { cert, key } from '../../../../../test/self-signed.ts';
import { smtpPolicy } from '../policy.ts';
import { describeEncryption, openTransport } from './transport.ts';

/** @returns its port */
async function startServer(security: 'tls' | 'none'): Promise<number> {
  const server = new SMTPServer({ secure: security === 'tls', key, cert, disabledCommands: ['STARTTLS'] });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return (server.server.address() as AddressInfo).port;
}

async function describeServer(security: 'tls' | 'none'): Promise<string> {
  const port = await startServer(security);
  const settings = { host: 'localhost', port, security, user: '', password: '' };
  return describeEncryption({ server: settings, timeouts: smtpPolicy.timeouts });
}

test('names the TLS version, and the owner and expiry of the certificate', async () => {
  const trusted = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...trusted, cert]);
  onTestFinished(() => tls.setDefaultCACertificates(trusted));
  expect(await describeServer('tls')).toMatch(
    /^TLSv1\.3, the certificate of localhost by localhost is valid until 2126-\d\d-\d\d$/,
  );
});

test('a self-signed certificate does not count as encryption', async () => {
  await expect(describeServer('tls')).rejects.toThrow(/self-signed/);
});

test('a certificate that is not trusted needs the owner', async () => {
  const port = await startServer('tls');
  const transport = openTransport({
    server: { host: 'localhost', port, security: 'tls', user: '', password: '' },
    connections: 1,
    dkim: undefined,
    timeouts: smtpPolicy.timeouts,
  });
  onTestFinished(() => transport.close());
  const envelope = { from: 'word@example.com', to: 'ada@example.com' };
  expect(
    await transport.send({ messageId: '<1@example.com>', envelope, raw: 'Subject: x\r\n\r\nx' }),
  ).toEqual({
    kind: 'outage',
    isRefused: true,
    answer: expect.stringContaining('self-signed certificate'),
    fix: expect.stringContaining('set NODE_EXTRA_CA_CERTS'),
  });
});

test('reports a server on this machine that does not encrypt', async () => {
  expect(await describeServer('none')).toBe('none: the mail server is on this machine');
});
