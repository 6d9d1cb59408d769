import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { createTarDecoder, type ParsedTarEntry, type TarHeader } from 'modern-tar';
import { packTar, type TarSource, unpackTar } from 'modern-tar/fs';
import { z } from 'zod';
import { DomainError, isDomainError } from '../platform/errors.ts';
import { removeAtExit } from '../platform/files.ts';

/**
 * Packs a folder into a compressed archive, the manifest first. The file is complete and on disk when it gets its final name. Only its
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
      packTar(await entriesOf(folder), { map: onlyForOwner }),
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

async function entriesOf(folder: string): Promise<TarSource[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const sources = entries.map((entry): TarSource => {
    const type = entry.isDirectory() ? 'directory' : 'file';
    return { type, source: join(folder, entry.name), target: entry.name };
  });
  return sources.toSorted(({ target }) => (target === manifestName ? -1 : 1));
}

function onlyForOwner(header: TarHeader): TarHeader {
  return { ...header, mode: header.type === 'directory' ? 0o700 : 0o600 };
}

/**
 * Unpacks a backup. It takes no more space than its manifest says and the disk has: an archive that was made to fill a
 * disk is refused before anything of it is written.
 *
 * @throws DomainError `backup.unusable`, `backup.refused`
 */
export async function unpack(file: string, folder: string): Promise<Manifest> {
  // A missing or unreadable file is reported as such.
  await (await open(file)).close();
  const manifest = await readManifest(file);
  await requireSpace(folder, manifest);
  const unpacked = new Set<string>();
  const requireListed = ({ name, size, type }: TarHeader) => {
    if (type === 'directory') return true;
    const isManifest = name === manifestName && size <= mostManifestBytes;
    if (!isManifest && manifest.files[name]?.size !== size) throw damaged(`${name} does not belong to it`);
    if (unpacked.has(name)) throw damaged(`it has ${name} twice`);
    unpacked.add(name);
    return true;
  };
  const options = { fmode: 0o600, dmode: 0o700, filter: requireListed };
  await reading(() => pipeline(createReadStream(file), createGunzip(), unpackTar(folder, options)));
  return manifest;
}

/** More than a million emails in an outbox need. */
const mostManifestBytes = 256 * 1024 * 1024;

/** Finds the manifest without unpacking anything: it is the first entry, except in archives of older versions. */
async function readManifest(file: string): Promise<Manifest> {
  const source = createReadStream(file);
  const unzip = createGunzip();
  const unzipped = pipeline(source, unzip);
  // The error is thrown where the entries are read.
  unzipped.catch(() => undefined);
  try {
    const found = await reading(async () => {
      // The types of its streams are the browser's.
      const entries = Readable.toWeb(unzip).pipeThrough(createTarDecoder() as never);
      for await (const { header, body } of entries as AsyncIterable<ParsedTarEntry>) {
        // Leaving the loop ends the stream: it must have been read by then.
        if (header.name === manifestName && header.size <= mostManifestBytes) return await text(body);
        for await (const _ of body);
      }
      return undefined;
    });
    if (found === undefined) throw new DomainError('backup.unusable', 'This is not a backup of Wordrise.');
    return parseManifest(found);
  } finally {
    source.destroy();
    unzip.destroy();
  }
}

async function requireSpace(folder: string, { files }: Manifest): Promise<void> {
  const needed = Object.values(files).reduce((sum, { size }) => sum + size, 0);
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (needed <= free) return;
  const inMegabytes = (bytes: number) => `${Math.ceil(bytes / 1e6).toLocaleString('en-US')} MB`;
  throw new DomainError(
    'backup.refused',
    `Unpacked, the backup has ${inMegabytes(needed)}, and there are ${inMegabytes(free)} free in ${folder}. Nothing was restored.`,
  );
}

async function reading<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (isDomainError(cause) || (cause as NodeJS.ErrnoException).code === 'ENOSPC') throw cause;
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

export const manifestName = 'manifest.json';

const fileEntry = z.object({ size: z.int().nonnegative(), sha256: z.string().regex(/^[0-9a-f]{64}$/) });

const manifest = z.object({
  /** The version of the archive's layout. */
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  /** The version of Wordrise that wrote it. */
  wordrise: z.string(),
  database: z.object({
    kind: z.enum(['sqlite', 'postgresql']),
    version: z.string(),
    /** Applied migrations, oldest first. */
    migrations: z.array(z.string()).min(1),
  }),
  /** The key of the installation; missing in archives from before keys. */
  installation: z.string().optional(),
  /** Names of the secret settings that were left out. */
  omitted: z.array(z.string()),
  /** Every other file of the archive, by path. */
  files: z.record(z.string(), fileEntry),
});

/** The contents of a backup. */
export type Manifest = z.infer<typeof manifest>;

/** Size and checksum of every file in a folder, by path. */
export async function filesIn(folder: string): Promise<Manifest['files']> {
  const files: Manifest['files'] = {};
  const names = await readdir(folder, { recursive: true });
  for (const path of names.map((name) => join(folder, name)).toSorted()) {
    const status = await lstat(path);
    if (status.isDirectory()) continue;
    const name = relative(folder, path);
    if (!status.isFile()) throw damaged(`${name} is not a file`);
    if (name !== manifestName) files[name] = { size: status.size, sha256: await checksum(path) };
  }
  return files;
}

/**
 * Compares every file of an unpacked backup with its manifest.
 *
 * @throws DomainError `backup.unusable`
 */
export async function verifyFiles(folder: string, found: Manifest): Promise<void> {
  const files = await filesIn(folder);
  for (const [name, { size, sha256 }] of Object.entries(found.files)) {
    const file = files[name];
    if (!file) throw damaged(`${name} is missing`);
    if (file.size !== size || file.sha256 !== sha256) throw damaged(`${name} has been changed`);
  }
  const stranger = Object.keys(files).find((name) => !Object.hasOwn(found.files, name));
  if (stranger !== undefined) throw damaged(`${stranger} does not belong to it`);
}

/** @throws DomainError `backup.unusable` */
function parseManifest(text: string): Manifest {
  try {
    return manifest.parse(JSON.parse(text));
  } catch (cause) {
    throw damaged('its manifest cannot be read; a newer version of Wordrise may have written it', cause);
  }
}

/** @param reason The end of the sentence. */
export function damaged(reason: string, cause?: unknown): DomainError {
  return new DomainError('backup.unusable', `The backup is damaged: ${reason}. Nothing was restored.`, {
    cause,
  });
}

async function checksum(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
