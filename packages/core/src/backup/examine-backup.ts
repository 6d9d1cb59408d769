import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openProductDatabase } from '../entities.ts';
import {
  areEarlier,
  beforeTheFirstRelease,
  readInstallation,
  schemaVersion,
} from '../platform/database/schema-state.ts';
import { DomainError, isDomainError } from '../platform/errors.ts';
import type { Config } from '../platform/settings/config.ts';
import { version } from '../version.ts';
import { damaged, type Manifest, verifyFiles } from './archive.ts';
import { dataPlaces, emailFiles, inArchive } from './journal.ts';
import { stateOfPostgresql } from './restore-postgresql.ts';
import { hasTables, isInUse, isSound, migrationsIn } from './sqlite-tables.ts';

/** A verified backup. */
export interface Examined {
  manifest: Manifest;
  /** The migrations that this kind of database has in place of the backup's. */
  migrations: string[];
  /** The key of the installation, if it is replaced by an earlier state of itself: no other copy goes on. */
  sameKey: string | undefined;
  /** What exists and would be replaced, in words. */
  replaces: string[];
}

/**
 * Verifies an unpacked backup, and that it can be restored here. Changes nothing.
 *
 * @throws DomainError `backup.unusable`, `backup.refused`, `database.newer`
 */
export async function examine(
  config: Config,
  folder: string,
  manifest: Manifest,
  { replace }: { replace: boolean },
): Promise<Examined> {
  await verifyFiles(folder, manifest);
  const migrations = await verifyDatabase(config, manifest, folder);
  const { replaces, isUsed } = await settledState(config);
  if (replaces.length > 0 && !replace) {
    throw new DomainError(
      'backup.refused',
      `There is an installation already: ${replaces.join(', ')}. Restore into an empty folder, or add --replace, which deletes what is there. To keep a copy of it: wordrise backup before.tar.gz`,
    );
  }
  if (isUsed) throw inUse();
  const key = replaces.length > 0 ? await installationKey(config) : undefined;
  const sameKey = key === manifest.installation ? key : undefined;
  return { manifest, migrations, sameKey, replaces };
}

/**
 * A server may have started since the backup was examined, while the owner was asked: it would go on with files that are
 * deleted, and what it stores would be lost.
 *
 * @throws DomainError `backup.refused`
 */
export async function requireUnused(config: Config): Promise<void> {
  if ((await settledState(config)).isUsed) throw inUse();
}

function inUse(): DomainError {
  return new DomainError(
    'backup.refused',
    'Another program is using the database. Stop the server and every other wordrise, then restore.',
  );
}

/** @returns the migrations that this kind of database has in place of the backup's: each has one of either kind */
async function verifyDatabase(
  config: Config,
  { database, wordrise }: Manifest,
  folder: string,
): Promise<string[]> {
  const { kind, migrations } = database;
  const copy = join(folder, inArchive.database);
  if (
    kind === 'sqlite' &&
    !(existsSync(copy) && isSound(copy) && sameNames(migrationsIn(copy), migrations))
  ) {
    throw damaged('its database cannot be read');
  }
  const known = await knownMigrations(kind);
  const unknown = migrations.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    if (areEarlier(unknown, known)) throw beforeTheFirstRelease('backup', unknown);
    throw new DomainError(
      'database.newer',
      `The backup was written by Wordrise ${wordrise} (schema ${schemaVersion(unknown.at(-1))}), and this is Wordrise ${version}, which knows schemas up to ${schemaVersion(known.at(-1))}. Install the version that wrote it, or a later one.`,
    );
  }
  const own = await knownMigrations(config.database.kind);
  return migrations.map((name) => own[known.indexOf(name)] ?? name);
}

/** `undefined` if the existing database has none or cannot be read. */
async function installationKey({ database: config }: Config): Promise<string | undefined> {
  try {
    const database = await openProductDatabase(config, 'read');
    return (await readInstallation(database).finally(database.close))?.key;
  } catch (error) {
    // It may be from a newer version, or damaged: then a restore is what helps.
    if (isDomainError(error)) return undefined;
    throw error;
  }
}

function sameNames(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, at) => name === other[at]);
}

async function knownMigrations(kind: Manifest['database']['kind']): Promise<string[]> {
  const migrations =
    kind === 'sqlite'
      ? (await import('../platform/database/migrations/sqlite.ts')).sqliteMigrations
      : (await import('../platform/database/migrations/postgresql.ts')).postgresqlMigrations;
  return migrations.map(({ name }) => name);
}

/** A program that was stopped or killed disappears from the database within seconds. */
async function settledState(config: Config): Promise<{ replaces: string[]; isUsed: boolean }> {
  let state = await stateOf(config);
  for (let tries = 0; state.isUsed && tries < 50; tries += 1) {
    await wait(100);
    state = await stateOf(config);
  }
  return state;
}

async function stateOf(config: Config): Promise<{ replaces: string[]; isUsed: boolean }> {
  const { sandbox, outbox } = dataPlaces(config);
  const emails = emailFiles(outbox).length;
  const files = [
    ...(existsSync(sandbox) ? [sandbox] : []),
    ...(emails > 0 ? [`${emails} email${emails === 1 ? '' : 's'} in ${outbox}`] : []),
  ];
  if (config.database.kind === 'postgresql') {
    const { hasTables: isFull, isInUse: isUsed } = await stateOfPostgresql(config.database.url);
    return { replaces: [...(isFull ? ['every table of the PostgreSQL database'] : []), ...files], isUsed };
  }
  const { path } = config.database;
  const isUsed = isInUse(path) || isInUse(sandbox);
  return { replaces: [...(isUsed || hasTables(path) ? [path] : []), ...files], isUsed };
}
