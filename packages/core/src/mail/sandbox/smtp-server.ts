import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { sampleAddress } from '../../contract/limits.ts';
import {
  noSmtpLimits,
  type SandboxSender,
  type SmtpConfig,
  sampleSender,
} from '../../platform/settings/config.ts';
import { openOutbox, openSandboxDatabase } from './store.ts';

export interface SmtpSandboxOptions {
  /** The folder of `outbox/`, the received emails. */
  dataDir: string;
  now: () => Date;
  productName: string;
  /** Instead of a made-up sender. */
  sender: SandboxSender | undefined;
}

/** A mail server on a loopback port that delivers to the outbox. Each process runs its own with the same folder. */
export async function startSmtpSandbox(given: SmtpSandboxOptions) {
  const { dataDir, now, productName, sender } = given;
  const database = openSandboxDatabase(dataDir);
  const outbox = openOutbox(database, dataDir);
  const server = await startSmtpServer({
    faults: addressFaults,
    async accept({ to, raw }) {
      const id = `smtp-${randomBytes(12).toString('hex')}`;
      const { subject = '' } = await PostalMime.parse(raw);
      outbox.add({ id, email: to, subject, deliveredAt: now().getTime(), raw });
    },
  });
  /** For sending emails to it. */
  const options: SmtpConfig = {
    server: { host: '127.0.0.1', port: server.port, security: 'none', user: '', password: '' },
    from: sender?.from ?? { name: productName, address: sampleSender },
    replyTo: sender?.replyTo,
    postalAddress: sender?.postalAddress ?? sampleAddress,
    connections: sender?.connections ?? 5,
    limits: sender?.limits ?? noSmtpLimits,
    dkim: undefined,
    bounceAddress: 'bounces@sandbox.invalid',
  };
  return {
    options,
    outbox,
    async close() {
      await server.close();
      database.close();
    },
  };
}

/** When in the conversation a fault happens. */
export type SmtpMoment = 'connect' | 'login' | 'mail' | 'rcpt' | 'data';

/**
 * How an email fails:
 * - `{ at, code, text }`: this answer, such as 451 and `4.2.0 Try again later`
 * - `drop-before`: the connection breaks while the email is being received
 * - `drop-after`: it breaks after the email was accepted, before the answer
 * - `withheld`: the email is accepted, and no answer ever comes
 * - `{ slowMs }`: the answer takes this long
 */
export type SmtpFault =
  | { at: SmtpMoment; code: number; text: string }
  | 'drop-before'
  | 'drop-after'
  | 'withheld'
  | { slowMs: number };

/** Decides for each email, or for each connection, when there is no address yet. */
export type ChooseSmtpFault = (about: { at: SmtpMoment; to?: string }) => SmtpFault | undefined;

/** Faults that anyone can trigger with an address, such as `ada+bounce@example.com`. */
export const addressFaults: ChooseSmtpFault = ({ at, to = '' }) => {
  const tag = /\+([a-z]+)@/.exec(to)?.[1] ?? '';
  if (!Object.hasOwn(byTag, tag)) return undefined;
  const fault: SmtpFault = byTag[tag as keyof typeof byTag];
  const moment = typeof fault === 'object' && 'at' in fault ? fault.at : 'data';
  return at === moment ? fault : undefined;
};

const byTag = {
  bounce: { at: 'rcpt', code: 550, text: '5.1.1 No such mailbox' },
  full: { at: 'rcpt', code: 452, text: '4.2.2 Mailbox full' },
  later: { at: 'rcpt', code: 450, text: '4.2.0 Greylisted, try again later' },
  policy: { at: 'rcpt', code: 550, text: '5.7.1 Mail of this kind is not accepted' },
  busy: { at: 'rcpt', code: 421, text: '4.7.0 Too much mail, try again later' },
  drop: 'drop-before',
  lost: 'drop-after',
  slow: { slowMs: 5000 },
} as const satisfies Record<string, SmtpFault>;

export interface ReceivedEmail {
  from: string;
  to: string;
  raw: Buffer;
}

export interface SmtpServerOptions {
  faults: ChooseSmtpFault;
  /** Resolves once the email is stored; until then it is not accepted. */
  accept: (email: ReceivedEmail) => Promise<void>;
  /** Any free one if it is left out. */
  port?: number;
}

type Done = (error?: Error | null) => void;

/** A mail server on a loopback port, without encryption. It accepts every login. */
export async function startSmtpServer(options: SmtpServerOptions) {
  const { faults } = options;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    // Otherwise, each answer waits for the delayed acknowledgment of the one before.
    noDelay: true,
    closeTimeout: 1000,
    logger: false,
    onConnect: (_, done) => refuse(faults({ at: 'connect' }), 'connect', done),
    onAuth: ({ username = '' }, _, done) =>
      refuse(faults({ at: 'login' }), 'login', (error) => done(error, { user: username })),
    onMailFrom: (_, __, done) => refuse(faults({ at: 'mail' }), 'mail', done),
    onRcptTo: ({ address }, _, done) => refuse(faults({ at: 'rcpt', to: address }), 'rcpt', done),
    onData: (stream, session, done) => void receive(server, options, { stream, session, done }),
  });
  // Clients that disconnect in the middle.
  server.on('error', () => {});
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

function refuse(fault: SmtpFault | undefined, at: SmtpMoment, done: Done): void {
  const isHere = typeof fault === 'object' && 'at' in fault && fault.at === at;
  done(isHere ? Object.assign(new Error(fault.text), { responseCode: fault.code }) : null);
}

interface Incoming {
  stream: SMTPServerDataStream;
  session: SMTPServerSession;
  done: Done;
}

async function receive(
  server: SMTPServer,
  { faults, accept }: SmtpServerOptions,
  { stream, session, done }: Incoming,
): Promise<void> {
  const to = session.envelope.rcptTo[0]?.address ?? '';
  const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : '';
  const fault = faults({ at: 'data', to });
  if (fault === 'drop-before') return drop(server, session);
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of stream) chunks.push(chunk as Buffer);
  } catch {
    // The client disconnected in the middle.
    return;
  }
  if (typeof fault === 'object' && 'code' in fault) return refuse(fault, 'data', done);
  try {
    await accept({ from, to, raw: Buffer.concat(chunks) });
  } catch (cause) {
    return done(Object.assign(new Error('4.3.0 Not stored', { cause }), { responseCode: 451 }));
  }
  if (fault === 'drop-after') return drop(server, session);
  if (fault === 'withheld') return;
  if (typeof fault === 'object' && 'slowMs' in fault) await wait(fault.slowMs);
  done();
}

/** The library has no public way to break a connection. */
function drop(server: SMTPServer, session: SMTPServerSession): void {
  const { connections } = server as unknown as {
    connections: Set<{ id: string; _socket: { destroy(): void } }>;
  };
  for (const connection of connections) if (connection.id === session.id) connection._socket.destroy();
}
