import { settleRestore } from './backup/backups.ts';
import { openBotCheck } from './bot-check/open-bot-check.ts';
import { compose } from './compose.ts';
import { prepareSchema } from './database/open-database.ts';
import type { DatabaseAccess } from './database/opened-orm.ts';
import type { ProductDatabase } from './database/product-database.ts';
import { openProductDatabase } from './entities.ts';
import { openAllowedOrigins } from './origins/allowed-origins.ts';
import { restrictFolder } from './private-files.ts';
import type { Overrides, Wordrise } from './product.ts';
import type { Config, DatabaseConfig } from './settings/config.ts';

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
    const botCheck = await openBotCheck(config, allowedOrigins.get, overrides.botCheck);
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
