import type { ImapFlow } from 'imapflow';
import { type BounceMailbox, readNew } from '../packages/core/src/mail/imap/bounce-mailbox.ts';

/** A bounce mailbox without a server, with messages from 1. Understands what reading a mailbox asks for, and no more. */
export function fakeMailbox(messages: (string | Buffer)[]) {
  const inbox = new Map(messages.map((text, at) => [at + 1, Buffer.from(text)]));
  let brokenUid = 0;
  let mostFetched = 0;
  let beforeFetch = () => {};
  const client = {
    list: async () => [{ path: 'INBOX' }],
    mailboxOpen: async () => ({ uidValidity: 1n, exists: inbox.size }),
    search: async () => [...inbox.keys()],
    mailboxCreate: async () => {},
    async messageMove(uid: string) {
      inbox.delete(Number(uid));
    },
    async fetchOne(uid: string, { source }: { source: { maxLength: number } }) {
      beforeFetch();
      // An answer from a server takes at least a turn of the event loop.
      await new Promise((resolve) => setTimeout(resolve));
      if (Number(uid) === brokenUid) throw new Error('the connection broke');
      const raw = inbox.get(Number(uid))?.subarray(0, source.maxLength);
      mostFetched = Math.max(mostFetched, raw?.length ?? 0);
      return raw && { source: raw };
    },
  } as unknown as ImapFlow;
  const account = { host: '', port: 0, isSecure: false, user: '', password: '' };
  const mailbox: BounceMailbox = {
    name: 'bounces@example.com/INBOX',
    read: (options) => readNew(client, { ...account, folder: 'INBOX', doneFolder: 'Wordrise' }, options),
    check: async () => ({ ok: true, detail: '' }),
  };
  return {
    ...mailbox,
    /** Messages that were not moved. */
    left: () => [...inbox.keys()],
    /** The connection breaks whenever this message is fetched. */
    breakAt(uid: number) {
      brokenUid = uid;
    },
    beforeFetch(given: () => void) {
      beforeFetch = given;
    },
    fetchedBytes: () => mostFetched,
  };
}
