import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseKind } from './databases.ts';

/** A folder for each released version, with its schema and rows in every table, as SQL for each kind of database. */
export const frozenFolder = join(import.meta.dirname, '../packages/core/src/upgrade.fixtures');

/** The oldest first. 0.0.0 has the first migration alone: a schema from before the first release. */
export function frozenVersions(): string[] {
  return readdirSync(frozenFolder).toSorted((one, other) =>
    one.localeCompare(other, 'en', { numeric: true }),
  );
}

/** Loads a database as a released version left it into an empty one. */
export async function loadFrozen(version: string, kind: DatabaseKind, url: string): Promise<void> {
  const sql = readFileSync(join(frozenFolder, version, `${kind}.sql`), 'utf8');
  if (kind === 'sqlite') {
    const { default: Database } = await import('better-sqlite3');
    const database = new Database(url.replace('sqlite:', ''));
    database.exec(sql);
    database.close();
    return;
  }
  const { Client } = await import('pg');
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}
