import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { databaseKinds, temporaryDatabaseUrl, temporaryFolder } from '../../../../test/databases.ts';
import { aWord } from '../../../../test/words.ts';
import { loadConfig } from '../platform/settings/load-config.ts';
import type { Wordrise } from '../product.ts';
import { openWordrise } from '../wordrise.ts';

const ada = 'ada.lovelace@erased.example';

async function openInstallation(kind: (typeof databaseKinds)[number]) {
  const folder = temporaryFolder();
  const DATABASE_URL =
    kind === 'sqlite' ? `sqlite:${join(folder, 'wordrise.db')}` : await temporaryDatabaseUrl(kind);
  const clock = { now: new Date('2026-07-01T12:00:00Z') };
  const config = loadConfig({ NODE_ENV: 'test', DATABASE_URL, DATA_DIR: folder, TIMEZONE: 'UTC' });
  const open = async () => {
    const wordrise = await openWordrise(config, { now: () => clock.now, bcryptCost: 4 });
    onTestFinished(wordrise.close);
    return wordrise;
  };
  const wordrise = await open();
  await wordrise.mail.start();
  return { folder, clock, wordrise, open };
}

async function signUp({ readers }: Wordrise, emails: string[]): Promise<void> {
  for (const [n, email] of emails.entries()) {
    const caller = { address: `192.0.2.${n % 250}` };
    const said = { campaign: 'fair', consent: `I agree, and I am ${email}` };
    await readers.signUp({ email, firstName: 'Augusta', favoriteWord: 'analytical', ...said }, caller);
  }
}

/** A day's email reaches everybody who signed up. */
async function sendEmail({ clock, wordrise }: Awaited<ReturnType<typeof openInstallation>>): Promise<void> {
  const { id } = await wordrise.words.add(aWord());
  const scheduledDate = new Date(clock.now.getTime() + 3_600_000).toISOString();
  await wordrise.processor.runPass();
  await wordrise.schedule.add({ wordId: id, scheduledDate, status: 'pending' });
  clock.now = new Date(clock.now.getTime() + 2 * 3_600_000);
  await wordrise.processor.runPass();
}

/** The files below a folder that contain a text, ignoring case. */
function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const file = join(folder, name);
    return statSync(file).isFile() && readFileSync(file).toString('latin1').toLowerCase().includes(text);
  });
}

describe.each(databaseKinds)('a removed reader on %s', (kind) => {
  test('leaves no byte of the address in database, sandbox and outbox', async () => {
    const installation = await openInstallation(kind);
    const { folder, wordrise } = installation;
    const others = Array.from({ length: 120 }, (_, n) => `reader.${n}@elsewhere.example`);
    await signUp(wordrise, [...others.slice(0, 60), ada, ...others.slice(60)]);
    await sendEmail(installation);
    const person = await wordrise.readers.describe(ada.toUpperCase());
    expect(person).toMatchObject({ email: ada, firstName: 'Augusta', status: 'subscribed' });
    expect(person).toMatchObject({ ipAddress: expect.any(String), subscriberId: expect.any(String) });
    expect(person.outbox).toMatchObject([{ to: ada }]);
    expect(person).toMatchObject({ campaign: 'fair', consent: `I agree, and I am ${ada}` });
    expect(person.privacy?.text).toContain('# Privacy');
    expect(filesWith(folder, ada).length).toBeGreaterThan(1);

    for await (const _ of wordrise.readers.export('csv'));
    await wordrise.readers.remove(ada);

    expect(filesWith(folder, ada)).toEqual([]);
    const { entries } = await wordrise.audit.list({ page: 1, limit: 10 });
    expect(entries.map(({ action, detail }) => [action, detail])).toEqual([
      ['reader.remove', `reader ${person.id}`],
      ['reader.export', null],
      ['reader.show', `reader ${person.id}`],
    ]);
    const log = JSON.stringify(entries);
    expect(log).not.toMatch(/@|lovelace|Augusta/i);
    expect(await wordrise.readers.count()).toMatchObject({ total: 120 });
    expect((await wordrise.mail.outbox.list({ limit: 1 })).total).toBe(120);
    const asking = wordrise.readers.describe(ada);
    await expect(asking).rejects.toMatchObject({ code: 'signup.not_found' });
    await expect(asking).rejects.toThrow(
      'A reader who had it was removed (2026-07-01). A hash of it is kept',
    );
  });

  test('is not added again by an import, in any process, for any reason', async () => {
    const { wordrise, open } = await openInstallation(kind);
    const addresses = [ada, 'left@elsewhere.example', 'spam@elsewhere.example', 'dead@elsewhere.example'];
    await signUp(wordrise, addresses);
    await wordrise.processor.runPass();
    await wordrise.readers.reportDeliveries([
      { event: 'unsubscribed', email: addresses[1] },
      { event: 'complained', email: addresses[2] },
      { event: 'bounced', kind: 'permanent', email: addresses[3] },
    ]);
    for (const email of addresses) await wordrise.readers.remove(email);
    const other = await open();
    const file = [
      'email,firstName\n',
      ...[...addresses, 'new@elsewhere.example'].map((one) => `${one},Ada\n`),
    ];
    for (const dryRun of [true, false]) {
      const counts = await other.readers.import(file, { consent: 'At the fair.', dryRun });
      expect(counts).toMatchObject({ rows: 5, added: 1, skipped: 4, refused: 0, leftOut: { removed: 4 } });
    }
    for (const [nth, reason] of ['removed', 'unsubscribed', 'complained', 'bounced'].entries()) {
      const asking = wordrise.readers.describe(addresses[nth] ?? '');
      await expect(asking).rejects.toThrow(`A reader who had it was ${reason}`);
    }
    // Nobody who complained comes back without confirmation, and the signup is answered like any other.
    await signUp(wordrise, addresses);
    const { readers } = await wordrise.readers.list({ page: 1, limit: 10 });
    expect(readers.map(({ email }) => email)).toEqual([ada, 'new@elsewhere.example']);
  });

  test('leaves none while another process reads and writes', async () => {
    const { folder, wordrise, open } = await openInstallation(kind);
    const other = await open();
    await signUp(wordrise, ['one@elsewhere.example', ada]);
    await wordrise.processor.runPass();
    let isDone = false;
    const removing = wordrise.readers.remove(ada).finally(() => {
      isDone = true;
    });
    for (let n = 0; !isDone; n += 1) {
      await signUp(other, [`more.${n}@elsewhere.example`]);
      await other.readers.list({ page: 1, limit: 50 });
    }
    await removing;
    expect(filesWith(folder, ada)).toEqual([]);
  });

  test('may sign up again', async () => {
    const { wordrise } = await openInstallation(kind);
    await signUp(wordrise, [ada]);
    await wordrise.processor.runPass();
    await wordrise.readers.remove(ada);
    await signUp(wordrise, [ada]);
    await wordrise.processor.runPass();
    expect(await wordrise.readers.find(ada)).toMatchObject({ status: 'subscribed' });
  });
});
