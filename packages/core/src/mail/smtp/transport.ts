import type { Readable } from 'node:stream';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { SmtpConfig, SmtpServer } from '../../settings/config.ts';
import { readDkimKey } from './dkim-key.ts';
import { type Outcome, outcomeOfError, type Progress } from './outcome.ts';

/** How long the mail server may take. */
export interface SmtpTimeouts {
  connectMs: number;
  greetingMs: number;
  /** How long the server may send nothing. */
  silenceMs: number;
}

export type TransportOptions = Pick<SmtpConfig, 'server' | 'connections' | 'ratePerSecond' | 'dkim'> & {
  timeouts: SmtpTimeouts;
};

/** A few connections to the mail server that are kept open and reused. */
export interface SmtpTransport {
  /** Never throws. */
  send(mail: SendMailOptions & { messageId: string }): Promise<Outcome>;
  /** Connects and logs in. Throws what nodemailer reports. */
  verify(): Promise<void>;
  /** Closes idle connections; with `force`, also those that are sending. */
  close(options?: { force: boolean }): void;
}

/** Headers that a signature covers in addition to nodemailer's own: mailboxes ignore unsigned one-click links. */
const signedFields =
  'from:sender:reply-to:subject:date:message-id:to:cc:mime-version:content-type:content-transfer-encoding:' +
  'list-id:list-unsubscribe:list-unsubscribe-post:precedence';

/** @throws ProviderRefused if the key for signing cannot be used */
export function openTransport({
  server,
  connections,
  ratePerSecond,
  dkim,
  timeouts,
}: TransportOptions): SmtpTransport {
  const pool = createTransport({
    pool: true,
    ...connection(server),
    maxConnections: connections,
    // The default of 100 costs a login for every hundred emails.
    maxMessages: 1000,
    ...(ratePerSecond > 0 ? { rateLimit: ratePerSecond, rateDelta: 1000 } : {}),
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.greetingMs,
    socketTimeout: timeouts.silenceMs,
    ...(dkim ? { dkim: signature(dkim) } : {}),
  });
  const streams = new Map<string, Readable>();
  pool.use('stream', (mail, done) => {
    const { message } = mail;
    const create = message.createReadStream.bind(message);
    // Called once there is a connection.
    message.createReadStream = (options) => {
      const stream = create(options);
      streams.set(String(mail.data.messageId), stream);
      return stream;
    };
    done();
  });
  return {
    async send(mail) {
      try {
        return { kind: 'sent', answer: (await pool.sendMail(mail)).response };
      } catch (error) {
        return outcomeOfError(error, progressOf(streams.get(mail.messageId)));
      } finally {
        streams.delete(mail.messageId);
      }
    },
    verify: async () => void (await pool.verify()),
    close: ({ force } = { force: false }) => (pool.close as (options: { force: boolean }) => void)({ force }),
  };
}

/** Unencrypted only on this machine, where a certificate would have to be self-signed. */
export function connection({ host, port, isSecure, user, password }: SmtpServer) {
  const isLocal = isOnThisMachine(host);
  return {
    host,
    port,
    secure: isSecure,
    ...(isLocal && !isSecure ? { ignoreTLS: true } : { requireTLS: true }),
    ...(user ? { auth: { user, pass: password } } : {}),
  };
}

export function isOnThisMachine(host: string): boolean {
  return ['localhost', '127.0.0.1', '::1'].includes(host);
}

function signature({ domain, selector, keyFile }: NonNullable<SmtpConfig['dkim']>) {
  // The types know only PEM, which nodemailer would parse for each email.
  const privateKey = readDkimKey(keyFile) as unknown as string;
  return { domainName: domain, keySelector: selector, privateKey, headerFieldNames: signedFields };
}

function progressOf(stream: Readable | undefined): Progress {
  if (!stream) return 'none';
  return stream.readableEnded ? 'written' : 'begun';
}
