import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import type { Config } from '../settings/config.ts';
import type { DatabaseAccess } from './opened-orm.ts';

const { R_OK, W_OK, X_OK } = constants;

const otherPlace = 'Check DATABASE_URL and DATA_DIR.';

/**
 * Why this user cannot work with a SQLite file, and what to do about it, in sentences without the system's codes.
 * `undefined` if there is no obstacle, or if the file is merely missing.
 */
export function fileObstacle(path: string, access: DatabaseAccess): string | undefined {
  for (const folder of foldersAbove(path)) {
    const kind = kindOf(folder);
    if (kind === 'file') return `${folder} is a file, and a folder is needed. ${otherPlace}`;
    if (kind === 'missing') return access === 'create' ? closedFolder(dirname(folder)) : undefined;
    const closed = lacking(folder, X_OK, 'open the folder');
    if (closed) return closed;
  }
  const kind = kindOf(path);
  if (kind === 'folder') {
    return `${path} is a folder. DATABASE_URL names a file, such as sqlite:${path}/wordrise.db`;
  }
  if (kind === 'missing') return access === 'create' ? closedFolder(dirname(path)) : undefined;
  return closedFile(path, access);
}

function closedFile(path: string, access: DatabaseAccess): string | undefined {
  const [rights, what] = access === 'read' ? [R_OK, 'read'] : [R_OK | W_OK, 'read and write'];
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    const closed = existsSync(file) ? lacking(file, rights, what) : undefined;
    if (closed) return closed;
  }
  // SQLite writes two files next to the database, even to read it. A program that has it open has written them.
  if (access === 'read' && existsSync(`${path}-shm`)) return undefined;
  return closedFolder(dirname(path));
}

function closedFolder(folder: string): string | undefined {
  return lacking(folder, W_OK, 'write to the folder');
}

/** The folders above a path, from the root down. */
function foldersAbove(path: string): string[] {
  const folder = dirname(path);
  return folder === path ? [] : [...foldersAbove(folder), folder];
}

function kindOf(path: string): 'file' | 'folder' | 'missing' {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'file';
  } catch {
    return 'missing';
  }
}

function lacking(path: string, rights: number, what: string): string | undefined {
  try {
    accessSync(path, rights);
    return undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EROFS') {
      return `${path} is on a file system that can only be read. ${otherPlace}`;
    }
    return `${thisUser()} may not ${what} ${path}. Run Wordrise as the user that owns it, or check DATABASE_URL and DATA_DIR.`;
  }
}

function thisUser(): string {
  try {
    return `the user ${userInfo().username}`;
  } catch {
    // In a container, the user may have no name.
    return `the user with the number ${process.getuid?.()}`;
  }
}

const megabyte = 1_048_576;
/** With less, SQLite may be unable to write its log of changes. */
const fullBytes = 2 * megabyte;
const scarceBytes = 100 * megabyte;

/** Whether space runs out where this machine stores data, and what to do about it. */
export async function diskShortage({
  dataDir,
  database,
}: Pick<Config, 'dataDir' | 'database'>): Promise<{ isFull: boolean; message: string } | undefined> {
  const folders = database.kind === 'sqlite' ? [dirname(database.path), dataDir] : [dataDir];
  const free = await Promise.all(folders.map(async (folder) => ({ folder, bytes: await freeBytes(folder) })));
  const [least] = free.toSorted((one, other) => one.bytes - other.bytes);
  if (!least || least.bytes >= scarceBytes) return undefined;
  const isFull = least.bytes < fullBytes;
  const amount = isFull
    ? `The disk of ${least.folder} is full`
    : `Only ${Math.floor(least.bytes / megabyte)} MB are free on the disk of ${least.folder}`;
  return {
    isFull,
    message: `${amount}: signups and emails cannot be stored without space. Free some space.`,
  };
}

/** SQLite reports this as an error of the disk if it cannot even make the files that it needs to read. */
export async function isDiskFull(folder: string): Promise<boolean> {
  return (await freeBytes(folder)) < fullBytes;
}

/** Infinite if it is not known. */
async function freeBytes(folder: string): Promise<number> {
  try {
    const { blocks, bavail, bfree, bsize } = await statfs(folder);
    if (blocks === 0) return Number.POSITIVE_INFINITY;
    // Some blocks are reserved for root.
    return (process.getuid?.() === 0 ? bfree : bavail) * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
