import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../../../test/databases.ts';
import { migratedDatabaseUrl } from '../../../../../test/migrated-database.ts';
import { loadConfig } from '../../platform/settings/load-config.ts';
import { openWordrise } from '../../wordrise.ts';

/** The email that a test with these settings leaves in the outbox. */
async function testEmail(settings: Record<string, string>): Promise<string> {
  const dataDir = temporaryFolder();
  const config = loadConfig({
    NODE_ENV: 'test',
    DATABASE_URL: await migratedDatabaseUrl('sqlite'),
    DATA_DIR: dataDir,
    EMAIL_PROVIDER: 'smtp-sandbox',
    ...settings,
  });
  const wordrise = await openWordrise(config);
  onTestFinished(() => wordrise.close());
  await wordrise.templates.sendTest({ to: 'ada@example.com' });
  const folder = join(dataDir, 'outbox');
  const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.eml'));
  return readFileSync(join(folder, file), 'utf8');
}

test('emails in the outbox have the sender and the address that are set', async () => {
  const email = await testEmail({
    MAIL_FROM: 'Daily Word <word@example.com>',
    MAIL_REPLY_TO: 'desk@example.com',
    POSTAL_ADDRESS: '5 Real Road, Springfield',
  });
  expect(email).toMatch(/^From: Daily Word <word@example\.com>/m);
  expect(email).toMatch(/^Reply-To: desk@example\.com/m);
  expect(email).toContain('5 Real Road, Springfield');
  expect(email).not.toContain('1 Sample Street');
});

test('emails in the outbox have a made-up sender and address while nothing is set', async () => {
  const email = await testEmail({});
  expect(email).toMatch(/^From: Wordrise <words@sandbox\.invalid>/m);
  expect(email).toContain('1 Sample Street');
});

test('it keeps to the limits that are set for the mail server', async () => {
  let time = new Date('2026-12-01T06:00:00Z');
  const config = loadConfig({
    NODE_ENV: 'test',
    TIMEZONE: 'UTC',
    DATABASE_URL: await migratedDatabaseUrl('sqlite'),
    DATA_DIR: temporaryFolder(),
    EMAIL_PROVIDER: 'smtp-sandbox',
    CONFIRM_SIGNUPS: 'off',
    SMTP_RATE_PER_HOUR: '2',
  });
  const wordrise = await openWordrise(config, { now: () => time });
  onTestFinished(() => wordrise.close());
  for (const name of ['ada', 'bea', 'cleo'])
    await wordrise.readers.signUp({ email: `${name}@example.com`, firstName: name }, { address: undefined });
  await wordrise.words.addStarters();
  const [word] = (await wordrise.words.list(first)).words;
  await wordrise.schedule.add({ wordId: word?.id ?? 0, scheduledDate: '2026-12-01T07:00:00Z' });
  time = new Date('2026-12-01T07:00:01Z');
  await wordrise.processor.runPass();
  expect((await wordrise.mail.outbox.list({ limit: 10 })).emails).toHaveLength(2);
  time = new Date('2026-12-01T08:10:00Z');
  await wordrise.processor.runPass();
  expect((await wordrise.mail.outbox.list({ limit: 10 })).emails).toHaveLength(3);
});

const first = { page: 1, limit: 1, search: '', letter: '' };
