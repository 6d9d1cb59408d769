import type { ImapFlow, MailboxObject } from 'imapflow';
import type { ImapMailbox } from '../../platform/settings/config.ts';
import { ProviderRefused, ProviderUnreachable } from '../mail-provider.ts';

/** As much of a message as is read. */
export const messageBytes = 262_144;

interface MailboxCheck {
  ok: boolean;
  detail: string;
}

/** The mailbox of BOUNCE_ADDRESS. */
export interface BounceMailbox {
  /** Unique for the mailbox and its folder. */
  name: string;
  /**
   * Reads new messages, oldest first. No message is deleted.
   *
   * @returns whether there are more
   * @throws ProviderRefused, ProviderUnreachable
   */
  read(options: ReadMailbox): Promise<boolean>;
  /** Whether it can be reached, accepts the login and has the folder. Changes nothing. */
  check(): Promise<MailboxCheck>;
}

/** Connects and loads the library only when used. */
export function openBounceMailbox(mailbox: ImapMailbox, timeouts: MailboxTimeouts): BounceMailbox {
  const { host, user, folder } = mailbox;
  return {
    name: `${user}@${host}/${folder}`.slice(0, 300),
    read: (options) =>
      withClient(mailbox, {
        timeouts,
        signal: options.signal,
        work: (client) => readNew(client, mailbox, options),
      }),
    async check() {
      const work = (client: ImapFlow) => openFolder(client, folder);
      try {
        const { exists } = await withClient(mailbox, { timeouts, work });
        return { ok: true, detail: `${host} accepts the login. ${inFolder(exists, folder)}` };
      } catch (error) {
        return { ok: false, detail: error instanceof Error ? error.message : String(error) };
      }
    },
  };
}

function inFolder(count: number, folder: string): string {
  if (count === 0) return `${folder} is empty.`;
  const messages = count === 1 ? '1 message' : `${count} messages`;
  return `${folder} has ${messages}, new ones and those that are not reports.`;
}

export interface MailboxTimeouts {
  connectMs: number;
  silenceMs: number;
}

interface Session<T> {
  timeouts: MailboxTimeouts;
  signal?: AbortSignal | undefined;
  work: (client: ImapFlow) => Promise<T>;
}

/** Connects, logs in, does the work and disconnects. */
async function withClient<T>(
  { host, port, isSecure, user, password }: ImapMailbox,
  { timeouts, signal, work }: Session<T>,
): Promise<T> {
  const { ImapFlow } = await import('imapflow');
  const client = new ImapFlow({
    host,
    port,
    secure: isSecure,
    auth: { user, pass: password },
    // Unencrypted only on this machine, where a certificate would have to be self-signed.
    ...(isSecure ? {} : { doSTARTTLS: false }),
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.connectMs,
    socketTimeout: timeouts.silenceMs,
    disableAutoIdle: true,
    logger: false,
  });
  // The current call is rejected too.
  client.on('error', () => {});
  const stop = () => client.close();
  signal?.addEventListener('abort', stop);
  try {
    await asked(client.connect());
    const result = await work(client);
    await client.logout().catch(() => {});
    return result;
  } finally {
    signal?.removeEventListener('abort', stop);
    client.close();
  }
}

/** @throws ProviderRefused if there is no such folder */
async function openFolder(client: ImapFlow, folder: string): Promise<MailboxObject> {
  const folders = await asked(client.list());
  const isThere = folders.some(({ path }) => path === folder || path.toUpperCase() === folder.toUpperCase());
  if (isThere) return asked(client.mailboxOpen(folder));
  throw new ProviderRefused('account', `The bounce mailbox has no folder ${folder}. Check BOUNCE_IMAP_URL.`);
}

/** The mail server's answer, or an error in our own words. */
async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const { authenticationFailed, responseText, message } = error as {
      authenticationFailed?: boolean;
      responseText?: string;
      message: string;
    };
    if (authenticationFailed) {
      const why = 'The bounce mailbox does not accept the login. Check BOUNCE_IMAP_URL.';
      throw new ProviderRefused('account', why, { cause: error });
    }
    const why = `The bounce mailbox cannot be read: ${responseText ?? message}`;
    throw new ProviderUnreachable(why, { mayHaveHappened: false, cause: error });
  }
}

/** How far a mailbox has been read. */
export interface MailboxPlace {
  /** Changes when the server renumbers its messages: then the place is meaningless. */
  uidValidity: string;
  lastUid: number;
}

interface ReadMailbox {
  from: MailboxPlace | undefined;
  /** The maximum number of messages, and the time limit. */
  most: number;
  longestMs: number;
  signal?: AbortSignal | undefined;
  /** Called before a message is fetched. @returns whether to take it; otherwise it stays where it is */
  begin: () => Promise<boolean>;
  /** @returns whether the message was understood; if so, it is moved away */
  take: (raw: Buffer) => Promise<boolean>;
  /** Called before a message is moved, so that it is not taken again. */
  onPlace: (place: MailboxPlace) => Promise<void>;
}

/**
 * Reads messages after a place. A message is moved only after it was processed and the place was stored, so a process
 * that ends in between rereads at most one.
 *
 * @returns whether there are more
 */
export async function readNew(
  client: ImapFlow,
  { folder, doneFolder }: ImapMailbox,
  { from, most, longestMs, signal, begin, take, onPlace }: ReadMailbox,
): Promise<boolean> {
  const until = performance.now() + longestMs;
  const uidValidity = `${(await openFolder(client, folder)).uidValidity}`;
  const last = from?.uidValidity === uidValidity ? from.lastUid : 0;
  let isThere = false;
  const uids = await newUids(client, last);
  for (const uid of uids.slice(0, most)) {
    if (signal?.aborted || performance.now() > until) return true;
    const only = [`${uid}`, { uid: true }] as const;
    let isUnderstood = false;
    if (await begin()) {
      const source = { maxLength: messageBytes };
      const message = await asked(client.fetchOne(only[0], { source }, only[1]));
      // A message that was moved in the meantime is missing.
      const raw = message ? message.source : undefined;
      isUnderstood = raw !== undefined && (await take(raw));
    }
    await onPlace({ uidValidity, lastUid: uid });
    if (!isUnderstood) continue;
    if (!isThere) await asked(client.mailboxCreate(doneFolder));
    isThere = true;
    await asked(client.messageMove(only[0], doneFolder, only[1]));
  }
  return uids.length > most;
}

async function newUids(client: ImapFlow, last: number): Promise<number[]> {
  const found = (await asked(client.search({ uid: `${last + 1}:*` }, { uid: true }))) || [];
  // `*` is the last message, even if its number is below the range.
  return found.filter((uid) => uid > last).sort((a, b) => a - b);
}
