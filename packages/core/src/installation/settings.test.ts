import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  type DatabaseKind,
  databaseKinds,
  temporaryDatabaseUrl,
  temporaryFolder,
} from '../../../../test/databases.ts';
import { migratedDatabaseUrl } from '../../../../test/migrated-database.ts';
import { aWord } from '../../../../test/words.ts';
import { backups } from '../backup/backups.ts';
import { openProductDatabase } from '../entities.ts';
import { loadConfig } from '../platform/settings/load-config.ts';
import type { Wordrise } from '../product.ts';
import { openWordrise } from '../wordrise.ts';
import { readConfig, repairSettings } from './unopened.ts';

const web = { via: 'web' as const, account: 'owner' };
const server = {
  EMAIL_PROVIDER: 'smtp',
  SMTP_HOST: 'mail.example.com',
  SMTP_USER: 'word@example.com',
  SMTP_PASSWORD: 'a/b+c@d#%',
  MAIL_FROM: 'Daily Word <word@example.com>',
  POSTAL_ADDRESS: '1 Street, Town',
};

async function givenPlace(kind: DatabaseKind, more: Record<string, string> = {}) {
  const env = {
    NODE_ENV: 'test',
    DATABASE_URL: await migratedDatabaseUrl(kind),
    DATA_DIR: temporaryFolder(),
    TIMEZONE: 'Europe/Paris',
    ...more,
  };
  async function open(changed: Record<string, string> = {}): Promise<Wordrise> {
    const wordrise = await openWordrise(await readConfig({ ...env, ...changed }), { bcryptCost: 4 });
    onTestFinished(wordrise.close);
    return wordrise;
  }
  /** With a mail server, which nothing asks: the sandbox that sends like one has the same list. */
  async function storeServer(): Promise<Wordrise> {
    await (await open()).settings.save({ EMAIL_PROVIDER: 'smtp-sandbox' }, web);
    const wordrise = await open();
    await wordrise.settings.save(server, web);
    return wordrise;
  }
  return { env, open, storeServer };
}

async function rowsOf(env: Record<string, string>) {
  const database = await openProductDatabase(loadConfig(env).database, 'read');
  try {
    return await database.read(
      sql<{ name: string; value: string | null; version: number }>`select name, value, version
        from settings order by name`,
    );
  } finally {
    await database.close();
  }
}

const settingOf = async ({ settings }: Wordrise, name: string) =>
  (await settings.view()).settings.find((setting) => setting.name === name);

describe.each(databaseKinds)('settings in the database on %s', (kind) => {
  test('count in the next program that opens it, between the environment and the defaults', async () => {
    const { open } = await givenPlace(kind);
    const wordrise = await open();
    expect(wordrise.config.productName).toBe('Wordrise');
    expect(await settingOf(wordrise, 'PRODUCT_NAME')).toMatchObject({
      source: 'default',
      value: null,
      fallback: 'Wordrise',
    });
    expect(await settingOf(wordrise, 'BLOCKED_DOMAINS')).toMatchObject({ fallback: 'none' });
    // Other settings have their labels there.
    expect(await settingOf(wordrise, 'SMTP_PORT')).toMatchObject({
      fallback: '587, or 465 if “Encryption” is “From the start”',
    });
    const view = await wordrise.settings.save({ PRODUCT_NAME: ' Wort am Tag ', ARCHIVE: 'off' }, web);
    expect(view.version).toBe(1);
    expect(await settingOf(wordrise, 'PRODUCT_NAME')).toMatchObject({
      source: 'stored',
      value: 'Wort am Tag',
    });

    const next = await open();
    expect(next.config).toMatchObject({
      productName: 'Wort am Tag',
      archive: false,
      timezone: 'Europe/Paris',
    });
    const given = await open({ PRODUCT_NAME: 'Given' });
    expect(given.config).toMatchObject({ productName: 'Given', archive: false });
    expect(await settingOf(given, 'PRODUCT_NAME')).toMatchObject({
      source: 'environment',
      variable: 'PRODUCT_NAME',
      value: 'Given',
    });
    await next.settings.save({ PRODUCT_NAME: null, ARCHIVE: '' }, web);
    expect((await open()).config).toMatchObject({ productName: 'Wordrise', archive: true });
  });

  test('tell every program that has them open when they change', async () => {
    const { open } = await givenPlace(kind);
    const [one, other] = [await open(), await open()];
    expect(await one.settings.hasChanged()).toBe(false);
    await one.settings.save({ PRODUCT_NAME: 'New' }, web);
    expect([await one.settings.hasChanged(), await other.settings.hasChanged()]).toEqual([true, true]);
    const next = await open();
    expect(await next.settings.hasChanged()).toBe(false);
    // Going back to the default is a change too.
    await next.settings.save({ PRODUCT_NAME: null }, web);
    expect(await next.settings.hasChanged()).toBe(true);
  });

  test('keep secrets encrypted, and answer and log none of them', async () => {
    const { env, open, storeServer } = await givenPlace(kind);
    const wordrise = await storeServer();
    expect(JSON.stringify(await wordrise.settings.view())).not.toContain(server.SMTP_PASSWORD);
    expect(await settingOf(wordrise, 'SMTP_PASSWORD')).toMatchObject({ source: 'stored', value: null });
    const key = join(env.DATA_DIR, 'settings-key');
    expect(statSync(key).mode & 0o777).toBe(0o600);
    const rows = await rowsOf(env);
    expect(JSON.stringify(rows)).not.toContain(server.SMTP_PASSWORD);
    expect(rows.find(({ name }) => name === 'SMTP_HOST')).toMatchObject({ value: 'mail.example.com' });
    const { entries } = await wordrise.audit.list({ page: 1, limit: 10 });
    expect(entries[0]).toMatchObject({ action: 'settings.save', account: 'owner' });
    expect(entries[0]?.detail).toContain('SMTP_PASSWORD');
    expect(JSON.stringify(entries)).not.toContain(server.SMTP_PASSWORD);

    const { config } = await open();
    expect(config.email).toMatchObject({
      provider: 'smtp',
      smtp: {
        server: { host: 'mail.example.com', port: 587, security: 'starttls', password: server.SMTP_PASSWORD },
        from: { name: 'Daily Word', address: 'word@example.com' },
      },
    });
    expect(config.confirmSignups).toBe(true);
  });

  test('need the key that encrypted them', async () => {
    const { env, open, storeServer } = await givenPlace(kind);
    await storeServer();
    writeFileSync(join(env.DATA_DIR, 'settings-key'), 'x'.repeat(64));
    await expect(open()).rejects.toMatchObject({
      code: 'config.invalid',
      message: expect.stringMatching(
        /^SMTP_PASSWORD is stored in the database, but encrypted with another key/,
      ),
    });
    // The environment wins, and then what is stored need not be readable.
    expect((await open({ SMTP_PASSWORD: 'given' })).config.email.provider).toBe('smtp');
    await repairSettings(env, { SMTP_PASSWORD: 'again' });
    expect((await open()).config.email).toMatchObject({ smtp: { server: { password: 'again' } } });
    const rotated = await open({ SETTINGS_KEY: `${'n'.repeat(32)},${'x'.repeat(64)}` });
    await rotated.settings.save({ SMTP_PASSWORD: 'new' }, web);
    expect((await open({ SETTINGS_KEY: 'n'.repeat(32) })).config.email).toMatchObject({
      smtp: { server: { password: 'new' } },
    });
  });

  test('open only under their own name', async () => {
    const { env, open, storeServer } = await givenPlace(kind);
    const wordrise = await storeServer();
    await wordrise.settings.save({ ALERT_WEBHOOK_URL: 'https://hooks.example.com/secret' }, web);
    const database = await openProductDatabase(loadConfig(env).database);
    await database.em().execute(
      `update settings set value = (select value from settings where name = 'ALERT_WEBHOOK_URL')
         where name = 'SMTP_PASSWORD'`,
    );
    await database.close();
    await expect(open()).rejects.toMatchObject({ code: 'config.invalid' });
  });

  test('move readers and waiting emails when the sandbox is left', async () => {
    const { open } = await givenPlace(kind, { EMAIL_PROVIDER: '', CONFIRM_SIGNUPS: 'off' });
    const wordrise = await open();
    const reader = { email: 'reader@example.com', firstName: 'Ada', favoriteWord: undefined };
    await wordrise.readers.signUp(reader, { address: undefined });
    const { id } = await wordrise.words.add(aWord({ word: 'hush' }));
    const scheduledDate = wordrise.schedule.tomorrowMorning().toISOString();
    await wordrise.schedule.add({ wordId: id, scheduledDate, status: 'pending' });
    await wordrise.processor.runPass();
    expect((await wordrise.schedule.stats()).scheduled).toBe(1);

    await wordrise.settings.save({ EMAIL_PROVIDER: 'smtp-sandbox' }, web);
    const next = await open();
    await next.processor.runPass();
    expect(await next.schedule.stats()).toMatchObject({ scheduled: 1, failed: 0 });
    const [email] = await next.schedule.list(1);
    expect(email?.scheduled_emails).toMatchObject({ status: 'scheduled', reason: null });
  });

  test('move readers and emails from a trial of the other sandbox, whose EMAIL_PROVIDER hid this one', async () => {
    const { env, open } = await givenPlace(kind, { EMAIL_PROVIDER: '', CONFIRM_SIGNUPS: 'off' });
    const trial = await openWordrise(loadConfig({ ...env, EMAIL_PROVIDER: 'smtp-sandbox' }));
    onTestFinished(trial.close);
    for (const name of ['ada', 'bob', 'cleo']) {
      const reader = { email: `${name}@example.com`, firstName: name, favoriteWord: undefined };
      await trial.readers.signUp(reader, { address: undefined });
    }
    await trial.processor.runPass();

    await (await open()).settings.save({ EMAIL_PROVIDER: 'smtp-sandbox' }, web);
    const { byStatus } = await (await open()).readers.count();
    expect(byStatus).toMatchObject({ subscribed: 3, unsubscribed: 0 });
  });

  test('that would lose readers of the sandbox are refused in words of the page', async () => {
    const { env, open } = await givenPlace(kind, { EMAIL_PROVIDER: '', CONFIRM_SIGNUPS: 'off' });
    const wordrise = await open();
    const reader = { email: 'reader@example.com', firstName: 'Ada', favoriteWord: undefined };
    await wordrise.readers.signUp(reader, { address: undefined });
    await wordrise.processor.runPass();
    const elsewhere = await openWordrise(loadConfig({ ...env, DATA_DIR: temporaryFolder() }));
    onTestFinished(elsewhere.close);
    await expect(elsewhere.settings.save({ EMAIL_PROVIDER: 'smtp-sandbox' }, web)).rejects.toMatchObject({
      code: 'email_provider.refused',
      message:
        'The one reader here is not on the list at the sandbox, so they would get nothing more. Check that DATA_DIR is the folder with the sandbox.db that they are in.',
    });
  });
});

test('a time zone is shown in its usual spelling, however it was typed', async () => {
  const { open } = await givenPlace('sqlite', { TIMEZONE: '' });
  const { settings } = await open();
  await settings.save({ TIMEZONE: 'america/new_york' }, web);
  const { settings: all } = await settings.view();
  expect(all.find(({ name }) => name === 'TIMEZONE')?.value).toBe('America/New_York');
});

test('another time zone says what becomes of the emails to come', async () => {
  const { open } = await givenPlace('sqlite', { TIMEZONE: '' });
  const first = await open();
  expect(await first.settings.save({ TIMEZONE: 'Europe/Paris' }, web)).not.toHaveProperty('notes');
  const wordrise = await open();
  const scheduledDate = wordrise.schedule.tomorrowMorning().toISOString();
  for (const word of ['hush', 'lull']) {
    const { id } = await wordrise.words.add(aWord({ word }));
    await wordrise.schedule.add({ wordId: id, scheduledDate, status: 'pending' });
  }
  expect(await wordrise.settings.save({ ARCHIVE: 'off' }, web)).not.toHaveProperty('notes');
  const inTokyo = [
    expect.stringMatching(
      /^The 2 scheduled emails still go out when they would have before\. .* Asia\/Tokyo, .*(14|15):00 \(UTC\+09:00\)/,
    ),
  ];
  const planned = await wordrise.settings.save({ TIMEZONE: 'Asia/Tokyo' }, web, { dryRun: true });
  expect(planned.notes).toEqual(inTokyo);
  expect((await wordrise.settings.save({ TIMEZONE: 'Asia/Tokyo' }, web)).notes).toEqual(inTokyo);
  const next = await open();
  await next.processor.runPass();
  expect(await next.schedule.timezoneNote('Asia/Tokyo')).toBeUndefined();
});

test.each([
  [
    'theme:wether',
    'No word has the theme “wether”, so the course has no lesson yet. Did you mean theme:Weather?',
  ],
  [
    'theme:weather',
    'No word has the theme “weather”, so the course has no lesson yet. Did you mean theme:Weather?',
  ],
  ['theme:Rivers', 'No word has the theme “Rivers”, so the course has no lesson yet.'],
  ['tag:frist', 'No word has the tag “frist”, so the course has no lesson yet. Did you mean tag:first?'],
  ['level:rare', 'No word has the level “rare”, so the course has no lesson yet.'],
  ['words:hush, lul', 'The library has no word “lul”: the course goes without it.'],
  ['theme:Weather', undefined],
  ['tag:first', undefined],
  ['words:Hush', undefined],
])('a course of %s says what the library lacks', async (COURSE, note) => {
  const { open } = await givenPlace('sqlite');
  const wordrise = await open();
  await wordrise.words.add(aWord({ word: 'hush', theme: 'Weather', tags: 'first' }));
  const { notes } = await wordrise.settings.save({ COURSE }, web);
  expect(notes?.[0]).toBe(note);
});

test.each([
  ['an unknown setting', { NOPE: 'x' }, 'NOPE', /cannot be stored/],
  [
    'one that is needed before the database',
    { DATABASE_URL: 'sqlite:x' },
    'DATABASE_URL',
    /cannot be stored/,
  ],
  ['a wrong value', { TIMEZONE: null, MAIL_FROM: 'nobody' }, 'MAIL_FROM', /must be an email address/],
  [
    'half of a server',
    { EMAIL_PROVIDER: 'smtp', SMTP_HOST: 'mail.example.com' },
    'MAIL_FROM',
    /^This is missing, needed because emails go through a mail server\.$/,
  ],
  [
    'half of an iContact account',
    { EMAIL_PROVIDER: 'icontact', ICONTACT_APP_ID: 'x' },
    'ICONTACT_LIST_ID',
    /^This is missing, needed because emails go through iContact\.$/,
  ],
  ['a user without a password', { ...server, SMTP_PASSWORD: null }, 'SMTP_USER', /needs “Password” too/],
  [
    'a password on its way in the clear',
    { ...server, SMTP_SECURITY: 'none' },
    'SMTP_SECURITY',
    /only for a mail server on this machine/,
  ],
])('%s is refused, and nothing is stored', async (_what, changes, field, says) => {
  const { env, open } = await givenPlace('sqlite', { TIMEZONE: '' });
  const wordrise = await open();
  const refused = wordrise.settings.save({ PRODUCT_NAME: 'New', ...changes }, web);
  await expect(refused).rejects.toMatchObject({
    code: 'input.invalid',
    fields: { [field]: [expect.stringMatching(says)] },
  });
  expect(await rowsOf(env)).toEqual([]);
});

test.each([
  [
    { PRODUCT_NAME: 'Given' },
    'PRODUCT_NAME',
    /is set in the environment or in .env and can only be changed there/,
  ],
  [
    { SMTP_URL: 'smtp://localhost', MAIL_FROM: 'a@example.com', POSTAL_ADDRESS: 'x' },
    'SMTP_HOST',
    /is set by SMTP_URL in the environment/,
  ],
  [
    { SMTP_HOST: 'localhost', MAIL_FROM: 'a@example.com', POSTAL_ADDRESS: 'x' },
    'EMAIL_PROVIDER',
    /is set by SMTP_HOST in the environment/,
  ],
])('what %o sets in the environment cannot be stored', async (given, name, says) => {
  const { open } = await givenPlace('sqlite', given);
  const wordrise = await open();
  const refused = wordrise.settings.save({ [name]: 'smtp' }, web);
  await expect(refused).rejects.toMatchObject({ fields: { [name]: [expect.stringMatching(says)] } });
  expect(await settingOf(wordrise, name)).toMatchObject({ source: 'environment' });
});

test('a stored password goes to no other server unless it is entered again', async () => {
  const { open, storeServer } = await givenPlace('sqlite');
  await storeServer();
  const { settings } = await open();
  const elsewhere = { SMTP_HOST: 'mail.attacker.example' };
  const again = {
    code: 'input.invalid',
    fields: { SMTP_PASSWORD: [expect.stringMatching(/entered again/)] },
  };
  await expect(settings.save(elsewhere, web)).rejects.toMatchObject(again);
  await expect(settings.check(elsewhere, web)).rejects.toMatchObject(again);
  await expect(settings.test(elsewhere, 'me@example.com', web)).rejects.toMatchObject(again);
  // The owner of the machine can read it anyway.
  await settings.save(elsewhere);
  await settings.save({ ...server, SMTP_PASSWORD: 'another' }, web);
});

test('a real provider is left at the command line, which shows what happens to the list', async () => {
  const { open, storeServer } = await givenPlace('sqlite');
  await storeServer();
  const { settings } = await open();
  await expect(settings.save({ EMAIL_PROVIDER: 'sandbox' }, web)).rejects.toMatchObject({
    code: 'input.invalid',
    message: expect.stringContaining('wordrise provider switch sandbox'),
  });
  // The sandbox of the same kind has the same list.
  await settings.save({ EMAIL_PROVIDER: 'smtp-sandbox' }, web);
  expect((await open()).config.email.provider).toBe('smtp-sandbox');
});

test.each(databaseKinds)(
  'a backup holds what is stored, and the key only with secrets (%s)',
  async (kind) => {
    const { env, storeServer } = await givenPlace(kind);
    await storeServer();
    const config = loadConfig(env);
    const source = { config, environment: env, version: '0.1.0', now: () => new Date() };
    const file = join(temporaryFolder(), 'backup.tar.gz');
    const without = await backups.write(source, file, { withSecrets: false });
    expect(without.manifest.omitted).toContain('SMTP_PASSWORD');
    expect(Object.keys(without.manifest.files)).not.toContain('settings-key');
    const { manifest } = await backups.write(source, file, { withSecrets: true });
    expect(manifest.omitted).toEqual([]);

    const copy = await givenPlace(kind);
    const target = {
      config: loadConfig({ ...copy.env, DATABASE_URL: await temporaryDatabaseUrl(kind) }),
      envFile: join(copy.env.DATA_DIR, '.env'),
      environment: {},
      renderSettings: () => ({ text: '', leftOut: [] }),
      now: () => new Date(),
    };
    const options = { replace: true, confirm: async () => true, replacesOriginal: async () => true };
    await backups.restore(target, file, options);
    const restored = await openWordrise(target.config);
    onTestFinished(restored.close);
    expect(restored.config.email).toMatchObject({ smtp: { server: { password: server.SMTP_PASSWORD } } });
  },
);

test('a setting of the environment may need one that is stored', async () => {
  const { env, storeServer } = await givenPlace('sqlite');
  await storeServer();
  const secret = { ...env, SMTP_PASSWORD: 'given' };
  expect(() => loadConfig(secret)).toThrow('SMTP_HOST is missing');
  const config = await readConfig(secret);
  const wordrise = await openWordrise(config);
  onTestFinished(wordrise.close);
  expect(wordrise.config.email).toMatchObject({
    smtp: { server: { host: 'mail.example.com', password: 'given' } },
  });
  const elsewhere = { ...secret, DATABASE_URL: `sqlite:${join(temporaryFolder(), 'none.db')}` };
  await expect(readConfig(elsewhere)).rejects.toThrow('SMTP_HOST is missing');
});

test('a program that changed its configuration before opening keeps its changes', async () => {
  const { env, open } = await givenPlace('sqlite');
  await (await open()).settings.save({ PRODUCT_NAME: 'Stored', ARCHIVE: 'off' }, web);
  const config = { ...loadConfig(env), publicUrl: 'https://mine.example.com' };
  const wordrise = await openWordrise(config);
  onTestFinished(wordrise.close);
  expect(wordrise.config).toMatchObject({
    productName: 'Stored',
    archive: false,
    publicUrl: 'https://mine.example.com',
  });
});

test.each(databaseKinds)(
  'other processes make links to the server that was started last, unless they know better (%s)',
  async (kind) => {
    const { env, open } = await givenPlace(kind);
    const serve = async (changed: Record<string, string>) => {
      const config = await readConfig({ ...env, ...changed });
      const wordrise = await openWordrise(config, { isServer: true });
      onTestFinished(wordrise.close);
      return wordrise.config.publicUrl;
    };
    const addressOf = async (changed?: Record<string, string>) => (await open(changed)).config.publicUrl;
    expect(await addressOf()).toBe('http://localhost:5000');
    expect(await serve({ PORT: '6102' })).toBe('http://localhost:6102');
    const wordrise = await open();
    expect(wordrise.config.publicUrl).toBe('http://localhost:6102');
    expect((await wordrise.settings.view()).version).toBe(0);
    expect(await addressOf({ PORT: '7000' })).toBe('http://localhost:7000');
    expect(await addressOf({ PUBLIC_URL: 'https://words.example' })).toBe('https://words.example');

    // Neither has an address that others could use.
    await serve({ PORT: '7001', PUBLIC_URL: 'https://words.example' });
    await serve({ PORT: '7002', HOST: 'unix:/run/wordrise.sock' });
    expect(await addressOf()).toBe('http://localhost:6102');
    expect(await serve({})).toBe('http://localhost:5000');
    expect(await addressOf()).toBe('http://localhost:5000');

    await wordrise.settings.save({ PUBLIC_URL: 'https://stored.example' }, web);
    await serve({ PORT: '6102' });
    expect(await addressOf()).toBe('https://stored.example');
  },
);
