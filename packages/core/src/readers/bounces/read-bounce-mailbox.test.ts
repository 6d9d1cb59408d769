import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImapFlow } from 'imapflow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startScript } from '../../../../../test/child-script.ts';
import { databaseKinds } from '../../../../../test/databases.ts';
import { type Dovecot, hasDovecot, startDovecot } from '../../../../../test/dovecot.ts';
import { fakeMailbox } from '../../../../../test/fake-mailbox.ts';
import { openTestDatabase } from '../../../../../test/open-test-database.ts';
import { passDeps } from '../../../../../test/pass-deps.ts';
import { openBounceMailbox } from '../../mail/imap/bounce-mailbox.ts';
import type { MailProvider } from '../../mail/mail-provider.ts';
import type { PassEvent } from '../../mail/pass-event.ts';
import { bounceMailboxPolicy } from '../../mail/policy.ts';
import { openProcessor } from '../../processor/open-processor.ts';
import { MailboxReading, Registration } from '../reader-tables.ts';
import { openBounceMailboxReader } from './read-bounce-mailbox.ts';
import { reportLimits } from './report-parts.ts';

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
  ['all', 'two', 'again', 'none', 'hostile'].map((part) => `${kind}-${part}`),
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
    host: '127.0.0.1',
    port: server.imapPort,
    isSecure: false,
    user,
    password: server.password,
    folder: 'INBOX',
    doneFolder: 'Wordrise',
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
        await openBounceMailboxReader(deps).read({ onEvent: (event) => void events.push(event) });
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

  test('loses nothing when reading fails in the middle', async () => {
    const { put, read, bounced, count, later, bounceMailbox } = await start('again');
    await put(report('reader0@example.com'), report('reader1@example.com'), report('reader2@example.com'));
    const dies = {
      ...bounceMailbox,
      read: (options: Parameters<typeof bounceMailbox.read>[0]) =>
        bounceMailbox.read({
          ...options,
          async onPlace(place) {
            if (place.lastUid === 2) throw new Error('failed');
            await options.onPlace(place);
          },
        }),
    };
    await expect(read(dies)).rejects.toThrow('failed');
    expect(await bounced()).toEqual([1, 2]);
    later();
    await read();
    expect(await bounced()).toEqual([1, 2, 3]);
    expect([await count('INBOX'), await count('Wordrise')]).toEqual([0, 3]);
  });

  test('is read to its end, whatever is in it', async () => {
    const { put, read, bounced, count } = await start('hostile');
    await put(
      '\n'.repeat(1_000_000),
      `Content-Type: multipart/mixed; boundary=b\n\n${'--b\n\nx\n'.repeat(100_000)}`,
      'Content-Type: message/rfc822\n\n'.repeat(5000),
      'A: b\n'.repeat(300_000),
      `Subject: ${'x'.repeat(1_000_000)}\n\n`,
      ' ',
      report('reader0@example.com').replace('5.1.1', '5.1.1\nDiagnostic-Code: smtp; \x01\xff no\x7fbody'),
      report(`${'x'.repeat(1000)}@example.com`),
      report('reader1@example.com'),
    );
    expect(await read()).toEqual([
      'done: 3 reports were read in the bounce mailbox',
      'done: 6 messages that are not reports stay in the bounce mailbox',
    ]);
    expect(await bounced()).toEqual([1, 2]);
    expect([await count('INBOX'), await count('Wordrise')]).toEqual([6, 3]);
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

describe.each(databaseKinds)('the messages of a bounce mailbox, on %s', (kind) => {
  async function start(messages: (string | Buffer)[], { isSending = false, mostMessages = 1000 } = {}) {
    const database = await openTestDatabase(kind);
    const clock = { now: new Date('2026-12-01T12:00:00Z') };
    const now = () => clock.now;
    const emails = Array.from({ length: 5 }, (_, nth) => `reader${nth}@example.com`);
    const status = 'subscribed' as const;
    await database.em().insertMany(
      Registration,
      emails.map((email) => ({ email, firstName: 'Ada', createdAt: now(), status })),
    );
    const mailbox = fakeMailbox(messages);
    const reader = openBounceMailboxReader({
      database,
      now,
      bounceMailbox: mailbox,
      isSending: async () => isSending,
      mostMessages,
    });
    return {
      database,
      mailbox,
      reader,
      later: (ms = 60_000) => {
        clock.now = new Date(clock.now.getTime() + ms);
      },
      async read() {
        const events: PassEvent[] = [];
        await reader.read({ onEvent: (event) => void events.push(event) });
        return events.map(({ outcome, message }) => `${outcome}: ${message}`);
      },
      async bounced() {
        const found = await database.em().find(Registration, { status: 'bounced' }, { orderBy: { id: 1 } });
        return found.map(({ id }) => id);
      },
    };
  }

  test('cannot stop the reading, whatever they contain', async () => {
    const zero = report('reader0@example.com').replace('5.1.1', '5.1.1\nDiagnostic-Code: smtp; no\0body');
    const hostile = [
      '\n'.repeat(2_000_000),
      `Content-Type: multipart/mixed; boundary=b\n\n${'--b\n\nx\n'.repeat(100_000)}`,
      'Content-Type: message/rfc822\n\n'.repeat(5000),
      '',
      '\0',
      report('a\0b@example.com'),
      report(`${'x'.repeat(400)}@example.com`),
    ];
    const { read, bounced, mailbox } = await start([...hostile, zero, report('reader1@example.com')]);
    let turns = 0;
    const beat = setInterval(() => {
      turns += 1;
    }, 0);
    await read();
    clearInterval(beat);
    expect(await bounced()).toEqual([1, 2]);
    // Others had their turn between messages.
    expect(turns).toBeGreaterThanOrEqual(hostile.length);
    expect(mailbox.fetchedBytes()).toBeLessThanOrEqual(reportLimits.bytes);
  });

  test('that no database stores stay there, are reported, and stop nothing', async () => {
    const { database, read, bounced, mailbox } = await start(
      [0, 1, 2].map((nth) => report(`reader${nth}@example.com`)),
    );
    const refuse = database.em;
    let calls = 0;
    database.em = () => {
      const em = refuse();
      const { transactional } = em;
      em.transactional = ((work: Parameters<typeof transactional>[0]) => {
        calls += 1;
        if (calls === 2) throw Object.assign(new Error('invalid byte sequence'), { code: '22021' });
        return transactional.call(em, work);
      }) as typeof transactional;
      return em;
    };
    expect(await read()).toEqual([
      'done: 2 reports were read in the bounce mailbox',
      'failed: 1 report in the bounce mailbox cannot be stored and stays there',
    ]);
    expect(await bounced()).toEqual([1, 3]);
    expect(mailbox.left()).toEqual([2]);
  });

  test('at which reading fails twice are left there and reported', async () => {
    const { read, bounced, mailbox, later } = await start(
      [0, 1, 2].map((nth) => report(`reader${nth}@example.com`)),
    );
    mailbox.breakAt(2);
    const broken = expect.stringMatching(/^waiting: The bounce mailbox cannot be read: /);
    expect(await read()).toEqual([broken, 'done: 1 report was read in the bounce mailbox']);
    later();
    expect(await read()).toEqual([broken]);
    later();
    expect(await read()).toEqual([
      'done: 1 report was read in the bounce mailbox',
      'failed: Reading a message in the bounce mailbox failed 2 times. It stays there, and reading continues after it',
    ]);
    expect(await bounced()).toEqual([1, 3]);
    expect(mailbox.left()).toEqual([2]);
    later();
    expect(await read()).toEqual([]);
  });

  test('are tried again if reading was stopped by its own process', async () => {
    const { database, mailbox, reader, later, bounced } = await start([report('reader0@example.com')]);
    for (let each = 0; each < 4; each += 1) {
      const stopping = new AbortController();
      mailbox.beforeFetch(() => stopping.abort());
      mailbox.breakAt(1);
      await reader.read({ onEvent: () => {}, signal: stopping.signal });
      later();
    }
    expect((await database.em().findOneOrFail(MailboxReading, { name: mailbox.name })).tries).toBe(0);
    mailbox.breakAt(0);
    await reader.read({ onEvent: () => {} });
    expect(await bounced()).toEqual([1]);
  });

  test('that killed the process twice are left there, and those before and after are acted on', async () => {
    const { database, read, bounced, later } = await start([]);
    const messages = [report('reader0@example.com'), 'kill -9', report('reader1@example.com')];
    const leaseMs = bounceMailboxPolicy.leaseMs + 60_000;
    const runOnce = async (nth: number) => {
      const child = await startScript('bounces.child.ts', {
        DATABASE_URL: (database as { url?: string }).url ?? '',
        SESSION_SECRET: 'x'.repeat(32),
        MESSAGES: JSON.stringify(messages),
        NOW: new Date(Date.parse('2026-12-01T13:00:00Z') + nth * leaseMs).toISOString(),
      });
      const [code, signal] = await once(child, 'exit');
      return signal ?? code;
    };
    expect([await runOnce(0), await runOnce(1), await runOnce(2)]).toEqual(['SIGKILL', 'SIGKILL', 0]);
    expect(await bounced()).toEqual([1, 2]);
    later();
    expect(await read()).toEqual([]);
  });

  test('that are too many for one pass are left to the next, which may begin at once', async () => {
    const messages = [0, 1, 2].map((nth) => report(`reader${nth}@example.com`));
    const { database, read, reader, mailbox } = await start(messages, { mostMessages: 2 });
    expect(reader.hasMore()).toBe(false);
    expect(await read()).toEqual(['done: 2 reports were read in the bounce mailbox']);
    expect([reader.hasMore(), mailbox.left()]).toEqual([true, [3]]);
    const provider = {} as MailProvider;
    const deps = passDeps({ database, now: () => new Date(), provider });
    const delivery = openProcessor({
      ...deps,
      readers: { ...deps.readers, bounceMailbox: reader },
      beforePass: async () => {},
    });
    expect(await delivery.hasMore()).toBe(true);
    expect(await read()).toEqual(['done: 1 report was read in the bounce mailbox']);
    expect([reader.hasMore(), mailbox.left(), await delivery.hasMore()]).toEqual([false, [], false]);
  });

  test('that are too many wait while an email is being sent', async () => {
    const messages = [0, 1, 2].map((nth) => report(`reader${nth}@example.com`));
    const { read, reader, later } = await start(messages, { mostMessages: 2, isSending: true });
    await read();
    expect(reader.hasMore()).toBe(false);
    later(bounceMailboxPolicy.restMs - 1);
    expect([await read(), reader.hasMore()]).toEqual([[], false]);
    later(bounceMailboxPolicy.restMs + 1);
    expect(reader.hasMore()).toBe(true);
    expect(await read()).toEqual(['done: 1 report was read in the bounce mailbox']);
    expect(reader.hasMore()).toBe(false);
  });
});
