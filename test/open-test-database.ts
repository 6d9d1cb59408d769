import { onTestFinished } from 'vitest';
import type { OpenDatabase } from '../packages/core/src/database/open-database.ts';
import type { DatabaseKind } from './databases.ts';
import { migratedDatabaseUrl, openDatabaseAt } from './migrated-database.ts';

/** A migrated, empty database that goes when the test ends; for a URL, that database once more. */
export async function openTestDatabase(
  kind: DatabaseKind,
  givenUrl?: string,
): Promise<OpenDatabase & { url: string }> {
  const url = givenUrl ?? (await migratedDatabaseUrl(kind));
  const db = await openDatabaseAt(url);
  onTestFinished(() => db.close());
  return { ...db, url };
}
