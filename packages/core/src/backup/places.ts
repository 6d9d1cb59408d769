import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../settings/config.ts';

/** Names inside an archive. */
export const inArchive = {
  /** SQLite. */
  database: 'database.db',
  /** PostgreSQL: a file of JSON lines for each table. */
  tables: 'tables',
  sandbox: 'sandbox.db',
  outbox: 'outbox',
  settings: 'settings.json',
  sessionSecret: 'session-secret',
} as const;

/** Where an installation keeps the contents of a backup other than its database. */
export function dataPlaces({ dataDir }: Pick<Config, 'dataDir'>) {
  return {
    sandbox: join(dataDir, 'sandbox.db'),
    outbox: join(dataDir, 'outbox'),
    sessionSecret: join(dataDir, 'session-secret'),
  };
}

/** The names of finished emails in an outbox. */
export function emailFiles(outbox: string): string[] {
  return existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith('.eml')) : [];
}

/** The file that records a restore in progress, and what it puts in place. */
export function restoreJournal({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'restore.json');
}
