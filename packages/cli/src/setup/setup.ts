import { resolve } from 'node:path';
import { loadConfig, openWordrise, variables } from '@wordrise/core';
import { sentenceCase } from '@wordrise/core/constants';
import type { Cli } from '../command-line/cli.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { askYesNo } from '../terminal/questions.ts';
import { withSpinner } from '../terminal/spinner.ts';
import { askSettings } from './ask-settings.ts';
import { createAdmin, requireWholeAdmin } from './create-admin.ts';
import { type EnvFile, mergeEnv, readEnvFile, writeEnvFile } from './env-file.ts';
import type { SetupOptions } from './options.ts';
import { type Given, readGiven, type Settings, settingsOf, withDefaults } from './settings.ts';
import { list, nextCommand, reportDryRun, reportFailure, showResult } from './show-setup.ts';
import { addStarterWords } from './starter-words.ts';
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
  const settings = await gatherSettings(cli, options, given.settings, file);
  const changed = Object.keys(settings).filter(
    (name) => settings[name] !== file.values[name] && settings[name] !== inEnvironment[name],
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
  if (cli.dryRun) return reportDryRun(cli, checks, changed, settings);

  const written = changed.length > 0 && (await mayWrite(cli, file, changed, options));
  if (written) writeEnvFile(file.path, newText);
  warnOfEnvironment(cli, settings, inEnvironment);
  const inForce = written ? settings : { ...settings, ...file.values };
  const prepared = await prepare(cli, inForce, given, options);
  const result = { envFile: file.path, written, changed: written ? changed : [], ...prepared, checks };
  out.confirm({ ...result, next: nextCommand }, () => showResult(cli, result));
}

async function gatherSettings(
  cli: Cli,
  { checks }: SetupOptions,
  given: Settings,
  file: EnvFile,
): Promise<Settings> {
  const answered = cli.canAsk ? await askSettings(cli, { given, before: file.values, checks }) : given;
  const settings = withDefaults({ ...file.values, ...answered });
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
