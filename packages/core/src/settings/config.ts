import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { defaultPort, defaultProductName } from '../contract/limits.ts';
import { Settings } from './collect-problems.ts';
import { variables } from './variables.ts';

export interface IcontactConfig {
  apiUrl: string;
  appId: string;
  username: string;
  password: string;
  accountId: string;
  clientFolderId: string;
  listId: string;
  campaignId: string;
}

export type DatabaseConfig = { kind: 'sqlite'; path: string } | { kind: 'postgresql'; url: string };

/** Everything that the environment decides, checked. Secrets in it never reach a log, an error or an answer. */
export interface Config {
  environment: 'development' | 'production' | 'test';
  database: DatabaseConfig;
  /** The first signs, all verify. */
  sessionSecrets: string[];
  email: { provider: 'sandbox' } | { provider: 'icontact'; icontact: IcontactConfig };
  dictionary: { kind: 'wordnet' } | { kind: 'merriam-webster'; apiKey: string; apiUrl: string };
  botCheck:
    | { kind: 'off' }
    | { kind: 'recaptcha'; siteKey: string; secretKey: string; minScore: number; verifyUrl: string };
  productName: string;
  /** Without a slash at the end. */
  publicUrl: string;
  widgetOrigins: string[];
  timezone: string;
  /** Proxies in front whose forwarded address is believed. */
  trustProxy: number;
  processor: boolean;
  dataDir: string;
  port: number;
  host: string;
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /** Names of the variables that were set by hand. */
  configured: string[];
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** The process's environment over the `.env` file beside the process, if there is one. */
export function readEnvironment(folder = process.cwd()): Record<string, string | undefined> {
  const file = join(folder, '.env');
  return { ...(existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}), ...process.env };
}

/**
 * Reads every setting once.
 *
 * @throws DomainError `config.invalid` that names every wrong or missing variable, what it is for
 *   and where to get it. Values are never repeated: one of them could be a secret.
 */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const settings = new Settings(env);
  const environment = settings.oneOf(
    'NODE_ENV',
    ['development', 'production', 'test'] as const,
    'development',
  );
  const production = environment === 'production';
  const dataDir = resolve(settings.text('DATA_DIR') ?? './data');
  const port = settings.integer('PORT', 0, 65_535, defaultPort);
  const config: Config = {
    environment,
    dataDir,
    port,
    host: settings.text('HOST') ?? (production ? '0.0.0.0' : '127.0.0.1'),
    database: readDatabase(settings, production, dataDir),
    sessionSecrets: readSessionSecrets(settings),
    email: readEmail(settings),
    dictionary: readDictionary(settings),
    botCheck: readBotCheck(settings, production),
    productName: settings.text('PRODUCT_NAME') ?? defaultProductName,
    publicUrl: settings.url('PUBLIC_URL', `http://localhost:${port}`),
    widgetOrigins: readOrigins(settings),
    timezone: readTimezone(settings),
    trustProxy: settings.integer('TRUST_PROXY', 0, 10, 0),
    processor: settings.oneOf('PROCESSOR', ['on', 'off'] as const, 'on') === 'on',
    logLevel: settings.oneOf('LOG_LEVEL', logLevels, 'info'),
    configured: variables.filter(({ name }) => settings.text(name) !== undefined).map(({ name }) => name),
  };
  if (production && config.sessionSecrets.length === 0) settings.missing('SESSION_SECRET');
  settings.report();
  // Last, so that a refused configuration leaves nothing behind on the disk.
  if (config.sessionSecrets.length === 0) config.sessionSecrets = [keptSecret(dataDir)];
  return config;
}

function readDatabase(settings: Settings, production: boolean, dataDir: string): DatabaseConfig {
  const value = settings.text('DATABASE_URL');
  if (value === undefined) {
    if (production) settings.missing('DATABASE_URL');
    return { kind: 'sqlite', path: join(dataDir, 'wordrise.db') };
  }
  if (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value)) return { kind: 'postgresql', url: value };
  const path = /^sqlite:(?:\/\/(?=\/))?(.+)$/.exec(value)?.[1];
  if (path === undefined) settings.wrong('DATABASE_URL', 'must start with sqlite: or postgres://');
  return { kind: 'sqlite', path: path === ':memory:' ? path : resolve(path ?? 'wordrise.db') };
}

const secretLength = 32;

function readSessionSecrets(settings: Settings): string[] {
  const secrets = (settings.text('SESSION_SECRET') ?? '')
    .split(',')
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '');
  if (secrets.some((secret) => secret.length < secretLength)) {
    settings.wrong(
      'SESSION_SECRET',
      `must have at least ${secretLength} characters (each, where there are several)`,
    );
  }
  return secrets;
}

const icontactNames = [
  'ICONTACT_APP_ID',
  'ICONTACT_API_USERNAME',
  'ICONTACT_API_PASSWORD',
  'ICONTACT_ACCOUNT_ID',
  'ICONTACT_CLIENT_FOLDER_ID',
  'ICONTACT_LIST_ID',
  'ICONTACT_CAMPAIGN_ID',
] as const;

function readEmail(settings: Settings): Config['email'] {
  const anySet = icontactNames.some((name) => settings.text(name) !== undefined);
  const provider = settings.oneOf(
    'EMAIL_PROVIDER',
    ['icontact', 'sandbox'] as const,
    anySet ? 'icontact' : 'sandbox',
  );
  if (provider === 'sandbox') return { provider };
  const [appId, username, password, accountId, clientFolderId, listId, campaignId] = icontactNames.map(
    (name) => settings.needed(name, 'needed because EMAIL_PROVIDER is icontact'),
  ) as [string, string, string, string, string, string, string];
  const apiUrl = settings.url('ICONTACT_API_URL', 'https://app.icontact.com/icp');
  return {
    provider,
    icontact: { apiUrl, appId, username, password, accountId, clientFolderId, listId, campaignId },
  };
}

function readDictionary(settings: Settings): Config['dictionary'] {
  const hasKey = settings.text('MERRIAM_WEBSTER_API_KEY') !== undefined;
  const kind = settings.oneOf(
    'DICTIONARY',
    ['merriam-webster', 'wordnet'] as const,
    hasKey ? 'merriam-webster' : 'wordnet',
  );
  if (kind === 'wordnet') return { kind };
  return {
    kind,
    apiKey: settings.needed('MERRIAM_WEBSTER_API_KEY', 'needed because DICTIONARY is merriam-webster'),
    apiUrl: settings.url(
      'MERRIAM_WEBSTER_API_URL',
      'https://www.dictionaryapi.com/api/v3/references/collegiate/json',
    ),
  };
}

function readBotCheck(settings: Settings, production: boolean): Config['botCheck'] {
  const anyKey =
    settings.text('RECAPTCHA_SITE_KEY') !== undefined || settings.text('RECAPTCHA_SECRET_KEY') !== undefined;
  if (production && !anyKey && settings.text('BOT_CHECK') === undefined) settings.missing('BOT_CHECK');
  const kind = settings.oneOf('BOT_CHECK', ['recaptcha', 'off'] as const, anyKey ? 'recaptcha' : 'off');
  if (kind === 'off') return { kind };
  return {
    kind,
    siteKey: settings.needed('RECAPTCHA_SITE_KEY', 'needed because BOT_CHECK is recaptcha'),
    secretKey: settings.needed('RECAPTCHA_SECRET_KEY', 'needed because BOT_CHECK is recaptcha'),
    minScore: settings.score('RECAPTCHA_MIN_SCORE', 0.5),
    verifyUrl: settings.url('RECAPTCHA_VERIFY_URL', 'https://www.google.com/recaptcha/api/siteverify'),
  };
}

function readOrigins(settings: Settings): string[] {
  const origins = (settings.text('WIDGET_ORIGINS') ?? '')
    .split(',')
    .map((origin) => origin.trim().replace(/\/$/, ''))
    .filter((origin) => origin !== '');
  if (origins.some((origin) => origin !== '*' && !isOrigin(origin))) {
    settings.wrong('WIDGET_ORIGINS', 'must be * or origins such as https://example.com, without a path');
  }
  return origins;
}

function isOrigin(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).origin === value;
}

function readTimezone(settings: Settings): string {
  const zone = settings.text('TIMEZONE') ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  try {
    // Gives the zone's usual spelling, so that "utc" and "UTC" are one.
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    settings.wrong('TIMEZONE', 'is not a time zone; use an IANA name such as America/New_York');
    return 'UTC';
  }
}

/** The secret that signs sessions where none was given: made once, so that a restart signs nobody out. */
function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'session-secret');
  mkdirSync(dataDir, { recursive: true });
  const kept = readKeptSecret(file);
  if (kept) return kept;
  // Put in place whole: another process may start at the same time, and this one may die here.
  const made = `${file}-${randomBytes(6).toString('hex')}`;
  writeFileSync(made, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
  try {
    // A file that is there and holds no secret was cut short.
    if (existsSync(file)) renameSync(made, file);
    else linkSync(made, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(made, { force: true });
  }
  return readKeptSecret(file) ?? keptSecret(dataDir);
}

function readKeptSecret(file: string): string | undefined {
  const secret = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  return secret.length >= secretLength ? secret : undefined;
}
