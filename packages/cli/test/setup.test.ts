import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { loadConfig, openWordrise, variables } from '@wordrise/core';
import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { databaseKinds, temporaryDatabaseUrl, temporaryFolder } from '../../../test/databases.ts';
import { hurry } from '../../../test/hurry.ts';
import { optionOf } from '../src/settings/given-settings.ts';
import { commands } from './command-arguments.ts';
import { givenAccount } from './icontact-account.ts';
import { bareEnvironment, run } from './run-cli.ts';

/** An empty folder: nothing is set. */
function givenFolder() {
  const folder = temporaryFolder();
  const env = bareEnvironment(folder);
  return {
    folder,
    run: (args: string[], input?: string, more: Record<string, string> = {}) =>
      run(folder, args, { input, env: { ...env, ...more } }),
    /** The settings that are stored; secrets without their value. */
    stored: async (): Promise<Record<string, string | null>> => {
      const { settings } = (await run(folder, ['config', '--json'], { env })).json();
      return Object.fromEntries(
        settings
          .filter(({ from }: { from: string | null }) => from === 'database')
          .map(({ name, value }: { name: string; value: string | null }) => [name, value]),
      );
    },
    written: () => parseEnv(readFileSync(join(folder, '.env'), 'utf8')),
  };
}

const answers = (settings: Record<string, string>) =>
  Object.entries(settings)
    .map(([name, value]) => `${name}="${value}"`)
    .join('\n');

test.each(databaseKinds)('sets everything up without a terminal (%s)', async (kind) => {
  const { folder, run, written } = givenFolder();
  const url = await temporaryDatabaseUrl(kind);
  const args = ['setup', '--timezone', 'Europe/Paris', '--database-url', url, '--set', 'LOG_LEVEL=warn'];

  const ended = await run([...args, '--admin', 'owner', '--password-stdin', '--json'], 'long enough\n');
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(ended.json()).toMatchObject({
    written: true,
    database: kind,
    startersAdded: 366,
    admin: { username: 'owner', created: true },
    stored: ['TIMEZONE'],
    next: 'wordrise serve',
  });
  expect(ended.json().checks.every(({ status }: { status: string }) => status === 'ok')).toBe(true);
  expect(written()).toEqual({
    DATA_DIR: './data',
    DATABASE_URL: url,
    SESSION_SECRET: expect.stringMatching(/^[0-9a-f]{64}$/),
    DICTIONARY: 'wordnet',
    LOG_LEVEL: 'warn',
  });
  expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600);
  expect(ended.stdout).not.toContain('long enough');
  expect(ended.stdout).not.toContain(written().SESSION_SECRET);

  // What was written is what the other commands read, in production too.
  const list = await run(['words', 'list', '--json'], undefined, { NODE_ENV: 'production' });
  expect(list.json().total).toBe(366);
  const before = readFileSync(join(folder, '.env'), 'utf8');
  const again = await run([...args, '--json']);
  expect(again.json()).toMatchObject({ written: false, startersAdded: 0, admin: { created: false } });
  expect(readFileSync(join(folder, '.env'), 'utf8')).toBe(before);
});

test('a running installation keeps its session secret, so that two-step sign-in works as before', async () => {
  const { folder, run, written } = givenFolder();
  const dataDir = join(folder, 'data');
  const { accounts, close } = await openWordrise(loadConfig({ DATA_DIR: dataDir }));
  const { id } = await accounts.setup({ username: 'owner', password: 'long enough' });
  const { secret } = await accounts.secondFactor.begin(id, 'long enough');
  await accounts.secondFactor.confirm(id, new TOTP({ secret }).generate());
  await close();
  const kept = readFileSync(join(dataDir, 'session-secret'), 'utf8').trim();

  expect((await run(['setup', '--timezone', 'UTC', '--yes'])).code).toBe(0);
  expect(written().SESSION_SECRET).toBe(kept);
  const status = await run(['admin', 'status', '--json']);
  expect(status.json().secondFactor).toMatchObject({ isOn: true, isReadable: true });
});

test('an empty library is reported, and filled on request although there is an account', async () => {
  const { run } = givenFolder();
  const smtp = ['--smtp-host', 'localhost', '--mail-from', 'a@example.com', '--postal-address', '1 Street'];
  const args = ['setup', '--timezone', 'UTC', '--email-provider', 'smtp', ...smtp, '--no-checks'];
  const first = await run([...args, '--admin', 'owner', '--password-stdin'], 'long enough\n');
  expect(first.stdout).toContain(
    '! The library is empty. To add the 366 starter words and the 366 of the second pack: wordrise words add-starters',
  );
  const hint =
    'The library is empty. To add the 366 starter words and the 366 of the second pack: wordrise words add-starters';
  expect((await run(['words', 'list'])).stderr).toBe(`${hint}\n`);
  expect((await run(['words', 'list', '--unused'])).stderr).toBe(`${hint}\n`);
  expect((await run(['words', 'list', '--search', 'zebra'])).stderr).toBe('No words found.\n');
  expect((await run(['tomorrow'])).stdout).toMatch(
    /^Nothing is scheduled for (today|tomorrow)\. The library is empty\. To add the 366 starter words and the 366 of the second pack:/,
  );
  expect((await run(['doctor', '--json'])).stdout).toContain(hint);
  expect((await run(['words', 'add-starters', '--dry-run', '--json'])).json()).toMatchObject({ added: 732 });
  const second = await run(['setup', '--starter-words', '--no-checks']);
  expect(second.stdout).toContain('✓ 366 starter words are in the library.');
  expect(second.stdout).not.toContain('The library is empty');
  const third = await run(['setup', '--starter-words', '--no-checks']);
  expect(third).toMatchObject({
    code: 0,
    stderr: 'The library has words already: no starter words were added.\n',
  });
});

test('a database that does not answer is reported like everything else that is wrong', async () => {
  const { run, folder } = givenFolder();
  const url = 'postgres://nobody:wrong@127.0.0.1:1/words';
  const args = ['setup', '--timezone', 'UTC', '--database-url', url];
  const refused = await run(args);
  expect(refused).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/Database.+nothing answers at that address/),
    stderr: 'Nothing was written. Fix this, or add --no-checks to write the settings anyway.\n',
  });
  expect(existsSync(join(folder, '.env'))).toBe(false);
  const anyway = await run([...args, '--no-checks']);
  expect(anyway.code).not.toBe(0);
  expect(readFileSync(join(folder, '.env'), 'utf8')).toContain(url);
});

test('the public address follows the port, and is stored only if the port is known', async () => {
  const { run, stored } = givenFolder();
  expect((await run(['setup', '--timezone', 'UTC', '--yes'])).code).toBe(0);
  expect(await stored()).toEqual({ TIMEZONE: 'UTC' });
  const at5055 = { PORT: '5055' };
  expect((await run(['setup', '--yes'], undefined, at5055)).code).toBe(0);
  expect(await stored()).toEqual({ TIMEZONE: 'UTC', PUBLIC_URL: 'http://localhost:5055' });
});

test('production can be given as the only setting, as the pages do', async () => {
  const folder = temporaryFolder();
  const env = bareEnvironment(folder);
  const { code, stderr } = await run(folder, ['setup', '--set', 'NODE_ENV=production'], { env });
  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(readFileSync(join(folder, '.env'), 'utf8')).toContain('DATABASE_URL=sqlite:');
});

test('the database follows DATA_DIR unless an address was given, so that another folder is a trial of its own', async () => {
  const { folder, run, written } = givenFolder();
  expect((await run(['setup', '--timezone', 'UTC', '--yes'])).code).toBe(0);
  expect(written()).not.toHaveProperty('DATABASE_URL');
  const trial = { DATA_DIR: './data/smtp', EMAIL_PROVIDER: 'smtp-sandbox' };
  expect((await run(['migrate'], undefined, trial)).code).toBe(0);
  expect(existsSync(join(folder, 'data/smtp/wordrise.db'))).toBe(true);

  // As setup wrote it before.
  writeFileSync(join(folder, '.env'), 'DATA_DIR=./data\nDATABASE_URL=sqlite:./data/wordrise.db\n');
  const note =
    'DATA_DIR (in the environment) is ./data/smtp, but DATABASE_URL (in .env) is the database of another folder: ./data/wordrise.db. To use one of its own, remove DATABASE_URL from .env.';
  expect((await run(['process'], undefined, trial)).stderr).toContain(note);
  expect((await run(['process'])).stderr).not.toContain('DATABASE_URL');
});

test('changes a .env only with --yes, and keeps unknown lines', async () => {
  const { folder, run, written } = givenFolder();
  const mine = '# mine\nOTHER=1\nPRODUCT_NAME="Old name"\n';
  writeFileSync(join(folder, '.env'), mine);

  const refused = await run(['setup', '--product-name', 'New name']);
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toContain('--yes');
  expect(readFileSync(join(folder, '.env'), 'utf8')).toBe(mine);
  expect(existsSync(join(folder, 'data'))).toBe(false);

  await run(['setup', '--product-name', 'New name', '--yes']);
  expect(readFileSync(join(folder, '.env'), 'utf8')).toMatch(
    /^# mine\nOTHER=1\nPRODUCT_NAME='New name'\n\n#/,
  );
  expect(written()).toMatchObject({ OTHER: '1', PRODUCT_NAME: 'New name' });
});

test('takes secrets and the admin from standard input', async () => {
  const { run, written, stored } = givenFolder();
  const account = await givenAccount();
  const input = answers({ ...account, ADMIN_USERNAME: 'owner', ADMIN_PASSWORD: "it's long" });
  hurry();
  const ended = await run(['setup', '--answers', '-', '--no-starter-words', '--json'], input);
  expect(ended.json()).toMatchObject({ startersAdded: 0, admin: { username: 'owner', created: true } });
  expect(ended.json().checks).toContainEqual(expect.objectContaining({ name: 'Mailing list', status: 'ok' }));
  const { ICONTACT_API_URL, ICONTACT_APP_ID, ICONTACT_API_USERNAME, ICONTACT_API_PASSWORD, ...known } =
    account;
  expect(written()).toMatchObject({ ICONTACT_API_URL });
  expect(await stored()).toMatchObject({ ...known, EMAIL_PROVIDER: 'icontact', ICONTACT_API_PASSWORD: null });
  for (const name of ['ADMIN_PASSWORD', 'ICONTACT_API_PASSWORD', 'EMAIL_PROVIDER']) {
    expect(written()).not.toHaveProperty(name);
  }
});

test('says which answer ends at a #, and neither half of it', async () => {
  const { run } = givenFolder();
  const input = 'ADMIN_USERNAME=owner\nADMIN_PASSWORD=hidden half#other half\nPRODUCT_NAME=Words # daily\n';
  const { code, stdout, stderr } = await run(['setup', '--answers', '-', '--no-starter-words'], input);
  expect(code).toBe(0);
  expect(stderr).toContain(
    'The value of ADMIN_PASSWORD (in the answers) ends at a #. Put it in quotes if the # belongs to it.',
  );
  expect(stdout + stderr).not.toMatch(/half|value of PRODUCT_NAME/);
});

test('writes nothing if the credentials are refused, except with --no-checks', async () => {
  const { folder, run, stored } = givenFolder();
  const input = answers(await givenAccount({ ICONTACT_API_PASSWORD: 'hidden' }));
  hurry();
  const refused = await run(['setup', '--answers', '-'], input);
  expect(refused.code).toBe(1);
  expect(refused.stdout).toContain('✗ Credentials');
  expect(refused.stderr).toContain('--no-checks');
  expect(refused.stdout).not.toContain('hidden');
  expect(existsSync(join(folder, '.env'))).toBe(false);

  expect((await run(['setup', '--answers', '-', '--no-checks'], input)).code).toBe(0);
  expect(await stored()).toMatchObject({ EMAIL_PROVIDER: 'icontact', ICONTACT_API_PASSWORD: null });
});

test('writes nothing in a dry run and shows no secret', async () => {
  const { folder, run } = givenFolder();
  const input = answers({ ...(await givenAccount()), SESSION_SECRET: 'hidden'.repeat(8) });
  hurry();
  const { code, stdout } = await run(['setup', '--answers', '-', '--dry-run'], input);
  expect(code).toBe(0);
  expect(stdout).toContain('EMAIL_PROVIDER=icontact');
  expect(stdout).toContain('ICONTACT_API_PASSWORD=(hidden)');
  expect(stdout).not.toContain('hiddenhidden');
  expect(existsSync(join(folder, '.env'))).toBe(false);
  expect(existsSync(join(folder, 'data'))).toBe(false);
});

test('does not write settings that the environment sets', async () => {
  const { run, written } = givenFolder();
  const url = await temporaryDatabaseUrl('postgresql');
  const ended = await run(['setup', '--timezone', 'UTC'], undefined, {
    DATABASE_URL: url,
    TIMEZONE: 'Asia/Tokyo',
  });
  expect(ended.code).toBe(0);
  expect(written()).not.toHaveProperty('DATABASE_URL');
  expect(written().TIMEZONE).toBe('UTC');
  expect(ended.stderr).toContain('TIMEZONE is also set in the environment, which wins over .env.');
  const list = await run(['words', 'list', '--json'], undefined, { DATABASE_URL: url });
  expect(list.json().total).toBe(366);
});

test.each([
  {
    why: 'a short password',
    args: ['--admin', 'owner', '--password-stdin'],
    input: 'short',
    code: 2,
    says: 'at least 8',
  },
  {
    why: 'no password',
    args: ['--admin', 'owner', '--password-stdin'],
    input: '',
    code: 2,
    says: 'no password',
  },
  {
    why: 'a name without a password',
    args: ['--admin', 'owner'],
    input: '',
    code: 2,
    says: '--password-stdin',
  },
  {
    why: 'a password without a name',
    args: ['--password-stdin'],
    input: 'long enough',
    code: 2,
    says: '--admin',
  },
  {
    why: 'two uses of standard input',
    args: ['--answers', '-', '--password-stdin'],
    input: '',
    code: 2,
    says: 'not both',
  },
  {
    why: 'a setting that does not exist',
    args: ['--set', 'NOPE=1'],
    input: '',
    code: 2,
    says: 'no setting NOPE',
  },
  { why: 'half a pair', args: ['--set', 'LOG_LEVEL'], input: '', code: 2, says: 'LOG_LEVEL=debug' },
  {
    why: 'a time zone that does not exist',
    args: ['--timezone', 'Nowhere'],
    input: '',
    code: 1,
    says: 'TIMEZONE',
  },
  {
    why: 'missing answers',
    args: ['--answers', 'gone'],
    input: '',
    code: 1,
    says: '/gone.',
  },
])('refuses $why and writes nothing', async ({ args, input, code, says }) => {
  const { folder, run } = givenFolder();
  const ended = await run(['setup', ...args], input);
  expect(ended).toMatchObject({ code, stdout: '' });
  expect(ended.stderr).toContain(says);
  expect(existsSync(join(folder, '.env'))).toBe(false);
  expect(existsSync(join(folder, 'data'))).toBe(false);
});

test('sets a new password for an admin who has forgotten the old one', async () => {
  const { run } = givenFolder();
  expect((await run(['admin', 'reset-password', '--password-stdin'], 'long enough')).stderr).toContain(
    'wordrise setup',
  );
  await run(['setup', '--admin', 'owner', '--password-stdin'], 'long enough');
  const dry = await run(['admin', 'reset-password', '--password-stdin', '--dry-run'], 'another one');
  expect(dry).toMatchObject({ code: 0 });
  expect((await run(['admin', 'reset-password', '--password-stdin'], 'short')).code).toBe(2);
  const reset = await run(['admin', 'reset-password', '--password-stdin', '--json'], 'another one');
  expect(reset.json()).toEqual({ dryRun: false, username: 'owner' });
  expect((await run(['admin', 'reset-password'])).code).toBe(2);
});

test('has a flag for every setting except those that are rarely changed', () => {
  const rare = [
    'SESSION_SECRET',
    'SETTINGS_KEY',
    'SIGNUP_ADDRESS_DAYS',
    'PRIVACY_URL',
    'ARCHIVE',
    'ICONTACT_API_URL',
    'SMTP_RATE_PER_DAY',
    'SMTP_RATE_PER_HOUR',
    'WARM_UP',
    'WARM_UP_FROM',
    'SMTP_SECOND_URL',
    'SMTP_SECOND_FOR',
    'SMTP_SECOND_CONNECTIONS',
    'SMTP_SECOND_RATE_PER_SECOND',
    'SMTP_SECOND_RATE_PER_HOUR',
    'SMTP_SECOND_RATE_PER_DAY',
    'SMTP_SECOND_TOTAL_CONNECTIONS',
    'SMTP_SECURITY',
    'SMTP_TOTAL_CONNECTIONS',
    'CONFIRM_SIGNUPS',
    'FIRST_NAME',
    'WELCOME',
    'WELCOME_TEXT',
    'LOCAL_TIMES',
    'WEEKLY_DAY',
    'WEEKLY_RECAP',
    'RECALL',
    'COURSE',
    'COURSE_ENDING',
    'MERRIAM_WEBSTER_API_URL',
    'RECAPTCHA_MIN_SCORE',
    'RECAPTCHA_VERIFY_URL',
    'TURNSTILE_VERIFY_URL',
    'HCAPTCHA_VERIFY_URL',
    'BLOCKED_DOMAINS',
    'DISPOSABLE_ADDRESSES',
    'CONFIRMATIONS_PER_HOUR',
    'CONFIRMATIONS_PER_DOMAIN',
    'WIDGET_ORIGINS',
    'TRUST_PROXY',
    'PROCESSOR',
    'PORT',
    'HOST',
    'LOG_LEVEL',
    'METRICS_TOKEN',
    'DELIVERY_HOOK_TOKEN',
    'BOUNCE_SNS_TOPIC',
    'MAILGUN_SIGNING_KEY',
    'BOUNCE_IMAP_DONE',
    'ALERT_WEBHOOK_URL',
    'ALERT_WEBHOOK_SECRET',
    'NODE_ENV',
  ];
  const names = variables.map(({ name }) => optionOf(name));
  const { command } = commands.find(({ path }) => path === 'setup') ?? {};
  const withFlag =
    command?.options
      .filter(({ helpGroupHeading }) => helpGroupHeading === 'Settings:')
      .map((option) => option.attributeName()) ?? [];
  expect(names.toSorted()).toEqual([...withFlag, ...rare.map(optionOf)].toSorted());
});
