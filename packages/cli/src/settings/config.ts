import {
  checkSettings,
  type DomainError,
  isDomainError,
  misspelledSettings,
  nearestSetting,
  openWordrise,
  readConfig,
  readEnvironment,
  readStoredSettings,
  repairSettings,
  settingHeadings,
  settingProblem,
  settingsEndedByHash,
  type VariableInfo,
  variables,
  type Wordrise,
} from '@wordrise/core';
import { type SavedSettings, sentenceCase } from '@wordrise/core/contract';
import { type Cli, settingNotes } from '../command-line/cli.ts';
import { UsageError } from '../command-line/exit.ts';
import { readTextFile } from '../command-line/input.ts';
import { oneLine, wrapText } from '../command-line/text.ts';
import { noteOffTime } from '../emails/off-time.ts';
import { settleOlderEmails } from '../emails/older-emails.ts';

interface Setting {
  name: string;
  set: boolean;
  /** `database`: stored in the admin area, or by `wordrise config --set`. */
  from: 'environment' | '.env' | 'database' | null;
  /** `null` for secrets, and if it is not set. */
  value: string | null;
  default: string | null;
  secret: boolean;
  purpose: string;
}

interface Change {
  all?: boolean;
  set?: string;
  unset?: boolean;
  updateScheduled?: boolean;
}

export async function config(cli: Cli, name: string | undefined, options: Change): Promise<void> {
  const isChange = options.set !== undefined || options.unset === true;
  return isChange ? changeSetting(cli, name, options) : showConfig(cli, name, options.all);
}

async function showConfig(cli: Cli, name: string | undefined, all = false): Promise<void> {
  const found = variables.filter((variable) => name === undefined || variable.name === name.toUpperCase());
  if (found.length === 0) throw noSetting(name ?? '');
  const environment = readEnvironment();
  const stored = await readStored(environment);
  const settings = inOrder(found).map((variable) => describe(variable, environment, stored.values));
  const problem = stored.problem ?? problemWith(environment, stored.values);
  const misspelled = misspelledSettings();
  const isShort = cli.out.width !== undefined && !all && name === undefined;
  const shown = isShort ? settings.filter((one) => one.set || !isAdvanced(one)) : settings;
  const answer = { settings, valid: problem === undefined, misspelled, endedByHash: settingsEndedByHash() };
  cli.out.answer(answer, () => show(cli, shown));
  // Below the list, which is longer than most screens.
  const hidden = settings.length - shown.length;
  if (hidden > 0) cli.out.note(`\n${hidden} more for what few installations need: wordrise config --all`);
  if (!cli.out.json) for (const note of await settingNotes()) cli.out.warn(note);
  if (problem) throw problem;
  if (!cli.out.json && settings.some((setting) => setting.name === moved && setting.set))
    await warnOfEmailsLeft(cli, () => openToRead(environment));
}

/** As docs/configuration.md lists them: three first, then by subject, then what few installations need. */
function inOrder(found: readonly VariableInfo[]): VariableInfo[] {
  return settingHeadings.flatMap((heading) => found.filter(({ listedUnder }) => listedUnder === heading));
}

const moved = 'EMAIL_PROVIDER';
const zone = 'TIMEZONE';

/** Nothing without a database, which is not a matter of settings. */
async function openToRead(environment: NodeJS.ProcessEnv): Promise<Wordrise | undefined> {
  try {
    return await openWordrise(await readConfig(environment), { access: 'read' });
  } catch (error) {
    if (isDomainError(error)) return undefined;
    throw error;
  }
}

/** If another provider still has scheduled emails. */
async function warnOfEmailsLeft(cli: Cli, open: () => Promise<Wordrise | undefined>): Promise<void> {
  const wordrise = await open();
  try {
    const left = await wordrise?.leftBehind();
    if (left) cli.out.warn(`${left.message} ${left.fix}`);
  } finally {
    await wordrise?.close();
  }
}

type Values = Readonly<Record<string, string>>;

/** What is in the database, if it can be read: without it, the environment is shown. */
async function readStored(
  environment: NodeJS.ProcessEnv,
): Promise<{ values: Values; problem?: DomainError }> {
  try {
    const { values = {}, allowedSites = [] } = (await readStoredSettings(environment)) ?? {};
    return { values: { ...values, ...ofList(allowedSites) } };
  } catch (error) {
    if (!isDomainError(error)) throw error;
    // A wrong address of the database is reported with the other settings.
    return { values: {}, ...(error.code === 'config.invalid' ? {} : { problem: error }) };
  }
}

/** The list of the database that a setting adds to, as one would type it. */
function ofList(entries: string[]): Values {
  const { name } = variables.find(({ listed }) => listed) ?? {};
  return name && entries.length > 0 ? { [name]: entries.join(',') } : {};
}

function describe(
  { name, secret, purpose, fallback }: VariableInfo,
  environment: NodeJS.ProcessEnv,
  stored: Values,
): Setting {
  const given = environment[name]?.trim() || undefined;
  const value = given ?? stored[name];
  const from = process.env[name] === undefined ? '.env' : 'environment';
  return {
    name,
    set: value !== undefined,
    from: value === undefined ? null : given === undefined ? 'database' : from,
    value: secret ? null : (value ?? null),
    default: fallback ?? null,
    secret,
    purpose,
  };
}

const known = new Map<string, VariableInfo>(variables.map((variable) => [variable.name, variable]));
/** What few installations need. On a terminal, it is shown only if it is set or asked for. */
const isAdvanced = ({ name }: Setting) => known.get(name)?.advanced === true;
const headingOf = ({ name }: Setting) => known.get(name)?.listedUnder ?? '';

/** On a terminal with headings. */
function show({ out }: Cli, settings: Setting[]): string {
  const { paint, width } = out;
  if (width === undefined) {
    return settings
      .map(({ name, ...setting }) => [name, shownValue(setting), setting.purpose].join('\t'))
      .join('\n');
  }
  const indent = '    ';
  const shownOf = (setting: Setting) => {
    const { name, set, from, purpose } = setting;
    const title = set ? `${paint.green('●')} ${paint.bold(name)}` : `${paint.dim('○')} ${name}`;
    const where = from === null ? '' : paint.dim(` (${from})`);
    const why = wrapText(sentenceCase(purpose), Math.min(width, 100), indent);
    return `${title}  ${shownValue(setting)}${where}\n${indent}${paint.dim(why)}`;
  };
  return [...Map.groupBy(settings, headingOf)]
    .map(([heading, ones]) => [paint.bold(`${heading}:`), ...ones.map(shownOf)].join('\n'))
    .join('\n\n');
}

function shownValue({ set, secret, value, default: fallback }: Omit<Setting, 'name'>): string {
  if (set) return secret ? 'set, not shown' : oneLine(value ?? '');
  return fallback === null ? 'not set' : `${fallback} (default)`;
}

function problemWith(environment: NodeJS.ProcessEnv, stored: Values): DomainError | undefined {
  try {
    checkSettings(environment, stored);
    return undefined;
  } catch (error) {
    if (isDomainError(error)) return error;
    throw error;
  }
}

/** A server has its own settings in memory, and looks for others every two seconds. */
const soon = 'A running server notices in a few seconds.';

/** Stores a setting in the database, or removes it there. The environment still wins. */
async function changeSetting(cli: Cli, typed: string | undefined, options: Change): Promise<void> {
  const { set, unset } = options;
  if (typed === undefined || (set !== undefined && unset)) {
    throw new UsageError('Name one setting, and either --set or --unset.', 'See: wordrise config --help');
  }
  const { name, secret, listed } = requireStorable(typed);
  if (listed) return changeList(cli, name, set);
  if (set === undefined)
    return change(cli, { [name]: null }, `${name} is no longer stored. ${soon}`, options);
  if (secret && set !== '-') {
    throw new UsageError(
      `${name} is secret, and other users of this machine can see arguments.`,
      `Write it to standard input: wordrise config ${name} --set - < file`,
    );
  }
  const value = set === '-' ? (await readTextFile('-')).replace(/\r?\n$/, '') : set;
  await change(cli, { [name]: value }, `${name} is stored. ${soon}`, options);
}

/** `NAME=value` is how other tools set something. */
function noSetting(typed: string): UsageError {
  const [name = ''] = typed.split('=', 1);
  const isKnown = name !== typed && variables.some((variable) => variable.name === name.toUpperCase());
  if (isKnown)
    return new UsageError(`To store a value, write: wordrise config ${name.toUpperCase()} --set VALUE`);
  const nearest = nearestSetting(typed);
  const meant = nearest ? ` Did you mean ${nearest}?` : '';
  return new UsageError(`There is no setting ${typed}.${meant}`, 'See: wordrise config');
}

function requireStorable(typed: string): VariableInfo {
  const variable = variables.find(({ name }) => name === typed.toUpperCase());
  if (!variable) throw noSetting(typed);
  if (variable.stored || variable.listed) return variable;
  throw new UsageError(
    `${variable.name} cannot be stored: it belongs in the environment, or in .env.`,
    `Write it there with: wordrise setup --set ${variable.name}=…`,
  );
}

/** Replaces the list in the database. */
async function changeList(cli: Cli, name: VariableInfo['name'], typed = ''): Promise<void> {
  const problem = settingProblem(name, typed);
  if (problem) throw new UsageError(`${name} ${problem}.`, 'See: wordrise config --help');
  const { dryRun } = cli;
  await (await cli.open()).origins.replace(sitesIn(typed), { dryRun });
  const done = typed ? `${name} is stored.` : `${name} is no longer stored.`;
  const text = dryRun ? 'It could be done. Nothing was changed.' : done;
  cli.out.confirm({ dryRun, changed: [name] }, () => text);
}

/** The entries of a list as typed. */
export function sitesIn(typed: string): string[] {
  return typed.split(',').flatMap((entry) => entry.trim().replace(/\/$/, '') || []);
}

async function change(
  cli: Cli,
  changes: Record<string, string | null>,
  done: string,
  options: Change,
): Promise<void> {
  let saved: Partial<SavedSettings> = {};
  try {
    saved = await (await cli.open()).settings.save(changes, undefined, { dryRun: cli.dryRun });
  } catch (error) {
    // What is stored now may be what is wrong.
    if (!isDomainError(error, 'config.invalid') || cli.dryRun) throw error;
    await repairSettings(readEnvironment(), changes);
  }
  const { dryRun } = cli;
  const text = dryRun ? 'It could be done. Nothing was changed.' : done;
  const changed = Object.keys(changes);
  const { notes, olderEmails } = saved;
  // With the settings from before, they would get the text that they have.
  const settled = olderEmails && (await settleOlderEmails(cli, await cli.reopen(), olderEmails, options));
  const value = { dryRun, changed, ...(notes && { notes }), ...(olderEmails && { olderEmails }), ...settled };
  cli.out.confirm(value, () => text);
  if (!cli.out.json) for (const note of notes ?? []) cli.out.warn(note);
  if (zone in changes && notes && !dryRun && !cli.out.json) await noteOffTime(cli, await cli.reopen());
  if (moved in changes && !dryRun) await warnOfEmailsLeft(cli, () => openToRead(readEnvironment()));
}
