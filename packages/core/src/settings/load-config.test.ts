import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/databases.ts';
import { isDomainError } from '../errors.ts';
import { sessionSecrets } from './kept-secret.ts';
import { checkSettings, loadConfig } from './load-config.ts';
import { readEnvironment } from './read-environment.ts';

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'sqlite:/var/lib/wordrise/wordrise.db',
  SESSION_SECRET: 's'.repeat(32),
  BOT_CHECK: 'off',
};
const icontact = {
  ICONTACT_APP_ID: 'app',
  ICONTACT_API_USERNAME: 'user',
  ICONTACT_API_PASSWORD: 'pass',
  ICONTACT_ACCOUNT_ID: '1',
  ICONTACT_CLIENT_FOLDER_ID: '2',
  ICONTACT_LIST_ID: '3',
  ICONTACT_CAMPAIGN_ID: '4',
};

function refusal(env: Record<string, string>): string {
  try {
    loadConfig(env);
  } catch (error) {
    if (isDomainError(error, 'config.invalid')) return error.message;
    throw error;
  }
  throw new Error('loadConfig accepted it');
}

test('everything has a default', () => {
  const dataDir = join(temporaryFolder(), 'data');
  const config = loadConfig({ DATA_DIR: dataDir });
  expect(config).toMatchObject({
    environment: 'development',
    database: { kind: 'sqlite', path: join(dataDir, 'wordrise.db') },
    email: { provider: 'sandbox' },
    dictionary: { kind: 'wordnet' },
    botCheck: { kind: 'off' },
    productName: 'Wordrise',
    publicUrl: 'http://localhost:5000',
    port: 5000,
    host: '127.0.0.1',
    processor: true,
    trustProxy: 0,
  });
});

test('the session secret is generated once, readable by its owner only', () => {
  const dataDir = temporaryFolder();
  const [first] = sessionSecrets(loadConfig({ DATA_DIR: dataDir }));
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(sessionSecrets(loadConfig({ DATA_DIR: dataDir }))).toEqual([first]);
  expect(statSync(join(dataDir, 'session-secret')).mode & 0o777).toBe(0o600);
});

test('a session secret that was cut short is generated again', () => {
  const dataDir = temporaryFolder();
  // The state left by a process that dies while writing. An empty secret would sign nothing.
  writeFileSync(join(dataDir, 'session-secret'), '');
  const secrets = sessionSecrets(loadConfig({ DATA_DIR: dataDir }));
  expect(secrets).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  expect(sessionSecrets(loadConfig({ DATA_DIR: dataDir }))).toEqual(secrets);
  expect(readdirSync(dataDir)).toEqual(['session-secret']);
});

test('reports every wrong and missing variable at once, each with its purpose', () => {
  const report = refusal({
    NODE_ENV: 'production',
    PORT: '99999',
    TIMEZONE: 'Mars/Olympus',
    ICONTACT_APP_ID: 'x',
  });
  for (const name of [
    'DATABASE_URL',
    'SESSION_SECRET',
    'BOT_CHECK',
    'PORT',
    'TIMEZONE',
    'ICONTACT_LIST_ID',
  ]) {
    expect(report).toMatch(new RegExp(`${name} .+\\n    .+ Get it .+\\.`));
  }
  expect(report).toContain('11 settings need attention');
});

test('a value is never repeated: it could be a secret', () => {
  const report = refusal({
    ...production,
    DATABASE_URL: 'mysql://root:hunter2@db/words',
    SESSION_SECRET: 'tooshort',
  });
  expect(report).not.toMatch(/hunter2|tooshort/);
});

describe.each([
  {
    why: 'a score above 1',
    env: { RECAPTCHA_MIN_SCORE: '2', BOT_CHECK: 'recaptcha' },
    name: 'RECAPTCHA_MIN_SCORE',
  },
  { why: 'a database of another kind', env: { DATABASE_URL: 'mysql://db/words' }, name: 'DATABASE_URL' },
  { why: 'a database in memory', env: { DATABASE_URL: 'sqlite::memory:' }, name: 'DATABASE_URL' },
  { why: 'a list of secrets without one', env: { SESSION_SECRET: ',' }, name: 'SESSION_SECRET' },
  { why: 'an origin with a path', env: { WIDGET_ORIGINS: 'https://a.example/blog' }, name: 'WIDGET_ORIGINS' },
  { why: 'a pattern of origins', env: { WIDGET_ORIGINS: 'https://*.example.com' }, name: 'WIDGET_ORIGINS' },
  {
    why: 'iContact in plain text',
    env: { ...icontact, ICONTACT_API_URL: 'http://app.icontact.com/icp' },
    name: 'ICONTACT_API_URL',
  },
  {
    why: 'a dictionary in plain text',
    env: { MERRIAM_WEBSTER_API_KEY: 'k', MERRIAM_WEBSTER_API_URL: 'http://127.0.0.1.example.com/' },
    name: 'MERRIAM_WEBSTER_API_URL',
  },
  {
    why: 'a captcha in plain text',
    env: { BOT_CHECK: 'recaptcha', RECAPTCHA_VERIFY_URL: 'http://www.google.com/verify' },
    name: 'RECAPTCHA_VERIFY_URL',
  },
  { why: 'a short token', env: { METRICS_TOKEN: 'short' }, name: 'METRICS_TOKEN' },
  ...[
    { why: 'a mailbox without encryption', url: 'imap://bounces:secret@mail.example.com/INBOX' },
    { why: 'a mailbox without a password', url: 'imaps://bounces@mail.example.com/INBOX' },
    { why: 'a mailbox of another protocol', url: 'https://bounces:secret@mail.example.com' },
  ].map(({ why, url }) => {
    const env = { BOUNCE_IMAP_URL: url, BOUNCE_ADDRESS: 'bounces@example.com' };
    return { why, env, name: 'BOUNCE_IMAP_URL' };
  }),
  { why: 'an address without a scheme', env: { PUBLIC_URL: 'words.example.com' }, name: 'PUBLIC_URL' },
  { why: 'a word for a number', env: { TRUST_PROXY: 'yes' }, name: 'TRUST_PROXY' },
  { why: 'an unknown level', env: { LOG_LEVEL: 'loud' }, name: 'LOG_LEVEL' },
  { why: 'a key that is missing', env: { DICTIONARY: 'merriam-webster' }, name: 'MERRIAM_WEBSTER_API_KEY' },
  {
    why: 'half of the captcha',
    env: { RECAPTCHA_SITE_KEY: 'k', BOT_CHECK: 'recaptcha' },
    name: 'RECAPTCHA_SECRET_KEY',
  },
])('refuses $why', ({ env, name }) => {
  test(name, () => expect(refusal({ ...production, ...env })).toContain(name));
});

test.each([
  { why: 'iContact if a credential is set', env: icontact, expected: { email: { provider: 'icontact' } } },
  {
    why: 'Merriam-Webster if its key is set',
    env: { MERRIAM_WEBSTER_API_KEY: 'k' },
    expected: { dictionary: { kind: 'merriam-webster' } },
  },
  {
    why: 'the sandbox though credentials are set',
    env: { ...icontact, EMAIL_PROVIDER: 'sandbox' },
    expected: { email: { provider: 'sandbox' } },
  },
  {
    why: 'PostgreSQL',
    env: { DATABASE_URL: 'postgres://u@h/d' },
    expected: { database: { kind: 'postgresql' } },
  },
  {
    why: 'origins without a slash at the end',
    env: { WIDGET_ORIGINS: 'https://a.example/, *' },
    expected: { widgetOrigins: ['https://a.example', '*'] },
  },
  {
    why: 'several secrets, the first to sign',
    env: { SESSION_SECRET: `${'a'.repeat(32)}, ${'b'.repeat(32)}` },
    expected: { sessionSecrets: ['a'.repeat(32), 'b'.repeat(32)] },
  },
  { why: 'every address in production', env: {}, expected: { host: '0.0.0.0' } },
  {
    why: 'an empty variable as unset',
    env: { PORT: '', PRODUCT_NAME: ' ' },
    expected: { port: 5000, productName: 'Wordrise' },
  },
])('reads $why', ({ env, expected }) => {
  expect(loadConfig({ ...production, ...env })).toMatchObject(expected);
});

test('a setting for an option that was not chosen is not read', () => {
  const env = { RECAPTCHA_MIN_SCORE: '2', ICONTACT_API_URL: 'nowhere', MERRIAM_WEBSTER_API_URL: 'nowhere' };
  expect(loadConfig({ ...production, ...env })).toMatchObject({ botCheck: { kind: 'off' } });
});

test('a default is not blamed for the wrong setting it depends on', () => {
  const report = refusal({ ...production, PORT: 'x' });
  expect(report).toContain('One setting needs attention');
  expect(report).not.toContain('PUBLIC_URL');
});

test('reading settings leaves nothing in the data folder', () => {
  const dataDir = join(temporaryFolder(), 'data');
  checkSettings({ DATA_DIR: dataDir });
  loadConfig({ DATA_DIR: dataDir });
  expect(existsSync(dataDir)).toBe(false);
});

test('a .env file is read, and the environment wins over it', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, '.env'), 'PRODUCT_NAME="Word & Dawn"\nPATH=/nowhere\n');
  const env = readEnvironment(folder);
  expect(env.PRODUCT_NAME).toBe('Word & Dawn');
  expect(env.PATH).toBe(process.env.PATH);
  expect(readFileSync(join(folder, '.env'), 'utf8')).toContain('Dawn');
});
