import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';

export const databaseKinds = ['sqlite', 'postgresql'] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

/** A folder that is removed when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wordrise-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** `DATABASE_URL` of an empty database that is removed when the test ends. */
export async function temporaryDatabaseUrl(kind: DatabaseKind): Promise<string> {
  if (kind === 'sqlite') return `sqlite:${join(temporaryFolder(), 'wordrise.db')}`;
  const name = newDatabaseName();
  await onPostgres(`create database ${name}`);
  onTestFinished(() => onPostgres(`drop database ${name} with (force)`));
  return postgresUrl(name);
}

/** A name that no other PostgreSQL database has. */
export function newDatabaseName(): string {
  return inject('testRun').prefix + crypto.randomUUID().replaceAll('-', '');
}

export function postgresUrl(database: string): string {
  return Object.assign(new URL(inject('postgresUrl')), { pathname: `/${database}` }).href;
}

/** Holds the write lock of a SQLite file until the returned function is called or the test ends. */
export async function holdWriteLock(path: string): Promise<() => void> {
  const { default: Database } = await import('better-sqlite3');
  const database = new Database(path);
  database.exec('begin immediate');
  onTestFinished(() => void database.close());
  return () => void database.close();
}

/** Runs a statement on a separate connection, on the server's default database unless a URL is given. */
export async function onPostgres(statement: string, url = inject('postgresUrl')): Promise<void> {
  const { Client } = await import('pg');
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
