import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { databaseKinds } from '../../../test/databases.ts';
import { eventually } from '../../../test/eventually.ts';
import { migratedDatabaseUrl } from '../../../test/migrated-database.ts';
import { aWord } from '../../../test/words.ts';
import { defaultDesign } from '../../core/src/contract/design.ts';
import type { ReceivedEmail } from '../../core/src/mail/sandbox/smtp-server.ts';
import { startSmtpServer } from '../../core/src/mail/sandbox/smtp-server.ts';
import { startTestServer } from './start-test-server.ts';

/** A mail server on this machine, and the settings that use it. */
async function givenMailServer() {
  const received: ReceivedEmail[] = [];
  const server = await startSmtpServer({
    faults: () => undefined,
    accept: async (email) => void received.push(email),
  });
  onTestFinished(server.close);
  const changes = {
    EMAIL_PROVIDER: 'smtp',
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(server.port),
    SMTP_SECURITY: 'none',
    MAIL_FROM: 'Daily Word <word@example.com>',
    POSTAL_ADDRESS: '1 Street, Town',
  };
  return { changes, received };
}

/** DNS that has nothing. */
const nothing = async () => Promise.reject(Object.assign(new Error('DNS'), { code: 'ENOTFOUND' }));
const dns = { resolveTxt: nothing, resolve4: nothing, resolve6: nothing, resolveMx: nothing };

const publicName = async ({ ok }: Awaited<ReturnType<typeof startTestServer>>) =>
  (await ok('config')).productName;

test.each(databaseKinds)(
  'a saved setting counts at once, and in the other servers soon (%s)',
  async (kind) => {
    const databaseUrl = await migratedDatabaseUrl(kind);
    const [one, other] = [await startTestServer({ databaseUrl }), await startTestServer({ databaseUrl })];
    await one.signIn();
    const saved = await one.ok('saveSettings', { body: { changes: { PRODUCT_NAME: 'Wort am Tag' } } });
    expect(saved.settings.find(({ name }) => name === 'PRODUCT_NAME')).toMatchObject({
      value: 'Wort am Tag',
      source: 'stored',
    });
    expect(await publicName(one)).toBe('Wort am Tag');
    // The session goes on, in a product that was opened again.
    expect(await one.ok('getSettings')).toEqual(saved);
    await eventually(async () => expect(await publicName(other)).toBe('Wort am Tag'));
  },
);

test('a new name is in the emails that wait, once they are updated', async () => {
  const { ok, signIn } = await startTestServer();
  await signIn();
  await ok('saveDesign', { body: { design: { ...defaultDesign, accent: '#0b3d91' }, replacesHtml: false } });
  const { id: wordId } = await ok('addWord', { body: aWord() });
  const body = { wordId, scheduledDate: '2030-01-01T07:00', status: 'pending' };
  const { id } = await ok('scheduleEmail', { body });
  const { olderEmails } = await ok('saveSettings', { body: { changes: { PRODUCT_NAME: 'Daily' } } });
  expect(olderEmails).toMatchObject([{ id, word: 'petrichor' }]);
  await ok('updateEmail', { params: { id } });
  expect(await ok('listOlderEmails')).toEqual([]);
  const { subject, html } = await ok('getEmailContent', { params: { id } });
  expect(subject).toBe('Daily: petrichor');
  expect(html).not.toContain('Wordrise');
});

test('emails that wait get the new address with the call that saves it, since the session ends with it', async () => {
  const given = {
    databaseUrl: await migratedDatabaseUrl('sqlite'),
    env: { PUBLIC_URL: '', EMAIL_PROVIDER: 'smtp-sandbox' },
  };
  const first = await startTestServer(given);
  await first.wordrise.settings.save({ PUBLIC_URL: 'http://words.test' });
  await first.stop();
  const server = await startTestServer(given);
  const { ok, refused, signIn } = server;
  await signIn();
  for (const word of ['petrichor', 'virga']) {
    const { id: wordId } = await ok('addWord', { body: aWord({ word }) });
    await ok('scheduleEmail', { body: { wordId, scheduledDate: '2030-01-01T07:00', status: 'pending' } });
  }
  const changes = { PUBLIC_URL: 'https://words.example.com' };
  const saved = await ok('saveSettings', { body: { changes, updateScheduled: true } });
  expect(saved.olderEmails).toBe(undefined);
  expect(saved.updatedEmails).toMatchObject([{ status: 'scheduled' }, { status: 'scheduled' }]);
  expect(await refused('getSettings', { origin: undefined })).toMatchObject({ code: 'auth.required' });
  const { wordrise } = await startTestServer(given);
  for (const { id } of saved.updatedEmails ?? []) {
    const { html } = await wordrise.schedule.content(id);
    expect(html).toContain('https://words.example.com/word');
    expect(html).not.toContain('http://words.test');
  }
});

test('the sandbox shows a new sender and postal address in the next email', async () => {
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead);
  const { ok, signIn, wordrise, folder } = await startTestServer({ overrides: { now } });
  await signIn();
  await ok('register', { body: { email: 'ada@example.com', firstName: 'Ada' } });
  await wordrise.processor.runPass();
  const changes = { MAIL_FROM: 'Daily Word <word@example.com>', POSTAL_ADDRESS: '5 Real Road & Co' };
  await ok('saveSettings', { body: { changes } });

  const { id: wordId } = await ok('addWord', { body: aWord() });
  const hour = 3_600_000;
  const scheduledDate = new Date(Date.now() + hour).toISOString();
  expect(await ok('scheduleEmail', { body: { wordId, scheduledDate } })).toMatchObject({
    status: 'scheduled',
  });
  ahead = hour;
  await eventually(async () => expect((await ok('listOutbox')).total).toBe(1));

  const [{ id = '' } = {}] = (await ok('listOutbox')).emails;
  const { html, text } = await ok('readOutbox', { params: { id } });
  expect(readFileSync(join(folder, 'outbox', `${id}.eml`), 'utf8')).toMatch(
    /^From: Daily Word <word@example\.com>/m,
  );
  expect(html).toContain('Daily Word, 5 Real Road &amp; Co</div>');
  expect(text).toContain('\nDaily Word, 5 Real Road & Co\n');
});

test('what the environment sets is shown as set there, and cannot be changed', async () => {
  const server = await startTestServer();
  await server.signIn();
  const { settings } = await server.ok('getSettings');
  expect(settings.find(({ name }) => name === 'TIMEZONE')).toMatchObject({
    source: 'environment',
    variable: 'TIMEZONE',
    value: 'America/New_York',
  });
  const refused = await server.refused('saveSettings', { body: { changes: { TIMEZONE: 'UTC' } } });
  expect(refused).toMatchObject({
    status: 400,
    code: 'input.invalid',
    fields: { TIMEZONE: ['This is set in the environment or in .env and can only be changed there.'] },
  });
});

test('sending is checked and tried before anything is stored, and never answers the password', async () => {
  const { changes, received } = await givenMailServer();
  const server = await startTestServer({ overrides: { dns } });
  await server.signIn();
  const { checks } = await server.ok('checkSettings', { body: { changes } });
  expect(checks).toContainEqual(expect.objectContaining({ name: 'reachable', status: 'ok' }));
  expect(checks.find(({ name }) => name === 'dmarc')?.record).toEqual({
    type: 'TXT',
    name: '_dmarc.example.com',
    value: 'v=DMARC1; p=none',
  });
  const { message } = await server.ok('testSettings', { body: { changes, to: 'owner@example.com' } });
  expect(message).toBe('The mail server accepted the test email to owner@example.com.');
  expect(received).toHaveLength(1);
  expect(received[0]?.raw.toString()).toContain('From: Daily Word <word@example.com>');
  expect((await server.ok('getSettings')).version).toBe(0);

  const view = await server.ok('saveSettings', { body: { changes: { ...changes, PRODUCT_NAME: 'Daily' } } });
  expect(view.settings.find(({ name }) => name === 'SMTP_HOST')).toMatchObject({ value: '127.0.0.1' });
  expect((await server.ok('system')).email).toMatchObject({ isSandbox: false, ownsList: true });
  await server.ok('sendTestEmail', { body: { to: 'owner@example.com' } });
  expect(received).toHaveLength(2);
});

test('a mail server that does not answer is not stored', async () => {
  const { changes } = await givenMailServer();
  const server = await startTestServer({ overrides: { dns } });
  await server.signIn();
  // Nothing listens on port 1.
  const body = { changes: { ...changes, SMTP_PORT: '1' } };
  const { checks } = await server.ok('checkSettings', { body });
  expect(checks).toContainEqual(expect.objectContaining({ name: 'reachable', status: 'failed' }));
  expect(await server.refused('saveSettings', { body })).toMatchObject({
    code: 'email_provider.refused',
    message: expect.stringContaining('“Port”'),
  });
  const trial = { body: { ...body, to: 'owner@example.com' } };
  expect(await server.refused('testSettings', trial)).toMatchObject({
    code: 'email_provider.unreachable',
    message: expect.stringContaining('Nothing listens there. Check “Mail server” and “Port”.'),
  });
  expect((await server.ok('getSettings')).version).toBe(0);
});

test('a server keeps its settings when newer ones cannot be used', async () => {
  const server = await startTestServer({ env: { PRODUCT_NAME: 'Given' } });
  const { wordrise } = server;
  await wordrise.settings.save({ ALERT_WEBHOOK_URL: 'https://hooks.example.com/x' });
  await eventually(async () => expect(server.lines.join()).toContain('count from now on'));
  // As by another process with another key.
  const { openProductDatabase } = await import('../../core/src/entities.ts');
  const database = await openProductDatabase(server.config.database);
  await database.em().execute(`update settings set value = 'AAAA', version = version + 1`);
  await database.close();
  await eventually(async () => expect(server.lines.join()).toContain('the earlier ones still count'));
  expect(await publicName(server)).toBe('Given');
});
