import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Migrator } from '@mikro-orm/migrations';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { entities, openProductDatabase } from '../entities.ts';
import { holdingFile } from '../platform/database/holding-file.ts';
import { openSqliteOrm } from '../platform/database/sqlite-orm.ts';
import { makePrivateFolder } from '../platform/files.ts';
import type { Config } from '../platform/settings/config.ts';
import { secretFileSetting } from '../platform/settings/read-environment.ts';
import { variables } from '../platform/settings/variables.ts';
import { version } from '../version.ts';
import { unpack } from './archive.ts';
import { type Examined, examine, requireUnused } from './examine-backup.ts';
import {
  bringBeside,
  dataPlaces,
  inArchive,
  type Journal,
  restorePlaces,
  settle,
  writeJournal,
} from './journal.ts';
import {
  type RestoredOptions,
  type RunRestored,
  restorePostgresql,
  settleRestored,
} from './restore-postgresql.ts';
import { dumpSqlite, loadSqlite } from './sqlite-tables.ts';

export interface RestoreTarget {
  config: Config;
  /** As `readEnvironment` answers. */
  environment: NodeJS.Dict<string>;
  /** The file of settings, written if there is none, unless the environment has everything that it would have. */
  envFile: string;
  /** The text of that file, and the names of settings that cannot be written to one. */
  renderSettings: (settings: Record<string, string>) => { text: string; leftOut: string[] };
  now: () => Date;
}

export interface RestoreOptions {
  /** Replaces an installation; without it, only an empty place is filled. */
  replace: boolean;
  /** Called once everything has been verified, before anything is changed; `false` cancels the restore. */
  confirm: (found: Examined) => Promise<boolean>;
  /**
   * Whether the installation that the backup was made of will never send again. Otherwise this copy sends nothing until
   * the owner says so. Not called if that installation is the one that is replaced.
   */
  replacesOriginal: (found: Examined) => Promise<boolean>;
}

export interface Restored extends Examined {
  wroteSettings: boolean;
  /** The data of another installation in the folder of the file of settings, which was not written because of it. */
  beside: string | undefined;
  /** Names of settings in the backup that were not written: Wordrise has none of these names, or no file can hold it. */
  leftOut: string[];
  /** Whether nothing is sent until the owner says so. */
  holdsSending: boolean;
  /** Emails that readers may have received since the backup was made. They wait for the owner. */
  held: number;
  /** Names of the migrations that upgraded the database to this version. */
  applied: string[];
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
      const manifest = await unpack(file, staging);
      const found = await examine(config, staging, manifest, options);
      if (!(await options.confirm(found))) return undefined;
      const holdsSending = found.sameKey === undefined && !(await options.replacesOriginal(found));
      const placed = await putInPlace(target, found, holdsSending);
      isDone = true;
      return { ...found, ...placed, holdsSending };
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
    const manifest = await unpack(file, folder);
    return await examine(config, folder, manifest, options);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Placed = Pick<Restored, 'wroteSettings' | 'beside' | 'leftOut' | 'held' | 'applied'>;

async function putInPlace(
  target: RestoreTarget,
  { manifest, migrations, sameKey }: Examined,
  holdsSending: boolean,
): Promise<Placed> {
  const { config } = target;
  const { staging } = restorePlaces(config);
  const madeAt = new Date(manifest.createdAt);
  const options = { madeAt, now: target.now(), sameKey, holdsSending, version };
  const file = join(staging, inArchive.database);
  const tables = join(staging, inArchive.tables);
  const isOtherKind = manifest.database.kind !== config.database.kind;
  let settled: Pick<Placed, 'held' | 'applied'> = { held: 0, applied: [] };
  if (config.database.kind === 'sqlite') {
    if (isOtherKind) await createSqliteFrom(tables, migrations, file);
    settled = await settleSqlite(file, options);
  } else if (isOtherKind) await dumpSqlite(file, tables);
  await requireUnused(config);
  const moves = dataMoves(config, manifest.files);
  const beside = installationBeside(target);
  const { move, leftOut } = await stageSettings(target, beside);
  if (move) moves.push(move);
  if (config.database.kind === 'sqlite') {
    const to = realPlace(config.database.path);
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    moves.push({ from: await bringBeside(file, to), to });
    await writeJournal(config, { moves });
  } else {
    const mark = `Restored by Wordrise: ${randomUUID()}`;
    await writeJournal(config, { mark, moves });
    try {
      settled = await restorePostgresql(config.database.url, tables, { ...options, migrations, mark });
    } catch (error) {
      // If the database cannot be reached, the next program settles it.
      await settle(config).catch(() => undefined);
      throw error;
    }
  }
  await settle(config);
  return { ...settled, wroteSettings: move !== undefined, beside, leftOut };
}

/** Where a link leads: the owner keeps the data there. */
function realPlace(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

/** The sandbox, its outbox, the session secret and the key of stored secrets. */
function dataMoves(config: Config, files: Record<string, unknown>): Journal['moves'] {
  const { staging } = restorePlaces(config);
  const { sandbox, outbox, sessionSecret, settingsKey } = dataPlaces(config);
  const names = Object.keys(files);
  const move = (name: string, to: string) =>
    names.some((file) => file === name || file.startsWith(`${name}/`))
      ? { from: join(staging, name), to: realPlace(to) }
      : { to: realPlace(to) };
  const moves: Journal['moves'] = [move(inArchive.sandbox, sandbox), move(inArchive.outbox, outbox)];
  // An existing secret that is not in the backup may stay: it signs sessions and contains no data.
  if (names.includes(inArchive.sessionSecret)) moves.push(move(inArchive.sessionSecret, sessionSecret));
  if (names.includes(inArchive.settingsKey)) moves.push(move(inArchive.settingsKey, settingsKey));
  return moves;
}

/**
 * An installation without a file of settings, in the usual place or directly below it: a file that leads to the restored
 * data would lead its programs there too.
 */
function installationBeside({ config, envFile }: RestoreTarget): string | undefined {
  if (existsSync(envFile)) return undefined;
  const usual = join(dirname(envFile), 'data');
  if (config.dataDir === usual || !existsSync(usual)) return undefined;
  const below = readdirSync(usual, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const folders = [usual, ...below.map(({ name }) => join(usual, name))];
  return folders.find((folder) => folder !== config.dataDir && existsSync(join(folder, 'wordrise.db')));
}

/**
 * The settings of the backup, adapted to this place: the location of the data stays unchanged here. A setting of the
 * environment wins over one in the file, so a file of nothing else would only bring back a setting that is removed there
 * later.
 */
async function stageSettings(
  { config, environment, envFile, renderSettings }: RestoreTarget,
  beside: string | undefined,
): Promise<{ move?: Journal['moves'][number]; leftOut: string[] }> {
  if (existsSync(envFile) || beside !== undefined) return { leftOut: [] };
  const { staging } = restorePlaces(config);
  const found: unknown = JSON.parse(await readFile(join(staging, inArchive.settings), 'utf8'));
  const { DATABASE_URL: _, DATA_DIR: __, ...all } = z.record(z.string(), z.string()).parse(found);
  // An archive may come from elsewhere, and other variables change how programs run: NODE_OPTIONS, LD_PRELOAD.
  const unknown = Object.keys(all).filter((name) => !variables.some((variable) => variable.name === name));
  const known = Object.keys(all).filter((name) => !unknown.includes(name));
  if (known.length > 0 && known.every((name) => environment[name] !== undefined)) return { leftOut: unknown };
  const settings: Record<string, string> = { DATA_DIR: config.dataDir, ...all };
  if (config.database.kind === 'sqlite') settings.DATABASE_URL = `sqlite:${config.database.path}`;
  const written = Object.entries(settings).filter(
    // Nothing starts with a secret that is in a file of its own too.
    ([name]) => !unknown.includes(name) && environment[secretFileSetting(name)] === undefined,
  );
  const rendered = join(staging, '.env');
  const { text, leftOut } = renderSettings(Object.fromEntries(written));
  await writeFile(rendered, text, { mode: 0o600 });
  const move = { from: await bringBeside(rendered, envFile), to: envFile };
  return { move, leftOut: [...unknown, ...leftOut] };
}

/** Creates a SQLite file with the schema of these migrations, and the rows that were written from a database. */
export async function createSqliteFrom(folder: string, migrations: string[], path: string): Promise<void> {
  const { orm, close } = await openSqliteOrm(path, entities, 'create');
  try {
    await (orm() as unknown as { migrator: Migrator }).migrator.up({ migrations });
  } finally {
    await close();
  }
  await loadSqlite(path, folder);
}

/**
 * Brings a restored SQLite file up to date and makes it fit for use, before it is put in place.
 *
 * @returns how many emails wait for the owner, and the names of the migrations
 */
export async function settleSqlite(
  path: string,
  options: RestoredOptions,
): Promise<{ held: number; applied: string[] }> {
  const opened = await openProductDatabase({ kind: 'sqlite', path }, 'existing');
  const applied = await opened.migrate().finally(opened.close);
  const database = new Database(path, { fileMustExist: true });
  const run: RunRestored = async <Row>(sql: string, values: readonly (string | number | Date | null)[]) => {
    const stored = values.map((value) => (value instanceof Date ? value.getTime() : value));
    const statement = database.prepare(sql);
    if (statement.reader) return statement.all(stored) as Row[];
    statement.run(stored);
    return [];
  };
  try {
    return { held: await settleRestored(run, options), applied };
  } finally {
    database.close();
  }
}
