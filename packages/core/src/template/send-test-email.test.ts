import { describe, expect, onTestFinished, test } from 'vitest';
import { type DatabaseKind, databaseKinds, temporaryFolder } from '../../../../test/databases.ts';
import { migratedDatabaseUrl } from '../../../../test/migrated-database.ts';
import { aWord } from '../../../../test/words.ts';
import { defaultDesign } from '../contract/design.ts';
import { testToken } from '../mail/mailing-list.ts';
import { loadConfig } from '../platform/settings/load-config.ts';
import type { Overrides } from '../product.ts';
import { openWordrise } from '../wordrise.ts';

const to = 'owner@example.com';
const smtp = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'word@example.com',
  POSTAL_ADDRESS: '1 Main Street',
};
const icontact = {
  EMAIL_PROVIDER: 'icontact',
  ...Object.fromEntries(
    [
      'APP_ID',
      'API_USERNAME',
      'API_PASSWORD',
      'ACCOUNT_ID',
      'CLIENT_FOLDER_ID',
      'LIST_ID',
      'CAMPAIGN_ID',
    ].map((name) => [`ICONTACT_${name}`, '1']),
  ),
};

async function open(env: Record<string, string>, kind: DatabaseKind = 'sqlite', overrides: Overrides = {}) {
  const config = loadConfig({
    DATABASE_URL: await migratedDatabaseUrl(kind),
    DATA_DIR: temporaryFolder(),
    PUBLIC_URL: 'https://words.example.com',
    SESSION_SECRET: 'x'.repeat(32),
    ...env,
  });
  const wordrise = await openWordrise(config, overrides);
  onTestFinished(wordrise.close);
  const { outbox } = wordrise.mail;
  const received = async () => {
    const { emails } = await outbox.list({ limit: 10 });
    return Promise.all(emails.map(async ({ id, ...email }) => ({ ...email, ...(await outbox.read(id)) })));
  };
  return { ...wordrise, received };
}

describe.each(['sandbox', 'smtp-sandbox'])('with the provider %s', (EMAIL_PROVIDER) => {
  test.each(databaseKinds)('a test goes to one address, marked as such (%s)', async (kind) => {
    const { templates, words, readers, audit, processor, received } = await open({ EMAIL_PROVIDER }, kind);
    await readers.signUp(
      { email: 'ada@example.com', firstName: 'Ada', favoriteWord: undefined },
      { address: undefined },
    );
    await processor.runPass();
    const before = (await received()).length;
    await words.add(aWord({ word: 'aurora' }));
    const dusk = await words.add(aWord({ word: 'dusk' }));
    const template = { content: '<p>{{word}} for [fname]</p>', subject: 'Try {{word}}' };

    expect(await templates.sendTest({ to })).toEqual({
      subject: '[Test] Wordrise: aurora',
      through: 'outbox',
      message: `The test email to ${to} is in the outbox.`,
    });
    await templates.sendTest({ to, template, wordId: dusk.id });
    const emails = (await received()).slice(0, -before || undefined);
    expect(emails.map((email) => [email.to, email.subject])).toEqual([
      [to, '[Test] Try dusk'],
      [to, '[Test] Wordrise: aurora'],
    ]);
    expect(emails[0]?.html).toContain('<p>dusk for Reader</p>');
    // What was tried is not saved.
    expect((await templates.get()).subject).toBe('Wordrise: {{word}}');
    expect((await audit.list({ page: 1, limit: 5 })).entries.map(({ action }) => action)).toEqual([
      'template.test',
      'template.test',
    ]);
  });
});

test('its links identify no reader', async () => {
  const { templates, readers, received } = await open({ EMAIL_PROVIDER: 'smtp-sandbox' });
  await templates.sendTest({ to });
  const [email] = await received();
  expect(email?.text).toContain(`https://words.example.com/unsubscribe/${testToken}`);
  expect(readers.links.isTest(testToken)).toBe(true);
  await readers.links.unsubscribe(testToken);
  expect(await readers.links.undoUnsubscribe(testToken)).toBe('unknown');
});

test.each(['sandbox', 'smtp-sandbox'])(
  'its links are in the language of the design, as everything else in it: %s',
  async (EMAIL_PROVIDER) => {
    const { templates, received } = await open({ EMAIL_PROVIDER });
    const texts = { preferencesLabel: 'Seltener bekommen', unsubscribeLabel: 'Abmelden' };
    const design = { ...defaultDesign, language: 'de', ...texts };
    await templates.saveDesign({ design, replacesHtml: false });
    await templates.sendTest({ to });
    const [email] = await received();
    for (const part of [email?.html, email?.text]) {
      for (const text of Object.values(texts)) expect(part?.split(text)).toHaveLength(2);
      expect(part).not.toMatch(/Unsubscribe|Change how often/);
    }
  },
);

test('iContact cannot send to a single address: a test needs a mail server', async () => {
  const { templates } = await open(icontact);
  await expect(templates.sendTest({ to })).rejects.toMatchObject({
    code: 'template.no_test',
    message: expect.stringContaining('iContact only sends to a whole list'),
  });
});

test.each([{ env: { EMAIL_PROVIDER: 'smtp', ...smtp } }, { env: { ...icontact, ...smtp } }])(
  'a mail server that is down is reported as an error',
  async ({ env }) => {
    const { templates, audit } = await open(env);
    await expect(templates.sendTest({ to })).rejects.toMatchObject({
      code: 'email_provider.unreachable',
      message: expect.stringMatching(
        /^The mail server does not accept the test email now: .+ Check SMTP_HOST/,
      ),
    });
    expect((await audit.list({ page: 1, limit: 5 })).entries).toEqual([]);
  },
);

test('an address that takes no mail is refused with the answer of its server', async () => {
  const { templates } = await open({ EMAIL_PROVIDER: 'smtp-sandbox' });
  await expect(templates.sendTest({ to: 'owner+bounce@example.com' })).rejects.toMatchObject({
    code: 'email_provider.refused',
    message: expect.stringContaining('5.1.1 No such mailbox'),
  });
});

test('nothing is sent to a reader who left', async () => {
  const { templates, readers, received, processor } = await open({
    EMAIL_PROVIDER: 'smtp-sandbox',
    CONFIRM_SIGNUPS: 'off',
  });
  await readers.signUp({ email: to, firstName: 'Ada', favoriteWord: undefined }, { address: undefined });
  await processor.runPass();
  const complaint = `From: a@b\r\nContent-Type: multipart/report; report-type=feedback-report; boundary=x\r\n\r\n--x\r\nContent-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\nOriginal-Rcpt-To: ${to}\r\n\r\n--x--\r\n`;
  expect(await readers.ingestReport(Buffer.from(complaint))).toMatchObject({ outcome: 'complained' });
  await expect(templates.sendTest({ to })).rejects.toMatchObject({
    code: 'template.no_test',
    fields: { to: [expect.stringContaining('left the list')] },
  });
  // The same applies once the reader is deleted.
  await readers.remove(to);
  await expect(templates.sendTest({ to })).rejects.toMatchObject({ code: 'template.no_test' });
  expect(await received()).toEqual([]);
});

test('a broken template sends nothing, and tests are limited', async () => {
  const limits = { testEmails: { points: 1, seconds: 60 } };
  const { templates, received, audit } = await open({}, 'sqlite', { limits });
  const template = { content: '{{#if word}}', subject: 'x' };
  await expect(templates.sendTest({ to, template })).rejects.toMatchObject({ code: 'template.syntax' });
  await expect(templates.sendTest({ to })).rejects.toMatchObject({ code: 'limit.too_many' });
  expect(await received()).toEqual([]);
  expect((await audit.list({ page: 1, limit: 5 })).entries).toMatchObject([
    { action: 'template.test', outcome: 'refused', detail: 'too many attempts' },
  ]);
});
