import { onTestFinished } from 'vitest';
import type { OpenDatabase } from '../packages/core/src/database/open-database.ts';
import { openProductDatabase } from '../packages/core/src/entities.ts';
import { loadConfig } from '../packages/core/src/settings/load-config.ts';
import { type DatabaseKind, temporaryDatabaseUrl } from './databases.ts';

/** A migrated, empty database that goes when the test ends. */
export async function openTestDatabase(
  kind: DatabaseKind,
  url?: string,
): Promise<OpenDatabase & { url: string }> {
  const databaseUrl = url ?? (await temporaryDatabaseUrl(kind));
  const { database } = loadConfig({ DATABASE_URL: databaseUrl, SESSION_SECRET: 'x'.repeat(32) });
  const db = await openProductDatabase(database);
  onTestFinished(() => db.close());
  await db.migrate();
  return { ...db, url: databaseUrl };
}
