import { onTestFinished } from 'vitest';
import type { PassEvent } from '../packages/core/src/mail/pass-event.ts';
import { openSandboxDatabase } from '../packages/core/src/mail/sandbox/store.ts';
import type { Config } from '../packages/core/src/platform/settings/config.ts';
import { loadConfig } from '../packages/core/src/platform/settings/load-config.ts';
import type { Wordrise } from '../packages/core/src/product.ts';
import { openWordrise } from '../packages/core/src/wordrise.ts';
import { type DatabaseKind, temporaryFolder } from './databases.ts';
import { migratedDatabaseUrl } from './migrated-database.ts';
import { aWord } from './words.ts';

export const hour = 3_600_000;
const silence = () => Promise.reject(Object.assign(new Error('DNS'), { code: 'ETIMEOUT' }));
const silentDns = { resolveTxt: silence, resolve4: silence, resolve6: silence, resolveMx: silence };
export const names = ['ada', 'bob', 'cleo', 'dan'];
export const addressOf = (name: string) => `${name}@example.com`;

/** One folder and database, for either sandbox. */
export async function openPlace(kind: DatabaseKind) {
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
  return { clock, icontact, smtp, open, atIcontact: recordsIn(DATA_DIR) };
}

/** Four readers at iContact's sandbox, and two emails pending there. */
export async function openInstallation(kind: DatabaseKind) {
  const place = await openPlace(kind);
  const { clock, icontact, open } = place;
  const old = await open(icontact);
  for (const name of names) await signUp(old, name);
  await pass(old);
  const first = await schedule(old, 'petrichor', clock.now.getTime() + hour);
  const second = await schedule(old, 'halcyon', clock.now.getTime() + 24 * hour);
  return { ...place, old, first, second };
}

export const signUp = ({ readers }: Wordrise, name: string) =>
  readers.signUp(
    { email: addressOf(name), firstName: name, favoriteWord: undefined },
    { address: `192.0.2.${name.charCodeAt(0)}` },
  );

export async function pass(wordrise: Wordrise): Promise<PassEvent[]> {
  const events: PassEvent[] = [];
  await wordrise.processor.runPass({ onEvent: (event) => events.push(event) });
  return events;
}

export async function schedule({ words, schedule }: Wordrise, word: string, at: number) {
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

export const contactOf = (name: string) =>
  `(SELECT contactId FROM contacts WHERE email = '${addressOf(name)}')`;
export const stateOf = async ({ readers }: Wordrise, name: string) =>
  (await readers.find(addressOf(name))).status;
export async function receivers({ mail }: Wordrise, word: string): Promise<string[]> {
  const { emails } = await mail.outbox.list({ limit: 100 });
  return emails
    .filter(({ subject }) => subject.includes(word))
    .map(({ to }) => to)
    .toSorted();
}

/** Unsubscribes by the link in the latest email, at another server if there is one. @returns the token of the link */
export async function unsubscribe(
  { mail, readers }: Wordrise,
  name: string,
  server: Pick<Wordrise, 'readers'> = { readers },
): Promise<string> {
  const [latest] = await mail.outbox.to(addressOf(name));
  const email = await mail.outbox.read(latest?.id ?? '');
  const token = /unsubscribe\/([0-9a-f]{32})/.exec(email?.text ?? '')?.[1] ?? '';
  await server.readers.links.unsubscribe(token);
  return token;
}
