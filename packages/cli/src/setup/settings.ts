import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { parseEnv } from 'node:util';
import { variables } from '@wordrise/core';
import { setupInput } from '@wordrise/core/contract';
import { UsageError } from '../command-line/usage-error.ts';
import { readPassword, readStandardInput } from '../terminal/standard-input.ts';
import { flagOf, type SettingWithFlag, type SetupOptions, settingFlags } from './setup.command.ts';

/** Settings under their variables' names, as they stand in `.env`. */
export type Settings = Record<string, string>;

export interface Given {
  settings: Settings;
  admin: { username: string | undefined; password: string | undefined };
}

const adminNames = ['ADMIN_USERNAME', 'ADMIN_PASSWORD'];

/** What flags, `--answers` and `--password-stdin` say; flags win. */
export async function readGiven(options: SetupOptions): Promise<Given> {
  if (options.answers === '-' && options.passwordStdin) {
    throw new UsageError(
      'Standard input can hold the answers or the password, not both.',
      'Put a line ADMIN_PASSWORD=… among the answers.',
    );
  }
  const answers = options.answers === undefined ? {} : parseEnv(await readAnswers(options.answers));
  const { ADMIN_USERNAME, ADMIN_PASSWORD, ...settings } = { ...answers, ...readFlags(options) } as Settings;
  for (const name of Object.keys(settings)) {
    if (!variables.some((variable) => variable.name === name)) {
      throw new UsageError(`There is no setting ${name}.`, 'See: wordrise config');
    }
  }
  const username = options.admin ?? ADMIN_USERNAME;
  const password = options.passwordStdin ? await readPassword() : ADMIN_PASSWORD;
  // Before anything is written.
  if (username !== undefined && password !== undefined) setupInput.parse({ username, password });
  return { settings, admin: { username, password } };
}

async function readAnswers(file: string): Promise<string> {
  return file === '-' ? readStandardInput() : readFile(file, 'utf8');
}

function readFlags(options: SetupOptions): Settings {
  const settings: Settings = {};
  for (const pair of options.set ?? []) {
    const [, name, value] = /^([A-Z_]+)=(.*)$/s.exec(pair) ?? [];
    if (name === undefined || value === undefined || adminNames.includes(name)) {
      throw new UsageError('--set takes a pair such as LOG_LEVEL=debug.', 'See: wordrise config');
    }
    settings[name] = value;
  }
  for (const name of Object.keys(settingFlags) as SettingWithFlag[]) {
    const value = options[optionOf(name)];
    if (typeof value === 'string') settings[name] = value;
  }
  return settings;
}

/** `DATA_DIR` arrives as `dataDir`. */
function optionOf(name: SettingWithFlag): string {
  return flagOf(name)
    .slice(2)
    .replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The settings among a process's environment. */
export function settingsOf(environment: NodeJS.ProcessEnv): Settings {
  const settings: Settings = {};
  for (const { name } of variables) {
    const value = environment[name]?.trim();
    if (value) settings[name] = value;
  }
  return settings;
}

/** What nobody has said, filled in, so that the file says everything and holds in production too. */
export function withDefaults(settings: Settings): Settings {
  const { DATA_DIR = './data' } = settings;
  const hasIcontact = Object.keys(settings).some(
    (name) => name.startsWith('ICONTACT_') && name !== 'ICONTACT_API_URL',
  );
  const hasRecaptcha =
    settings.RECAPTCHA_SITE_KEY !== undefined || settings.RECAPTCHA_SECRET_KEY !== undefined;
  return {
    DATA_DIR,
    DATABASE_URL: sqliteIn(DATA_DIR),
    SESSION_SECRET: randomBytes(32).toString('hex'),
    PRODUCT_NAME: 'Wordrise',
    PUBLIC_URL: `http://localhost:${settings.PORT ?? 5000}`,
    TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone,
    EMAIL_PROVIDER: hasIcontact ? 'icontact' : 'sandbox',
    DICTIONARY: settings.MERRIAM_WEBSTER_API_KEY === undefined ? 'wordnet' : 'merriam-webster',
    BOT_CHECK: hasRecaptcha ? 'recaptcha' : 'off',
    ...settings,
  };
}

/** The usual database of a data folder. */
export function sqliteIn(dataDir = './data'): string {
  const path = join(dataDir, 'wordrise.db');
  return `sqlite:${isAbsolute(path) || path.startsWith('..') ? path : `./${path}`}`;
}
