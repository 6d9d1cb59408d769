import { relative, resolve } from 'node:path';
import {
  countsIfStored,
  isDomainError,
  loadConfig,
  openWordrise,
  readConfig,
  readStoredSettings,
  repairSettings,
  secretsInFiles,
  setupDefaults,
  variables,
  type Wordrise,
} from '@wordrise/core';
import { sentenceCase, setupInput } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { UsageError } from '../command-line/exit.ts';
import { withSpinner } from '../command-line/progress.ts';
import { askText, askYesNo, isStoppedQuestion } from '../command-line/questions.ts';
import { type Finding, showFindings } from '../doctor/finding.ts';
import { noteOffTime } from '../emails/off-time.ts';
import { noteOlderEmails } from '../emails/older-emails.ts';
import { askNewPassword } from '../owner/accounts.ts';
import { emptyLibrary, isLibraryEmpty } from '../words/empty-library.ts';
import { askSettings } from './ask-settings.ts';
import { sitesIn } from './config.ts';
import { type EnvFile, mergeEnv, readEnvFile, writeEnvFile } from './env-file.ts';
import {
  type Given,
  keptSessionSecret,
  readGiven,
  type Settings,
  type SetupOptions,
  settingsOf,
  withDefaults,
} from './given-settings.ts';
import { tryEverything } from './try-out.ts';

/**
 * Stores the settings in the database, as the admin area does, and writes those that must be known before it is open to
 * `.env`. Creates the database and the admin. Safe to run again: existing data is kept.
 */
export async function setup(cli: Cli, options: SetupOptions): Promise<void> {
  const { out, canAsk } = cli;
  // As `SESSION_SECRET_FILE` names it. Like the environment, it is neither asked for nor written.
  const inFiles = secretsInFiles();
  const inEnvironment = { ...settingsOf(process.env), ...inFiles };
  const typed = await readGiven(cli, options);
  requireNoneInFiles(typed.settings, inFiles);
  // The environment wins over .env, so its settings are not asked for.
  const given = { ...typed, settings: { ...inEnvironment, ...typed.settings } };
  const file = readEnvFile(resolve('.env'));
  if (!canAsk) requireWholeAdmin(given.admin);
  // In production, what is missing has no default before setup has asked for it.
  const place = withDefaults({ ...file.values, ...given.settings });
  let unanswered: unknown;
  const database = await readStoredSettings(place).catch((error: unknown) => {
    // Without a terminal, the checks report it with everything else. Questions need the answers that are stored.
    if (canAsk || !isDomainError(error, 'database.unreachable')) throw error;
    unanswered = error;
    return undefined;
  });
  const stored = database?.values ?? {};
  const settings = await sayWhenStopped(cli, stoppedEarly, () =>
    gatherSettings(cli, options, {
      given: given.settings,
      inFiles,
      before: { ...stored, ...file.values },
    }),
  );
  const { changed, toStore, sites } = planWrites(settings, {
    file: file.values,
    inEnvironment,
    stored,
    isTyped: (name) => typed.settings[name] !== undefined,
  });
  const changedValues = new Map(changed.map((name) => [name, settings[name] ?? '']));
  const newText = mergeEnv(file.text, changedValues, purposeOf);
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
  // It answers by now: what it has stored must not be taken for missing.
  if (unanswered && options.checks) throw unanswered;
  if (cli.dryRun) return reportDryRun(cli, checks, { changed, toStore, settings });

  const written =
    changed.length > 0 &&
    (await sayWhenStopped(cli, stoppedEarly, () => mayWrite(cli, file, changed, options)));
  if (written) writeEnvFile(file.path, newText);
  warnOfEnvironment(cli, settings, inEnvironment);
  const isDeclined = changed.length > 0 && !written;
  // After a no, what later commands will find.
  const inForce = isDeclined
    ? withDefaults({ ...without(settings, changed), ...file.values, ...inEnvironment })
    : settings;
  const environment = {
    ...file.values,
    ...(written && Object.fromEntries(changedValues)),
    ...inEnvironment,
    // Such as the folder of the database, which both must find in the same place.
    ...(!isDeclined && pick(settings, Object.keys(typed.settings).filter(needsFile))),
  };
  if (database) await store(environment, toStore);
  const prepared = await sayWhenStopped(cli, stoppedLater, () =>
    prepare(cli, inForce, given, {
      ...options,
      sites,
      async storeFirst() {
        // A new database has nothing that would have to move to the email provider.
        if (!database && Object.keys(toStore).length > 0) await repairSettings(environment, toStore);
      },
    }),
  );
  const hasNewSecret = written && changedValues.has('SESSION_SECRET') && !typed.settings.SESSION_SECRET;
  const isKept = settings.SESSION_SECRET === keptSessionSecret(settings);
  if (hasNewSecret && !isKept && prepared.admin?.created === false) out.warn(newSecretNote);
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

const stoppedEarly = 'Stopped. Nothing was written.';
const stoppedLater =
  'Stopped. The settings are saved. For what is left, such as the admin account, run wordrise setup again.';

const newSecretNote =
  'SESSION_SECRET was missing, so setup wrote a new one to .env. After a restart, everyone is signed out, and the codes of two-step sign-in are refused. If you have the earlier secret, add it to SESSION_SECRET in .env, after a comma, before you restart.';

/** After Ctrl-C at a question, says what became of the answers. */
async function sayWhenStopped<T>({ out }: Cli, note: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (isStoppedQuestion(error)) out.warn(note);
    throw error;
  }
}

interface Before {
  /** In `.env`. */
  file: Settings;
  inEnvironment: Settings;
  /** In the database. */
  stored: Settings;
  /** Whether it is among the answers, so that it is stored even if it is the default. */
  isTyped: (name: string) => boolean;
}

/** Which settings are written to `.env`, and which are stored. What `.env` has stays there: it would win. */
function planWrites(settings: Settings, { file, inEnvironment, stored, isTyped }: Before) {
  const belongsInFile = (name: string) => needsFile(name) || file[name] !== undefined;
  const ofFile = Object.keys(settings).filter(belongsInFile);
  const others = { ...file, ...pick(settings, ofFile), ...inEnvironment };
  const usual: Settings = setupDefaults(others);
  const toStore = variables
    .filter(
      ({ name }) =>
        settings[name] !== undefined &&
        !isListed(name) &&
        !belongsInFile(name) &&
        countsIfStored(name, others),
    )
    .filter(({ name, stored: how }) => {
      const pinned = how?.pinned;
      const isPinned = typeof pinned === 'object' ? others[pinned.once] !== undefined : pinned;
      const isChosen = isTyped(name) || isPinned || settings[name] !== usual[name];
      return settings[name] !== stored[name] && (isChosen || stored[name] !== undefined);
    })
    .map(({ name }) => name);
  const changed = Object.keys(settings).filter(
    (name) =>
      (belongsInFile(name) || (!isListed(name) && !countsIfStored(name, others))) &&
      settings[name] !== file[name] &&
      settings[name] !== inEnvironment[name],
  );
  const lists = variables.filter(({ name, listed }) => listed && settings[name] && !belongsInFile(name));
  const sites = lists.flatMap(({ name }) => (inEnvironment[name] ? [] : sitesIn(settings[name] ?? '')));
  return { changed, toStore: pick(settings, toStore), sites };
}

/** Whether a setting cannot be in the database. */
function needsFile(name: string): boolean {
  return !variables.some((one) => one.name === name && (one.stored || one.listed));
}

function isListed(name: string): boolean {
  return variables.some((variable) => variable.name === name && variable.listed);
}

function without(settings: Settings, names: readonly string[]): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !names.includes(name)));
}

function pick(settings: Settings, names: readonly string[]): Settings {
  return Object.fromEntries(names.map((name) => [name, settings[name] ?? '']));
}

/** Stores settings of an existing installation: its readers and waiting emails move with it to another provider. */
async function store(environment: Settings, changes: Settings): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  try {
    const wordrise = await openWordrise(await readConfig(environment));
    try {
      await wordrise.settings.save(changes);
    } finally {
      await wordrise.close();
    }
  } catch (error) {
    // What is stored now may be what is wrong.
    if (!isDomainError(error, 'config.invalid')) throw error;
    await repairSettings(environment, changes);
  }
}

async function gatherSettings(
  cli: Cli,
  { checks }: SetupOptions,
  { given, inFiles, before }: Record<'given' | 'inFiles' | 'before', Settings>,
): Promise<Settings> {
  const answered = cli.canAsk ? await askSettings(cli, { given, inFiles, before, checks }) : given;
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
async function prepare(
  cli: Cli,
  settings: Settings,
  { admin }: Given,
  {
    starterWords,
    sites,
    storeFirst,
  }: SetupOptions & { sites: readonly string[]; storeFirst(): Promise<void> },
) {
  const wordrise = await openWordrise(loadConfig(settings));
  try {
    // Before the next question: a stop there loses no answer.
    await storeFirst();
    if (sites.length > 0) await wordrise.origins.replace(sites);
    const startersAdded = await addStarterWords(cli, wordrise, starterWords);
    const account = await createAdmin(cli, wordrise, admin);
    const { config, accounts, database } = wordrise;
    const link = account ? {} : { setupLink: accounts.setupLink(config.publicUrl) };
    const note = await wordrise.schedule.timezoneNote(config.timezone);
    noteOlderEmails(cli, wordrise, await wordrise.schedule.older());
    await noteOffTime(cli, wordrise);
    const isEmpty = starterWords === undefined && !cli.canAsk && (await isLibraryEmpty(wordrise));
    const found = [...(note === undefined ? [] : [note]), ...(isEmpty ? [emptyLibrary] : [])];
    const notes = found.length === 0 ? {} : { notes: found };
    return { database: database.kind, startersAdded, admin: account ?? null, ...link, ...notes };
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
  /** Names of the settings that were stored in the database. */
  stored: string[];
  database: string;
  startersAdded: number;
  admin: AdminAccount | null;
  /** Where the admin account can be created, while there is none. */
  setupLink?: string;
  /** What else follows and may surprise, in words. */
  notes?: string[];
  checks: Finding[];
}

function showResult({ out }: Cli, result: SetupResult): string {
  const { envFile, written, stored, startersAdded, admin, setupLink, notes, checks } = result;
  const done = out.paint.green('✓');
  const path = relative(process.cwd(), envFile);
  const lines = checks.length > 0 ? [showFindings(out, checks)] : [''];
  lines.push(
    written ? `${done} Wrote ${path}; only you can read it.` : `${done} ${path} is unchanged.`,
    `${done} The database is ready.`,
  );
  if (stored.length > 0) lines.push(`${done} Stored in the database: ${list(stored)}.`);
  if (startersAdded > 0) lines.push(`${done} ${startersAdded} starter words are in the library.`);
  if (admin?.created) lines.push(`${done} The admin “${admin.username}” can log in.`);
  if (setupLink !== undefined) {
    lines.push(
      `${out.paint.yellow('!')} There is no admin yet. Create the account, while the server runs, at`,
    );
    lines.push(`  ${setupLink}`);
  }
  lines.push(...(notes ?? []).map((note) => `${out.paint.yellow('!')} ${note}`));
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
    const shown = (names: string[]) =>
      names.map((name) => `  ${name}=${isSecret(name) ? '(hidden)' : settings[name]}`);
    const lines = changed.length > 0 ? ['.env would get:', ...shown(changed)] : ['.env would not change.'];
    if (stored.length > 0) lines.push('The database would get:', ...shown(stored));
    return [...(findings.length > 0 ? [showFindings(out, findings)] : []), ...lines].join('\n');
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
 * start, and before the admin is created: after that the library's content is the admin's decision.
 */
async function addStarterWords(
  { out, canAsk }: Cli,
  wordrise: Wordrise,
  wanted: boolean | undefined,
): Promise<number> {
  const isEmpty = await isLibraryEmpty(wordrise);
  if (wanted && !isEmpty) out.warn('The library has words already: no starter words were added.');
  const isFor = isEmpty && (wanted || (await wordrise.accounts.needsSetup()));
  if (!isFor || wanted === false) return 0;
  const usual = wordrise.mail.facts.isSandbox;
  const yes =
    wanted ??
    (canAsk ? await askYesNo('Put the starter words into the library?', { default: usual }) : usual);
  if (!yes) return 0;
  return withSpinner(out, 'Adding the starter words', () => wordrise.words.addStarters({ isAskedFor: true }));
}

interface AdminAccount {
  /** The name of the new account; `null` if one existed before. */
  username: string | null;
  created: boolean;
}

/** Creates the one admin from what was given or asked; `undefined` if none is wanted yet. */
async function createAdmin(
  cli: Cli,
  wordrise: Wordrise,
  given: Given['admin'],
): Promise<AdminAccount | undefined> {
  const { out, canAsk } = cli;
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
  const password = given.password ?? (await askNewPassword(cli));
  const created = await wordrise.accounts.setup(setupInput.parse({ username, password }));
  return { username: created.username, created: true };
}

function checkUsername(value: string): true | string {
  return setupInput.shape.username.safeParse(value).error?.issues[0]?.message ?? true;
}

/** Refuses what would be set twice, before anything is written. */
function requireNoneInFiles(typed: Settings, inFiles: Settings): void {
  const name = Object.keys(typed).find((one) => one in inFiles);
  if (name === undefined) return;
  throw new UsageError(
    `${name} is in the file that ${name}_FILE names, so it cannot be set here.`,
    `Change that file, or remove ${name}_FILE from .env or the environment.`,
  );
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
