import { randomBytes } from 'node:crypto';
import { defaultProductName } from '../../contract/limits.ts';
import type { OutboxItem } from '../../contract/system.ts';
import type { IcontactConfig } from '../../settings/config.ts';
import { sandboxAccount } from './credentials.ts';
import { createFaults, type Faults } from './faults.ts';
import { forgetContact } from './forget-contact.ts';
import { createOutbox, type Outbox, prepareOutbox } from './outbox.ts';
import { createReleases } from './releases.ts';
import { nameSender, openSandboxDatabase } from './sandbox-database.ts';
import { type RecordedCall, startSandboxServer } from './sandbox-server.ts';

export interface SandboxOptions {
  /** The folder of `sandbox.db`, its state, and of `outbox/`, the delivered emails. */
  dataDir: string;
  now?: () => Date;
  /** The name of the sender. */
  productName?: string;
  /** Called once for each email, after it is written. */
  onDelivered?: (email: OutboxItem) => void;
  /** Called when delivery failed, for example because the disk is full. It is retried in a second. */
  onError?: (error: unknown) => void;
  /** Called when a fault withholds the answer to a call. */
  onWithheld?: (call: RecordedCall) => void;
}

export interface Sandbox {
  url: string;
  /** Options for `createIcontactProvider` to reach it, without the pauses of the real one. */
  options: IcontactConfig & { minIntervalMs: number };
  /**
   * Releases and delivers what is due, and waits for deliveries already under way.
   *
   * @returns the number of emails written, not counting those that another process delivers
   */
  releaseDue(): Promise<number>;
  outbox: Outbox;
  /** Deletes everything about one address, which the real provider would keep. */
  forget(email: string): Promise<void>;
  faults: Faults;
  /** The latest calls, oldest first. */
  calls: RecordedCall[];
  /** Stops after the emails in progress; another process or the next start delivers the rest. */
  close(): Promise<void>;
}

/**
 * A stand-in for iContact on a loopback port. It speaks the same protocol, including its pitfalls, keeps its state in
 * the data folder and delivers to the outbox there. Several processes can each run one with the same folder at the same
 * time. They share everything and deliver each email once.
 */
export async function startSandbox(given: SandboxOptions): Promise<Sandbox> {
  const { dataDir, now = () => new Date(), productName = defaultProductName } = given;
  const { onDelivered = () => {}, onError = warnOnce(), onWithheld = () => {} } = given;
  await prepareOutbox(dataDir);
  const database = openSandboxDatabase(dataDir);
  nameSender(database, productName);
  const owner = randomBytes(8).toString('hex');
  const releases = createReleases({ database, dataDir, now, owner, onDelivered, onError });
  const faults = createFaults();
  const calls: RecordedCall[] = [];
  const server = await startSandboxServer({
    database,
    now,
    faults,
    calls,
    onCall: releases.arm,
    onWithheld,
    onError,
  });
  releases.arm();
  let closing: Promise<void> | undefined;

  async function close(): Promise<void> {
    await Promise.all([server.close(), releases.stop()]);
    database.close();
  }

  return {
    url: server.url,
    options: { apiUrl: server.url, ...sandboxAccount, minIntervalMs: 0 },
    releaseDue: releases.releaseDue,
    outbox: createOutbox(database, dataDir),
    forget: (email) => forgetContact(database, dataDir, email),
    faults,
    calls,
    close: () => (closing ??= close()),
  };
}

/** Reports each error once, not every second. */
function warnOnce(): (error: unknown) => void {
  const reported = new Set<string>();
  return (error) => {
    const text = error instanceof Error ? error.message : `${error}`;
    if (reported.has(text)) return;
    reported.add(text);
    process.emitWarning(`The sandbox: ${text}`);
  };
}
