import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImapFlow } from 'imapflow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { type Dovecot, hasDovecot, startDovecot } from '../../../../test/dovecot.ts';
import { openTestDatabase } from '../../../../test/open-test-database.ts';
import type { PassEvent } from '../delivery/pass-event.ts';
import { openBounceMailbox } from '../mail/imap/bounce-mailbox.ts';
import { readBounceMailbox } from './read-bounce-mailbox.ts';
import { Registration } from './registration.ts';

const report = (email: string) => `To: bounces@example.com
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="part"

--part
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example.com

Final-Recipient: rfc822; ${email}
Action: failed
Status: 5.1.1

--part--
`;
const timeouts = { connectMs: 10_000, silenceMs: 10_000 };
const users = databaseKinds.flatMap((kind) =>
  ['all', 'two', 'again', 'none'].map((part) => `${kind}-${part}`),
);

let server: Dovecot;
const folder = mkdtempSync(join(tmpdir(), 'wordrise-dovecot-'));
beforeAll(async () => {
  if (hasDovecot) server = await startDovecot({ folder, users });
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(!hasDovecot).each(databaseKinds)('a bounce mailbox on Dovecot, on %s', (kind) => {
  const account = (user: string) => ({
    ...{ host: '127.0.0.1', port: server.imapPort, isSecure: false, user, password: server.password },
    ...{ folder: 'INBOX', doneFolder: 'Wordrise' },
  });

  async function asOwner<T>(user: string, work: (client: ImapFlow) => Promise<T>): Promise<T> {
    const auth = { user, pass: server.password };
    const { host, port } = account(user);
    const client = new ImapFlow({ host, port, secure: false, doSTARTTLS: false, auth, logger: false });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.logout();
    }
  }

  async function start(part: string) {
    const user = `${kind}-${part}`;
    const database = await openTestDatabase(kind);
    const clock = { now: new Date('2026-12-01T12:00:00Z') };
    const now = () => clock.now;
    const bounceMailbox = openBounceMailbox(account(user), timeouts);
    const emails = Array.from({ length: 5 }, (_, nth) => `reader${nth}@example.com`);
    const status = 'subscribed' as const;
    await database.em().insertMany(
      Registration,
      emails.map((email) => ({ email, firstName: 'Ada', createdAt: now(), status })),
    );
    return {
      user,
      bounceMailbox,
      later: () => {
        clock.now = new Date(clock.now.getTime() + 60_000);
      },
      put: (...messages: string[]) =>
        asOwner(user, async (client) => {
          for (const text of messages) await client.append('INBOX', text.replaceAll('\n', '\r\n'));
        }),
      count: (folder: string) => asOwner(user, async (client) => (await client.mailboxOpen(folder)).exists),
      async read(mailbox = bounceMailbox) {
        const events: PassEvent[] = [];
        const deps = { database, now, bounceMailbox: mailbox };
        await readBounceMailbox(deps, { onEvent: (event) => void events.push(event) });
        return events.map(({ outcome, message }) => `${outcome}: ${message}`);
      },
      async bounced() {
        const found = await database.em().find(Registration, { status: 'bounced' }, { orderBy: { id: 1 } });
        return found.map(({ id }) => id);
      },
    };
  }

  test('is read: reports are processed and moved, anything else stays and is read once', async () => {
    const { put, read, count, bounced, later, bounceMailbox } = await start('all');
    await put(report('reader0@example.com'), 'Subject: Hello\n\nA letter.\n', report('nobody@example.com'));
    expect(await read()).toEqual([
      'done: 2 reports were read in the bounce mailbox',
      'done: 1 message that is not a report stays in the bounce mailbox',
    ]);
    expect(await bounced()).toEqual([1]);
    expect([await count('INBOX'), await count('Wordrise')]).toEqual([1, 2]);
    // Passes run in quick succession while an email is being sent.
    await put(report('reader1@example.com'));
    expect(await read()).toEqual([]);
    later();
    expect(await read()).toEqual(['done: 1 report was read in the bounce mailbox']);
    expect(await bounced()).toEqual([1, 2]);
    expect(await bounceMailbox.check()).toEqual({
      ok: true,
      detail: '127.0.0.1 accepts the login. INBOX has 1 message, new ones and those that are not reports.',
    });
  });

  test('is read by one process at a time', async () => {
    const { put, read, bounced, count } = await start('two');
    await put(report('reader0@example.com'), report('reader1@example.com'));
    const events = (await Promise.all([read(), read(), read()])).flat();
    expect(events).toEqual(['done: 2 reports were read in the bounce mailbox']);
    expect(await bounced()).toEqual([1, 2]);
    expect(await count('Wordrise')).toBe(2);
  });

  test('loses nothing when a process ends in the middle', async () => {
    const { put, read, bounced, count, later, bounceMailbox } = await start('again');
    await put(report('reader0@example.com'), report('reader1@example.com'), report('reader2@example.com'));
    const dies = {
      ...bounceMailbox,
      read: (options: Parameters<typeof bounceMailbox.read>[0]) =>
        bounceMailbox.read({
          ...options,
          async onPlace(place) {
            if (place.lastUid === 2) throw new Error('killed');
            await options.onPlace(place);
          },
        }),
    };
    await expect(read(dies)).rejects.toThrow('killed');
    expect(await bounced()).toEqual([1, 2]);
    later();
    await read();
    expect(await bounced()).toEqual([1, 2, 3]);
    expect([await count('INBOX'), await count('Wordrise')]).toEqual([0, 3]);
  });

  test('that cannot be read is reported with the reason', async () => {
    const { read, user, later } = await start('none');
    const opened = (changes: object) => openBounceMailbox({ ...account(user), ...changes }, timeouts);
    expect(await read(opened({ password: 'wrong' }))).toEqual([
      'failed: The bounce mailbox does not accept the login. Check BOUNCE_IMAP_URL.',
    ]);
    later();
    expect(await read(opened({ folder: 'Nothing' }))).toEqual([
      'failed: The bounce mailbox has no folder Nothing. Check BOUNCE_IMAP_URL.',
    ]);
    later();
    expect(await read(opened({ port: 1 }))).toEqual([
      expect.stringMatching(/^waiting: The bounce mailbox cannot be read: .*ECONNREFUSED/),
    ]);
    expect(await opened({ password: 'wrong' }).check()).toMatchObject({ ok: false });
  });
});
