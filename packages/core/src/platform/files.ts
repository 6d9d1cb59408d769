import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
} from 'node:fs';

/** A folder that others use too, such as `/tmp`, has this bit. */
const sticky = 0o1000;

/** Creates a folder that only its owner can enter. An existing one of our own is restricted. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  restrictFolder(path);
}

/** Lets only its owner enter a folder of our own, if it exists. */
export function restrictFolder(path: string): void {
  if (!existsSync(path)) return;
  const found = statSync(path);
  if (found.isDirectory() && (found.mode & sticky) === 0) restrict(path, 0o700);
}

/**
 * Creates an empty file that only its owner can read, before something else opens it. An existing one is restricted.
 */
export function makePrivateFile(path: string): void {
  // Not one that exists: closing any handle of a file drops the locks that this process has on it, and SQLite, which has
  // it open, goes on without them. Then another program takes its -wal file for abandoned and deletes it. A folder in its
  // place cannot be opened, and the error says so.
  const isFree = !existsSync(path) || statSync(path).isDirectory();
  if (isFree) closeSync(openSync(path, 'a', 0o600));
  else accessSync(path, constants.R_OK | constants.W_OK);
  // A device, such as /dev/null, belongs to everyone.
  if (statSync(path).isFile()) restrict(path, 0o600);
}

/** For a SQLite database. Its other files get the permissions of the first, unless they are older than this rule. */
export function makePrivateDatabase(path: string): void {
  makePrivateFile(path);
  for (const file of [`${path}-wal`, `${path}-shm`]) if (existsSync(file)) restrict(file, 0o600);
}

/**
 * Removes an unfinished file or folder if the process ends before the returned function is called, for example with
 * Ctrl-C: it may contain readers' addresses.
 */
export function removeAtExit(path: string): () => void {
  const remove = () => rmSync(path, { recursive: true, force: true });
  process.once('exit', remove);
  return () => void process.off('exit', remove);
}

function restrict(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    // It belongs to someone else, on a volume or a share, whose owner decides who may read it.
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['EPERM', 'EROFS', 'ENOTSUP', 'ENOENT'].includes(code)) throw error;
  }
}
