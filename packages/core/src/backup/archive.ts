import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { packTar, unpackTar } from 'modern-tar/fs';
import { removeAtExit } from '../private-files.ts';
import { damaged } from './manifest.ts';

/**
 * Packs a folder into a compressed archive. The file is complete and on disk when it gets its final name. Only its
 * owner can read it.
 *
 * @returns its size in bytes
 */
export async function packFolder(folder: string, file: string): Promise<number> {
  const partial = `${file}.partial`;
  const finish = removeAtExit(partial);
  try {
    // Level two is three times as fast as the default, for 10% more bytes.
    await pipeline(
      packTar(folder),
      createGzip({ level: 2 }),
      createWriteStream(partial, { mode: 0o600, flush: true }),
    );
    const { size } = await stat(partial);
    await rename(partial, file);
    await syncFolder(dirname(file));
    return size;
  } finally {
    await rm(partial, { force: true });
    finish();
  }
}

/** @throws DomainError `backup.unusable` */
export async function unpack(file: string, folder: string): Promise<void> {
  // A missing or unreadable file is reported as such.
  await (await open(file)).close();
  try {
    await pipeline(createReadStream(file), createGunzip(), unpackTar(folder, { fmode: 0o600, dmode: 0o700 }));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOSPC') throw cause;
    throw damaged('it cannot be unpacked', cause);
  }
}

/** Makes the names in a folder survive a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
