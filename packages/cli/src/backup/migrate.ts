import { join } from 'node:path';
import {
  type DatabaseConfig,
  isDomainError,
  openDatabase,
  type ProductDatabase,
  settleRestore,
} from '@wordrise/core';
import type { Cli } from '../command-line/cli.ts';
import { inTemporaryFolder } from '../command-line/files.ts';

export async function migrate(cli: Cli): Promise<void> {
  const settings = await cli.config();
  const { database: config } = settings;
  await settleRestore(settings, cli.dryRun ? 'read' : 'create');
  if (!cli.dryRun) return migrateAt(cli, await openDatabase(config));
  try {
    return await migrateAt(cli, await openDatabase(config, 'read'));
  } catch (error) {
    if (config.kind !== 'sqlite' || !isDomainError(error, 'database.missing')) throw error;
    return await reportNew(cli);
  }
}

/** What a new file would get, found by migrating a temporary one. */
function reportNew(cli: Cli): Promise<void> {
  return inTemporaryFolder(async (folder) => {
    const config: DatabaseConfig = { kind: 'sqlite', path: join(folder, 'wordrise.db') };
    await migrateAt(cli, await openDatabase(config));
  });
}

async function migrateAt(cli: Cli, database: ProductDatabase): Promise<void> {
  try {
    const migrations = cli.dryRun ? await database.pendingMigrations() : await database.migrate();
    const version = await database.version();
    cli.out.confirm({ database: database.kind, version, dryRun: cli.dryRun, migrations }, () => {
      if (migrations.length === 0) return `The database is up to date (${version}).`;
      const what = migrations.length === 1 ? '1 migration' : `${migrations.length} migrations`;
      const list = migrations.map((name) => `  ${name}`).join('\n');
      return `${what} ${cli.dryRun ? 'would be' : migrations.length === 1 ? 'was' : 'were'} applied (${version}):\n${list}`;
    });
  } finally {
    await database.close();
  }
}
