import { openDatabase } from '@wordrise/core';
import type { Cli } from '../command-line/cli.ts';

export async function migrate(cli: Cli): Promise<void> {
  const config = await cli.config();
  const database = await openDatabase(config.database);
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
