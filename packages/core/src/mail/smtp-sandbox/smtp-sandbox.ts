import { randomBytes } from 'node:crypto';
import PostalMime from 'postal-mime';
import { defaultProductName } from '../../contract/limits.ts';
import type { SmtpConfig } from '../../settings/config.ts';
import { forgetContact } from '../sandbox/forget-contact.ts';
import { createOutbox, type Outbox, prepareOutbox, writeEmail } from '../sandbox/outbox.ts';
import { openSandboxDatabase, type SandboxDatabase } from '../sandbox/sandbox-database.ts';
import { addressFaults, type ChooseSmtpFault } from './smtp-faults.ts';
import { type ReceivedEmail, startSmtpServer } from './smtp-server.ts';

export interface SmtpSandboxOptions {
  /** The folder of `outbox/`, the received emails. */
  dataDir: string;
  now?: () => Date;
  productName?: string;
  /** Decides which emails fail, and how; by the address by default. */
  faults?: ChooseSmtpFault;
  /** Called after an email was accepted and before the answer. */
  onAccepted?: (email: ReceivedEmail) => void;
}

/** A mail server on a loopback port that delivers to the outbox. Each process runs its own with the same folder. */
export interface SmtpSandbox {
  /** The options for sending emails to it. */
  options: SmtpConfig;
  outbox: Outbox;
  /** Deletes the emails to one address. */
  forget(email: string): Promise<void>;
  close(): Promise<void>;
}

export async function startSmtpSandbox(given: SmtpSandboxOptions): Promise<SmtpSandbox> {
  const { dataDir, now = () => new Date(), productName = defaultProductName } = given;
  const { faults = addressFaults, onAccepted = () => {} } = given;
  await prepareOutbox(dataDir);
  const database = openSandboxDatabase(dataDir);
  const server = await startSmtpServer({
    faults,
    async accept(email) {
      await store({ database, dataDir, now }, email);
      onAccepted(email);
    },
  });
  return {
    options: {
      server: { host: '127.0.0.1', port: server.port, isSecure: false, user: '', password: '' },
      from: { name: productName, address: 'words@sandbox.invalid' },
      replyTo: undefined,
      postalAddress: '1 Sample Street, Anytown 00000',
      connections: 5,
      ratePerSecond: 0,
      dkim: undefined,
      bounceAddress: 'bounces@sandbox.invalid',
    },
    outbox: createOutbox(database, dataDir),
    forget: (email) => forgetContact(database, dataDir, email),
    async close() {
      await server.close();
      database.close();
    },
  };
}

interface StoreDeps {
  database: SandboxDatabase;
  dataDir: string;
  now: () => Date;
}

async function store({ database, dataDir, now }: StoreDeps, { to, raw }: ReceivedEmail): Promise<void> {
  const id = `smtp-${randomBytes(12).toString('hex')}`;
  const { subject = '' } = await PostalMime.parse(raw);
  await writeEmail(dataDir, id, 'smtp', async () => raw);
  database
    .prepare(
      `INSERT INTO outbox (id, email, firstName, lastName, subject, deliveredAt) VALUES (?, ?, '', '', ?, ?)`,
    )
    .run(id, to, subject, now().getTime());
}
