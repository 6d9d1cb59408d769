import { settleRestore } from './backup/backups.ts';
import { compose } from './compose.ts';
import { openProductDatabase } from './entities.ts';
import { openAllowedOrigins } from './owner/embed-origins.ts';
import { type ProductDatabase, prepareSchema } from './platform/database/open-database.ts';
import type { DatabaseAccess } from './platform/database/opened-orm.ts';
import { restrictFolder } from './platform/files.ts';
import type { Config, DatabaseConfig } from './platform/settings/config.ts';
import { sessionSecrets } from './platform/settings/kept-secret.ts';
import { atServer, readStored, storeServerPort, withStored } from './platform/settings/stored-settings.ts';
import type { Overrides, Wordrise } from './product.ts';
import { openBotCheck } from './readers/open-bot-check.ts';
import { releaseName } from './template/name-in-subject.ts';

/**
 * Opens the database and composes the features, with the settings that are stored there. Close it when done.
 *
 * @param overrides.access What may happen to the database; `create` by default.
 * @param overrides.isServer Whether this process answers at its port: other processes then make links to it.
 * @throws DomainError `database.unreachable`, `database.missing`, `database.outdated`, `database.newer`,
 * `config.invalid` if the stored settings do not fit the environment
 */
export async function openWordrise(
  given: Config,
  {
    access = 'create',
    isServer = false,
    ...overrides
  }: Overrides & { access?: DatabaseAccess; isServer?: boolean } = {},
): Promise<Wordrise> {
  restrictFolder(given.dataDir);
  await settleRestore(given, access);
  const database = await openProductDatabase(given.database, access);
  try {
    await prepareSchema(database, access);
    const stored = await readStored(database, given);
    const own = withStored(given, stored);
    const config = isServer ? own : atServer(own, stored);
    if (access !== 'read') await releaseName(database, config.productName);
    const { now = () => new Date() } = overrides;
    if (isServer) await storeServerPort({ database, now }, config, stored);
    const allowedOrigins = openAllowedOrigins({ database, now, widgetOrigins: config.widgetOrigins });
    const botCheck = openBotCheck(config, {
      database,
      now,
      secrets: () => sessionSecrets(config),
      origins: allowedOrigins.get,
      override: overrides.botCheck,
    });
    const { version } = stored;
    return compose(config, { ...overrides, now }, database, { botCheck, allowedOrigins, version });
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * The database alone. Applies no migration.
 *
 * @throws DomainError `database.unreachable`, `database.missing`, `database.newer`
 */
export function openDatabase(config: DatabaseConfig, access?: DatabaseAccess): Promise<ProductDatabase> {
  return openProductDatabase(config, access);
}
