import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { openProductDatabase } from '../entities.ts';
import { requireSchema } from '../platform/database/open-database.ts';
import { readInstallation } from '../platform/database/schema-state.ts';
import { removeAtExit } from '../platform/files.ts';
import type { Config, Environment } from '../platform/settings/config.ts';
import { secretsIn } from '../platform/settings/stored-settings.ts';
import { variables } from '../platform/settings/variables.ts';
import { filesIn, type Manifest, manifestName, packFolder } from './archive.ts';
import { dataPlaces, emailFiles, inArchive } from './journal.ts';
import { dumpTables } from './postgresql-tables.ts';
import { copySqlite, migrationsIn } from './sqlite-tables.ts';

export interface BackupSource {
  config: Config;
  /** The environment that the settings are read from. */
  environment: Environment;
  /** The version of Wordrise. */
  version: string;
  now: () => Date;
}

export interface BackupOptions {
  /** Whether to include passwords, keys and the address of the database. */
  withSecrets: boolean;
}

/** A written backup. */
export interface WrittenBackup {
  file: string;
  /** In bytes. */
  size: number;
  manifest: Manifest;
}

/** A backup is collected in a folder with the archive's name and this suffix, which stays if the process dies. */
const collectingSuffix = '.collecting-';

/**
 * Writes database, settings, sandbox and outbox into one archive, while others use them. The file is complete when it
 * gets its final name; an existing one is replaced.
 *
 * @throws DomainError `database.missing`, `database.unreachable`
 */
export async function writeBackup(
  source: BackupSource,
  file: string,
  { withSecrets }: BackupOptions,
): Promise<WrittenBackup> {
  const target = resolve(file);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(`${target}${collectingSuffix}`).catch((error) => {
    // A failure is about the file that was asked for.
    throw Object.assign(error, { path: target });
  });
  const finish = removeAtExit(folder);
  try {
    const { installation, storedSecrets, ...database } = await collectDatabase(source.config, folder);
    const omitted = await collectSettings(source, folder, withSecrets);
    // They are in the archive, but without the key that opens them.
    if (!withSecrets) omitted.push(...storedSecrets.filter((name) => !omitted.includes(name)));
    await collectData(source.config, folder, withSecrets);
    const manifest: Manifest = {
      format: 1,
      createdAt: source.now().toISOString(),
      wordrise: source.version,
      database,
      installation,
      omitted,
      files: await filesIn(folder),
    };
    await writeFile(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    return { file: target, size: await packFolder(folder, target), manifest };
  } finally {
    await rm(folder, { recursive: true, force: true });
    finish();
  }
}

async function collectDatabase(
  config: Config,
  folder: string,
): Promise<Manifest['database'] & Pick<Manifest, 'installation'> & { storedSecrets: string[] }> {
  const database = await openProductDatabase(config.database, 'read');
  try {
    await requireSchema(database);
    const { kind, native } = database;
    const version = await database.version();
    const installation = (await readInstallation(database))?.key;
    const storedSecrets = await secretsIn(database);
    if (config.database.kind === 'sqlite') {
      const copy = join(folder, inArchive.database);
      await copySqlite(config.database.path, copy);
      return { kind, version, installation, storedSecrets, migrations: migrationsIn(copy) };
    }
    if (native.kind !== 'postgresql') throw new Error('The database is not the one of the settings.');
    const client = await native.pool.connect();
    try {
      const dumped = await dumpTables(client, join(folder, inArchive.tables));
      return { kind, version, installation, storedSecrets, ...dumped };
    } finally {
      client.release(true);
    }
  } finally {
    await database.close();
  }
}

/** @returns the names of the settings that were left out */
async function collectSettings(
  { environment }: BackupSource,
  folder: string,
  withSecrets: boolean,
): Promise<string[]> {
  const settings: Record<string, string> = {};
  const omitted: string[] = [];
  for (const { name, secret } of variables) {
    const value = environment[name]?.trim();
    if (!value) continue;
    if (secret && !withSecrets) omitted.push(name);
    else settings[name] = value;
  }
  await writeFile(join(folder, inArchive.settings), `${JSON.stringify(settings, null, 2)}\n`, {
    mode: 0o600,
  });
  return omitted;
}

async function collectData(config: Config, folder: string, withSecrets: boolean): Promise<void> {
  const { sandbox, outbox, sessionSecret, settingsKey } = dataPlaces(config);
  // Copied before the emails: each email that it lists already has its file.
  if (existsSync(sandbox)) await copySqlite(sandbox, join(folder, inArchive.sandbox));
  const emails = emailFiles(outbox);
  if (emails.length > 0) await mkdir(join(folder, inArchive.outbox), { mode: 0o700 });
  for (const name of emails) {
    await ifThere(() => copyFile(join(outbox, name), join(folder, inArchive.outbox, basename(name))));
  }
  if (!withSecrets) return;
  await ifThere(() => copyFile(sessionSecret, join(folder, inArchive.sessionSecret)));
  await ifThere(() => copyFile(settingsKey, join(folder, inArchive.settingsKey)));
}

/** A file may be missing, or be deleted with its reader in the meantime. */
async function ifThere(copy: () => Promise<void>): Promise<void> {
  try {
    await copy();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** No backup takes this long, so a process has died and left its folder behind. */
const leftBehindMs = 24 * 60 * 60 * 1000;

const ownName = /^wordrise-\d{8}T\d{6}Z\.tar\.gz$/;
const leftoverEnds = ['.partial', collectingSuffix];

function isLeftover(name: string): boolean {
  const end = leftoverEnds.find((each) => name.includes(each));
  return end !== undefined && ownName.test(name.slice(0, name.indexOf(end)));
}

/**
 * Deletes the oldest dated backups in a folder, and the remains of killed backups. No other file is touched.
 *
 * @param keep How many stay; at least 1.
 * @returns the names of the backups that were deleted
 */
export async function rotateBackups(
  folder: string,
  { keep, now, dryRun }: { keep: number; now: Date; dryRun: boolean },
): Promise<string[]> {
  const names = await readdir(folder);
  const old = names
    .filter((name) => ownName.test(name))
    .toSorted()
    .reverse()
    .slice(keep);
  if (dryRun) return old;
  for (const name of old) await rm(join(folder, name), { force: true });
  for (const name of names.filter(isLeftover)) {
    const { mtimeMs } = await stat(join(folder, name));
    if (now.getTime() - mtimeMs > leftBehindMs)
      await rm(join(folder, name), { recursive: true, force: true });
  }
  return old;
}
