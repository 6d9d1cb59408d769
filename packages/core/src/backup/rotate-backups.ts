import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { collectingSuffix } from './write-backup.ts';

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
