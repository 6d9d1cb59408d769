import { onTestFinished } from 'vitest';
import type { DnsResolver } from '../packages/core/src/mail/dns/resolver.ts';
import { claimedOf } from '../packages/core/src/mail/engine/ranges.ts';
import type { PassEvent } from '../packages/core/src/mail/pass-event.ts';
import { type SmtpPolicy, smtpPolicy } from '../packages/core/src/mail/policy.ts';
import { createProviderBackoffs } from '../packages/core/src/mail/provider-backoff.ts';
import {
  type ChooseSmtpFault,
  type ReceivedEmail,
  startSmtpServer,
} from '../packages/core/src/mail/sandbox/smtp-server.ts';
import { createSmtpProvider, type SmtpProvider } from '../packages/core/src/mail/smtp/smtp.ts';
import type { OpenDatabase } from '../packages/core/src/platform/database/open-database.ts';
import {
  noSmtpLimits,
  type SmtpConfig,
  type SmtpServer,
} from '../packages/core/src/platform/settings/config.ts';
import { runPass } from '../packages/core/src/processor/pass.ts';
import { createMailingList } from '../packages/core/src/readers/mailing-list.ts';
import { Registration } from '../packages/core/src/readers/reader-tables.ts';
import { scheduleEmail } from '../packages/core/src/schedule/schedule-email.ts';
import { ScheduledEmail } from '../packages/core/src/schedule/scheduled-email.ts';
import { addWord } from '../packages/core/src/words/save-word.ts';
import type { DatabaseKind } from './databases.ts';
import { openTestDatabase } from './open-test-database.ts';
import { passDeps } from './pass-deps.ts';
import { statement } from './statement.ts';
import { aWord } from './words.ts';

interface TestSending {
  /** Overrides of the settings. */
  smtp?: Partial<SmtpConfig>;
  server?: Partial<SmtpServer>;
  policy?: Partial<SmtpPolicy>;
  dns?: DnsResolver;
  /** Whether a bounce mailbox is read. */
  readsBounces?: boolean;
  /** A second mail server. */
  second?: Partial<NonNullable<SmtpConfig['second']>>;
}

/** A database, a mail server that records what it accepts, and the clock of both. */
export async function openTestSending(
  kind: DatabaseKind,
  { smtp, server: at, policy, dns, readsBounces = false, second: otherRelay }: TestSending = {},
) {
  const db = await openTestDatabase(kind);
  const clock = { now: new Date('2026-12-01T12:00:00Z') };
  const now = () => clock.now;
  const first = await startTestServer();
  const { received, server } = first;
  const second = otherRelay && (await startTestServer());

  /** As another process would open it. */
  function openProvider(
    database: OpenDatabase = db,
    more: Partial<SmtpConfig> = {},
    isTrial = false,
  ): SmtpProvider {
    const rests = createProviderBackoffs({ database, now }, 'smtp');
    const provider = createSmtpProvider({
      database,
      now,
      productName: 'Daily Word',
      readsBounces,
      isTrial,
      dns,
      timezone: 'America/New_York',
      publicUrl: 'https://words.example.com',
      checkBackoff: rests.check,
      onBackoff: rests.begin,
      policy: { ...smtpPolicy, ...policy },
      list: createMailingList({ database, now }),
      smtp: {
        server: { host: '127.0.0.1', port: server.port, security: 'none', user: '', password: '', ...at },
        from: { name: 'Daily Word', address: 'word@example.com' },
        replyTo: undefined,
        postalAddress: '1 Sample Street, Anytown 00000',
        connections: 3,
        limits: noSmtpLimits,
        dkim: undefined,
        bounceAddress: 'bounces@example.com',
        second: second && {
          server: { host: '127.0.0.1', port: second.server.port, security: 'none', user: '', password: '' },
          carries: 'failover',
          connections: 3,
          limits: noSmtpLimits,
          ...otherRelay,
        },
        ...smtp,
        ...more,
      },
    });
    onTestFinished(() => provider.close());
    return provider;
  }

  const provider = openProvider();
  const deps = passDeps({ database: db, now, provider });
  let words = 0;
  return {
    db,
    clock,
    now,
    server,
    received,
    provider,
    deps,
    openProvider,
    first,
    second,
    setFault: first.setFault,
    later: (ms: number) => {
      clock.now = new Date(clock.now.getTime() + ms);
    },
    async givenReaders(count: number, name = 'reader', domain = 'example.com') {
      const createdAt = new Date(clock.now.getTime() - 1000);
      const rows = Array.from({ length: count }, (_, nth) => ({
        email: `${name}${nth}@${domain}`,
        firstName: `Ada ${nth}`,
        createdAt,
        status: 'subscribed' as const,
      }));
      await db.em().insertMany(Registration, rows);
    },
    reader: (email: string) => db.em().findOneOrFail(Registration, { email }),
    async schedule(inMs = 3_600_000) {
      words += 1;
      const { id } = await addWord({ database: db, now }, aWord({ word: `word ${words}` }));
      const scheduledDate = new Date(clock.now.getTime() + inMs).toISOString();
      return scheduleEmail(deps, { wordId: id, scheduledDate, status: 'pending' });
    },
    entry: (id: number) => db.em().findOneOrFail(ScheduledEmail, { id }, { populate: ['word'] }),
    async pass(given = provider, signal?: AbortSignal) {
      const events: PassEvent[] = [];
      const onEvent = (event: PassEvent) => void events.push(event);
      await runPass({ ...deps, provider: async () => given }, { onEvent, signal });
      return events;
    },
    /** How many deliveries there are in each state. */
    async states() {
      const rows = await db.read(
        statement<{ id: number; sendId: number; state: string }>(
          'select reader_id as id, send_id as "sendId", state from deliveries',
        ),
      );
      const counts: Record<string, number> = {};
      const begun = new Map<number, number[]>();
      for (const { id, sendId, state } of rows) {
        if (!begun.has(sendId)) begun.set(sendId, await claimedOf(db, sendId));
        const isBegun = ['queued', 'deferred'].includes(state) && begun.get(sendId)?.includes(id);
        const shown = isBegun ? 'sending' : state;
        counts[shown] = (counts[shown] ?? 0) + 1;
      }
      return counts;
    },
  };
}

/** A mail server that records what it accepts, and may be away for a while. */
async function startTestServer() {
  const received: ReceivedEmail[] = [];
  let fault: ChooseSmtpFault = () => undefined;
  const start = (port?: number) =>
    startSmtpServer({
      faults: (about) => fault(about),
      accept: async (email) => void received.push(email),
      ...(port !== undefined && { port }),
    });
  let server = await start();
  const { port } = server;
  onTestFinished(() => server.close());
  return {
    received,
    server: { port, close: () => server.close() },
    setFault(given: ChooseSmtpFault) {
      fault = given;
    },
    /** Nothing listens at its port. */
    stop: () => server.close(),
    async restart() {
      server = await start(port);
    },
  };
}
