import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { copyFile, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { z } from 'zod';
import { holdingFile } from '../platform/database/holding-file.ts';
import type { DatabaseAccess } from '../platform/database/opened-orm.ts';
import { migrationLock } from '../platform/database/sqlite-orm.ts';
import { DomainError } from '../platform/errors.ts';
import type { Config } from '../platform/settings/config.ts';
import { keptSecrets } from '../platform/settings/kept-secret.ts';
import { secretFiles } from '../platform/settings/read-environment.ts';
import { syncFolder } from './archive.ts';
import { restoreJournal } from './restore-journal.ts';
import { hasMark } from './restore-postgresql.ts';

const journal = z.object({
  /** Set on PostgreSQL: the restore counts once the database has this mark. */
  mark: z.string().optional(),
  /** Files and folders to move into place; without `from`, the existing one is removed. */
  moves: z.array(z.object({ from: z.string().optional(), to: z.string() })),
});

/**
 * What a restore is about to put in place. Once it is written (on PostgreSQL: once the database has its mark), the
 * restore is final: if it is killed, the next program that opens the installation finishes it.
 */
export type Journal = z.infer<typeof journal>;

/** In the data folder, which may be a volume: nothing outside a volume can be renamed into it. */
export function restorePlaces({ dataDir }: Pick<Config, 'dataDir'>) {
  return {
    journal: restoreJournal({ dataDir }),
    staging: join(dataDir, '.restoring'),
    lock: join(dataDir, 'restore.lock'),
  };
}

export async function writeJournal(config: Config, content: Journal): Promise<void> {
  const { journal: file, staging } = restorePlaces(config);
  const partial = join(staging, 'restore.json');
  await writeFile(partial, JSON.stringify(content), { mode: 0o600, flush: true });
  await rename(partial, file);
  await syncFolder(dirname(file));
}

/** See `settleRestore`. */
export async function finishRestore(config: Config, access: DatabaseAccess): Promise<void> {
  if (access === 'read') {
    throw new DomainError(
      'database.outdated',
      'A restore was interrupted, and this command changes nothing. Run first: wordrise migrate',
    );
  }
  await holdingFile(restorePlaces(config).lock, () => settle(config));
}

/**
 * Finishes a restore that was killed after it became final, and removes the remains of one that was killed before. Only
 * the process that holds the lock may call it.
 */
export async function settle(config: Config): Promise<void> {
  const { journal: file, staging } = restorePlaces(config);
  if (existsSync(file)) {
    const { mark, moves } = journal.parse(JSON.parse(await readFile(file, 'utf8')));
    const isDecided = mark === undefined || (await hasMark(config.database, mark));
    for (const { from, to } of moves) {
      if (isDecided) await putInPlace(from, to);
      else if (from !== undefined) await rm(from, { recursive: true, force: true });
    }
    await rm(file);
    await syncFolder(dirname(file));
  }
  await rm(staging, { recursive: true, force: true });
}

/** May be repeated after it was interrupted anywhere. */
async function putInPlace(from: string | undefined, to: string): Promise<void> {
  // Already moved.
  if (from !== undefined && !existsSync(from)) return;
  // A log of the old database would be applied to the new one.
  for (const path of [`${to}-wal`, `${to}-shm`, to]) await rm(path, { recursive: true, force: true });
  if (from !== undefined) await rename(from, to);
  await syncFolder(dirname(to));
}

/** Moves or copies a file to the target's folder, so that it can be renamed there. */
export async function bringBeside(file: string, to: string): Promise<string> {
  const beside = `${to}.restoring`;
  try {
    await rename(file, beside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyFile(file, beside);
  }
  const handle = await open(beside);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  return beside;
}

/** Names inside an archive. */
export const inArchive = {
  /** SQLite. */
  database: 'database.db',
  /** PostgreSQL: a file of JSON lines for each table. */
  tables: 'tables',
  sandbox: 'sandbox.db',
  outbox: 'outbox',
  settings: 'settings.json',
  sessionSecret: keptSecrets.session,
  settingsKey: keptSecrets.settings,
} as const;

/** Where an installation keeps the contents of a backup other than its database. */
export function dataPlaces({ dataDir }: Pick<Config, 'dataDir'>) {
  return {
    sandbox: join(dataDir, 'sandbox.db'),
    outbox: join(dataDir, 'outbox'),
    sessionSecret: join(dataDir, keptSecrets.session),
    settingsKey: join(dataDir, keptSecrets.settings),
  };
}

/**
 * Whether a file belongs to the installation, or would once it is written: a program that is running, or the next one,
 * would take it for its own. An export, a backup or a list of refused rows must not be saved there.
 */
export function isOwnFile(
  config: Pick<Config, 'dataDir' | 'database'>,
  file: string,
  { folder = process.cwd() }: { folder?: string } = {},
): boolean {
  const { sandbox, outbox, sessionSecret, settingsKey } = dataPlaces(config);
  const { journal, staging, lock } = restorePlaces(config);
  const databases = config.database.kind === 'sqlite' ? [sandbox, config.database.path] : [sandbox];
  const files = databases.flatMap((path) => [
    path,
    `${path}-wal`,
    `${path}-shm`,
    `${path}-journal`,
    migrationLock(path),
  ]);
  files.push(join(folder, '.env'), ...secretFiles(folder), sessionSecret, settingsKey, journal, lock);
  const place = realPlace(file);
  if ([outbox, staging].some((own) => isWithin(realPlace(own), place))) return true;
  return files.some((own) => realPlace(own) === place || isSameFile(own, file));
}

/** Where a file is, or would be, without links on the way. */
function realPlace(file: string): string {
  const path = resolve(file);
  if (existsSync(path)) return realpathSync(path);
  const folder = dirname(path);
  return folder === path ? path : join(realPlace(folder), basename(path));
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Also by another name: file systems may ignore case, and a file can have several links. */
function isSameFile(one: string, other: string): boolean {
  const [found, same] = [identity(one), identity(other)];
  return found !== undefined && found === same;
}

/** `undefined` if there is no such file, or if its folder is closed to us: what opens it says so. */
function identity(file: string): string | undefined {
  try {
    const { dev, ino } = statSync(file);
    return `${dev} ${ino}`;
  } catch {
    return undefined;
  }
}

/** The names of finished emails in an outbox. */
export function emailFiles(outbox: string): string[] {
  return existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith('.eml')) : [];
}
