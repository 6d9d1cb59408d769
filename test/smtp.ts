import { onTestFinished } from 'vitest';
import type { PassEvent } from '../packages/core/src/delivery/pass-event.ts';
import { smtpPolicy } from '../packages/core/src/delivery/policy.ts';
import { createProviderRests } from '../packages/core/src/delivery/provider-rest.ts';
import { runPass } from '../packages/core/src/delivery/run-pass.ts';
import type { SmtpPolicy } from '../packages/core/src/mail/smtp/policy.ts';
import { createSmtpProvider, type SmtpProvider } from '../packages/core/src/mail/smtp/smtp.ts';
import type { ChooseSmtpFault } from '../packages/core/src/mail/smtp-sandbox/smtp-faults.ts';
import { type ReceivedEmail, startSmtpServer } from '../packages/core/src/mail/smtp-sandbox/smtp-server.ts';
import { createMailingList } from '../packages/core/src/readers/mailing-list.ts';
import { Registration } from '../packages/core/src/readers/registration.ts';
import { scheduleEmail } from '../packages/core/src/schedule/schedule-email.ts';
import { ScheduledEmail } from '../packages/core/src/schedule/scheduled-email.ts';
import type { SmtpConfig, SmtpServer } from '../packages/core/src/settings/config.ts';
import { addWord } from '../packages/core/src/words/save-word.ts';
import type { DatabaseKind } from './databases.ts';
import { deliveryDeps } from './delivery-deps.ts';
import { openTestDatabase } from './open-test-database.ts';
import { aWord } from './words.ts';

interface TestSending {
  /** Overrides of the settings. */
  smtp?: Partial<SmtpConfig>;
  server?: Partial<SmtpServer>;
  policy?: Partial<SmtpPolicy>;
}

/** A database, a mail server that records what it accepts, and the clock of both. */
export async function openTestSending(kind: DatabaseKind, { smtp, server: at, policy }: TestSending = {}) {
  const db = await openTestDatabase(kind);
  const clock = { now: new Date('2026-12-01T12:00:00Z') };
  const now = () => clock.now;
  const received: ReceivedEmail[] = [];
  let fault: ChooseSmtpFault = () => undefined;
  const server = await startSmtpServer({
    faults: (about) => fault(about),
    accept: async (email) => void received.push(email),
  });
  onTestFinished(server.close);

  /** As another process would open it. */
  function openProvider(): SmtpProvider {
    const rests = createProviderRests({ database: db, now }, 'smtp');
    const provider = createSmtpProvider({
      ...{ database: db, now, productName: 'Daily Word', publicUrl: 'https://words.example.com' },
      ...{ checkRest: rests.check, onRest: rests.begin },
      policy: { ...smtpPolicy, ...policy },
      list: createMailingList({ database: db, now }),
      smtp: {
        server: { host: '127.0.0.1', port: server.port, isSecure: false, user: '', password: '', ...at },
        from: { name: 'Daily Word', address: 'word@example.com' },
        replyTo: undefined,
        postalAddress: '1 Sample Street, Anytown 00000',
        connections: 3,
        ratePerSecond: 0,
        dkim: undefined,
        bounceAddress: 'bounces@example.com',
        ...smtp,
      },
    });
    onTestFinished(() => provider.close());
    return provider;
  }

  const provider = openProvider();
  const deps = deliveryDeps({ database: db, now, provider });
  let words = 0;
  return {
    ...{ db, clock, now, server, received, provider, deps, openProvider },
    setFault(given: ChooseSmtpFault) {
      fault = given;
    },
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
      const rows = await db.read<{ state: string; count: number | string }>(
        'select state, count(*) as count from deliveries group by state',
      );
      return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
    },
  };
}
