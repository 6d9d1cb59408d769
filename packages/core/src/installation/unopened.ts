import { resolve } from 'node:path';
import type { SettingChanges, SettingsView } from '../contract/settings.ts';
import { openProductDatabase } from '../entities.ts';
import { atCommandLine, openAudit } from '../owner/audit.ts';
import { allowedIn } from '../owner/embed-origins.ts';
import { type OpenDatabase, requireSchema } from '../platform/database/open-database.ts';
import type { DatabaseAccess } from '../platform/database/opened-orm.ts';
import { isDomainError } from '../platform/errors.ts';
import type { Config, Environment } from '../platform/settings/config.ts';
import { checkSettings, loadConfig } from '../platform/settings/load-config.ts';
import { Settings } from '../platform/settings/settings.ts';
import { readStored, requireReadable, type StoredSettings } from '../platform/settings/stored-settings.ts';
import { planChanges, saveChanges } from './edit-settings.ts';

/**
 * The settings of the environment together with those in its database, if there is one. The environment alone may be
 * incomplete: such as a password, while the server that it is for is stored.
 *
 * @throws DomainError `config.invalid`, as `loadConfig`; `database.unreachable` if it could hold what is missing
 */
export async function readConfig(environment: Environment): Promise<Config> {
  try {
    const stored = await readStoredSettings(environment);
    if (stored) requireReadable(environment, stored.unreadable);
    return loadConfig(environment, stored?.values);
  } catch (error) {
    // What opens the database next says what is wrong with it.
    if (isDomainError(error, 'config.invalid') || new Settings(environment).problems().size > 0) throw error;
    return loadConfig(environment);
  }
}

/**
 * The settings in the database of an environment; `undefined` if there is none.
 *
 * @throws DomainError `config.invalid` if the environment does not say where it is; `database.unreachable`,
 * `database.newer`
 */
export async function readStoredSettings(
  environment: Environment,
): Promise<(StoredSettings & { allowedSites: string[] }) | undefined> {
  const place = placeIn(environment);
  try {
    return await withDatabase(place, 'read', async (database) => ({
      ...(await readStored(database, place)),
      allowedSites: await allowedIn(database),
    }));
  } catch (error) {
    if (isDomainError(error, 'database.missing')) return undefined;
    throw error;
  }
}

/**
 * Changes stored settings of an installation that cannot be opened with them, such as after the key of its secrets was
 * lost.
 *
 * @throws DomainError `input.invalid`, and those of `openWordrise` that are about the database
 */
export async function repairSettings(
  environment: Environment,
  changes: SettingChanges,
): Promise<SettingsView> {
  const place = placeIn(environment);
  return withDatabase(place, 'existing', async (database) => {
    const now = () => new Date();
    const audit = openAudit({ database, now, keepAddressDays: 0 });
    const deps = { database, now, audit, environment, keys: place };
    const { changed } = await planChanges(deps, changes, atCommandLine);
    return saveChanges(deps, changed, atCommandLine);
  });
}

const neededFirst = ['DATA_DIR', 'DATABASE_URL', 'SETTINGS_KEY'] as const;

type Place = Pick<Config, 'database' | 'dataDir' | 'settingsKeys'>;

/** What must be known before the database. @throws DomainError `config.invalid` if it is wrong */
function placeIn(environment: Environment): Place {
  const settings = new Settings(environment);
  const problems = settings.problems();
  if (neededFirst.some((name) => problems.has(name))) checkSettings(environment);
  return {
    database: settings.get('DATABASE_URL'),
    dataDir: resolve(settings.get('DATA_DIR')),
    settingsKeys: settings.find('SETTINGS_KEY') ?? [],
  };
}

async function withDatabase<T>(
  { database: config }: Place,
  access: DatabaseAccess,
  work: (database: OpenDatabase) => Promise<T>,
): Promise<T> {
  const database = await openProductDatabase(config, access);
  try {
    await requireSchema(database);
    return await work(database);
  } finally {
    await database.close();
  }
}
