import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { schemaVersion } from '../database/schema-state.ts';
import { DomainError } from '../errors.ts';
import type { Config } from '../settings/config.ts';
import { damaged, type Manifest, verifyFiles } from './manifest.ts';
import { dataPlaces, emailFiles, inArchive } from './places.ts';
import { stateOfPostgresql } from './restore-postgresql.ts';
import { hasTables, isInUse, isSound, migrationsIn } from './sqlite-file.ts';

/** A verified backup. */
export interface Examined {
  manifest: Manifest;
  /** What exists and would be replaced, in words. */
  replaces: string[];
}

const kindNames = { sqlite: 'SQLite', postgresql: 'PostgreSQL' };

/**
 * Verifies an unpacked backup, and that it can be restored here. Changes nothing.
 *
 * @throws DomainError `backup.unusable`, `backup.refused`, `database.newer`
 */
export async function examine(
  config: Config,
  folder: string,
  { replace }: { replace: boolean },
): Promise<Examined> {
  const manifest = await verifyFiles(folder);
  await verifyDatabase(config, manifest, folder);
  const { replaces, isUsed } = await settledState(config);
  if (replaces.length > 0 && !replace) {
    throw new DomainError(
      'backup.refused',
      `There is an installation already: ${replaces.join(', ')}. Restore into an empty folder, or add --replace.`,
    );
  }
  if (isUsed) {
    throw new DomainError(
      'backup.refused',
      'Another program is using the database. Stop the server and every other wordrise, then restore.',
    );
  }
  return { manifest, replaces };
}

async function verifyDatabase(config: Config, { database }: Manifest, folder: string): Promise<void> {
  const { kind, migrations } = database;
  if (kind !== config.database.kind) {
    throw new DomainError(
      'backup.refused',
      `The backup holds a ${kindNames[kind]} database, and DATABASE_URL names a ${kindNames[config.database.kind]} database.`,
    );
  }
  const copy = join(folder, inArchive.database);
  if (
    kind === 'sqlite' &&
    !(existsSync(copy) && isSound(copy) && sameNames(migrationsIn(copy), migrations))
  ) {
    throw damaged('its database cannot be read');
  }
  const known = await knownMigrations(kind);
  const unknown = migrations.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new DomainError(
    'database.newer',
    `The backup has schema ${schemaVersion(unknown.at(-1))}, and this version of Wordrise knows schemas up to ${schemaVersion(known.at(-1))}. Install the version that wrote it, or a later one.`,
  );
}

function sameNames(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, at) => name === other[at]);
}

async function knownMigrations(kind: Manifest['database']['kind']): Promise<string[]> {
  const migrations =
    kind === 'sqlite'
      ? (await import('../database/migrations/sqlite.ts')).sqliteMigrations
      : (await import('../database/migrations/postgresql.ts')).postgresqlMigrations;
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
    ...(emails > 0 ? [`${emails} emails in ${outbox}`] : []),
  ];
  if (config.database.kind === 'postgresql') {
    const { hasTables: isFull, isInUse: isUsed } = await stateOfPostgresql(config.database.url);
    return { replaces: [...(isFull ? ['every table of the PostgreSQL database'] : []), ...files], isUsed };
  }
  const { path } = config.database;
  const isUsed = isInUse(path) || isInUse(sandbox);
  return { replaces: [...(isUsed || hasTables(path) ? [path] : []), ...files], isUsed };
}
