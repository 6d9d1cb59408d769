import { relative, resolve } from 'node:path';
import { loadConfig, openWordrise, variables } from '@wordrise/core';
import type { Cli } from '../command-line/cli.ts';
import { UsageError } from '../command-line/usage-error.ts';
import type { Finding } from '../doctor/finding.ts';
import { showFindings } from '../doctor/show-findings.ts';
import { askYesNo } from '../terminal/questions.ts';
import { withSpinner } from '../terminal/spinner.ts';
import { askSettings } from './ask-settings.ts';
import { type AdminAccount, createAdmin, requireWholeAdmin } from './create-admin.ts';
import { type EnvFile, mergeEnv, readEnvFile, writeEnvFile } from './env-file.ts';
import { type Given, readGiven, type Settings, settingsOf, withDefaults } from './settings.ts';
import type { SetupOptions } from './setup.command.ts';
import { addStarterWords } from './starter-words.ts';
import { tryEverything } from './try-out.ts';

const nextCommand = 'wordrise serve';

/** Writes `.env`, prepares the database and creates the admin. Safe to run again: what is there is kept. */
export async function setup(cli: Cli, options: SetupOptions): Promise<void> {
  const { out } = cli;
  const inEnvironment = settingsOf(process.env);
  const typed = await readGiven(options);
  // What the environment says holds anyway, so it is not asked about.
  const given = { ...typed, settings: { ...inEnvironment, ...typed.settings } };
  const file = readEnvFile(resolve('.env'));
  const asks = cli.canAsk;
  if (!asks) requireWholeAdmin(given.admin);
  const settings = await gatherSettings(cli, options, given, file, asks);
  const changed = Object.keys(settings).filter(
    (name) => settings[name] !== file.values[name] && settings[name] !== inEnvironment[name],
  );
  const changes = new Map(changed.map((name) => [name, settings[name] ?? '']));
  const newText = mergeEnv(file.text, changes, purposeOf);
  if (!asks && file.exists && changed.length > 0 && !options.yes && !cli.dryRun) {
    throw new UsageError(
      `There is a .env already, and this would change ${list(changed)} in it.`,
      'Add --yes to change it. What it says besides stays.',
    );
  }
  const findings =
    asks || !options.checks
      ? []
      : await withSpinner(out, 'Trying the settings out', () => tryEverything(settings));
  if (findings.some(({ status }) => status === 'failed')) return tellFailure(cli, findings);
  if (cli.dryRun) return tellDryRun(cli, { findings, changed, settings });

  const written = changed.length > 0 && (await mayWrite(file, changed, { asks, ...options }));
  if (written) writeEnvFile(file.path, newText);
  warnOfEnvironment(cli, settings, inEnvironment);
  const prepared = await prepare(
    cli,
    written ? settings : { ...settings, ...file.values },
    given,
    options,
    asks,
  );
  const result = {
    envFile: file.path,
    written,
    changed: written ? changed : [],
    ...prepared,
    checks: findings,
  };
  out.confirm({ ...result, next: nextCommand }, () => showResult(cli, result));
}

async function gatherSettings(
  cli: Cli,
  { checks }: SetupOptions,
  given: Given,
  file: EnvFile,
  asks: boolean,
): Promise<Settings> {
  const answered = asks
    ? await askSettings(cli, { given: given.settings, before: file.values, checks })
    : given.settings;
  const settings = withDefaults({ ...file.values, ...answered });
  // Says what is wrong with all of them at once, before anything is written.
  loadConfig(settings);
  return settings;
}

async function mayWrite(
  file: EnvFile,
  changed: string[],
  { asks, yes }: { asks: boolean; yes?: boolean },
): Promise<boolean> {
  if (!asks || yes || !file.exists) return true;
  const what = changed.length > 3 ? `${changed.length} settings` : list(changed);
  return askYesNo(`There is a .env already. Change ${what} in it?`, { default: true });
}

/** The database, the starter words and the admin. */
async function prepare(cli: Cli, settings: Settings, given: Given, options: SetupOptions, asks: boolean) {
  const config = loadConfig(settings);
  const wordrise = await openWordrise(config);
  try {
    const startersAdded = await addStarterWords(cli, wordrise, { wanted: options.starterWords, asks });
    const admin: AdminAccount | undefined = await createAdmin(cli, wordrise, given.admin, asks);
    return { database: wordrise.database.kind, startersAdded, admin: admin ?? null };
  } finally {
    await wordrise.close();
  }
}

/** The environment wins over `.env`, which surprises whoever has just written one. */
function warnOfEnvironment({ out }: Cli, settings: Settings, inEnvironment: Settings): void {
  const other = Object.keys(inEnvironment).filter((name) => inEnvironment[name] !== settings[name]);
  if (other.length === 0) return;
  const verb = other.length === 1 ? 'is' : 'are';
  out.warn(`${list(other)} ${verb} also set in the environment, which wins over .env.`);
}

function tellFailure(cli: Cli, findings: Finding[]): void {
  cli.out.answer({ written: false, checks: findings }, () => showFindings(cli.out, findings));
  cli.out.warn('Nothing was written. Mend this, or add --no-checks to write it as it is.');
  cli.fail();
}

function tellDryRun(
  { out }: Cli,
  seen: { findings: Finding[]; changed: string[]; settings: Settings },
): void {
  const { findings, changed, settings } = seen;
  out.answer({ dryRun: true, written: false, changed, checks: findings }, () => {
    const lines = changed.map((name) => `  ${name}=${isSecret(name) ? '(hidden)' : settings[name]}`);
    const env = lines.length > 0 ? `.env would get:\n${lines.join('\n')}` : '.env would stay as it is.';
    return findings.length > 0 ? `${showFindings(out, findings)}\n${env}` : env;
  });
}

interface Result {
  envFile: string;
  written: boolean;
  startersAdded: number;
  admin: AdminAccount | null;
  checks: Finding[];
}

function showResult({ out }: Cli, { envFile, written, startersAdded, admin, checks }: Result): string {
  const done = out.paint.green('✓');
  const path = relative(process.cwd(), envFile);
  const lines = checks.length > 0 ? [showFindings(out, checks)] : [''];
  lines.push(
    written ? `${done} ${path} is written; only you can read it.` : `${done} ${path} stays as it was.`,
    `${done} The database is ready.`,
  );
  if (startersAdded > 0) lines.push(`${done} ${startersAdded} starter words are in the library.`);
  if (admin?.created) lines.push(`${done} The admin “${admin.username}” can log in.`);
  if (!admin) lines.push(`${out.paint.yellow('!')} There is no admin yet: the admin area will ask for one.`);
  return `${lines.join('\n')}\n\nNext: ${out.paint.bold(nextCommand)}`;
}

function isSecret(name: string): boolean {
  return variables.some((variable) => variable.name === name && variable.secret);
}

function purposeOf(name: string): string | undefined {
  const purpose = variables.find((variable) => variable.name === name)?.purpose;
  return purpose && `${purpose.charAt(0).toUpperCase()}${purpose.slice(1)}.`;
}

function list(names: string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
