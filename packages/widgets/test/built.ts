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
const stamps = join(packageDir, 'node_modules/.built');

/** Builds the tested files if a source is newer. Only one of several processes builds. */
async function ensure(file: string, command: string[]): Promise<void> {
  // The compiler doesn't rewrite unchanged files, so their own times say nothing.
  const stamp = join(stamps, file);
  const isCurrent = () =>
    existsSync(dist(file)) &&
    newest(stamp) > Math.max(...sources.map((path) => newest(join(packageDir, path))));
  const lock = `${stamps}-lock`;
  mkdirSync(stamps, { recursive: true });
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
      writeFileSync(stamp, '');
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
