import { Readable } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { createTransport, type SendMailOptions } from 'nodemailer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { serviceOf } from '../../contract/mail-services.ts';
import { withPeriod } from '../../contract/sentence-case.ts';
import type { SmtpConfig, SmtpServer } from '../../platform/settings/config.ts';
import type { Outcome } from '../engine/carrier.ts';
import type { ProviderCheck } from '../mail-provider.ts';
import { type DkimSigner, dkimSignature, readDkimKey } from './dkim.ts';
import { outcomeOfError, type Progress, unencrypted } from './outcome.ts';

/** How long the mail server may take. */
export interface SmtpTimeouts {
  connectMs: number;
  greetingMs: number;
  /** How long the server may send nothing. */
  silenceMs: number;
}

export type TransportOptions = Pick<SmtpConfig, 'server' | 'connections' | 'dkim'> & {
  /** Of this process; 0 for no limit. */
  ratePerSecond?: number;
  timeouts: SmtpTimeouts;
  /** If one setting alone says everything about the server, its name. */
  setting?: string;
};

/** A few connections to the mail server that are kept open and reused. */
export interface SmtpTransport {
  /**
   * Never throws.
   *
   * @param mayEnd Awaited before the end of the email, without which the server cannot accept it. If it rejects, the
   *   email is not sent.
   */
  send(mail: SendMailOptions & { messageId: string }, mayEnd?: () => Promise<void>): Promise<Outcome>;
  /** Connects and logs in. Throws what nodemailer reports. */
  verify(): Promise<void>;
  /** Closes idle connections; with `force`, also those that are sending. */
  close(options?: { force: boolean }): void;
}

/** @throws ProviderRefused if the key for signing cannot be used */
export function openTransport({
  server,
  connections,
  ratePerSecond = 0,
  dkim,
  timeouts,
  setting,
}: TransportOptions): SmtpTransport {
  const signer = dkim && { domain: dkim.domain, selector: dkim.selector, key: readDkimKey(dkim.keyFile) };
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
  });
  const streams = new Map<string, Readable>();
  const gates = new Map<string, () => Promise<void>>();
  pool.use('stream', (mail, done) => {
    const { message } = mail;
    const create = message.createReadStream.bind(message);
    // Called once there is a connection.
    message.createReadStream = (options) => {
      const id = String(mail.data.messageId);
      const { raw } = mail.data;
      const read = () =>
        typeof raw === 'string' ? Buffer.from(raw) : create(options).toArray().then(Buffer.concat);
      const stream = emailStream(read, { signer, mayEnd: gates.get(id) });
      streams.set(id, stream);
      return stream;
    };
    done();
  });
  return {
    async send(mail, mayEnd) {
      if (mayEnd) gates.set(mail.messageId, mayEnd);
      try {
        return { kind: 'sent', answer: (await pool.sendMail(mail)).response };
      } catch (error) {
        const outcome = outcomeOfError(error, progressOf(streams.get(mail.messageId)));
        return outcome.kind === 'outage' ? { ...outcome, fix: fixOf(error, { server, setting }) } : outcome;
      } finally {
        streams.delete(mail.messageId);
        gates.delete(mail.messageId);
      }
    },
    verify: async () => void (await pool.verify()),
    close: ({ force } = { force: false }) => (pool.close as (options: { force: boolean }) => void)({ force }),
  };
}

function connection({ host, port, security, user, password }: SmtpServer) {
  return {
    host,
    port,
    secure: security === 'tls',
    ignoreTLS: security === 'none',
    requireTLS: security === 'starttls',
    ...(user ? { auth: { user, pass: password } } : {}),
  };
}

interface EmailStreamOptions {
  signer: DkimSigner | undefined;
  /** Asked when the first byte is read, which is after the server has agreed to take the email. */
  mayEnd: (() => Promise<void>) | undefined;
}

/** An email as it is sent. A composed one is not parsed again, as nodemailer's own stream would do. */
function emailStream(read: () => Buffer | Promise<Buffer>, { signer, mayEnd }: EmailStreamOptions): Readable {
  let isBegun = false;
  async function write(stream: Readable) {
    const [answer, given] = [mayEnd?.(), read()];
    // It may be refused while the email is being read.
    answer?.catch(() => {});
    const email = given instanceof Buffer ? given : await given;
    if (signer) stream.push(dkimSignature(email, signer));
    stream.push(email);
    await answer;
    stream.push(null);
  }
  return new Readable({
    read() {
      if (isBegun) return;
      isBegun = true;
      write(this).catch((error) => this.destroy(error));
    },
  });
}

function progressOf(stream: Readable | undefined): Progress {
  if (!stream) return 'none';
  return stream.readableEnded ? 'written' : 'begun';
}

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

/**
 * Whether the mail server can be reached, encrypts and accepts the login. Sends nothing.
 *
 * @param options Of the transport. `user` is empty without a login.
 */
export async function checkSmtp(
  transport: () => SmtpTransport,
  encryption: () => Promise<string>,
  { server, setting }: ServerNamed,
): Promise<ProviderCheck> {
  const checks: ProviderCheck['checks'] = [];
  const done = () => ({ checks, clockSkewMs: null });
  let opened: SmtpTransport;
  try {
    opened = transport();
  } catch (error) {
    checks.push({ name: 'signature', ok: false, detail: messageOf(error) });
    return done();
  }
  try {
    await opened.verify();
  } catch (error) {
    const { code } = error as { code?: string };
    if (code !== 'EAUTH') {
      const detail = code === 'ETLS' ? unencrypted(messageOf(error)) : messageOf(error);
      checks.push({
        name: 'reachable',
        ok: false,
        detail: withFix(detail, fixOf(error, { server, setting })),
      });
      return done();
    }
    checks.push({ name: 'reachable', ok: true, detail: 'the mail server answers' });
    checks.push({
      name: 'credentials',
      ok: false,
      detail: withFix(messageOf(error), fixOf(error, { server, setting })),
    });
    return done();
  }
  checks.push({ name: 'reachable', ok: true, detail: 'the mail server answers' });
  checks.push(await checkEncryption(encryption, { server, setting }));
  const login = server.user
    ? 'the login is accepted'
    : 'no login is set; a test email shows whether the mail server needs one';
  checks.push({ name: 'credentials', ok: true, detail: login });
  return done();
}

async function checkEncryption(
  describe: () => Promise<string>,
  { server, setting }: ServerNamed,
): Promise<ProviderCheck['checks'][number]> {
  try {
    return { name: 'encryption', ok: true, detail: await describe() };
  } catch (error) {
    return {
      name: 'encryption',
      ok: false,
      detail: withFix(messageOf(error), fixOf(error, { server, setting })),
    };
  }
}

type ServerNamed = Pick<TransportOptions, 'server'> & { setting?: string | undefined };

/** What the owner can do about an error of nodemailer. The settings may also be parts of SMTP_URL. */
function fixOf(error: unknown, { server, setting }: ServerNamed): string | undefined {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (code === 'EDNS' && (serviceOf(server.host) || message.includes('EAI_AGAIN')))
    return 'This machine cannot look up names on the internet. Check its connection and its DNS.';
  if (setting !== undefined)
    return code === 'EAUTH' ? `Check the user and the password in ${setting}.` : `Check ${setting}.`;
  if (code === 'EAUTH')
    return 'Check SMTP_USER and SMTP_PASSWORD; many providers need a password made for this in their settings.';
  if (code === 'EDNS') return 'There is no such name in DNS. Check SMTP_HOST.';
  if (code === 'ETLS') return 'Use a port that encrypts, such as SMTP_PORT=465, or another mail server.';
  if (message.includes('ECONNREFUSED')) return 'Nothing listens there. Check SMTP_HOST and SMTP_PORT.';
  if (/wrong version number|packet length too long/.test(message))
    return 'This port is not encrypted from the start. Set SMTP_SECURITY to starttls, or SMTP_PORT to 465.';
  if (/altnames|does not match certificate/i.test(message))
    return 'Set SMTP_HOST to a name in the certificate.';
  if (/self-signed|unable to (get|verify)|certificate has expired/i.test(message))
    return 'The mail server needs a valid certificate. For one of your own authority, set NODE_EXTRA_CA_CERTS to its file.';
  if (code === 'ETIMEDOUT' || message.includes('ETIMEDOUT'))
    return 'Check SMTP_HOST and SMTP_PORT. Many networks block port 25; try 587, 465 or 2525. A port that is encrypted from the start needs SMTP_SECURITY=tls.';
  return undefined;
}

/** A message as a sentence, with what to do if that is known. */
export function withFix(detail: string, fix: string | undefined): string {
  const sentence = withPeriod(detail.trim());
  return fix ? `${sentence} ${fix}` : sentence;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
