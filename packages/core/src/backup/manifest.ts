import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { DomainError } from '../errors.ts';

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
 * Reads the manifest of an unpacked backup and compares every file with it.
 *
 * @throws DomainError `backup.unusable`
 */
export async function verifyFiles(folder: string): Promise<Manifest> {
  const found = await readManifest(folder);
  const files = await filesIn(folder);
  for (const [name, { size, sha256 }] of Object.entries(found.files)) {
    const file = files[name];
    if (!file) throw damaged(`${name} is missing`);
    if (file.size !== size || file.sha256 !== sha256) throw damaged(`${name} has been changed`);
  }
  const stranger = Object.keys(files).find((name) => !Object.hasOwn(found.files, name));
  if (stranger !== undefined) throw damaged(`${stranger} does not belong to it`);
  return found;
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => undefined);
  if (text === undefined) throw new DomainError('backup.unusable', 'This is not a backup of Wordrise.');
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
