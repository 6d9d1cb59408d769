import { onTestFinished } from 'vitest';
import type { OpenDatabase } from '../packages/core/src/platform/database/open-database.ts';
import type { DatabaseKind } from './databases.ts';
import { migratedDatabaseUrl, openDatabaseAt } from './migrated-database.ts';

/** A migrated, empty database that is removed when the test ends; with a URL, that database again. */
export async function openTestDatabase(
  kind: DatabaseKind,
  givenUrl?: string,
): Promise<OpenDatabase & { url: string }> {
  const url = givenUrl ?? (await migratedDatabaseUrl(kind));
  const db = await openDatabaseAt(url);
  onTestFinished(() => db.close());
  return { ...db, url };
}
