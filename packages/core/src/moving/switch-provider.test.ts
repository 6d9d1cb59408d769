import { describe, expect, onTestFinished, test } from 'vitest';
import { databaseKinds, temporaryFolder } from '../../../../test/databases.ts';
import { migratedDatabaseUrl } from '../../../../test/migrated-database.ts';
import { aWord } from '../../../../test/words.ts';
import type { PassEvent } from '../delivery/pass-event.ts';
import { openSandboxDatabase } from '../mail/sandbox/sandbox-database.ts';
import type { Wordrise } from '../product.ts';
import type { Config } from '../settings/config.ts';
import { loadConfig } from '../settings/load-config.ts';
import { openWordrise } from '../wordrise.ts';

const hour = 3_600_000;
const silence = () => Promise.reject(Object.assign(new Error('DNS'), { code: 'ETIMEOUT' }));
const silentDns = { resolveTxt: silence, resolve4: silence, resolve6: silence, resolveMx: silence };
const names = ['ada', 'bob', 'cleo', 'dan'];
const addressOf = (name: string) => `${name}@example.com`;

describe.each(databaseKinds)('moving to another email provider on %s', (kind) => {
  /** Four readers at iContact's sandbox, and two emails that wait there. */
  async function openInstallation() {
    const clock = { now: new Date('2026-12-01T12:00:00Z') };
    const DATA_DIR = temporaryFolder();
    const DATABASE_URL = await migratedDatabaseUrl(kind);
    const settings = (EMAIL_PROVIDER: string) =>
      loadConfig({ NODE_ENV: 'test', DATABASE_URL, DATA_DIR, EMAIL_PROVIDER, CONFIRM_SIGNUPS: 'off' });
    const [icontact, smtp] = [settings('sandbox'), settings('smtp-sandbox')];
    const open = async (config: Config) => {
      const wordrise = await openWordrise(config, { now: () => clock.now, dns: silentDns });
      onTestFinished(wordrise.close);
      return wordrise;
    };
    const old = await open(icontact);
    for (const name of names) await signUp(old, name);
    await pass(old);
    const first = await schedule(old, 'petrichor', clock.now.getTime() + hour);
    const second = await schedule(old, 'halcyon', clock.now.getTime() + 24 * hour);
    return { clock, icontact, smtp, open, old, first, second, atIcontact: recordsIn(DATA_DIR) };
  }

  const signUp = ({ readers }: Wordrise, name: string) =>
    readers.signUp(
      { email: addressOf(name), firstName: name, favoriteWord: undefined },
      { address: `192.0.2.${name.charCodeAt(0)}` },
    );

  async function pass(wordrise: Wordrise): Promise<PassEvent[]> {
    const events: PassEvent[] = [];
    await wordrise.delivery.runPass({ onEvent: (event) => events.push(event) });
    return events;
  }

  async function schedule({ words, schedule }: Wordrise, word: string, at: number) {
    const { id: wordId } = await words.add(aWord({ word }));
    return schedule.add({ wordId, scheduledDate: new Date(at).toISOString(), status: 'pending' });
  }

  /** What the sandbox holds, as iContact's own pages would show and change it. */
  function recordsIn(dataDir: string) {
    const query = <T>(work: (database: ReturnType<typeof openSandboxDatabase>) => T): T => {
      const database = openSandboxDatabase(dataDir);
      try {
        return work(database);
      } finally {
        database.close();
      }
    };
    return {
      change: (sql: string) => query((database) => database.exec(sql)),
      sends: () => query((database) => database.prepare('SELECT status FROM sends').pluck().all()),
      onList: () =>
        query((database) =>
          database
            .prepare(
              `SELECT email FROM subscriptions JOIN contacts USING (contactId)
               WHERE subscriptions.status = 'normal' AND contacts.status = 'normal' ORDER BY email`,
            )
            .pluck()
            .all(),
        ),
    };
  }

  const contactOf = (name: string) => `(SELECT contactId FROM contacts WHERE email = '${addressOf(name)}')`;
  const stateOf = async ({ readers }: Wordrise, name: string) => (await readers.find(addressOf(name))).status;
  async function receivers({ mail }: Wordrise, word: string): Promise<string[]> {
    const { emails } = await mail.outbox.list({ limit: 100 });
    return emails
      .filter(({ subject }) => subject.includes(word))
      .map(({ to }) => to)
      .toSorted();
  }

  /** By the link in the latest email. */
  async function unsubscribe({ mail, readers }: Wordrise, name: string): Promise<void> {
    const [latest] = await mail.outbox.to(addressOf(name));
    const email = await mail.outbox.read(latest?.id ?? '');
    const token = /unsubscribe\/([0-9a-f]{32})/.exec(email?.text ?? '')?.[1] ?? '';
    await readers.links.unsubscribe(token);
  }

  test('to SMTP and back loses nobody, mails nobody twice, and nobody who had left', async () => {
    const { clock, icontact, smtp, open, old, first, second, atIcontact } = await openInstallation();
    atIcontact.change(`
      UPDATE subscriptions SET status = 'unsubscribed' WHERE contactId = ${contactOf('bob')};
      UPDATE contacts SET status = 'bounced' WHERE email = '${addressOf('cleo')}';
      INSERT INTO contacts (email, firstName, createDate) VALUES ('eve@example.com', 'Eve', 0), ('fay@example.com', '', 0);
      INSERT INTO subscriptions (listId, contactId, status, addDate)
        SELECT (SELECT listId FROM subscriptions LIMIT 1), contactId, CASE email WHEN 'eve@example.com' THEN 'normal' ELSE 'unsubscribed' END, 0
        FROM contacts WHERE email IN ('eve@example.com', 'fay@example.com');
    `);

    const plan = await old.switchProvider(smtp, { apply: false });
    const list = { direction: 'here', kept: 2, added: 1, left: 2, missing: 0, keptOut: 1, unusable: 0 };
    expect(plan).toMatchObject({ from: 'icontact', to: 'smtp', applied: false, obstacles: [], list });
    expect(plan.emails).toMatchObject([
      { id: first.id, word: 'petrichor', isAtProvider: true, outcome: 'waiting' },
      { id: second.id, word: 'halcyon', isAtProvider: true, outcome: 'waiting' },
    ]);
    expect(atIcontact.sends()).toEqual(['pending', 'pending']);
    expect(await stateOf(old, 'bob')).toBe('subscribed');

    const done = await old.switchProvider(smtp, { apply: true });
    expect(done).toMatchObject({ applied: true, obstacles: [], list });
    expect(done.emails.map(({ outcome }) => outcome)).toEqual(['withdrawn', 'withdrawn']);
    expect(atIcontact.sends()).toEqual(['canceled', 'canceled']);
    const states = await Promise.all([...names, 'eve', 'fay'].map((name) => stateOf(old, name)));
    expect(states).toEqual([
      'subscribed',
      'unsubscribed',
      'bounced',
      'subscribed',
      'subscribed',
      'unsubscribed',
    ]);

    // A server that was not restarted sends nothing, and loses nothing.
    expect(await pass(old)).toContainEqual(
      expect.objectContaining({
        outcome: 'failed',
        message: expect.stringMatching(/Set EMAIL_PROVIDER=smtp and restart/),
      }),
    );
    expect(await old.schedule.stats()).toMatchObject({ pending: 2, failed: 0 });
    // Once more, as after an interruption.
    expect(await old.switchProvider(smtp, { apply: true })).toMatchObject({
      emails: [{ outcome: 'withdrawn' }, { outcome: 'withdrawn' }],
      list: { kept: 3, added: 0, left: 0, keptOut: 0 },
    });

    const now = await open(smtp);
    await pass(now);
    clock.now = new Date(clock.now.getTime() + hour);
    await pass(now);
    // The old one would send now what it still had.
    await pass(old);
    expect(await receivers(now, 'petrichor')).toEqual(['ada', 'dan', 'eve'].map(addressOf));
    expect(await now.schedule.stats()).toMatchObject({ sent: 1, scheduled: 1 });

    // Under SMTP one leaves and one joins.
    await unsubscribe(now, 'dan');
    await signUp(now, 'gil');
    await pass(now);
    const back = await now.switchProvider(icontact, { apply: true });
    expect(back).toMatchObject({
      from: 'smtp',
      to: 'icontact',
      emails: [{ word: 'halcyon', outcome: 'withdrawn' }],
      list: { direction: 'there', kept: 2, toSubscribe: 1, takenOff: 1 },
    });
    const again = await open(icontact);
    await pass(again);
    expect(atIcontact.onList()).toEqual(['ada', 'eve', 'gil'].map(addressOf));
    clock.now = new Date(clock.now.getTime() + 23 * hour);
    await pass(again);
    expect(await receivers(again, 'halcyon')).toEqual(['ada', 'eve', 'gil'].map(addressOf));
    expect(await receivers(again, 'petrichor')).toHaveLength(3);
    expect(await again.schedule.stats()).toMatchObject({ sent: 2 });
  });

  test('waits for an email that goes out now, and for a provider that does not work', async () => {
    const { clock, smtp, old, atIcontact } = await openInstallation();
    clock.now = new Date(clock.now.getTime() + hour - 5 * 60_000);
    const report = await old.switchProvider(smtp, { apply: true });
    expect(report).toMatchObject({
      applied: false,
      obstacles: [expect.stringMatching(/^“petrichor” goes out now/)],
    });
    expect(atIcontact.sends()).toEqual(['pending', 'pending']);
    const unreachable = loadConfig({
      ...{ NODE_ENV: 'test', DATA_DIR: smtp.dataDir, EMAIL_PROVIDER: 'smtp', SMTP_URL: 'smtp://127.0.0.1:1' },
      ...{
        MAIL_FROM: 'word@example.invalid',
        POSTAL_ADDRESS: '1 Sample Street',
        PUBLIC_URL: 'https://w.example.com',
      },
    });
    const { applied, obstacles } = await old.switchProvider(unreachable, { apply: true });
    expect({ applied, obstacles }).toMatchObject({
      applied: false,
      obstacles: [expect.stringMatching(/^Email provider: /), expect.stringMatching(/petrichor/)],
    });
    await expect(old.switchProvider(old.config, { apply: true })).rejects.toMatchObject({
      code: 'input.invalid',
    });
  });
});
