import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { ChooseSmtpFault, SmtpFault, SmtpMoment } from './smtp-faults.ts';

export interface ReceivedEmail {
  from: string;
  to: string;
  raw: Buffer;
}

export interface SmtpServerOptions {
  faults: ChooseSmtpFault;
  /** Resolves once the email is stored; until then it is not accepted. */
  accept: (email: ReceivedEmail) => Promise<void>;
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
  server.listen(0, '127.0.0.1');
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
