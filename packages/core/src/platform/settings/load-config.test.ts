import fs, {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../../../test/databases.ts';
import { mountSmallDisk } from '../../../../../test/small-disk.ts';
import { isDomainError } from '../errors.ts';
import { noSmtpLimits } from './config.ts';
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

test.each([
  { env: {}, trusted: true },
  { env: { PUBLIC_URL: 'http://[::1]:5000', NODE_ENV: 'test' }, trusted: true },
  { env: { PUBLIC_URL: 'http://192.168.1.7:5000' }, trusted: false },
  { env: { PUBLIC_URL: 'https://words.example.com' }, trusted: false },
  { env: { TRUST_PROXY: '1' }, trusted: false },
  { env: { HOST: 'unix:/run/wordrise.sock' }, trusted: false },
  { env: { NODE_ENV: 'production', BOT_CHECK: 'off', SESSION_SECRET: 's'.repeat(32) }, trusted: false },
])('local calls are trusted with $env: $trusted', ({ env, trusted }) => {
  const DATABASE_URL = 'sqlite:words.db';
  expect(loadConfig({ DATABASE_URL, ...env }).trustsLocalCalls).toBe(trusted);
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

test('a session secret that another process has just generated is kept', () => {
  const dataDir = temporaryFolder();
  const other = 'b'.repeat(64);
  const write = fs.writeFileSync;
  fs.writeFileSync = (...values) => {
    write(join(dataDir, 'session-secret'), other);
    write(...values);
  };
  syncBuiltinESMExports();
  onTestFinished(() => {
    fs.writeFileSync = write;
    syncBuiltinESMExports();
  });
  expect(sessionSecrets(loadConfig({ DATA_DIR: dataDir }))).toEqual([other]);
  expect(readdirSync(dataDir)).toEqual(['session-secret']);
});

test('without room for the session secret, the message says so, and nothing is left', (context) => {
  const dataDir = mountSmallDisk(context);
  const { bavail, bsize } = statfsSync(dataDir);
  appendFileSync(join(dataDir, 'ballast'), Buffer.alloc(bavail * bsize));
  expect(() => sessionSecrets(loadConfig({ DATA_DIR: dataDir }))).toThrow(`The disk of ${dataDir} is full`);
  expect(readdirSync(dataDir)).toEqual(['ballast']);
});

test('reports every wrong and missing variable at once, each with its purpose', () => {
  const report = refusal({
    NODE_ENV: 'production',
    PORT: '99999',
    TIMEZONE: 'Mars/Olympus',
    ICONTACT_APP_ID: 'x',
  });
  for (const name of ['DATABASE_URL', 'SESSION_SECRET', 'PORT', 'TIMEZONE', 'ICONTACT_LIST_ID']) {
    expect(report).toMatch(new RegExp(`${name} .+\\n    .+ Get it .+\\.`));
  }
  expect(report).toContain('10 settings need attention');
  // Without it, setup leaves out what only production requires.
  expect(report).toMatch(/or run: wordrise setup --set NODE_ENV=production$/);
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
  ...['bounces', 'arn:aws:sqs:us-east-1:1:bounces', 'arn:aws:sns:us-east-1:1:bounces:2', ','].map(
    (topic) => ({
      why: `the topic ${topic}`,
      env: { BOUNCE_SNS_TOPIC: topic, DELIVERY_HOOK_TOKEN: 'h'.repeat(16) },
      name: 'BOUNCE_SNS_TOPIC',
    }),
  ),
  {
    why: 'a signing key without the token',
    env: { MAILGUN_SIGNING_KEY: 'k'.repeat(32) },
    name: 'DELIVERY_HOOK_TOKEN',
  },
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

test('a default is not refusedByPolicy for the wrong setting it depends on', () => {
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

const smtp = { EMAIL_PROVIDER: 'smtp', MAIL_FROM: 'word@example.com', POSTAL_ADDRESS: 'Street' };
const serverOf = (env: Record<string, string>) => {
  const { email } = loadConfig({ ...smtp, ...env });
  return email.provider === 'smtp' ? email.smtp.server : undefined;
};

describe('the mail server', () => {
  const plain = { host: 'mail.example.com', port: 587, security: 'starttls', user: '', password: '' };
  const login = { SMTP_USER: 'AKIA', SMTP_PASSWORD: 'a/b+c:d@e%f#g?h' };

  test.each([
    { why: 'a host alone', env: { SMTP_HOST: 'mail.example.com' }, expected: plain },
    {
      why: 'a password with any characters',
      env: { SMTP_HOST: 'mail.example.com', ...login },
      expected: { ...plain, user: 'AKIA', password: 'a/b+c:d@e%f#g?h' },
    },
    {
      why: 'port 465, which is encrypted from the start',
      env: { SMTP_HOST: 'mail.example.com', SMTP_PORT: '465' },
      expected: { ...plain, port: 465, security: 'tls' },
    },
    {
      why: 'encryption from the start, which has a port of its own',
      env: { SMTP_HOST: 'mail.example.com', SMTP_SECURITY: 'TLS' },
      expected: { ...plain, port: 465, security: 'tls' },
    },
    {
      why: 'another port',
      env: { SMTP_HOST: 'mail.example.com', SMTP_PORT: '2587' },
      expected: { ...plain, port: 2587 },
    },
    {
      why: 'a mail server on this machine',
      env: { SMTP_HOST: 'localhost', SMTP_PORT: '25' },
      expected: { ...plain, host: 'localhost', port: 25, security: 'none' },
    },
    {
      why: 'encryption on this machine',
      env: { SMTP_HOST: '[::1]', SMTP_SECURITY: 'starttls' },
      expected: { ...plain, host: '::1', security: 'starttls' },
    },
    {
      why: 'an address',
      env: { SMTP_URL: 'smtps://AKIA:a%2Fb+c%25@mail.example.com' },
      expected: { ...plain, port: 465, security: 'tls', user: 'AKIA', password: 'a/b+c%' },
    },
    {
      why: 'an address on this machine',
      env: { SMTP_URL: 'smtp://127.0.0.1:25/' },
      expected: { ...plain, host: '127.0.0.1', port: 25, security: 'none' },
    },
    {
      why: 'both, when they agree',
      env: {
        SMTP_URL: 'smtp://AKIA:p%2Fw@mail.example.com',
        SMTP_HOST: 'mail.example.com',
        SMTP_PASSWORD: 'p/w',
        SMTP_USER: 'AKIA',
      },
      expected: { ...plain, user: 'AKIA', password: 'p/w' },
    },
  ])('reads $why', ({ env, expected }) => {
    expect(serverOf(env)).toEqual(expected);
  });

  test('a host selects sending by SMTP, as an address does', () => {
    expect(loadConfig({ ...smtp, EMAIL_PROVIDER: '', SMTP_HOST: 'mail.example.com' }).email.provider).toBe(
      'smtp',
    );
  });

  test('the links of signups with iContact go through it', () => {
    const env = {
      ...icontact,
      CONFIRM_SIGNUPS: 'on',
      MAIL_FROM: 'word@example.com',
      SMTP_HOST: 'mail.example.com',
    };
    expect(loadConfig(env).serviceMail?.server).toEqual(plain);
  });

  test('a second one, and which emails it carries', () => {
    const second = (env: Record<string, string>) => {
      const first = { SMTP_HOST: 'mail.example.com', SMTP_SECOND_URL: 'smtps://u:p%2Fw@mail.example.net' };
      const { email } = loadConfig({ ...smtp, ...first, ...env });
      return email.provider === 'smtp' ? email.smtp.second : undefined;
    };
    const server = { host: 'mail.example.net', port: 465, security: 'tls', user: 'u', password: 'p/w' };
    expect(second({})).toEqual({ server, carries: 'failover', connections: 5, limits: noSmtpLimits });
    expect(second({ SMTP_SECOND_FOR: 'google, GMX and web.de, @Example.org' })?.carries).toEqual([
      'Google',
      'GMX and WEB.DE',
      'example.org',
    ]);
    expect(second({ SMTP_SECOND_RATE_PER_HOUR: '500', SMTP_SECOND_CONNECTIONS: '2' })).toMatchObject({
      connections: 2,
      limits: { ...noSmtpLimits, perHour: 500 },
    });
    expect(second({ SMTP_SECOND_URL: '' })).toBe(undefined);
  });

  test('the rest of a warm-up is sent only if the second one is for it', () => {
    const warmUp = (env: Record<string, string>) => {
      const { email } = loadConfig({ ...smtp, SMTP_HOST: 'mail.example.com', WARM_UP: '50, 100', ...env });
      return email.provider === 'smtp' ? email.smtp.warmUp : undefined;
    };
    const url = { SMTP_SECOND_URL: 'smtp://mail.example.net' };
    expect(warmUp({})).toMatchObject({ amounts: [50, 100] });
    expect(warmUp({ ...url, SMTP_SECOND_FOR: 'warm-up' })?.isRestSent).toBe(true);
    for (const env of [{}, url]) expect(warmUp(env)?.isRestSent).toBe(undefined);
  });

  test.each([
    {
      why: 'neither',
      env: {},
      says: 'SMTP_HOST is missing, needed because EMAIL_PROVIDER is smtp and SMTP_URL is not set',
    },
    {
      why: 'a user without a password',
      env: { SMTP_HOST: 'h', SMTP_USER: 'u' },
      says: 'SMTP_USER needs SMTP_PASSWORD too',
    },
    {
      why: 'an address as a host',
      env: { SMTP_HOST: 'smtp://mail.example.com' },
      says: 'SMTP_HOST must be a name',
    },
    { why: 'a port in a host', env: { SMTP_HOST: 'mail.example.com:587' }, says: 'SMTP_HOST must be a name' },
    {
      why: 'no encryption to another machine',
      env: { SMTP_HOST: 'mail.example.com', SMTP_SECURITY: 'none' },
      says: 'SMTP_SECURITY is none, which is only for a mail server on this machine',
    },
    {
      why: 'both, with another user and password',
      env: { SMTP_URL: 'smtp://u:hunter2@h', SMTP_HOST: 'h', SMTP_USER: 'v', SMTP_PASSWORD: 'hunter3' },
      says: 'SMTP_URL does not agree with SMTP_USER and SMTP_PASSWORD: keep only',
    },
    {
      why: 'both, with another port',
      env: { SMTP_URL: 'smtp://h', SMTP_PORT: '2525' },
      says: 'SMTP_URL does not agree with SMTP_PORT: keep only',
    },
    {
      why: 'a provider that nobody knows',
      env: {
        SMTP_HOST: 'h',
        SMTP_SECOND_URL: 'smtp://u:hunter2@mail.example.net',
        SMTP_SECOND_FOR: 'gogle, example.org',
      },
      says: 'SMTP_SECOND_FOR must be failover, warm-up, or providers (Google, Microsoft, Yahoo,',
    },
    {
      why: 'emails for a second server that is not there',
      env: { SMTP_HOST: 'h', SMTP_SECOND_FOR: 'google' },
      says: 'SMTP_SECOND_FOR needs SMTP_SECOND_URL too',
    },
    {
      why: 'a password in the second address that ends it early',
      env: { SMTP_HOST: 'h', SMTP_SECOND_URL: 'smtp://u:hunter2/x@mail.example.net' },
      says: 'SMTP_SECOND_URL has a / in its password: write it as %2F.',
    },
  ])('refuses $why', ({ env, says }) => {
    const report = refusal({ ...smtp, ...env } as Record<string, string>);
    expect(report).toContain('One setting needs attention');
    expect(report).toContain(says);
    expect(report).not.toContain('hunter');
  });
});

describe.each([
  { name: 'SMTP_URL', env: smtp, scheme: 'smtp://', end: 'mail.example.com:587', instead: true },
  {
    name: 'BOUNCE_IMAP_URL',
    env: { BOUNCE_ADDRESS: 'b@example.com' },
    scheme: 'imaps://',
    end: 'mail.example.com/INBOX',
  },
  { name: 'DATABASE_URL', env: {}, scheme: 'postgres://', end: 'db.example.com/wordrise?sslmode=require' },
])('a password in $name', ({ name, env, scheme, end, instead = false }) => {
  test.each([
    { character: '/', code: '%2F', login: 'user:hunter2/x' },
    { character: '/', code: '%2F', login: 'user:123/hunter2' },
    { character: '#', code: '%23', login: 'user:hunter2#x' },
    { character: '#', code: '%23', login: 'user:12#hunter2' },
    { character: '?', code: '%3F', login: 'user:hunter2?x' },
    { character: '?', code: '%3F', login: 'user:1?hunter2' },
    { character: '%', code: '%25', login: 'user:hunter2%zz' },
    { character: '%', code: '%25', login: 'user:hunter2%' },
  ])('with an unescaped $character ($login) is explained', ({ character, code, login }) => {
    const report = refusal({ ...env, [name]: `${scheme}${login}@${end}` });
    expect(report).toContain(`${name} has a ${character} in its password: write it as ${code}`);
    expect(report).toContain('One setting needs attention');
    expect(report.includes('or set SMTP_HOST, SMTP_USER and SMTP_PASSWORD instead')).toBe(instead);
    expect(report).not.toContain('hunter');
  });

  test('names every such character, in the user too', () => {
    const report = refusal({ ...env, [name]: `${scheme}us/er:hunter#2/3?4@${end}` });
    expect(report).toContain('has a / (%2F) in its user and');
    expect(report).toContain('a # (%23), a / (%2F) and a ? (%3F) in its password');
  });

  test('with other characters is taken as it is', () => {
    loadConfig({ ...env, [name]: `${scheme}user:a+b:c@d!e,f*g;h=i%2F@${end}` });
  });
});

test('an @ after the address is not taken for a login', () => {
  const url = 'postgres://localhost:5432/words?user=me@example.com&password=x';
  expect(loadConfig({ DATABASE_URL: url }).database).toEqual({ kind: 'postgresql', url });
  const env = { BOUNCE_ADDRESS: 'b@example.com', BOUNCE_IMAP_URL: 'imaps://u:p@mail.example.com/in@box' };
  expect(loadConfig(env).bounceMailbox).toMatchObject({ user: 'u', password: 'p', folder: 'in@box' });
});

test.each([
  { env: {}, kind: 'off' },
  {
    env: { NODE_ENV: 'production', DATABASE_URL: 'sqlite:./a.db', SESSION_SECRET: 's'.repeat(32) },
    kind: 'altcha',
  },
  { env: { BOT_CHECK: 'altcha' }, kind: 'altcha' },
  { env: { TURNSTILE_SITE_KEY: 'k', TURNSTILE_SECRET_KEY: 's' }, kind: 'turnstile' },
  { env: { HCAPTCHA_SITE_KEY: 'k', HCAPTCHA_SECRET_KEY: 's' }, kind: 'hcaptcha' },
  { env: { RECAPTCHA_SITE_KEY: 'k', RECAPTCHA_SECRET_KEY: 's' }, kind: 'recaptcha' },
])('signups are checked with $kind, given $env', ({ env, kind }) => {
  expect(loadConfig(env).botCheck.kind).toBe(kind);
});

test('a sender may have an internationalized domain, and only letters from a to z before it', () => {
  const email = (MAIL_FROM: string) =>
    loadConfig({
      NODE_ENV: 'test',
      EMAIL_PROVIDER: 'smtp',
      SMTP_URL: 'smtp://127.0.0.1:2525',
      POSTAL_ADDRESS: '1 Sample Street',
      MAIL_FROM,
    }).email;
  expect(email('Jörg <Joerg@Schule-Köln.example>')).toMatchObject({
    smtp: { from: { name: 'Jörg', address: 'joerg@xn--schule-kln-lcb.example' } },
  });
  expect(email('Word <Word@Example.com>')).toMatchObject({ smtp: { from: { address: 'Word@Example.com' } } });
  expect(() => email('jörg@example.com')).toThrow(
    /MAIL_FROM must have only letters from a to z before the @/,
  );
});
