import { TLSSocket } from 'node:tls';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { connection, type TransportOptions } from './transport.ts';

/**
 * Connects again and describes how the connection to the mail server is encrypted: the TLS version, the owner of the
 * certificate and its expiry. Throws what nodemailer reports.
 */
export function describeEncryption({
  server,
  timeouts,
}: Pick<TransportOptions, 'server' | 'timeouts'>): Promise<string> {
  const client = new SMTPConnection({
    ...connection(server),
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.greetingMs,
    socketTimeout: timeouts.silenceMs,
  });
  return new Promise((resolve, reject) => {
    client.once('error', reject);
    client.connect(() => {
      resolve(describe(client._socket));
      client.quit();
    });
  });
}

function describe(socket: unknown): string {
  if (!(socket instanceof TLSSocket)) return 'none: the mail server is on this machine';
  const { subject, issuer, valid_to: until } = socket.getPeerCertificate();
  const by = issuer?.O ?? issuer?.CN;
  const certificate = `the certificate of ${subject?.CN ?? 'the server'}${by ? ` by ${by}` : ''}`;
  return `${socket.getProtocol()}, ${certificate} is valid until ${new Date(until).toISOString().slice(0, 10)}`;
}
