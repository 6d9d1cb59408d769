import { settleRestore } from './backup/backups.ts';
import { openBotCheck } from './bot-check/open-bot-check.ts';
import { compose } from './compose.ts';
import { prepareSchema } from './database/open-database.ts';
import type { DatabaseAccess } from './database/opened-orm.ts';
import { openProductDatabase } from './entities.ts';
import { restrictFolder } from './private-files.ts';
import type { Overrides, Wordrise } from './product.ts';
import type { Config } from './settings/config.ts';

/**
 * Opens the database and composes the features. Close it when done.
 *
 * @param overrides.access What may happen to the database; `create` unless given.
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
    const botCheck = await openBotCheck(config, overrides.botCheck);
    return compose(config, overrides, database, botCheck);
  } catch (error) {
    await database.close();
    throw error;
  }
}
