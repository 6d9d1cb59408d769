import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { endedByHash, knownSessionSecrets, setupDefaults, variables } from '@wordrise/core';
import { setupInput } from '@wordrise/core/contract';
import { type Cli, endedByHashNote } from '../command-line/cli.ts';
import { UsageError } from '../command-line/exit.ts';
import { readPassword, readTextFile } from '../command-line/input.ts';
import type { Output } from '../command-line/output.ts';

/** Settings by variable name, as written in `.env`. */
export type Settings = Record<string, string>;

export interface Given {
  settings: Settings;
  admin: { username: string | undefined; password: string | undefined };
}

const adminNames = ['ADMIN_USERNAME', 'ADMIN_PASSWORD'];

/** Reads flags, `--answers` and `--password-stdin`; flags win. */
export async function readGiven({ out }: Cli, options: SetupOptions): Promise<Given> {
  if (options.answers === '-' && options.passwordStdin) {
    throw new UsageError(
      'Standard input can hold the answers or the password, not both.',
      'Add a line ADMIN_PASSWORD=… to the answers.',
    );
  }
  const answers = options.answers === undefined ? {} : await readAnswers(out, options.answers);
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

async function readAnswers(out: Output, file: string): Promise<NodeJS.Dict<string>> {
  const text = await readTextFile(file);
  for (const name of endedByHash(text)) out.warn(endedByHashNote(name, 'in the answers'));
  const answers = parseEnv(text);
  if (text.trim() !== '' && Object.keys(answers).length === 0) {
    const where = file === '-' ? 'standard input' : file;
    throw new UsageError(
      `There are no answers in ${where}.`,
      'Write a line for each, such as LOG_LEVEL=debug',
    );
  }
  return answers;
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
  for (const { name } of variables) {
    const value = options[optionOf(name)];
    if (typeof value === 'string') settings[name] = value;
  }
  return settings;
}

/** The settings in a process's environment. */
export function settingsOf(environment: NodeJS.ProcessEnv): Settings {
  const settings: Settings = {};
  for (const { name } of variables) {
    const value = environment[name]?.trim();
    if (value) settings[name] = value;
  }
  return settings;
}

/** The settings and a default for each that is missing, with those that production requires if it is production. */
export function withDefaults(settings: Settings): Settings {
  const usual = setupDefaults(settings);
  const secret = keptSessionSecret({ ...usual, ...settings }) ?? randomBytes(32).toString('hex');
  return { ...usual, SESSION_SECRET: secret, ...settings };
}

/**
 * The secret in the data folder. A server that ran before has signed sessions, and encrypted the key of two-step sign-in,
 * with it.
 */
export function keptSessionSecret({ DATA_DIR = '' }: Settings): string | undefined {
  return knownSessionSecrets({ sessionSecrets: [], dataDir: resolve(DATA_DIR) })[0];
}

/** Includes the settings' options, by their camel-case names. */
export interface SetupOptions extends Partial<Record<string, unknown>> {
  set?: string[];
  answers?: string;
  admin?: string;
  passwordStdin?: boolean;
  starterWords?: boolean;
  checks: boolean;
  yes?: boolean;
}

/** The option for `DATA_DIR`, `--data-dir`, is `dataDir` here. */
export function optionOf(name: string): string {
  return name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
