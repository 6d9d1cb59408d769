import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DomainError } from '../errors.ts';
import { makePrivateFolder } from '../files.ts';
import type { Config } from './config.ts';
import { secretLength } from './types.ts';

/** The secrets that sign and verify sessions: the configured ones, or one that is generated once and kept. */
export function sessionSecrets({ sessionSecrets, dataDir }: Config): string[] {
  return sessionSecrets.length > 0 ? sessionSecrets : [keptSecret(dataDir, keptSecrets.session)];
}

/** The same, to verify and decrypt only: none is generated, so that reading changes nothing. */
export function knownSessionSecrets({
  sessionSecrets,
  dataDir,
}: Pick<Config, 'sessionSecrets' | 'dataDir'>): string[] {
  return sessionSecrets.length > 0 ? sessionSecrets : knownSecret(dataDir, keptSecrets.session);
}

/** The secrets that stored settings are encrypted with: the configured ones, or one that is generated once and kept. */
export function settingsKeys({ settingsKeys, dataDir }: Pick<Config, 'settingsKeys' | 'dataDir'>): string[] {
  return settingsKeys.length > 0 ? settingsKeys : [keptSecret(dataDir, keptSecrets.settings)];
}

/** The same, to decrypt only: none is generated, so that reading changes nothing. */
export function knownSettingsKeys({
  settingsKeys,
  dataDir,
}: Pick<Config, 'settingsKeys' | 'dataDir'>): string[] {
  return settingsKeys.length > 0 ? settingsKeys : knownSecret(dataDir, keptSecrets.settings);
}

function knownSecret(dataDir: string, name: string): string[] {
  const kept = read(join(dataDir, name));
  return kept === undefined ? [] : [kept];
}

/** Files in the data folder that only its owner can read. */
export const keptSecrets = { session: 'session-secret', settings: 'settings-key' } as const;

/** Returns the kept secret, so that a restart signs nobody out, and stored settings stay readable. */
function keptSecret(dataDir: string, name: string): string {
  const file = join(dataDir, name);
  makePrivateFolder(dataDir);
  const kept = read(file);
  if (kept) return kept;
  // The complete file is moved into place: another process may start at the same time, and this one may die here.
  const made = `${file}-${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(made, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true });
    linkSync(made, file);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOSPC') throw noRoom(dataDir, cause);
    if (code !== 'EEXIST') throw cause;
    // It was cut short, unless another process has just made it: then that one counts.
    if (!read(file)) renameSync(made, file);
  } finally {
    rmSync(made, { force: true });
  }
  return read(file) ?? keptSecret(dataDir, name);
}

function noRoom(dataDir: string, cause: unknown): DomainError {
  const message = `The disk of ${dataDir} is full, so nothing was saved. Free some space and try again.`;
  return new DomainError('database.unreachable', message, { cause, retryAfterSeconds: 30 });
}

function read(file: string): string | undefined {
  const secret = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  return secret.length >= secretLength ? secret : undefined;
}
