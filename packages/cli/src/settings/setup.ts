import { relative, resolve } from 'node:path';
import {
  loadConfig,
  openWordrise,
  readStoredSettings,
  repairSettings,
  variables,
  type Wordrise,
} from '@wordrise/core';
import { sentenceCase, setupInput } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { UsageError } from '../command-line/exit.ts';
import { withSpinner } from '../command-line/progress.ts';
import { askText, askYesNo } from '../command-line/questions.ts';
import { type Finding, showFindings } from '../doctor/finding.ts';
import { askNewPassword } from '../owner/accounts.ts';
import { askSettings } from './ask-settings.ts';
import { type EnvFile, mergeEnv, readEnvFile, writeEnvFile } from './env-file.ts';
import {
  type Given,
  readGiven,
  type Settings,
  type SetupOptions,
  settingsOf,
  withDefaults,
} from './given-settings.ts';
import { tryEverything } from './try-out.ts';

/** Writes `.env`, prepares the database and creates the admin. Safe to run again: existing data is kept. */
export async function setup(cli: Cli, options: SetupOptions): Promise<void> {
  const { out, canAsk } = cli;
  const inEnvironment = settingsOf(process.env);
  const typed = await readGiven(options);
  // The environment wins over .env, so its settings are not asked for.
  const given = { ...typed, settings: { ...inEnvironment, ...typed.settings } };
  const file = readEnvFile(resolve('.env'));
  if (!canAsk) requireWholeAdmin(given.admin);
  const stored = (await readStoredSettings({ ...file.values, ...given.settings }))?.values ?? {};
  const settings = await gatherSettings(cli, options, given.settings, { ...stored, ...file.values });
  // A setting that is stored in the database is changed there, unless .env has it too, which wins.
  const isStored = (name: string) => stored[name] !== undefined && file.values[name] === undefined;
  const toStore = Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => isStored(name) && value !== stored[name]),
  );
  const changed = Object.keys(settings).filter(
    (name) =>
      !isStored(name) && settings[name] !== file.values[name] && settings[name] !== inEnvironment[name],
  );
  const newText = mergeEnv(
    file.text,
    new Map(changed.map((name) => [name, settings[name] ?? ''])),
    purposeOf,
  );
  if (!canAsk && file.exists && changed.length > 0 && !options.yes && !cli.dryRun) {
    throw new UsageError(
      `A .env file exists, and this would change ${list(changed)} in it.`,
      'Add --yes to change it. Its other lines stay unchanged.',
    );
  }
  const checks =
    canAsk || !options.checks
      ? []
      : await withSpinner(out, 'Checking the settings', () => tryEverything(settings));
  if (checks.some(({ status }) => status === 'failed')) return reportFailure(cli, checks);
  if (cli.dryRun) return reportDryRun(cli, checks, { changed, toStore, settings });

  const written = changed.length > 0 && (await mayWrite(cli, file, changed, options));
  if (written) writeEnvFile(file.path, newText);
  warnOfEnvironment(cli, settings, inEnvironment);
  const inForce = written ? settings : { ...settings, ...file.values };
  if (Object.keys(toStore).length > 0) await repairSettings({ ...file.values, ...inEnvironment }, toStore);
  const prepared = await prepare(cli, inForce, given, options);
  const result = {
    envFile: file.path,
    written,
    changed: written ? changed : [],
    stored: Object.keys(toStore),
    ...prepared,
    checks,
  };
  out.confirm({ ...result, next: nextCommand }, () => showResult(cli, result));
}

async function gatherSettings(
  cli: Cli,
  { checks }: SetupOptions,
  given: Settings,
  before: Settings,
): Promise<Settings> {
  const answered = cli.canAsk ? await askSettings(cli, { given, before, checks }) : given;
  const settings = withDefaults({ ...before, ...answered });
  // Reports everything that is wrong at once, before anything is written.
  loadConfig(settings);
  return settings;
}

async function mayWrite(
  { canAsk }: Cli,
  file: EnvFile,
  changed: string[],
  { yes }: SetupOptions,
): Promise<boolean> {
  if (!canAsk || yes || !file.exists) return true;
  const what = changed.length > 3 ? `${changed.length} settings` : list(changed);
  return askYesNo(`A .env file exists. Change ${what} in it?`, { default: true });
}

/** The database, the starter words and the admin. */
async function prepare(cli: Cli, settings: Settings, { admin }: Given, { starterWords }: SetupOptions) {
  const wordrise = await openWordrise(loadConfig(settings));
  try {
    const startersAdded = await addStarterWords(cli, wordrise, starterWords);
    const account = await createAdmin(cli, wordrise, admin);
    const { config, accounts, database } = wordrise;
    const link = account ? {} : { setupLink: accounts.setupLink(config.publicUrl) };
    return { database: database.kind, startersAdded, admin: account ?? null, ...link };
  } finally {
    await wordrise.close();
  }
}

/** The environment wins over `.env`, which surprises those who have just written one. */
function warnOfEnvironment({ out }: Cli, settings: Settings, inEnvironment: Settings): void {
  const other = Object.keys(inEnvironment).filter((name) => inEnvironment[name] !== settings[name]);
  if (other.length === 0) return;
  const verb = other.length === 1 ? 'is' : 'are';
  out.warn(`${list(other)} ${verb} also set in the environment, which wins over .env.`);
}

function purposeOf(name: string): string | undefined {
  const purpose = variables.find((variable) => variable.name === name)?.purpose;
  return purpose && sentenceCase(purpose);
}

const nextCommand = 'wordrise serve';

interface SetupResult {
  envFile: string;
  written: boolean;
  /** Names of the settings that were written. */
  changed: string[];
  /** Names of the settings that were changed in the database, where they were before. */
  stored: string[];
  database: string;
  startersAdded: number;
  admin: AdminAccount | null;
  /** Where the admin account can be created, while there is none. */
  setupLink?: string;
  checks: Finding[];
}

function showResult({ out }: Cli, result: SetupResult): string {
  const { envFile, written, stored, startersAdded, admin, setupLink, checks } = result;
  const done = out.paint.green('✓');
  const path = relative(process.cwd(), envFile);
  const lines = checks.length > 0 ? [showFindings(out, checks)] : [''];
  lines.push(
    written ? `${done} Wrote ${path}; only you can read it.` : `${done} ${path} is unchanged.`,
    `${done} The database is ready.`,
  );
  if (stored.length > 0) lines.push(`${done} Changed in the database: ${list(stored)}.`);
  if (startersAdded > 0) lines.push(`${done} ${startersAdded} starter words are in the library.`);
  if (admin?.created) lines.push(`${done} The admin “${admin.username}” can log in.`);
  if (setupLink !== undefined) {
    lines.push(
      `${out.paint.yellow('!')} There is no admin yet. Create the account, while the server runs, at`,
    );
    lines.push(`  ${setupLink}`);
  }
  return `${lines.join('\n')}\n\nNext: ${out.paint.bold(nextCommand)}`;
}

function reportFailure(cli: Cli, findings: Finding[]): void {
  cli.out.answer({ written: false, checks: findings }, () => showFindings(cli.out, findings));
  cli.out.warn('Nothing was written. Fix this, or add --no-checks to write the settings anyway.');
  cli.fail();
}

function reportDryRun(
  { out }: Cli,
  findings: Finding[],
  { changed, toStore, settings }: { changed: string[]; toStore: Settings; settings: Settings },
): void {
  const stored = Object.keys(toStore);
  out.answer({ dryRun: true, written: false, changed, stored, checks: findings }, () => {
    const lines = changed.map((name) => `  ${name}=${isSecret(name) ? '(hidden)' : settings[name]}`);
    if (stored.length > 0) lines.push(`  and in the database: ${list(stored)}`);
    const env = lines.length > 0 ? `.env would get:\n${lines.join('\n')}` : '.env would not change.';
    return findings.length > 0 ? `${showFindings(out, findings)}\n${env}` : env;
  });
}

function isSecret(name: string): boolean {
  return variables.some((variable) => variable.name === name && variable.secret);
}

/** Such as “A, B and C”. */
function list(names: string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/**
 * Fills an empty library if wanted. By default only with the sandbox, as the server does at its first
 * start. Runs before the admin is created: after that the library's content is the admin's decision.
 */
async function addStarterWords(
  { out, canAsk }: Cli,
  wordrise: Wordrise,
  wanted: boolean | undefined,
): Promise<number> {
  const isNew = (await wordrise.accounts.needsSetup()) && (await countWords(wordrise)) === 0;
  if (!isNew || wanted === false) return 0;
  const usual = wordrise.mail.facts.isSandbox;
  const yes =
    wanted ??
    (canAsk ? await askYesNo('Put the starter words into the library?', { default: usual }) : usual);
  return yes ? withSpinner(out, 'Adding the starter words', () => wordrise.words.addStarters()) : 0;
}

async function countWords(wordrise: Wordrise): Promise<number> {
  return (await wordrise.words.list({ page: 1, limit: 1, search: '', letter: '' })).total;
}

interface AdminAccount {
  /** The name of the new account; `null` if one existed before. */
  username: string | null;
  created: boolean;
}

/** Creates the one admin from what was given or asked; `undefined` if none is wanted yet. */
async function createAdmin(
  { out, canAsk }: Cli,
  wordrise: Wordrise,
  given: Given['admin'],
): Promise<AdminAccount | undefined> {
  const isGiven = given.username !== undefined || given.password !== undefined;
  if (!(await wordrise.accounts.needsSetup())) {
    if (isGiven) {
      out.warn(
        'An admin account already exists and is unchanged. To set a new password: wordrise admin reset-password',
      );
    }
    return { username: null, created: false };
  }
  if (!canAsk) {
    if (!isGiven) return undefined;
    const { username } = await wordrise.accounts.setup(setupInput.parse(given));
    return { username, created: true };
  }
  process.stdout.write(`\n${out.paint.bold('The admin')}\n`);
  if (!isGiven && !(await askYesNo('Create the admin account now?', { default: true }))) return undefined;
  const username = given.username ?? (await askText('Username', { check: checkUsername }));
  const password = given.password ?? (await askNewPassword());
  const created = await wordrise.accounts.setup(setupInput.parse({ username, password }));
  return { username: created.username, created: true };
}

function checkUsername(value: string): true | string {
  return setupInput.shape.username.safeParse(value).error?.issues[0]?.message ?? true;
}

/** Refuses half an account before anything is written. */
function requireWholeAdmin(given: Given['admin']): void {
  if (given.username !== undefined && given.password === undefined) {
    throw new UsageError(
      'The admin needs a password.',
      'Add --password-stdin, or ADMIN_PASSWORD to the --answers.',
    );
  }
  if (given.username === undefined && given.password !== undefined) {
    throw new UsageError('The admin needs a username.', 'Add --admin <username>.');
  }
}
