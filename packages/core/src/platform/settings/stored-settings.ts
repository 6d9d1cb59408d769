import { isDeepStrictEqual } from 'node:util';
import { defineEntity, p } from '@mikro-orm/core';
import type { OpenDatabase } from '../database/open-database.ts';
import { tables } from '../database/query.ts';
import type { Reads } from '../database/reads.ts';
import { holdTable } from '../database/writes.ts';
import { DomainError } from '../errors.ts';
import { type SealLabel, seal, unseal } from '../seal.ts';
import type { Config, Environment } from './config.ts';
import { knownSettingsKeys, settingsKeys } from './kept-secret.ts';
import { loadConfig } from './load-config.ts';
import { Settings } from './settings.ts';
import { type SettingName, table } from './table.ts';
import type { Variable } from './variable.ts';

/** The settings in the database, decrypted. */
export interface StoredSettings {
  values: Record<string, string>;
  /** Names of secrets that were encrypted with another key. */
  unreadable: SettingName[];
  /** Grows with every change; 0 if nothing was ever stored. */
  version: number;
  /** Of the server that was started last without PUBLIC_URL; `undefined` if none was. */
  serverPort?: number;
}

type Keys = Pick<Config, 'settingsKeys' | 'dataDir'>;

const settings = tables<{ settings: StoredSetting }>().selectFrom('settings');

export async function readStored(database: Reads, keys: Keys): Promise<StoredSettings> {
  const rows = await database.read(settings.select(['name', 'value', 'version']).orderBy('name'));
  const stored: StoredSettings = { values: {}, unreadable: [], version: 0 };
  for (const { name, value, version } of rows) {
    stored.version = Math.max(stored.version, version);
    if (name === serverPort && value !== null) stored.serverPort = Number(value);
    // A newer version may have stored a setting that this one does not have.
    if (value === null || !isStorable(name)) continue;
    const text = isSecret(name) ? unseal(value, labelOf(name), knownSettingsKeys(keys)) : value;
    if (text === undefined) stored.unreadable.push(name);
    else stored.values[name] = text;
  }
  return stored;
}

export async function storedVersion(database: Reads): Promise<number> {
  const [row] = await database.read(
    settings.select(({ fn }) => fn.max<number | null>('version').as('version')),
  );
  return row?.version ?? 0;
}

/** The names of the secrets that are stored. */
export async function secretsIn(database: Reads): Promise<SettingName[]> {
  const rows = await database.read(settings.select('name').where('value', 'is not', null).orderBy('name'));
  return rows
    .map(({ name }) => name)
    .filter((name): name is SettingName => isStorable(name) && isSecret(name));
}

/**
 * Stores settings that were checked; `null` goes back to the default. Secrets are encrypted.
 *
 * @param changes By name.
 */
export async function storeSettings(
  { database, now, keys }: { database: OpenDatabase; now: () => Date; keys: Keys },
  changes: ReadonlyMap<SettingName, string | null>,
): Promise<void> {
  await database.em().transactional(async (em) => {
    await holdTable(database, em, 'settings');
    const [latest] = await em.find(StoredSetting, {}, { orderBy: { version: 'desc' }, limit: 1 });
    const version = (latest?.version ?? 0) + 1;
    for (const [name, value] of changes) {
      const [key = ''] = value !== null && isSecret(name) ? settingsKeys(keys) : [];
      const written = key && value !== null ? seal(value, labelOf(name), key) : value;
      // The row of a setting that is back at its default stays: it carries the version.
      await em.upsert(StoredSetting, { name, value: written, version, changedAt: now() });
    }
  });
}

/** The row of the server's port: no setting, because PORT cannot be stored. */
const serverPort = 'PORT' satisfies SettingName;

/** Whether nobody chose the address: it has the port of the process. */
function isUsualAddress({ publicUrl, port, configured, source }: Config): boolean {
  return (
    source !== undefined && !configured.includes('PUBLIC_URL') && publicUrl === `http://localhost:${port}`
  );
}

/** Stores the port of a server, for `atServer`. Written only if it has changed. */
export async function storeServerPort(
  { database, now }: { database: OpenDatabase; now: () => Date },
  config: Config,
  stored: StoredSettings,
): Promise<void> {
  const { port, host } = config;
  if (!isUsualAddress(config) || port === 0 || host.startsWith('/') || port === stored.serverPort) return;
  // Without a version of its own, because no setting has changed.
  const row = { name: serverPort, value: String(port), version: 0, changedAt: now() };
  await database.em().upsert(StoredSetting, row);
}

/**
 * The configuration of a process beside the server. Without PUBLIC_URL and PORT, its address is that of the server, which
 * may have been started with another port: links in the emails that it schedules lead there.
 */
export function atServer(config: Config, { serverPort: port }: StoredSettings): Config {
  if (port === undefined || config.configured.includes('PORT') || !isUsualAddress(config)) return config;
  return { ...config, publicUrl: `http://localhost:${port}` };
}

/**
 * The configuration with what is stored now. Only what the stored settings change is replaced, so that a program may
 * still change other parts of a configuration before it opens it.
 *
 * @throws DomainError `config.invalid` if it does not fit the environment, or if a secret cannot be decrypted
 */
export function withStored(config: Config, { values, unreadable }: StoredSettings): Config {
  const { source } = config;
  if (!source) return config;
  requireReadable(source.environment, unreadable);
  if (isDeepStrictEqual(values, source.stored)) return config;
  const before: object = loadConfig(source.environment, source.stored);
  const after: object = loadConfig(source.environment, values);
  const changed = Object.entries(after).filter(
    ([key, value]) => !isDeepStrictEqual(value, before[key as keyof object]),
  );
  return { ...config, ...Object.fromEntries(changed) };
}

/** @throws DomainError `config.invalid` if a secret cannot be decrypted that the environment does not replace */
export function requireReadable(environment: Environment, unreadable: StoredSettings['unreadable']): void {
  const settings = new Settings(environment);
  const names = unreadable.filter((name) => settings.environmentFor(name) === undefined);
  if (names.length === 0) return;
  const list = names.join(', ');
  const problem = 'is stored in the database, but was encrypted with another key';
  throw new DomainError(
    'config.invalid',
    `${list} ${names.length === 1 ? 'is' : 'are'} stored in the database, but encrypted with another key. Bring back SETTINGS_KEY or the file settings-key of the data folder, or enter ${names.length === 1 ? 'it' : 'each'} again: wordrise config ${names[0]} --set -`,
    { fields: Object.fromEntries(names.map((name) => [name, [problem]])) },
  );
}

/** Whether a setting would count if it were stored: it can be, and the environment does not decide it. */
export function countsIfStored(name: string, environment: Environment): boolean {
  return isStorable(name) && new Settings(environment).environmentFor(name) === undefined;
}

/** Whether a setting can be stored in the database. */
export function isStorable(name: string): name is SettingName {
  return rowOf(name)?.stored !== undefined;
}

function isSecret(name: SettingName): boolean {
  return rowOf(name)?.secret === true;
}

function rowOf(name: string): Variable | undefined {
  return Object.hasOwn(table, name) ? table[name as SettingName] : undefined;
}

/** A value opens only under its own name: moved to another row, it opens nowhere. */
function labelOf(name: string): SealLabel {
  return { purpose: 'setting', owner: name };
}

const StoredSettingSchema = defineEntity({
  name: 'StoredSetting',
  tableName: 'settings',
  properties: {
    /** As in the table of settings. */
    name: p.string().length(60).primary(),
    /** As typed; a secret is encrypted. `null` if it is at its default. */
    value: p.text().nullable(),
    /** Of the change that wrote it: the highest one tells processes whether they have the latest settings. */
    version: p.integer(),
    changedAt: p.datetime(3),
  },
});

/** A setting that was made in the admin area or at the command line. */
export class StoredSetting extends StoredSettingSchema.class {}
StoredSettingSchema.setClass(StoredSetting);
