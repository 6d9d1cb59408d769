import type { SettingChanges, SettingsView, SettingView } from '../contract/settings.ts';
import { type Actor, type AuditLog, atCommandLine } from '../owner/audit.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { DomainError } from '../platform/errors.ts';
import type { Config, Environment } from '../platform/settings/config.ts';
import { Settings, settingProblem } from '../platform/settings/settings.ts';
import { isStorable, readStored, storeSettings } from '../platform/settings/stored-settings.ts';
import type { SettingName } from '../platform/settings/table.ts';
import { usualZone } from '../platform/settings/types.ts';
import { type VariableInfo, variables } from '../platform/settings/variables.ts';

export interface EditSettingsDeps {
  database: OpenDatabase;
  now: () => Date;
  audit: AuditLog;
  /** It wins over what is stored. */
  environment: Environment;
  keys: Pick<Config, 'settingsKeys' | 'dataDir'>;
}

type Storable = VariableInfo & Required<Pick<VariableInfo, 'stored'>>;

const storable = variables.filter((variable): variable is Storable => variable.stored !== undefined);

/** The settings that can be stored. */
export async function viewSettings({
  database,
  environment,
  keys,
}: Pick<EditSettingsDeps, 'database' | 'environment' | 'keys'>): Promise<SettingsView> {
  const { values, version } = await readStored(database, keys);
  const settings = new Settings(environment, values);
  return { settings: storable.map((variable) => viewSetting(variable, settings)), version };
}

function viewSetting(
  { name, secret, fallback, advanced, with: of, stored }: Storable,
  settings: Settings,
): SettingView {
  const variable = settings.environmentFor(name) ?? null;
  const typed = settings.typed(name);
  // Another variable may decide it, such as a credential the provider.
  const value = typed ?? (variable === null ? undefined : settings.default(name));
  const shown = (text: string) => (stored.field === 'zone' ? (usualZone(text) ?? text) : text);
  return {
    name,
    group: stored.group,
    label: stored.label,
    help: stored.help ?? null,
    field: stored.field,
    choices: Object.entries(stored.choices ?? {}).map(([choice, label]) => ({ value: choice, label })),
    isAdvanced: advanced === true,
    isSecret: secret,
    onlyWith: of ? { name: of[0], value: of[1] } : null,
    source: variable !== null ? 'environment' : typed === undefined ? 'default' : 'stored',
    variable,
    value: secret || value === undefined ? null : shown(value),
    // An empty default says nothing; `none` does.
    fallback: shown(settings.default(name) ?? '') || (fallback === undefined ? null : inWords(fallback)),
  };
}

/**
 * What would be stored after some changes.
 *
 * @throws DomainError `input.invalid` with a message for each setting that is wrong, that the environment decides, or
 * that does not fit the others
 */
export async function planChanges(
  { database, environment, keys }: Pick<EditSettingsDeps, 'database' | 'environment' | 'keys'>,
  changes: SettingChanges,
  actor: Actor,
): Promise<{ stored: Record<string, string>; changed: Map<SettingName, string | null> }> {
  const { values } = await readStored(database, keys);
  const before = new Settings(environment, values);
  // At the command line, settings are typed by their names.
  const nameOf: NameOf = actor.via === 'cli' ? (name) => name : labelOf;
  const problems = new Map<string, string>();
  const stored = { ...values };
  const changed = new Map<SettingName, string | null>();
  for (const [name, typed] of Object.entries(changes)) {
    const value = typed?.trim() || null;
    const problem = isStorable(name) ? problemOf(before, name, value, nameOf) : 'cannot be stored';
    if (problem !== undefined) problems.set(name, problem);
    else {
      changed.set(name as SettingName, value);
      if (value === null) delete stored[name];
      else stored[name] = value;
    }
  }
  const after = new Settings(environment, stored);
  for (const name of misdirected(before, after, changes, actor)) {
    problems.set(name, 'must be entered again, because it would be sent to another server');
  }
  for (const [name, problem] of after.problems()) {
    problems.set(name, problems.get(name) ?? withNames(problem, nameOf));
  }
  if (problems.size > 0) throw refusal(problems, nameOf);
  return { stored, changed };
}

function problemOf(
  before: Settings,
  name: SettingName,
  value: string | null,
  nameOf: NameOf,
): string | undefined {
  const variable = before.environmentFor(name);
  if (variable === undefined) {
    const problem = value === null ? undefined : settingProblem(name, value);
    return problem && withNames(problem, nameOf);
  }
  const by = variable === name ? '' : ` by ${variable}`;
  return `is set${by} in the environment or in .env and can only be changed there`;
}

/** Secrets that were entered for one server and would go to another. */
function misdirected(
  before: Settings,
  after: Settings,
  changes: SettingChanges,
  { via }: Actor,
): SettingName[] {
  // The owner of the machine can read them anyway.
  if (via === 'cli') return [];
  return storable
    .filter(({ name, stored }) => {
      const isMoved = stored.sentTo?.some((other) => before.typed(other) !== after.typed(other));
      return isMoved && !changes[name] && after.typed(name) !== undefined;
    })
    .map(({ name }) => name);
}

function refusal(problems: ReadonlyMap<string, string>, nameOf: NameOf): DomainError {
  const fields = Object.fromEntries([...problems].map(([name, problem]) => [name, [`This ${problem}.`]]));
  const list = [...problems].map(([name, problem]) => `${nameOf(name)} ${problem}.`);
  return new DomainError('input.invalid', list.join(' '), { fields });
}

/** A text for the admin area: with labels instead of the names of settings and of what can be chosen for them. */
export function inWords(problem: string): string {
  return withNames(problem, labelOf);
}

function withNames(problem: string, nameOf: NameOf): string {
  return problem.replace(
    /\b([A-Z]+(?:_[A-Z]+)+)\b(?: is ([a-z][a-z-]*))?/g,
    (_, name: string, value?: string) => {
      if (value === undefined) return nameOf(name);
      const inLabels = nameOf === labelOf ? choiceOf(name, value) : undefined;
      return inLabels ?? `${nameOf(name)} is ${value}`;
    },
  );
}

/** What a setting is called in a message. */
type NameOf = (name: string) => string;

function labelOf(name: string): string {
  const found = storable.find((variable) => variable.name === name);
  return found ? `“${found.stored.label}”` : name;
}

/** That an option is chosen: what it means, or else its label. */
function choiceOf(name: string, value: string): string | undefined {
  const stored = storable.find((variable) => variable.name === name)?.stored;
  const choice = stored?.choices?.[value];
  return stored?.meanings?.[value] ?? (choice && `${labelOf(name)} is “${choice}”`);
}

/**
 * Stores changes that were planned. The activity log gets the names, never a value.
 */
export async function saveChanges(
  deps: EditSettingsDeps,
  changed: ReadonlyMap<SettingName, string | null>,
  actor: Actor = atCommandLine,
): Promise<SettingsView> {
  if (changed.size > 0) {
    await storeSettings(deps, changed);
    await deps.audit.record({ action: 'settings.save', actor, detail: namesIn(changed) });
  }
  return viewSettings(deps);
}

/** A line of the log holds 200 characters. */
function namesIn(changed: ReadonlyMap<string, unknown>): string {
  const names = [...changed.keys()].join(', ');
  return names.length <= 200 ? names : `${changed.size} settings`;
}
