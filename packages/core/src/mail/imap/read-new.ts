import type { ImapFlow } from 'imapflow';
import type { ImapMailbox } from '../../settings/config.ts';
import { asked, openFolder } from './imap-client.ts';

/** How far a mailbox has been read. */
export interface MailboxPlace {
  /** Changes when the server renumbers its messages: then the place is meaningless. */
  uidValidity: string;
  lastUid: number;
}

export interface ReadMailbox {
  from: MailboxPlace | undefined;
  /** The maximum number of messages, and the time limit. */
  most: number;
  longestMs: number;
  signal?: AbortSignal | undefined;
  /** @returns whether the message was understood; if so, it is moved away */
  take: (raw: Buffer) => Promise<boolean>;
  /** Called before a message is moved, so that it is not taken again. */
  onPlace: (place: MailboxPlace) => Promise<void>;
}

/** Reports may return whole emails; the relevant part is at the start. */
const mostBytes = 2_000_000;

/**
 * Reads messages after a place. A message is moved only after it was processed and the place was stored, so a process
 * that ends in between rereads at most one.
 */
export async function readNew(
  client: ImapFlow,
  { folder, doneFolder }: ImapMailbox,
  { from, most, longestMs, signal, take, onPlace }: ReadMailbox,
): Promise<void> {
  const until = performance.now() + longestMs;
  const uidValidity = `${(await openFolder(client, folder)).uidValidity}`;
  const last = from?.uidValidity === uidValidity ? from.lastUid : 0;
  let isThere = false;
  for (const uid of (await newUids(client, last)).slice(0, most)) {
    if (signal?.aborted || performance.now() > until) return;
    const only = [`${uid}`, { uid: true }] as const;
    const message = await asked(client.fetchOne(only[0], { source: { maxLength: mostBytes } }, only[1]));
    // A message that was moved in the meantime is missing.
    const raw = message ? message.source : undefined;
    const isUnderstood = raw !== undefined && (await take(raw));
    await onPlace({ uidValidity, lastUid: uid });
    if (!isUnderstood) continue;
    if (!isThere) await asked(client.mailboxCreate(doneFolder));
    isThere = true;
    await asked(client.messageMove(only[0], doneFolder, only[1]));
  }
}

async function newUids(client: ImapFlow, last: number): Promise<number[]> {
  const found = (await asked(client.search({ uid: `${last + 1}:*` }, { uid: true }))) || [];
  // `*` is the last message, even if its number is below the range.
  return found.filter((uid) => uid > last).sort((a, b) => a - b);
}
