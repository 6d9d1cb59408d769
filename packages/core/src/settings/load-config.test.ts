import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/databases.ts';
import { isDomainError } from '../errors.ts';
import { loadConfig, readEnvironment } from './config.ts';

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
  throw new Error('nothing was refused');
}

test('with no variable at all everything has a default', () => {
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

test('the secret of sessions is made once, for the owner alone', () => {
  const dataDir = temporaryFolder();
  const [first] = loadConfig({ DATA_DIR: dataDir }).sessionSecrets;
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(loadConfig({ DATA_DIR: dataDir }).sessionSecrets).toEqual([first]);
  expect(statSync(join(dataDir, 'session-secret')).mode & 0o777).toBe(0o600);
});

test('a secret of sessions that was cut short is made anew', () => {
  const dataDir = temporaryFolder();
  // What a process that died while it wrote would leave behind; it would sign with nothing.
  writeFileSync(join(dataDir, 'session-secret'), '');
  const { sessionSecrets } = loadConfig({ DATA_DIR: dataDir });
  expect(sessionSecrets).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  expect(loadConfig({ DATA_DIR: dataDir }).sessionSecrets).toEqual(sessionSecrets);
  expect(readdirSync(dataDir)).toEqual(['session-secret']);
});

test('every wrong and missing variable is told at once, each with what it is for', () => {
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
  { why: 'an origin with a path', env: { WIDGET_ORIGINS: 'https://a.example/blog' }, name: 'WIDGET_ORIGINS' },
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
  { why: 'iContact where a credential is set', env: icontact, expected: { email: { provider: 'icontact' } } },
  {
    why: 'Merriam-Webster where its key is set',
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

test('a .env file is read, and the environment wins over it', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, '.env'), 'PRODUCT_NAME="Word & Dawn"\nPATH=/nowhere\n');
  const env = readEnvironment(folder);
  expect(env.PRODUCT_NAME).toBe('Word & Dawn');
  expect(env.PATH).toBe(process.env.PATH);
  expect(readFileSync(join(folder, '.env'), 'utf8')).toContain('Dawn');
});
