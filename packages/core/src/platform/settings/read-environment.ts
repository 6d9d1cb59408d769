import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { closestTo } from '../edit-distance.ts';
import { DomainError } from '../errors.ts';
import { type SettingName, table } from './table.ts';
import type { Variable } from './variable.ts';

/**
 * The process's environment, which takes precedence over the `.env` file in the working folder, if there is one. A
 * secret may be in a file of its own, as containers get them: `SMTP_PASSWORD_FILE` names the file of `SMTP_PASSWORD`.
 *
 * @throws DomainError `config.invalid` if such a file cannot be read, or if the secret itself is set too
 */
export function readEnvironment(folder = process.cwd()): Record<string, string | undefined> {
  const environment = { ...readFile(folder), ...process.env };
  return { ...environment, ...readSecrets(environment) };
}

/**
 * Only the secrets that are in files of their own, by the name of the setting.
 *
 * @throws DomainError `config.invalid`, as `readEnvironment`
 */
export function secretsInFiles(folder = process.cwd()): Record<string, string> {
  return readSecrets({ ...readFile(folder), ...process.env });
}

function readSecrets(environment: NodeJS.Dict<string>): Record<string, string> {
  const secrets: Record<string, string> = {};
  const problems: Record<string, string[]> = {};
  for (const name of Object.keys(table) as SettingName[]) {
    const file = environment[secretFileSetting(name)];
    if (!isSecret(name) || !file) continue;
    if (environment[name]) {
      problems[secretFileSetting(name)] = [`cannot be set together with ${name}: remove one of them`];
      continue;
    }
    try {
      // Editors end a file with a new line.
      secrets[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      problems[secretFileSetting(name)] = [
        `is a file that cannot be read (${(error as NodeJS.ErrnoException).code})`,
      ];
    }
  }
  const wrong = Object.entries(problems).map(([name, [problem]]) => `${name} ${problem}`);
  if (wrong.length === 0) return secrets;
  throw new DomainError('config.invalid', `Invalid settings: ${wrong.join('; ')}.`, { fields: problems });
}

/** The files with secrets that the environment or `.env` names, whether or not they exist. */
export function secretFiles(folder = process.cwd()): string[] {
  const environment = { ...readFile(folder), ...process.env };
  const names = Object.keys(environment).filter((name) => isSecretFile(name) || name === 'DKIM_KEY_FILE');
  return names.flatMap((name) => environment[name] || []);
}

/** The setting that names the file of a secret. */
export const secretFileSetting = (name: string) => `${name}_FILE`;

function isSecret(name: SettingName): boolean {
  const row: Variable = table[name];
  return row.secret === true;
}

/** Whether a name is the file of a secret. */
function isSecretFile(name: string): boolean {
  return (Object.keys(table) as SettingName[]).some(
    (one) => isSecret(one) && name === secretFileSetting(one),
  );
}

function readFile(folder: string): NodeJS.Dict<string> {
  return parseEnv(textOf(folder));
}

function textOf(folder: string): string {
  const file = join(folder, '.env');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** The settings of the `.env` file that `endedByHash` is about. One that the environment sets too does not count. */
export function settingsEndedByHash(folder = process.cwd()): string[] {
  return endedByHash(textOf(folder)).filter((name) => name in table && process.env[name] === undefined);
}

/**
 * The names in such a file whose value ends at a `#` with no space before it. Without quotes, the rest of the line is a
 * comment, which may be half of a password.
 */
export function endedByHash(text: string): string[] {
  const values = parseEnv(text);
  const found = text.split('\n').flatMap((line) => {
    const [assigned = '', name = '', value = ''] =
      /^\s*(?:export\s+)?([\w.-]+)\s*=([^#]*)(?=#)/.exec(line) ?? [];
    const isComment = /\s$/.test(value) || /^\s*["'`]/.test(value);
    // A line inside quotes is part of another value.
    return assigned === '' || isComment || values[name] !== value.trim() ? [] : [name];
  });
  return [...new Set(found)];
}

/**
 * The database that the `.env` file names, if it is that of the file's own data folder while the environment names
 * another folder: two servers that were meant to be separate would share it.
 */
export function databaseOfOtherFolder(
  folder = process.cwd(),
): { dataDir: string; database: string } | undefined {
  const { DATA_DIR: dataDir, DATABASE_URL, DATABASE_URL_FILE } = process.env;
  const file = readFile(folder);
  const [, database] = /^sqlite:(.+)$/.exec(file.DATABASE_URL ?? '') ?? [];
  if (!dataDir || !database || DATABASE_URL || DATABASE_URL_FILE) return undefined;
  const own = resolve(folder, file.DATA_DIR || './data');
  const isOwn = resolve(folder, database) === join(own, 'wordrise.db');
  return isOwn && resolve(folder, dataDir) !== own ? { dataDir, database } : undefined;
}

export interface MisspelledSetting {
  name: string;
  nearest: SettingName;
  from: '.env' | 'environment';
}

/**
 * Names that are probably misspelled settings. The `.env` file is ours, so names that are somewhat like a setting are
 * reported. The environment is shared with other programs: only long names that are almost a setting are reported.
 */
export function misspelledSettings(folder = process.cwd()): MisspelledSetting[] {
  const found = (names: readonly string[], from: MisspelledSetting['from']) =>
    names.flatMap((name): MisspelledSetting[] => {
      const nearest = name in table || isSecretFile(name) ? undefined : nearestSetting(name, from);
      return nearest ? [{ name, nearest, from }] : [];
    });
  return [...found(Object.keys(readFile(folder)), '.env'), ...found(Object.keys(process.env), 'environment')];
}

/** The fewest letters that one name must have to be compared with the start of another. */
const leastStart = 8;

/** The setting that was probably meant. */
export function nearestSetting(
  typed: string,
  from: MisspelledSetting['from'] = '.env',
): SettingName | undefined {
  const isOurs = from === '.env';
  const name = isOurs ? typed.toUpperCase() : typed;
  if (!isOurs && name.length < 6) return undefined;
  const mostEdits = name.length < 8 ? 1 : name.length < 10 || !isOurs ? 2 : 3;
  const settings = Object.keys(table) as SettingName[];
  const nearest = closestTo(name, settings, { most: mostEdits, spelling: (setting) => setting });
  return nearest ?? (isOurs ? settingOfStart(name) : undefined);
}

/** `SMTP_PASS` and `SMTP_USERNAME` for `SMTP_PASSWORD` and `SMTP_USER`. */
function settingOfStart(name: string): SettingName | undefined {
  if (name.length < leastStart) return undefined;
  return (Object.keys(table) as SettingName[]).find(
    (setting) =>
      setting.startsWith(name) || (name.startsWith(setting) && /^[A-Z]+$/.test(name.slice(setting.length))),
  );
}
