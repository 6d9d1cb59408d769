import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { holdingFile } from '../database/holding-file.ts';
import { openProductDatabase } from '../entities.ts';
import { makePrivateFolder } from '../private-files.ts';
import type { Config } from '../settings/config.ts';
import { unpack } from './archive.ts';
import { type Examined, examine } from './examine-backup.ts';
import { holdSendsInFile } from './hold-sends.ts';
import { bringBeside, type Journal, restorePlaces, settle, writeJournal } from './journal.ts';
import { dataPlaces, inArchive } from './places.ts';
import { restorePostgresql } from './restore-postgresql.ts';

export interface RestoreTarget {
  config: Config;
  /** The file of settings, written if there is none. */
  envFile: string;
  /** The text of that file. */
  renderSettings: (settings: Record<string, string>) => string;
  now: () => Date;
}

export interface RestoreOptions {
  /** Replaces an installation; without it, only an empty place is filled. */
  replace: boolean;
  /** Called once everything has been verified, before anything is changed; `false` cancels the restore. */
  confirm: (found: Examined) => Promise<boolean>;
}

export interface Restored extends Examined {
  wroteSettings: boolean;
  /** Emails that readers may have received since the backup was made. They wait for the owner. */
  held: number;
  /** Names of the migrations that upgraded the database to this version. */
  migrations: string[];
}

/**
 * Verifies a backup and puts everything in it in place, completely or not at all: if it is killed, the next
 * program that opens the installation finds the old state, or finishes the new one.
 *
 * @returns `undefined` if it was not confirmed
 * @throws DomainError `backup.unusable`, `backup.refused`, `database.newer`
 */
export async function restoreBackup(
  target: RestoreTarget,
  file: string,
  options: RestoreOptions,
): Promise<Restored | undefined> {
  const { config } = target;
  const { staging, lock } = restorePlaces(config);
  const isNew = !existsSync(config.dataDir);
  makePrivateFolder(config.dataDir);
  let isDone = false;
  try {
    return await holdingFile(lock, async () => {
      await settle(config);
      await mkdir(staging, { mode: 0o700 });
      await unpack(file, staging);
      const found = await examine(config, staging, options);
      if (!(await options.confirm(found))) return undefined;
      const placed = await putInPlace(target, found);
      isDone = true;
      return { ...found, ...placed, migrations: await migrate(config) };
    });
  } finally {
    // A final restore stays for the next program to finish.
    if (!existsSync(restorePlaces(config).journal)) await rm(staging, { recursive: true, force: true });
    if (isNew && !isDone) await rm(config.dataDir, { recursive: true, force: true });
  }
}

/**
 * Verifies a backup as `restoreBackup` does, and changes nothing.
 *
 * @throws DomainError `backup.unusable`, `backup.refused`, `database.newer`
 */
export async function examineBackup(
  config: Config,
  file: string,
  options: { replace: boolean },
): Promise<Examined> {
  const folder = await mkdtemp(join(tmpdir(), 'wordrise-backup-'));
  try {
    await unpack(file, folder);
    return await examine(config, folder, options);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function putInPlace(
  target: RestoreTarget,
  { manifest }: Examined,
): Promise<Pick<Restored, 'wroteSettings' | 'held'>> {
  const { config } = target;
  const { staging } = restorePlaces(config);
  const moves = dataMoves(config, manifest.files);
  const settings = await stageSettings(target);
  if (settings) moves.push(settings);
  const times = { madeAt: new Date(manifest.createdAt), now: target.now() };
  let held: number;
  if (config.database.kind === 'sqlite') {
    const { path: to } = config.database;
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    held = await holdSendsInFile(join(staging, inArchive.database), times);
    moves.push({ from: await bringBeside(join(staging, inArchive.database), to), to });
    await writeJournal(config, { moves });
  } else {
    const mark = `Restored by Wordrise: ${randomUUID()}`;
    const { migrations } = manifest.database;
    await writeJournal(config, { mark, moves });
    try {
      const options = { ...times, migrations, mark };
      held = await restorePostgresql(config.database.url, join(staging, inArchive.tables), options);
    } catch (error) {
      // If the database cannot be reached, the next program settles it.
      await settle(config).catch(() => undefined);
      throw error;
    }
  }
  await settle(config);
  return { wroteSettings: settings !== undefined, held };
}

/** The sandbox, its outbox and the session secret. */
function dataMoves(config: Config, files: Record<string, unknown>): Journal['moves'] {
  const { staging } = restorePlaces(config);
  const { sandbox, outbox, sessionSecret } = dataPlaces(config);
  const names = Object.keys(files);
  const move = (name: string, to: string) =>
    names.some((file) => file === name || file.startsWith(`${name}/`))
      ? { from: join(staging, name), to }
      : { to };
  const moves: Journal['moves'] = [move(inArchive.sandbox, sandbox), move(inArchive.outbox, outbox)];
  // An existing secret that is not in the backup may stay: it signs sessions and contains no data.
  if (names.includes(inArchive.sessionSecret)) moves.push(move(inArchive.sessionSecret, sessionSecret));
  return moves;
}

/** The settings of the backup, adapted to this place: the location of the data stays unchanged here. */
async function stageSettings({ config, envFile, renderSettings }: RestoreTarget) {
  if (existsSync(envFile)) return undefined;
  const { staging } = restorePlaces(config);
  const text = await readFile(join(staging, inArchive.settings), 'utf8');
  const { DATABASE_URL: _, DATA_DIR: __, ...settings } = JSON.parse(text) as Record<string, string>;
  if (config.database.kind === 'sqlite') settings.DATABASE_URL = `sqlite:${config.database.path}`;
  const rendered = join(staging, '.env');
  await writeFile(rendered, renderSettings({ DATA_DIR: config.dataDir, ...settings }), { mode: 0o600 });
  return { from: await bringBeside(rendered, envFile), to: envFile };
}

async function migrate(config: Config): Promise<string[]> {
  const database = await openProductDatabase(config.database, 'existing');
  try {
    return await database.migrate();
  } finally {
    await database.close();
  }
}
