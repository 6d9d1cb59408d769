import { settleRestore } from './backup/backups.ts';
import { compose } from './compose.ts';
import { openProductDatabase } from './entities.ts';
import { openAllowedOrigins } from './owner/embed-origins.ts';
import { type ProductDatabase, prepareSchema } from './platform/database/open-database.ts';
import type { DatabaseAccess } from './platform/database/opened-orm.ts';
import { restrictFolder } from './platform/files.ts';
import type { Config, DatabaseConfig } from './platform/settings/config.ts';
import type { Overrides, Wordrise } from './product.ts';
import { openBotCheck } from './readers/bot-check.ts';

/**
 * Opens the database and composes the features. Close it when done.
 *
 * @param overrides.access What may happen to the database; `create` by default.
 * @throws DomainError `database.unreachable`, `database.missing`, `database.outdated`, `database.newer`
 */
export async function openWordrise(
  config: Config,
  { access = 'create', ...overrides }: Overrides & { access?: DatabaseAccess } = {},
): Promise<Wordrise> {
  restrictFolder(config.dataDir);
  await settleRestore(config, access);
  const database = await openProductDatabase(config.database, access);
  try {
    await prepareSchema(database, access);
    const { now = () => new Date() } = overrides;
    const allowedOrigins = openAllowedOrigins({ database, now, widgetOrigins: config.widgetOrigins });
    const botCheck = openBotCheck(config, allowedOrigins.get, overrides.botCheck);
    return compose(config, { ...overrides, now }, database, { botCheck, allowedOrigins });
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
