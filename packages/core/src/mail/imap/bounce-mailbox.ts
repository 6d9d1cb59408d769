import type { ImapFlow } from 'imapflow';
import type { ImapMailbox } from '../../settings/config.ts';
import { type MailboxTimeouts, openFolder, withClient } from './imap-client.ts';
import { type ReadMailbox, readNew } from './read-new.ts';

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
   * @throws ProviderRefused, ProviderUnreachable
   */
  read(options: ReadMailbox): Promise<void>;
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
        ...{ timeouts, signal: options.signal },
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
