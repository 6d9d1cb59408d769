import { copyFileSync, existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { openProductDatabase } from '../packages/core/src/entities.ts';
import type { OpenDatabase } from '../packages/core/src/platform/database/open-database.ts';
import { loadConfig } from '../packages/core/src/platform/settings/load-config.ts';
import { type DatabaseKind, newDatabaseName, onPostgres, postgresUrl, temporaryFolder } from './databases.ts';

/**
 * `DATABASE_URL` of a migrated, empty database that is removed when the test ends. The first test of a run
 * migrates a template, and every test gets a copy. PostgreSQL is slow to copy and drop a database, so there a worker
 * empties its copy after each test and reuses it; a test that changes the schema uses another.
 */
export async function migratedDatabaseUrl(kind: DatabaseKind): Promise<string> {
  if (kind === 'sqlite') {
    const path = join(temporaryFolder(), 'wordrise.db');
    await copySqliteTemplate(path);
    return `sqlite:${path}`;
  }
  const url = spare.pop() ?? (await copyOfPostgresTemplate());
  onTestFinished(async () => {
    await onPostgres(emptied, url);
    spare.push(url);
  });
  return url;
}

/** Empty PostgreSQL databases that no test is using. */
const spare: string[] = [];

/** A migrated, empty SQLite file at this path. */
export async function copySqliteTemplate(path: string): Promise<void> {
  copyFileSync(await sqliteTemplate(), path);
}

/** A separate migrated PostgreSQL database, for a test that does more than write rows. */
export async function ownPostgresUrl(): Promise<string> {
  const url = await copyOfPostgresTemplate();
  onTestFinished(() => onPostgres(`drop database ${new URL(url).pathname.slice(1)} with (force)`));
  return url;
}

async function sqliteTemplate(): Promise<string> {
  const { folder } = inject('testRun');
  const path = join(folder, 'template.db');
  if (!existsSync(path)) {
    // Two workers may get here at once; each renames a complete file.
    const made = join(folder, `${crypto.randomUUID()}.db`);
    await migrate(`sqlite:${made}`);
    renameSync(made, path);
  }
  return path;
}

async function copyOfPostgresTemplate(): Promise<string> {
  const template = `${inject('testRun').prefix}template`;
  const name = newDatabaseName();
  const copy = () => onPostgres(`create database ${name} template ${template}`);
  await copy().catch(async (error) => {
    if (error.code !== '3D000') throw error;
    const made = newDatabaseName();
    await onPostgres(`create database ${made}`);
    await migrate(postgresUrl(made));
    // Another worker may have been faster; then its template is used.
    await onPostgres(`alter database ${made} rename to ${template}`).catch(() => {});
    await copy();
  });
  return postgresUrl(name);
}

async function migrate(url: string): Promise<void> {
  const db = await openDatabaseAt(url);
  await db.migrate();
  await db.close();
}

/** The database of a `DATABASE_URL`, without migrating it. */
export function openDatabaseAt(url: string): Promise<OpenDatabase> {
  return openProductDatabase(loadConfig({ DATABASE_URL: url, SESSION_SECRET: 'x'.repeat(32) }).database);
}

/**
 * Ends the connections that a test left open, deletes every row except the migrator's and restarts the
 * ids at 1. Deleting is much faster than truncating, except for large tables. Tables with foreign keys go first.
 */
const emptied = `
  do $$ declare name text; large boolean; begin
    perform pg_terminate_backend(pid, 60000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid();
    for pass in 1..2 loop -- The second deletes what triggers wrote in the first.
      for name, large in
        select oid::regclass, pg_relation_size(oid) > 1000000 from pg_class as t
        where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'mikro_orm_migrations'
        order by not exists (select from pg_constraint where conrelid = t.oid and contype = 'f')
      loop
        execute case when large then 'truncate ' || name || ' cascade' else 'delete from ' || name end;
      end loop;
    end loop;
    perform setval(oid::regclass, 1, false) from pg_class
      where relkind = 'S' and relname <> 'mikro_orm_migrations_id_seq';
  end $$`;
