import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export const packageDir = dirname(import.meta.dirname);
export const dist = (file: string) => join(packageDir, 'dist', file);

const newest = (path: string): number => {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats?.mtimeMs ?? 0;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
};

const sources = ['src', 'rollup.config.mjs', 'package.json', 'tsconfig.json'];
const notes = join(packageDir, 'node_modules/.built');

/** Builds what is tested, unless that was done since the sources changed; once, also for two processes at a time. */
async function ensure(file: string, command: string[]): Promise<void> {
  // The compiler leaves files alone whose content stays, so that their own times do not tell.
  const note = join(notes, file);
  const isCurrent = () =>
    existsSync(dist(file)) &&
    newest(note) > Math.max(...sources.map((path) => newest(join(packageDir, path))));
  const lock = `${notes}-lock`;
  mkdirSync(notes, { recursive: true });
  while (!isCurrent()) {
    try {
      mkdirSync(lock);
    } catch {
      await pause(200);
      continue;
    }
    try {
      if (isCurrent()) return;
      execFileSync('npx', command, { cwd: packageDir, stdio: ['ignore', 'ignore', 'inherit'] });
      writeFileSync(note, '');
      return;
    } finally {
      rmSync(lock, { recursive: true, force: true });
    }
  }
}

/** The scripts and the style sheet. */
export const ensureBuilt = () => ensure('wordrise-widgets.js', ['rollup', '-c', '--silent']);

/** With the declarations. */
export async function ensurePackageBuilt(): Promise<void> {
  await ensureBuilt();
  await ensure('index.d.ts', ['tsc', '-b']);
}
